import { defineWidget } from '../../../src/engine/index.ts';
import type { LinkOptions } from '../../../src/generated/options.ts';
import { Link } from './Link.tsx';

export default defineWidget<LinkOptions>(Link);
