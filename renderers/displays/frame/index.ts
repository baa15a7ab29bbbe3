import { defineWidget } from '../../../src/engine/index.ts';
import type { FrameOptions } from '../../../src/generated/options.ts';
import { Frame } from './Frame.tsx';

export default defineWidget<FrameOptions>(Frame);
