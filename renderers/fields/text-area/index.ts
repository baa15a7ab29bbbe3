import { defineField } from '../../../src/engine/index.ts';
import type { TextAreaOptions } from '../../../src/generated/options.ts';
import { TextArea } from './TextArea.tsx';

export default defineField<string, TextAreaOptions>(TextArea);
