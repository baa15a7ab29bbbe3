import { describe, expect, it } from 'vitest';
import { cutOff, MatrixError, MatrixStore, questionnaireFaults, readBlock, readLayout, writeBlock } from '../../../src/core/index.ts';
import { parseTable } from '../../../src/core/matrix/block.ts';
import { criteria, domains, linesOf, riskExam, riskStore, survey } from './support.ts';

describe('layout', () => {
  it('[RISK-05] reads groups of rows and columns', () => {
    const { rowGroups, columnGroups, rows, columns } = readLayout(riskExam, criteria(8), domains(5));
    expect(rows[3]).toMatchObject({ id: 'c3', name: 'Sub-cause 3', levels: ['Dimension 0', 'Cause 1', 'Sub-cause 3'] });
    expect(columns.map(({ id }) => id)).toEqual(['d0', 'd1', 'd2', 'd3', 'd4']);
    expect(columnGroups).toEqual([
      [
        { from: 0, to: 1, text: 'Kind 0' },
        { from: 2, to: 3, text: 'Kind 1' },
        { from: 4, to: 4, text: 'Kind 2' },
      ],
    ]);
    expect(rowGroups[0]?.map(({ from, to }) => [from, to])).toEqual([
      [0, 5],
      [6, 7],
    ]);
    expect(rowGroups[1]).toHaveLength(4);
  });

  it('does not join inner levels across outer ones', () => {
    const rows = [
      { id: 1, dimension: 'A', cause: 'same', subCause: 'x' },
      { id: 2, dimension: 'B', cause: 'same', subCause: 'y' },
    ];
    expect(readLayout(riskExam, rows, domains(1)).rowGroups[1]).toHaveLength(2);
  });

  it('refuses what is no matrix', () => {
    const code = (rows: unknown, columns: unknown): unknown => {
      try {
        readLayout(riskExam, rows, columns);
      } catch (error) {
        return error instanceof MatrixError ? error.code : error;
      }
      return undefined;
    };
    expect(code([{ id: 'a' }, { id: 'a' }], [])).toBe('MATRIX_DATA');
    expect(code([{ name: 'a' }], [])).toBe('MATRIX_DATA');
    expect(code('rows', [])).toBe('MATRIX_DATA');
    expect(code([null], [])).toBe('MATRIX_DATA');
    expect(code(criteria(2001), [])).toBe('MATRIX_TOO_LARGE');
    expect(code([], domains(201))).toBe('MATRIX_TOO_LARGE');
    expect(code(undefined, undefined)).toBeUndefined();
  });
});

describe('values', () => {
  it('[RISK-06] come from the row records, and what is no choice is unanswered', () => {
    const rows = criteria(2).map((row, index) => ({ ...row, d0: index + 1, d1: '3', d2: 9, d3: null }));
    expect(linesOf(new MatrixStore(riskExam, readLayout(riskExam, rows, domains(4))))).toEqual(['1 3 -- --', '2 3 -- --']);
  });

  it('[RISK-14] leave as one record a cell', () => {
    const store = riskStore(1, 2, [{ row: 'c0', column: 'd1', value: 2 }]);
    expect(store.records()).toEqual([
      { criteriaId: 'c0', domainId: 'd0', criteriaName: 'Sub-cause 0', value: -1 },
      { criteriaId: 'c0', domainId: 'd1', criteriaName: 'Sub-cause 0', value: 2 },
    ]);
  });

  it('[RISK-09] are totalled by dimension', () => {
    const store = riskStore(8, 2);
    store.choose(0, 0, 3);
    store.choose(1, 1, 2);
    store.choose(7, 0, 1);
    expect(store.totals('byDimension')).toEqual([
      { id: 'Dimension 0', name: 'Dimension 0', value: 5, answered: 2, cells: 12 },
      { id: 'Dimension 1', name: 'Dimension 1', value: 1, answered: 1, cells: 4 },
    ]);
    expect(store.totals('unknown')).toEqual([]);
  });
});

