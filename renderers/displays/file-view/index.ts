import { defineWidget } from '../../../src/engine/index.ts';
import type { FileViewOptions } from '../../../src/generated/options.ts';
import { FileView } from './FileView.tsx';

export default defineWidget<FileViewOptions>(FileView);
