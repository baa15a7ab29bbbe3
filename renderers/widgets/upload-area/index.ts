import { defineWidget } from '../../../src/engine/index.ts';
import type { UploadAreaOptions } from '../../../src/generated/options.ts';
import { UploadArea } from './UploadArea.tsx';

export default defineWidget<UploadAreaOptions>(UploadArea);