describe('another questionnaire', () => {
  const make = () =>
    new MatrixStore(
      survey,
      readLayout(
        survey,
        [
          { code: 'q1', question: 'One?', given: { ada: 5 } },
          { code: 'q2', question: 'Two?' },
        ],
        [
          { key: 'ada', label: 'Ada' },
          { key: 'bob', label: 'Bob' },
        ],
      ),
    );

  it('has its own values, totals and completeness', () => {
    const store = make();
    expect(store.complete).toBe(false);
    expect(store.nextOpen()).toEqual({ row: 1, column: 0 });
    expect(store.progress).toEqual({ answered: 1, total: 2 });
    store.choose(1, 1, -7);
    expect(store.progress).toEqual({ answered: 2, total: 2 });
    expect(store.complete).toBe(true);
    expect(store.nextOpen()).toBeUndefined();
    expect(store.totals('best').map(({ value }) => value)).toEqual([5, -7]);
    expect(store.totals('yes')).toEqual([{ id: 'all', name: '', value: 1, answered: 2, cells: 4 }]);
    expect(store.records([3])).toEqual([{ question: 'q2', person: 'bob', mark: -7 }]);
  });

  it('does not take answers back where that is not allowed', () => {
    const store = make();
    expect(store.choose(0, 0, 0)).toBeUndefined();
    expect(store.value(0, 0)).toBe(5);
  });
});

