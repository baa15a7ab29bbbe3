import { defineWidget } from '../../../src/engine/index.ts';
import type { UploadButtonOptions } from '../../../src/generated/options.ts';
import { UploadButton } from './UploadButton.tsx';

export default defineWidget<UploadButtonOptions>(UploadButton);
