import { defineWidget } from '../../../src/engine/index.ts';
import type { ShellOptions } from '../../../src/generated/options.ts';
import { Shell } from './Shell.tsx';

export default defineWidget<ShellOptions>(Shell);
