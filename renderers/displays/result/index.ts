import { defineWidget } from '../../../src/engine/index.ts';
import type { ResultOptions } from '../../../src/generated/options.ts';
import { Result } from './Result.tsx';

export default defineWidget<ResultOptions>(Result);
