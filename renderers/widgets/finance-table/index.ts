import { defineWidget } from '../../../src/engine/index.ts';
import type { FinanceTableOptions } from '../../../src/generated/options.ts';
import { FinanceTable } from './FinanceTable.tsx';

export default defineWidget<FinanceTableOptions>(FinanceTable);
