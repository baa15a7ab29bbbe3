import { defineWidget } from '../../../src/engine/index.ts';
import type { SplitOptions } from '../../../src/generated/options.ts';
import { Split } from './Split.tsx';

export default defineWidget<SplitOptions>(Split);
