import type { ProblemExample } from './example.ts';

const path = 'schemas/statements/example.statement.json';

/** A statement with two amounts, their sum and one indicator. */
const exampleStatement = {
  ...{ $schema: '../meta/statement.schema.json', version: 1, title: 'shop.title', unit: 'shop.name' },
  amount: { digits: 14, decimals: 2 },
  period: { table: 'time', field: 'period', label: 'shop.title', name: 'shop.title', start: 'shop.name', end: 'shop.name' },
  tables: [
    {
      name: 'shop',
      label: 'shop.title',
      fields: [
        { name: 'cash', label: 'shop.name' },
        { name: 'goods', label: 'shop.name' },
        { name: 'assets', label: 'shop.name', total: 'cash + goods' },
      ],
    },
  ],
  statistics: {
    title: 'shop.title',
    modules: [
      {
        name: 'money',
        label: 'shop.title',
        indicators: [{ name: 'share', label: 'shop.name', definition: 'shop.title', formula: 'end.cash / end.assets' }],
      },
    ],
  },
};

const [shop] = exampleStatement.tables;
const withTotal = (total: string) => ({
  ...exampleStatement,
  tables: [
    {
      ...shop,
      fields: [
        { name: 'cash', label: 'shop.name' },
        { name: 'goods', label: 'shop.name', total },
        { name: 'assets', label: 'shop.name', total: 'cash + goods' },
      ],
    },
  ],
});

/** Examples of what is wrong with statements. */
export const statementExamples: Record<string, ProblemExample> = {
  STATEMENT_NAME: {
    in: 'files',
    wrong: {
      [path]: { ...exampleStatement, tables: [{ ...shop, fields: [...(shop?.fields ?? []), { name: 'cash', label: 'shop.name' }] }] },
    },
    right: { [path]: exampleStatement },
  },
  FORMULA_NAME: { in: 'files', wrong: { [path]: withTotal('cahs * 2') }, right: { [path]: withTotal('cash * 2') } },
  FORMULA_CIRCLE: { in: 'files', wrong: { [path]: withTotal('assets - cash') }, right: { [path]: withTotal('cash * 2') } },
};
