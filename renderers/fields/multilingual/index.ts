import { defineField } from '../../../src/engine/index.ts';
import type { MultilingualOptions } from '../../../src/generated/options.ts';
import { Multilingual } from './Multilingual.tsx';
import type { Wording } from './wordings.ts';

export default defineField<Wording[], MultilingualOptions>(Multilingual);
