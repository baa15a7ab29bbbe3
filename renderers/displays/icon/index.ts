import { defineWidget } from '../../../src/engine/index.ts';
import type { IconOptions } from '../../../src/generated/options.ts';
import { Icon } from './Icon.tsx';

export default defineWidget<IconOptions>(Icon);
