import { defineWidget } from '../../../src/engine/index.ts';
import type { BadgeOptions } from '../../../src/generated/options.ts';
import { Badge } from './Badge.tsx';

export default defineWidget<BadgeOptions>(Badge);
