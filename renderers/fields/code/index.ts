import { defineField } from '../../../src/engine/index.ts';
import type { CodeOptions } from '../../../src/generated/options.ts';
import { Code } from './Code.tsx';

export default defineField<string, CodeOptions>(Code);
