import { expect, it } from 'vitest';
import { type Figure, FigureStore, type Statement, StatementModel } from '../../../src/core/statement/index.ts';
import { small } from './support.ts';

function make() {
  const store = new FigureStore(new StatementModel(small as Statement<string>));
  const sent: Figure[][] = [];
  store.subscribe(({ figures, by }) => {
    if (by === 'user') sent.push([...figures]);
  });
  const type = (field: string, text: string, period: 'start' | 'end' = 'end') => store.type([{ field, period, text }]);
  return { store, sent, type };
}

it('[RULE-21] what is no amount stays where it was typed, is told with its reason and never sent', () => {
  const { store, sent, type } = make();
  type('cash', '1,234.50');
  store.seal();
  type('cash', '12x');
  expect(store.value('cash', 'end')).toBe('1234.5');
  expect(store.wrong('cash', 'end')).toEqual({ text: '12x', fault: 'form' });
  expect(store.faults).toEqual([{ field: 'cash', period: 'end', fault: 'form' }]);
  expect(sent.flat()).toEqual([{ field: 'cash', period: 'end', value: '1234.5' }]);
  store.applyRemote([{ field: 'cash', period: 'end', value: '9' }]);
  expect(store.wrong('cash', 'end')?.text).toBe('12x');
  type('cash', '');
  expect(store.value('cash', 'end')).toBeNull();
  expect(store.faults).toEqual([]);
});

it('[RULE-21] the beginning of a wrong amount is none: the value of before the first keystroke counts', () => {
  const { store, sent, type } = make();
  store.applyRemote([{ field: 'cash', period: 'end', value: '900' }]);
  for (const text of ['5', '50', '50 ', '50 m', '50 mi']) type('cash', text);
  expect([store.value('cash', 'end'), store.wrong('cash', 'end')?.text]).toEqual(['900', '50 mi']);
  expect(sent.flat().at(-1)).toEqual({ field: 'cash', period: 'end', value: '900' });
  type('cash', '50');
  expect([store.value('cash', 'end'), store.faults]).toEqual(['50', []]);
  store.undo();
  expect(store.value('cash', 'end')).toBe('900');
  type('goods', '1,5');
  expect(store.value('goods', 'end')).toBeNull();
  store.dropWrong();
  expect(store.faults).toEqual([]);
});

it('keystrokes of a cell are undone as one, a pasted block too; computed and unknown cells take nothing', () => {
  const { store, sent, type } = make();
  for (const text of ['1', '12', '123']) type('cash', text);
  store.seal();
  type('goods', '5');
  store.seal();
  store.type([
    { field: 'cash', period: 'end', text: '(7)' },
    { field: 'goods', period: 'end', text: 'x' },
    { field: 'assets', period: 'end', text: '99' },
    { field: 'staff', period: 'start', text: '99' },
  ]);
  expect(store.computed.totals.get('end.assets')).toBe('-2.00');
  expect(store.undo()).toBe(true);
  expect([store.value('cash', 'end'), store.value('goods', 'end'), store.faults]).toEqual(['123', '5', []]);
  store.undo();
  store.undo();
  expect(store.value('cash', 'end')).toBeNull();
  expect(store.undo()).toBe(false);
  expect(store.redo()).toBe(true);
  expect(store.value('cash', 'end')).toBe('123');
  expect(sent.at(-1)).toEqual([{ field: 'cash', period: 'end', value: '123' }]);
});

it('[FIN-08] it is complete when every amount and both days are there and the period does not end before it starts', () => {
  const { store, type } = make();
  store.applyRemote(
    ['cash', 'goods', 'staff'].flatMap((field) => (['start', 'end'] as const).map((period) => ({ field, period, value: '1' }))),
  );
  expect(store.nextOpen()).toEqual({ field: 'period', period: 'end' });
  type('period', '2025-12-31');
  type('period', '2026-01-01', 'start');
  expect(store.answered).toBe(store.model.cells.length);
  expect(store.complete).toBe(false);
  expect(store.faults).toEqual([{ field: 'period', period: 'end', fault: 'order' }]);
  type('period', '2025-01-01', 'start');
  expect(store.complete).toBe(true);
});
