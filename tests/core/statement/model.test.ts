import { expect, it } from 'vitest';
import {
  type Period,
  type ReadFigure,
  type StatementDocument,
  StatementModel,
  statementFaults,
  toRows,
} from '../../../src/core/statement/index.ts';
import { finance, small } from './support.ts';

const reader =
  (values: Record<string, string>): ReadFigure =>
  (field, period) =>
    values[`${period}.${field}`] ?? null;

const filled = { 'end.cash': '1', 'end.goods': '2', 'start.cash': '1', 'start.goods': '1', 'end.staff': '0' };

it('[FIN-05] [FIN-06] indicators are computed in the order they need each other, with their decimals; by zero or without a value nothing', () => {
  const model = new StatementModel(small);
  const { totals, indicators } = model.compute(reader(filled));
  expect(Object.fromEntries(totals)).toEqual({ 'end.assets': '3.00', 'start.assets': '2.00' });
  // `double` reads the exact share, not the rounded one.
  expect(Object.fromEntries(indicators)).toEqual({ double: '0.67', share: '0.3333', growth: '50.00', perHead: null });
  const { 'start.goods': _, ...missing } = filled;
  expect(model.compute(reader(missing)).indicators.get('growth')).toBeNull();
  expect(model.compute(reader(missing)).totals.get('start.assets')).toBeNull();
  expect(model.compute(reader({ ...filled, 'end.cash': '-0.001', 'end.goods': '0' })).totals.get('end.assets')).toBe('0.00');
});

it('[FIN-07] a manual table has no start; totals are nobody’s to fill', () => {
  const model = new StatementModel(small);
  const keys = model.cells.map(({ field, period }) => `${period}.${field}`);
  expect(keys).toEqual(['start.period', 'end.period', 'end.cash', 'start.cash', 'end.goods', 'start.goods', 'end.staff']);
  expect(model.has('staff', 'start')).toBe(false);
  expect(model.has('assets', 'end')).toBe(false);
  const day = String(Date.UTC(2026, 0, 1));
  const rows = toRows(model, reader({ ...filled, 'start.period': day }));
  expect(rows).toEqual([
    { table: 'time', field: 'period', start: Number(day), end: null },
    { table: 'main', field: 'cash', start: '1', end: '1' },
    { table: 'main', field: 'goods', start: '1', end: '2' },
    { table: 'main', field: 'assets', start: '2.00', end: '3.00' },
    { table: 'extra', field: 'staff', start: null, end: '0' },
  ]);
});

it('the shipped statement has no faults, and every indicator has a value for usual amounts', () => {
  expect(statementFaults(finance)).toEqual([]);
  const model = new StatementModel(finance);
  const values = new Map(model.cells.map(({ field, period }, index) => [`${period}.${field}`, `${index * 7 + 1}.25`]));
  const { indicators } = model.compute((field: string, period: Period) => values.get(`${period}.${field}`) ?? null);
  expect(indicators.size).toBeGreaterThan(20);
  for (const [name, value] of indicators) expect(value, name).toMatch(/^-?\d+\.\d{1,2}$/);
});

function change(edit: (document: StatementDocument) => void): { code: string; pointer: string; hint?: string | undefined }[] {
  const document = structuredClone(small) as StatementDocument;
  edit(document);
  return statementFaults(document).map(({ code, pointer, hint }) => ({ code, pointer, ...(hint !== undefined && { hint }) }));
}
const main = (document: StatementDocument) => document.tables[0]?.fields ?? [];
const money = (document: StatementDocument) => document.statistics.modules[0]?.indicators ?? [];

it('faults of a statement are found where they stand', () => {
  expect(change(() => undefined)).toEqual([]);
  expect(change((document) => main(document).push({ name: 'cash', label: 'X' }))).toEqual([
    { code: 'STATEMENT_NAME', pointer: '/tables/0/fields/3/name' },
  ]);
  expect(change((document) => main(document).push({ name: 'period', label: 'X' }))).toMatchObject([{ code: 'STATEMENT_NAME' }]);
  expect(change((document) => money(document).push({ name: 'share', label: 'X', definition: 'X', formula: '1' }))).toMatchObject([
    { code: 'STATEMENT_NAME', pointer: '/statistics/modules/0/indicators/4/name' },
  ]);
  const total = (formula: string) => change((document) => main(document).push({ name: 'sums', label: 'X', total: formula }));
  const pointer = '/tables/0/fields/3/total';
  expect(total('cahs + 1')).toEqual([{ code: 'FORMULA_NAME', pointer, hint: 'did you mean "cash"?' }]);
  expect(total('end.cash')).toMatchObject([{ code: 'FORMULA_NAME', pointer }]);
  expect(total('period + 1')).toMatchObject([{ code: 'FORMULA_NAME', pointer }]);
  expect(total('staff + 1')).toMatchObject([{ code: 'FORMULA_NAME', pointer }]);
  expect(total('sums + 1')).toMatchObject([{ code: 'FORMULA_CIRCLE', pointer }]);
  expect(total('cash +')).toMatchObject([{ code: 'EXPRESSION_SYNTAX', pointer }]);
  expect(total('round(cash)')).toMatchObject([{ code: 'FUNCTION_ARGUMENTS', pointer }]);
  const indicator = (formula: string) => change((document) => money(document).push({ name: 'more', label: 'X', definition: 'X', formula }));
  const at = '/statistics/modules/0/indicators/4/formula';
  expect(indicator('start.staff')).toMatchObject([{ code: 'FORMULA_NAME', pointer: at }]);
  expect(indicator('cash')).toMatchObject([{ code: 'FORMULA_NAME', pointer: at }]);
  expect(indicator('indicators.shar')).toMatchObject([{ code: 'FORMULA_NAME', hint: 'did you mean "indicators.share"?' }]);
  expect(indicator('indicators.more')).toMatchObject([{ code: 'FORMULA_CIRCLE', pointer: at }]);
});

it('a statement with faults that is shown all the same computes nothing for them and everything else', () => {
  const document = structuredClone(small) as StatementDocument;
  money(document).push(
    { name: 'broken', label: 'X', definition: 'X', formula: 'end.cash +' },
    { name: 'one', label: 'X', definition: 'X', formula: 'indicators.two' },
    { name: 'two', label: 'X', definition: 'X', formula: 'indicators.one' },
  );
  const { indicators } = new StatementModel(document).compute(reader(filled));
  expect([indicators.get('broken'), indicators.get('one'), indicators.get('two')]).toEqual([null, null, null]);
  expect(indicators.get('share')).toBe('0.3333');
});
