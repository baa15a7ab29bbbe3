import { expect, it } from 'vitest';
import type { MatrixStore } from '../../../src/core/index.ts';
import { randomFrom } from '../support/random.ts';
import { linesOf, riskStore } from './support.ts';

/** The same matrix as simply as can be: whole copies for undo, every total counted anew. */
class Model {
  cells: number[][];
  readonly #past: number[][][] = [];
  #future: number[][][] = [];
  constructor(rows: number, columns: number) {
    this.cells = Array.from({ length: rows }, () => Array.from({ length: columns }, () => -1));
  }
  block(row: number, column: number, values: (number | undefined)[][]): void {
    const before = structuredClone(this.cells);
    const width = Math.max(...values.map((line) => line.length));
    for (let across = 0; across < width; across += 1)
      this.#column(
        row,
        column + across,
        values.map((line) => line[across]),
      );
    if (JSON.stringify(before) === JSON.stringify(this.cells)) return;
    this.#past.push(before);
    this.#future = [];
  }
  #column(row: number, column: number, given: (number | undefined)[]): void {
    const before = this.cells.map((line) => line[column]);
    if (before[0] === undefined) return;
    const chosen = given
      .map((value, down) => ({ at: row + down, value }))
      .filter(({ at, value }) => value !== undefined && at < this.cells.length);
    const isNew = chosen.some(({ at, value }) => before[at] !== value);
    if (chosen.length === 0 || (!isNew && chosen.length > 1)) return;
    const isAllZero = chosen.every(({ value }) => value === 0);
    const isLeft = chosen.some(({ at, value }) => before[at] === 0 && value !== 0);
    for (const [index, line] of this.cells.entries()) {
      const own = chosen.find(({ at }) => at === index);
      if (own) line[column] = own.value ?? -1;
      else if (isAllZero) line[column] = 0;
      else if (isLeft && line[column] === 0) line[column] = -1;
    }
  }
  undo(): void {
    const before = this.#past.pop();
    if (!before) return;
    this.#future.push(this.cells);
    this.cells = before;
  }
  redo(): void {
    const after = this.#future.pop();
    if (!after) return;
    this.#past.push(this.cells);
    this.cells = after;
  }
}

function check(store: MatrixStore, model: Model, what: string): void {
  const lines = model.cells.map((line) => line.map((value) => (value === -1 ? '--' : String(value))).join(' '));
  expect(linesOf(store), what).toEqual(lines);
  const flat = model.cells.flat();
  expect(store.progress.answered, what).toBe(flat.filter((value) => value !== -1).length);
  expect(store.complete, what).toBe(!flat.includes(-1));
  const open = flat.indexOf(-1);
  expect(store.nextOpen(), what).toEqual(open < 0 ? undefined : { row: Math.floor(open / store.columns), column: open % store.columns });
  const sum = (values: number[]): number => values.filter((value) => value > 0).reduce((total, value) => total + value, 0);
  expect(
    store.totals('byColumn').map(({ value }) => value),
    what,
  ).toEqual(model.cells[0]?.map((_, column) => sum(model.cells.map((line) => line[column] ?? 0))));
  const dimensions = [...new Set(model.cells.map((_, row) => Math.floor(row / 6)))];
  const byDimension = dimensions.map((at) => sum(model.cells.filter((_, row) => Math.floor(row / 6) === at).flat()));
  expect(
    store.totals('byDimension').map(({ value }) => value),
    what,
  ).toEqual(byDimension);
  expect(store.unsaved, what).toBe(flat.filter((value) => value !== -1).length);
  expect(store.snapshot().answers.length, what).toBe(store.unsaved);
}

