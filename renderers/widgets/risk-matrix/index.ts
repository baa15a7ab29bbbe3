import { defineWidget } from '../../../src/engine/index.ts';
import type { RiskMatrixOptions } from '../../../src/generated/options.ts';
import { RiskMatrix } from './RiskMatrix.tsx';

export default defineWidget<RiskMatrixOptions>(RiskMatrix);
