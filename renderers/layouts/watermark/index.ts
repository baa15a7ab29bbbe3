import { defineWidget } from '../../../src/engine/index.ts';
import type { WatermarkOptions } from '../../../src/generated/options.ts';
import { Watermark } from './Watermark.tsx';

export default defineWidget<WatermarkOptions>(Watermark);