it.each(Array.from({ length: 12 }, (_, seed) => seed))('does what a simple model does, whatever is done (seed %i)', (seed) => {
  const random = randomFrom(seed);
  const rows = 1 + random.below(14);
  const columns = 1 + random.below(6);
  const store = riskStore(rows, columns);
  const model = new Model(rows, columns);
  const value = (): number => random.pick([-1, 0, 0, 1, 2, 3]);
  for (let step = 0; step < 150; step += 1) {
    const row = random.below(rows);
    const column = random.below(columns);
    const kind = random.below(10);
    if (kind < 5) {
      const chosen = value();
      store.choose(row, column, chosen);
      model.block(row, column, [[chosen]]);
    } else if (kind < 7) {
      const block = Array.from({ length: 1 + random.below(4) }, () =>
        Array.from({ length: 1 + random.below(3) }, () => (random.below(5) === 0 ? undefined : value())),
      );
      store.setBlock(row, column, block);
      model.block(row, column, block);
    } else if (kind < 9) {
      store.undo();
      model.undo();
    } else {
      store.redo();
      model.redo();
    }
    check(store, model, `seed ${seed}, step ${step}`);
  }
});

it('[RISK-10] [RISK-11] a block stands as it was given, and pasted over itself changes nothing', () => {
  const store = riskStore(4, 2);
  store.setBlock(0, 0, [
    [1, 2],
    [0, 3],
    [3, 0],
    [2, 1],
  ]);
  const given = ['1 2', '0 3', '3 0', '2 1'];
  expect(linesOf(store)).toEqual(given);
  expect(
    store.setBlock(0, 0, [
      [1, 2],
      [0, 3],
      [3, 0],
      [2, 1],
    ]),
  ).toBeUndefined();
  expect(store.setBlock(1, 0, [[0], [3]])).toBeUndefined();
  // A mixed block says nothing about the rest of the column; one that is all "not involved" does.
  store.setBlock(0, 0, [[0], [2]]);
  expect(linesOf(store)).toEqual(['0 2', '2 3', '3 0', '2 1']);
  store.setBlock(0, 1, [[0], [0]]);
  expect(linesOf(store)).toEqual(['0 0', '2 0', '3 0', '2 0']);
  // What is left takes the cells outside along that still hold it, and nobody's answer.
  store.setBlock(1, 1, [[1], [2]]);
  expect(linesOf(store)).toEqual(['0 --', '2 1', '3 2', '2 --']);
  store.choose(0, 0, 0);
  expect(linesOf(store)).toEqual(['0 --', '0 1', '0 2', '0 --']);
});

it('[RISK-10] a column of a large matrix costs what it changes', () => {
  const store = riskStore(1000, 100);
  const change = store.choose(500, 50, 0);
  expect(change?.cells).toHaveLength(1000);
  expect(store.progress.answered).toBe(1000);
});

it.each([1, 2, 3, 4])('nobody loses an answer without seeing a conflict (seed %i)', (seed) => {
  const random = randomFrom(seed * 7919);
  const server = new Map<string, number>();
  const stores = [riskStore(6, 4), riskStore(6, 4), riskStore(6, 4)];
  for (let step = 0; step < 400; step += 1) {
    const store = random.pick(stores);
    if (random.below(3) > 0) {
      store.choose(random.below(6), random.below(4), random.pick([1, 2, 3]));
      continue;
    }
    // What others saved is looked at before anything is sent; an answer in conflict is not sent before it is decided.
    const saved = [...server].map(([key, value]) => ({ row: key.split('/')[0] ?? '', column: key.split('/')[1] ?? '', value }));
    store.applyRemote(saved);
    for (const { row, column } of store.conflicts) store.resolve(row, column, random.pick(['local', 'remote'] as const));
    const batch = store.changes();
    for (const cell of batch.cells) {
      const [record] = store.records([cell]);
      server.set(`${record?.criteriaId}/${record?.domainId}`, Number(record?.value));
    }
    store.acknowledge(batch);
    expect(store.unsaved).toBe(0);
    for (const record of store.records()) {
      const value = server.get(`${record.criteriaId}/${record.domainId}`);
      expect(record.value).toBe(value ?? -1);
    }
  }
});
