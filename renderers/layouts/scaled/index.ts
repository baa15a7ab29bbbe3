import { defineWidget } from '../../../src/engine/index.ts';
import type { ScaledOptions } from '../../../src/generated/options.ts';
import { Scaled } from './Scaled.tsx';

export default defineWidget<ScaledOptions>(Scaled);
