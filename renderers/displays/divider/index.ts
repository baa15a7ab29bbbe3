import { defineWidget } from '../../../src/engine/index.ts';
import type { DividerOptions } from '../../../src/generated/options.ts';
import { Divider } from './Divider.tsx';

export default defineWidget<DividerOptions>(Divider);
