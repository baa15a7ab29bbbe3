import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StatementDocument } from '../../../src/core/statement/index.ts';

/** The shipped statement of the finance questionnaire. */
export const finance = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../schemas/statements/finance.statement.json'), 'utf8'),
) as StatementDocument;

const texts = { title: 'T', unit: 'yuan' };
/** Two amounts of both periods with their sum, one manual amount, and indicators that need each other out of order. */
export const small: StatementDocument & { title: string } = {
  version: 1,
  ...texts,
  amount: { digits: 14, decimals: 2 },
  period: { table: 'time', field: 'period', label: 'Time', name: 'Day', start: 'Start', end: 'End' },
  tables: [
    {
      name: 'main',
      label: 'Main',
      fields: [
        { name: 'cash', label: 'Cash' },
        { name: 'goods', label: 'Goods' },
        { name: 'assets', label: 'Assets', total: 'cash + goods' },
      ],
    },
    { name: 'extra', label: 'Extra', manual: true, fields: [{ name: 'staff', label: 'Staff' }] },
  ],
  statistics: {
    title: 'Statistics',
    modules: [
      {
        name: 'money',
        label: 'Money',
        indicators: [
          { name: 'double', label: 'Double', definition: 'D', formula: 'indicators.share * 2' },
          { name: 'share', label: 'Share', definition: 'S', explanation: 'What it tells', formula: 'end.cash / end.assets', decimals: 4 },
          { name: 'growth', label: 'Growth', definition: 'G', formula: 'end.assets / start.assets * 100 - 100', unit: '%' },
          { name: 'perHead', label: 'Per head', definition: 'P', formula: 'end.assets / end.staff' },
        ],
      },
    ],
  },
};
