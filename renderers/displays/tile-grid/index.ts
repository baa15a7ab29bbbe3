import { defineWidget } from '../../../src/engine/index.ts';
import type { TileGridOptions } from '../../../src/generated/options.ts';
import { TileGrid } from './TileGrid.tsx';

export default defineWidget<TileGridOptions>(TileGrid);
