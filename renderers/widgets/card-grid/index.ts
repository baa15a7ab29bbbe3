import { defineWidget } from '../../../src/engine/index.ts';
import type { CardGridOptions } from '../../../src/generated/options.ts';
import { CardGrid } from './CardGrid.tsx';

export default defineWidget<CardGridOptions>(CardGrid);
