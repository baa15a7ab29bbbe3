import { defineWidget } from '../../../src/engine/index.ts';
import type { BrandOptions } from '../../../src/generated/options.ts';
import { Brand } from './Brand.tsx';

export default defineWidget<BrandOptions>(Brand);
