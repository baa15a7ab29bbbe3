import { expect, it } from 'vitest';
import { lanesOf, nextCard } from '../../../renderers/widgets/board/lanes.ts';
import type { BoardOptions } from '../../../src/generated/options.ts';

const heads = ['open', 'doing', 'done'].map((key) => ({ key, title: key.toUpperCase(), tone: 'info' }));
const options = (cards: object[], totals?: object[]) =>
  ({
    label: 'Board',
    cards,
    totals,
    column: ({ row }: { row: { state: unknown } }) => row.state,
    title: ({ row }: { row: { name: string } }) => row.name,
  }) as unknown as BoardOptions;
const card = (id: string, state: string) => ({ id, state, name: `Card ${id}` });

it('cards stand in their columns in order, those of no column in one more, and every column says how many there are', () => {
  const lanes = lanesOf(
    options([card('1', 'done'), card('2', 'open'), card('3', 'done'), card('4', 'lost')], [{ key: 'done', total: 40 }]),
    heads,
  );
  expect(lanes.map(({ key, total, cards }) => [key, total, cards.map((one) => one.key)])).toEqual([
    ['open', 1, ['2']],
    ['doing', 0, []],
    ['done', 40, ['1', '3']],
    ['', 1, ['4']],
  ]);
  expect(lanesOf(options([]), heads)).toHaveLength(3);
  // Cards that share an id are two.
  const twice = lanesOf(options([card('1', 'open'), card('1', 'open')]), heads)[0]?.cards.map(({ key }) => key);
  expect(new Set(twice).size).toBe(2);
});

it('arrow keys go from card to card, over empty columns, and stay where there is no other', () => {
  const lanes = lanesOf(options([card('1', 'open'), card('2', 'open'), card('3', 'done')]), heads);
  expect([nextCard(lanes, '1', 'ArrowDown'), nextCard(lanes, '2', 'ArrowDown'), nextCard(lanes, '2', 'ArrowUp')]).toEqual([
    '2',
    undefined,
    '1',
  ]);
  expect([nextCard(lanes, '2', 'ArrowRight'), nextCard(lanes, '3', 'ArrowLeft'), nextCard(lanes, '1', 'ArrowLeft')]).toEqual([
    '3',
    '1',
    undefined,
  ]);
  expect([nextCard(lanes, '2', 'Home'), nextCard(lanes, '1', 'End'), nextCard(lanes, '1', 'a'), nextCard(lanes, '9', 'End')]).toEqual([
    '1',
    '2',
    undefined,
    undefined,
  ]);
});
