import { defineWidget } from '../../../src/engine/index.ts';
import type { MarkedTextOptions } from '../../../src/generated/options.ts';
import { MarkedText } from './MarkedText.tsx';

export default defineWidget<MarkedTextOptions>(MarkedText);
