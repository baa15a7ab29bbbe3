import { defineWidget } from '../../../src/engine/index.ts';
import type { StepsOptions } from '../../../src/generated/options.ts';
import { Steps } from './Steps.tsx';

export default defineWidget<StepsOptions>(Steps);
