import { defineWidget } from '../../../src/engine/index.ts';
import type { TableOptions } from '../../../src/generated/options.ts';
import { Table } from './Table.tsx';

export default defineWidget<TableOptions>(Table);
