import { defineWidget } from '../../../src/engine/index.ts';
import type { HeroOptions } from '../../../src/generated/options.ts';
import { Hero } from './Hero.tsx';

export default defineWidget<HeroOptions>(Hero);
