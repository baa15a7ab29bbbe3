import { defineWidget } from '../../../src/engine/index.ts';
import type { TypingTextOptions } from '../../../src/generated/options.ts';
import { TypingText } from './TypingText.tsx';

export default defineWidget<TypingTextOptions>(TypingText);