describe('unsaved answers', () => {
  it('are those changed since a version, once each', () => {
    const store = riskStore(3, 2);
    store.choose(0, 0, 1);
    const { version } = store;
    store.choose(0, 0, 2);
    store.choose(1, 1, 0);
    store.choose(2, 0, 1);
    store.choose(2, 0, -1);
    expect(store.changes()).toEqual({ version: 5, cells: [0, 1, 3, 5], values: [2, 0, 0, 0] });
    expect(store.changes(version + 1).cells).toEqual([1, 3, 5]);
    expect(store.unsaved).toBe(4);
    const sent = store.changes();
    store.choose(0, 0, 3);
    store.acknowledge(sent);
    expect(store.changes()).toMatchObject({ cells: [0], values: [3] });
    store.undo();
    expect([store.unsaved, store.changes().cells]).toEqual([0, []]);
  });

  it('survive in a snapshot, and clash visibly with what was saved elsewhere since', () => {
    const store = riskStore(2, 2, [{ row: 'c1', column: 'd1', value: 1 }]);
    store.choose(0, 0, 3);
    store.choose(1, 1, 2);
    const kept = JSON.parse(JSON.stringify(store.snapshot()));
    const later = riskStore(2, 2, [{ row: 'c1', column: 'd1', value: 3 }]);
    expect(later.restore({ ...kept, answers: [...kept.answers, ['gone', 'd0', 1, -1], ['c0', 'd1', 99, -1]] })).toEqual([
      { row: 1, column: 1, local: 2, remote: 3 },
    ]);
    expect(linesOf(later)).toEqual(['3 --', '-- 2']);
    expect(later.unsaved).toBe(2);
    later.resolve(1, 1, 'remote');
    expect([linesOf(later), later.conflicts, later.unsaved]).toEqual([['3 --', '-- 3'], [], 1]);
  });

  it('are not taken away by what others save', () => {
    const store = riskStore(2, 2);
    store.choose(0, 0, 1);
    const found = store.applyRemote([
      { row: 'c0', column: 'd0', value: 2 },
      { row: 'c1', column: 'd0', value: 3 },
      { row: 'c1', column: 'd0', value: 3 },
      { row: 'c1', column: 'nowhere', value: 3 },
      { row: 'c1', column: 'd1', value: 42 },
    ]);
    expect(found).toEqual([{ row: 0, column: 0, local: 1, remote: 2 }]);
    expect(linesOf(store)).toEqual(['1 --', '3 --']);
    expect(store.unsaved).toBe(1);
    store.resolve(0, 0, 'local');
    expect(store.conflicts).toEqual([]);
    expect(store.changes(1).cells).toEqual([0]);
    store.undo();
    expect(linesOf(store)).toEqual(['-- --', '3 --']);
  });

  it('that equal what others saved are saved', () => {
    const store = riskStore(1, 1);
    store.choose(0, 0, 1);
    expect(store.applyRemote([{ row: 'c0', column: 'd0', value: 1 }])).toEqual([]);
    expect(store.unsaved).toBe(0);
  });

  it('refused by the server stay unsaved', () => {
    const store = riskStore(2, 1);
    store.setBlock(0, 0, [[1], [2]]);
    store.acknowledge(store.changes(), new Set([1]));
    expect(store.unsaved).toBe(1);
  });

  it('[RISK-10] [RISK-11] what somebody decides for acts as a choice in place of the other answer', () => {
    const answers = ['c0', 'c1', 'c2'].flatMap((row) => [
      { row, column: 'd0', value: 0 },
      { row, column: 'd1', value: 1 },
    ]);
    const store = riskStore(3, 2, answers);
    store.applyRemote([{ row: 'c1', column: 'd0', value: 2 }]);
    expect(linesOf(store)).toEqual(['0 1', '2 1', '0 1']);
    expect(store.decide({ row: 'c1', column: 'd0', value: 2 }, 0)?.cells).toEqual([0, 4]);
    expect(linesOf(store)).toEqual(['-- 1', '2 1', '-- 1']);
    store.undo();
    expect(linesOf(store)).toEqual(['0 1', '2 1', '0 1']);
    expect(store.decide({ row: 'c1', column: 'd0', value: 0 }, 2)?.cells).toEqual([2]);
    expect(store.decide({ row: 'c1', column: 'd1', value: 3 }, 1)?.cells).toEqual([3]);
    expect(linesOf(store)).toEqual(['0 1', '0 3', '0 1']);
    expect(store.decide({ row: 'none', column: 'd1', value: 3 }, 1)).toBeUndefined();
  });

  it('[RISK-10] [RISK-11] whichever answer of a conflict is kept acts as a choice, and can be undone', () => {
    const conflicted = (here: number, there: number) => {
      const store = riskStore(3, 1, [
        { row: 'c0', column: 'd0', value: 0 },
        { row: 'c1', column: 'd0', value: 3 },
        { row: 'c2', column: 'd0', value: 0 },
      ]);
      store.setBlock(1, 0, [[here]]);
      store.applyRemote([
        { row: 'c0', column: 'd0', value: 0 },
        { row: 'c1', column: 'd0', value: there },
        { row: 'c2', column: 'd0', value: 0 },
      ]);
      return store;
    };
    const kept = conflicted(2, 0);
    expect([linesOf(kept), kept.conflicts.length]).toEqual([['0', '2', '0'], 1]);
    kept.resolve(1, 0, 'local');
    expect([linesOf(kept), kept.conflicts, kept.unsaved]).toEqual([['--', '2', '--'], [], 3]);
    kept.undo();
    expect(linesOf(kept)).toEqual(['0', '2', '0']);

    const taken = conflicted(2, 0);
    taken.choose(0, 0, 1);
    taken.resolve(1, 0, 'remote');
    expect([linesOf(taken), taken.conflicts]).toEqual([['0', '0', '0'], []]);
    taken.undo();
    expect(linesOf(taken)).toEqual(['1', '2', '--']);
  });

  it('an undo that finds nothing of its own any more tells all the same: there is one step fewer', () => {
    const store = riskStore(2, 1);
    store.choose(0, 0, 1);
    store.acknowledge(store.changes());
    store.applyRemote([{ row: 'c0', column: 'd0', value: 2 }]);
    const told: boolean[] = [];
    store.subscribe(() => told.push(store.canUndo));
    expect(store.undo()).toBeUndefined();
    expect(told).toEqual([false]);
  });

  it('[RISK-10] a block over itself says nothing about the rest of its columns; a cell chosen once more does', () => {
    const store = riskStore(3, 1);
    store.choose(0, 0, 0);
    store.acknowledge(store.changes());
    store.applyRemote([{ row: 'c2', column: 'd0', value: 2 }]);
    expect(store.setBlock(0, 0, [[0], [0]])).toBeUndefined();
    expect(linesOf(store)).toEqual(['0', '0', '2']);
    store.choose(0, 0, 0);
    expect(linesOf(store)).toEqual(['0', '0', '0']);
  });

  it('undo leaves alone what others changed since', () => {
    const store = riskStore(2, 1);
    store.choose(0, 0, 0);
    store.acknowledge(store.changes());
    store.applyRemote([{ row: 'c1', column: 'd0', value: 2 }]);
    store.undo();
    expect(linesOf(store)).toEqual(['--', '2']);
  });
});

