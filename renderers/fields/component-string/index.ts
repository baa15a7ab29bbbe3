import { defineField } from '../../../src/engine/index.ts';
import type { ComponentStringOptions } from '../../../src/generated/options.ts';
import { ComponentString } from './ComponentString.tsx';

export default defineField<string, ComponentStringOptions>(ComponentString);
