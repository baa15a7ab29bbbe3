import { defineWidget } from '../../../src/engine/index.ts';
import type { GridOptions } from '../../../src/generated/options.ts';
import { Grid } from './Grid.tsx';

export default defineWidget<GridOptions>(Grid);
