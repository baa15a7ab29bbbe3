import { defineWidget } from '../../../src/engine/index.ts';
import type { ProgressOptions } from '../../../src/generated/options.ts';
import { Progress } from './Progress.tsx';

export default defineWidget<ProgressOptions>(Progress);
