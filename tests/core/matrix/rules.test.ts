import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChangeSet, MatrixStore } from '../../../src/core/index.ts';
import { answersOf, linesOf, riskStore } from './support.ts';

type Step = ['choose', number, number, number] | ['paste', number, number, (number | null)[][]] | ['undo'] | ['redo'];
interface Case {
  description: string;
  tests: { description: string; start: string[]; do: Step[]; result: string[]; changed: number }[];
}

const cases = JSON.parse(readFileSync(join(import.meta.dirname, '../../conformance/matrix/rules.json'), 'utf8')) as Case[];

function run(store: MatrixStore, step: Step): ChangeSet | undefined {
  switch (step[0]) {
    case 'choose':
      return store.choose(step[1], step[2], step[3]);
    case 'paste':
      return store.setBlock(
        step[1],
        step[2],
        step[3].map((line) => line.map((value) => value ?? undefined)),
      );
    case 'undo':
      return store.undo();
    case 'redo':
      return store.redo();
  }
}

describe.each(cases)('$description', ({ tests }) => {
  it.each(tests)('$description', ({ start, do: steps, result, changed }) => {
    const store = riskStore(start.length, start[0]?.split(' ').length ?? 0, answersOf(start));
    let last: ChangeSet | undefined;
    for (const step of steps) last = run(store, step);
    expect(linesOf(store)).toEqual(result);
    expect(last?.cells.length ?? 0).toBe(changed);
  });
});
