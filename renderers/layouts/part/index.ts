import { defineWidget } from '../../../src/engine/index.ts';
import type { PartOptions } from '../../../src/generated/options.ts';
import { Part } from './Part.tsx';

export default defineWidget<PartOptions>(Part);
