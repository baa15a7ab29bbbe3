import { defineWidget } from '../../../src/engine/index.ts';
import type { ImageOptions } from '../../../src/generated/options.ts';
import { Image } from './Image.tsx';

export default defineWidget<ImageOptions>(Image);
