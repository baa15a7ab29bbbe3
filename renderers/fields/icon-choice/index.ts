import { defineField } from '../../../src/engine/index.ts';
import type { IconChoiceOptions } from '../../../src/generated/options.ts';
import { IconChoice } from './IconChoice.tsx';

export default defineField<string, IconChoiceOptions>(IconChoice);
