import { defineWidget } from '../../../src/engine/index.ts';
import type { SectionOptions } from '../../../src/generated/options.ts';
import { Section } from './Section.tsx';

export default defineWidget<SectionOptions>(Section);
