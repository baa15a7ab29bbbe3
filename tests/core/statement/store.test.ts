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
  expect(store.faults).toEqual([{ field: 'cash', period: 'end', fault: 'form', text: '12x' }]);
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
  expect([store.value('goods', 'end'), store.computed.totals.get('end.assets')]).toEqual(['5', null]);
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
  expect(store.nextOpen()).toEqual({ field: 'period', period: 'start' });
  type('period', '2025-12-31');
  type('period', '2026-01-01', 'start');
  expect(store.answered).toBe(store.model.cells.length);
  expect(store.complete).toBe(false);
  expect(store.faults).toEqual([{ field: 'period', period: 'end', fault: 'order' }]);
  type('period', '2025-01-01', 'start');
  expect(store.complete).toBe(true);
});

it('[RISK-18] [RULE-21] what somebody else saved meanwhile is neither taken back nor typed over by the value of before', () => {
  const { store, sent, type } = make();
  const remote = (value: string) => store.applyRemote([{ field: 'cash', period: 'end', value }]);
  type('cash', '7');
  type('goods', '1');
  store.seal();
  type('cash', '12');
  remote('50');
  type('cash', '12x');
  expect(store.value('cash', 'end')).toBe('50');
  store.undo();
  remote('60');
  const before = sent.length;
  store.undo();
  expect(sent.slice(before).flat()).toEqual([]);
  store.undo();
  store.undo();
  expect([store.value('cash', 'end'), store.value('goods', 'end')]).toEqual(['60', null]);
});

it('[FIN-08] frozen it takes nothing and takes nothing back; what was wrong waits', () => {
  const { store, type } = make();
  type('cash', '7');
  type('goods', '1,5');
  store.freeze(true);
  type('cash', '8');
  expect([store.undo(), store.redo(), store.value('cash', 'end')]).toEqual([false, false, '7']);
  expect(store.faults.map(({ text }) => text)).toEqual(['1,5']);
  store.freeze(false);
  type('cash', '8');
  expect(store.undo()).toBe(true);
  expect(store.value('cash', 'end')).toBe('7');
});

it('[RULE-21] a text kept from before that is no amount stands where it was typed, also where nothing can be typed any more', () => {
  const { store, sent, type } = make();
  const recall = (value: string | null, field = 'cash') => store.recall([{ field, period: 'end', value }]);
  store.applyRemote([{ field: 'cash', period: 'end', value: '9' }]);
  recall('50 mio');
  expect([store.value('cash', 'end'), store.wrong('cash', 'end')?.text, sent]).toEqual(['9', '50 mio', []]);
  recall('older');
  recall('7x', 'unknown');
  expect(store.faults).toMatchObject([{ text: '50 mio' }]);
  recall(null);
  expect([store.value('cash', 'end'), store.faults, store.canUndo]).toEqual(['9', [], false]);
  store.freeze(true);
  recall('50 mio');
  store.freeze(false);
  type('cash', '50');
  expect([store.value('cash', 'end'), store.faults]).toEqual(['50', []]);
  recall('5', 'goods');
  expect(sent.flat()).toContainEqual({ field: 'goods', period: 'end', value: '5' });
});

it('[FIN-06] [RULE-21] nothing follows from what is no value, until the values count in its place', () => {
  const { store } = make();
  store.applyRemote([
    { field: 'cash', period: 'end', value: '5' },
    { field: 'goods', period: 'end', value: '50' },
    { field: 'staff', period: 'end', value: '5' },
  ]);
  const follows = () => [store.computed.totals.get('end.assets'), store.computed.indicators.get('perHead')];
  expect(follows()).toEqual(['55.00', '11.00']);
  store.type([{ field: 'cash', period: 'end', text: '400.255' }]);
  expect(follows()).toEqual([null, null]);
  store.freeze(true);
  expect(follows()).toEqual([null, null]);
  store.freeze(true, true);
  expect(follows()).toEqual(['55.00', '11.00']);
  store.freeze(false);
  store.undo();
  expect(follows()).toEqual(['55.00', '11.00']);
});
