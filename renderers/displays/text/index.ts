import { defineWidget } from '../../../src/engine/index.ts';
import type { TextOptions } from '../../../src/generated/options.ts';
import { Text } from './Text.tsx';

export default defineWidget<TextOptions>(Text);
