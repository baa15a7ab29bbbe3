import { defineWidget } from '../../../src/engine/index.ts';
import type { StackOptions } from '../../../src/generated/options.ts';
import { Stack } from './Stack.tsx';

export default defineWidget<StackOptions>(Stack);
