import { defineField } from '../../../src/engine/index.ts';
import type { InputOptions } from '../../../src/generated/options.ts';
import { Input } from './Input.tsx';

export default defineField<string, InputOptions>(Input);
