import { defineWidget } from '../../../src/engine/index.ts';
import type { TagOptions } from '../../../src/generated/options.ts';
import { Tag } from './Tag.tsx';

export default defineWidget<TagOptions>(Tag);
