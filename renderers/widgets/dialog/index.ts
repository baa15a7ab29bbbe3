import { defineWidget } from '../../../src/engine/index.ts';
import type { DialogOptions } from '../../../src/generated/options.ts';
import { Dialog } from './Dialog.tsx';

export default defineWidget<DialogOptions>(Dialog);
