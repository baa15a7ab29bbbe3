import { defineField } from '../../../src/engine/index.ts';
import type { PasswordOptions } from '../../../src/generated/options.ts';
import { Password } from './Password.tsx';

export default defineField<string, PasswordOptions>(Password);