describe('listeners', () => {
  it('hear of every change until they stop', () => {
    const store = riskStore(10, 2);
    const heard: number[][] = [];
    const stop = store.subscribe(({ cells }) => heard.push([...cells]));
    store.choose(0, 0, 1);
    store.choose(3, 0, 1);
    stop();
    store.choose(4, 0, 2);
    expect(heard).toEqual([[0], [6]]);
  });
});

describe('blocks of text', () => {
  const translated = { ...survey, choices: survey.choices.map((choice) => ({ ...choice })) };

  it('are read as spreadsheets write them', () => {
    expect(parseTable('a\tb\r\n"x\ty"\t"say ""hi"""\n')).toEqual([
      ['a', 'b'],
      ['x\ty', 'say "hi"'],
    ]);
    expect(parseTable('1\t\n\t2')).toEqual([
      ['1', ''],
      ['', '2'],
    ]);
    expect(parseTable('')).toEqual([]);
    expect(parseTable('"never closed\t1')).toEqual([['never closed\t1']]);
  });

  it('may hold values, texts, labels and keys', () => {
    expect(readBlock('Y\tno\n5\t\nn\t?', translated)).toEqual({
      values: [
        [5, -7],
        [5, 0],
        [-7, undefined],
      ],
      unknown: 1,
    });
  });

  it('tell how much of them finds no place; what is empty needs none', () => {
    const room = { rows: 2, columns: 2 };
    expect(cutOff('1\t2\n3\t4\n', room)).toEqual({ rows: 0, columns: 0 });
    expect(cutOff('1\t2\t\n3\t4\n\t\n\n', room)).toEqual({ rows: 0, columns: 0 });
    expect(cutOff('1\t2\t\t5\n3\t4\n\t\n5\n6\t7\t8', room)).toEqual({ rows: 2, columns: 2 });
  });

  it('come back as they were copied', () => {
    const values = [
      [5, 0],
      [-7, 5],
    ];
    expect(readBlock(writeBlock(values, translated), translated).values).toEqual(values);
  });
});

describe('faults of a document', () => {
  it('none in the shipped one', () => expect(questionnaireFaults(riskExam)).toEqual([]));
  it('are found', () => {
    const [first, second] = riskExam.choices;
    const faults = questionnaireFaults({
      ...riskExam,
      choices: [...riskExam.choices, { ...first, value: -1, key: '9' }, { ...second, value: 1 }] as typeof riskExam.choices,
      columnRules: [{ whenChosen: 0, fillColumn: 8 }],
      totals: { x: { by: 'nothing', how: 'sum', of: [9] } },
    });
    expect(faults.map(({ pointer }) => pointer)).toEqual([
      '/choices/4/value',
      '/choices/5/value',
      '/choices/5/key',
      '/columnRules/0/fillColumn',
      '/totals/x/by',
      '/totals/x/of/0',
    ]);
  });
});

describe('in other words', () => {
  it('[RISK-15] keeps every answer with what is unsaved, in conflict and can be undone', () => {
    const before = riskStore(2, 2);
    before.applyRemote([{ row: 'c0', column: 'd0', value: 1 }]);
    before.choose(0, 1, 2);
    before.choose(1, 0, 3);
    before.applyRemote([{ row: 'c1', column: 'd0', value: 1 }]);
    const rows = criteria(2).map((row) => ({ ...row, dimension: '维度' }));
    const after = before.reworded(riskExam, readLayout(riskExam, rows, domains(2)));
    expect(linesOf(after)).toEqual(['1 2', '3 --']);
    expect(after.layout.rows[0]?.levels[0]).toBe('维度');
    expect(after.progress.answered).toBe(3);
    expect(after.unsaved).toBe(2);
    expect(after.conflicts).toMatchObject([{ row: 1, column: 0, local: 3, remote: 1 }]);
    after.undo();
    expect(linesOf(after)).toEqual(['1 2', '-- --']);
    after.undo();
    expect(linesOf(after)).toEqual(['1 --', '-- --']);
  });
});
