import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  type Column,
  columnOrigins,
  type DataGraph,
  datedGraph,
  type GraphNode,
  type NodeKind,
  queryOf,
  readGraph,
  stepsOf,
} from '../../../../src/core/data-graph/index.ts';
import { compileTemplate, createScope } from '../../../../src/core/index.ts';

type Connection = Awaited<ReturnType<DuckDBInstance['connect']>>;
let duck: Connection;

const payments: Column[] = [
  { name: 'id', type: 'integer' },
  { name: 'supplier', type: 'string' },
  { name: 'amount', type: 'number' },
  { name: 'share', type: 'float' },
  { name: 'paid', type: 'date' },
  { name: 'urgent', type: 'boolean' },
  { name: 'note', type: 'string' },
];
const suppliers: Column[] = [
  { name: 'supplier', type: 'string' },
  { name: 'city', type: 'string' },
  { name: 'note', type: 'string' },
];
const tables = new Map([
  ['1', { columns: payments, rows: 6 }],
  ['2', { columns: suppliers, rows: 3 }],
  ['3', { columns: [{ name: 'n', type: 'integer' as const }], rows: 200_000 }],
  ['4', { columns: [{ name: 'id', type: 'number' as const }], rows: 2 }],
  ['5', { columns: [{ name: 'id', type: 'float' as const }], rows: 2 }],
  ['6', { columns: [{ name: 'sign', type: 'string' as const }], rows: 20 }],
  ['7', { columns: [{ name: 'text', type: 'string' as const }], rows: 12 }],
]);
const names: Record<string, string> = {
  ...{ '1': 'payments', '2': 'suppliers', '3': 'many', '4': 'rates', '5': 'weights' },
  ...{ '6': 'signs', '7': 'written' },
};

beforeAll(async () => {
  duck = await (await DuckDBInstance.create(':memory:')).connect();
  await duck.run(`create table payments as select * from (values
    (1, 'A', 10.50::decimal(38,6), 0.1::double, date '2026-01-05', true, ' x '),
    (2, 'A', 20, 0.7, date '2026-02-07', false, 'O''Neil; drop table payments'),
    (3, 'B', 1.005, 1.005, date '2026-02-08', null, ''),
    (4, 'B', null, null, null, true, null),
    (5, 'C', -7.5, -2.5, date '2025-12-31', false, '12,5x'),
    (6, null, 1000000, 1e3, date '2024-02-29', true, '1,250.5')) as t(id, supplier, amount, share, paid, urgent, note)`);
  await duck.run(
    `create table suppliers as select * from (values ('A', 'Wien', 'a'), ('B', '深圳', null), ('D', '深圳', 'd')) as t(supplier, city, note)`,
  );
  await duck.run('create table rates as select * from (values (2::decimal(24,6)), (2.5)) as t(id)');
  await duck.run('create table weights as select * from (values (2::double), (2.5)) as t(id)');
  await duck.run(`create table written as select unnest(['12,50', '0,125', '1,2345', '1,25,000', '1,234.5,000', ',5', '1,250', ' -12,345,678.', '1,250e1', '1250', '.5', '0012'])
    as text`);
  await duck.run('create table many as select range as n from range(200000)');
});

const node = (id: string, kind: NodeKind, settings: Record<string, unknown> = {}): GraphNode => ({ id, kind, settings });
const input = (id: string, tableId: string, role = 'fact') => node(id, 'input', { tableId, role });
const read = (graph: DataGraph) => readGraph(graph, (id) => tables.get(id));
const source = ({ settings }: GraphNode) => names[String(settings.tableId)] ?? '';

async function rowsOf(graph: DataGraph, id: string): Promise<Record<string, unknown>[]> {
  const query = queryOf(read(graph), id, source);
  const found = await duck.runAndReadAll(query.sql, query.parameters);
  return found.getRowObjectsJson() as Record<string, unknown>[];
}
/** A node over the payments. */
const over = async (kind: NodeKind, settings: Record<string, unknown>) => {
  const graph = { nodes: [input('in', '1'), node('it', kind, settings)], edges: [{ from: 'in', to: 'it' }] };
  const { faults } = read(graph);
  expect(faults.filter(({ level, kind }) => level === 'error' && kind !== 'outputMissing')).toEqual([]);
  return await rowsOf(graph, 'it');
};
const ids = (rows: Record<string, unknown>[]) => rows.map(({ id }) => Number(id)).sort((one, other) => one - other);

describe('the SQL of a processing graph on DuckDB', () => {
  it('[DATA-19] filters by conditions as data: what is missing never holds, what people type is never SQL', async () => {
    const found = async (condition: unknown) => ids(await over('filter', { condition }));
    const is = (field: string, operator: string, value?: unknown) => ({ field, operator, value });
    expect(await found({ all: [is('amount', 'greater', '10')] })).toEqual([1, 2, 6]);
    expect(await found({ not: [is('amount', 'greater', '10')] })).toEqual([3, 4, 5]);
    expect(await found({ any: [is('paid', 'between', ['2026-01-01', '2026-02-07']), is('supplier', 'in', ['C'])] })).toEqual([1, 2, 5]);
    expect(await found({ all: [is('note', 'empty')] })).toEqual([3, 4]);
    expect(await found({ all: [is('note', 'equals', "O'Neil; drop table payments")] })).toEqual([2]);
    expect(await found({ all: [is('note', 'contains', "'; drop")] })).toEqual([]);
    expect(await found({ all: [is('supplier', 'notIn', ['A']), is('urgent', 'equals', 'true')] })).toEqual([4]);
    expect(Number((await duck.runAndReadAll('select count(*) n from payments')).getRowObjectsJson()[0]?.n)).toBe(6);
  });

  it('[DATA-19] filters by relative periods, which are the days of when a graph is read', async () => {
    const period = { span: 'this', unit: 'month' };
    const graph: DataGraph = {
      nodes: [input('in', '1'), node('it', 'filter', { condition: { any: [{ field: 'paid', operator: 'within', value: period }] } })],
      edges: [{ from: 'in', to: 'it' }],
    };
    const on = async (day: string) => ids(await rowsOf(datedGraph(graph, day), 'it'));
    expect([await on('2026-02-28'), await on('2026-03-01'), await on('2024-02-01')]).toEqual([[2, 3], [], [6]]);
    // What was said stays: another day has another digest of its settings, too.
    expect(graph.nodes[1]?.settings.condition).toEqual({ any: [{ field: 'paid', operator: 'within', value: period }] });
    expect(datedGraph(graph, '2026-02-28').nodes[1]).not.toEqual(datedGraph(graph, '2026-03-01').nodes[1]);
    const wrong = {
      ...graph,
      nodes: [input('in', '1'), node('it', 'filter', { condition: { field: 'paid', operator: 'within', value: { span: 'next' } } })],
    };
    expect(read(datedGraph(wrong, '2026-03-01')).faults).toContainEqual(expect.objectContaining({ nodeId: 'it', kind: 'periodUnfit' }));
  });

  it('derives fields by the language of the pages: the same value as there, for every row', async () => {
    const expressions = [
      'id * 2 + 1',
      'amount / 3',
      'amount / (id - 1)',
      'amount / (id / (share / (id - 1 - share + share + 0 * id + 0 * share)))',
      'id % (id - 1 + 0 * id + 0 * id + 0 * id + 0 * id + 0 * id + 0 * id + 0 * id)',
      'id % 4',
      "supplier + '-' + id",
      'note + supplier',
      'note + id',
      "supplier + note + supplier + (note + (supplier + '!'))",
      'note + null',
      '(amount > 10 && urgent) && (urgent && id < 5)',
      '(urgent || amount > 10) || urgent && null',
      'amount > 10 && urgent',
      'urgent || id > 4',
      '!urgent',
      "supplier == 'A' ? 'first' : 'other'",
      "supplier ?? 'none'",
      'amount == null',
      'supplier != null && id >= 2',
      'lower(supplier)',
      'upper(note)',
      'trim(note)',
      "replace(note, 'x', 'yy')",
      'len(note)',
      "len('a😀')",
      'isEmpty(note)',
      'number(trim(note))',
      'round(share, 2)',
      'round(amount)',
      'floor(share) + ceil(share) + abs(share)',
      'min(id, 3) + max(share, 0)',
      "band(amount, [0, 15, 1000], ['minus', 'small', 'middle', 'large'])",
      "contains(note, 'drop') || startsWith(note, '12') || endsWith(note, '.5')",
      '-share * 2',
      "urgent ? null : 'x'",
    ];
    const fields = expressions.map((expression, index) => ({ name: `e${index}`, expression }));
    const rows = await over('derive', { fields });
    const plain = (
      await duck.runAndReadAll('select id, supplier, amount::double amount, share, urgent, note from payments')
    ).getRowObjectsJson();
    for (const [at, row] of rows.entries()) {
      const scope = createScope(
        Object.fromEntries(Object.entries(plain[at] ?? {}).map(([name, value]) => [name, name === 'id' ? Number(value) : value])),
      );
      for (const [index, expression] of expressions.entries()) {
        const is = row[`e${index}`];
        const wanted = compileTemplate(`{{ ${expression} }}`).evaluate(scope) ?? null;
        const value = typeof wanted === 'number' && is !== null ? Number(is) : is;
        if (typeof wanted === 'number' && value !== null) expect(value, `${expression} of row ${at + 1}`).toBeCloseTo(wanted, 12);
        else expect(value, `${expression} of row ${at + 1}`).toBe(wanted);
      }
    }
    const dated = await over('derive', {
      fields: [
        { name: 'm', expression: 'monthText(paid)' },
        { name: 'y', expression: "paid >= '2026-01-01' ? year(paid) : 0" },
        { name: 'd', expression: 'daysBetween(paid, paid)' },
      ],
    });
    expect(dated.map(({ m }) => m)).toEqual(['2026-01', '2026-02', '2026-02', null, '2025-12', '2024-02']);
    expect(dated.map(({ y }) => Number(y))).toEqual([2026, 2026, 2026, 0, 0, 0]);
  });

  it('joins thirty texts, and asks thirty conditions, in one expression', async () => {
    const [row] = await over('derive', {
      fields: [
        { name: 'joined', expression: Array<string>(30).fill('supplier').join(' + ') },
        { name: 'all', expression: Array<string>(30).fill('id == 1').join(' && ') },
        { name: 'any', expression: [...Array<string>(29).fill('id == 7'), 'urgent'].join(' || ') },
        {
          name: 'divided',
          expression: Array<number>(28)
            .fill(0)
            .reduce((inner) => `id / (${inner})`, 'id + 0'),
        },
      ],
    });
    expect(row).toMatchObject({ joined: 'A'.repeat(30), all: true, any: true, divided: 1 });
    // Whatever is needed twice within something that is needed twice ends at a bound, and says where.
    const nested = Array<number>(25)
      .fill(0)
      .reduce((inner) => `round(${inner}, 2)`, 'share');
    const graph: DataGraph = {
      nodes: [input('in', '1'), node('it', 'derive', { fields: [{ name: 'x', expression: nested }] })],
      edges: [{ from: 'in', to: 'it' }],
    };
    expect(read(graph).faults).toContainEqual(expect.objectContaining({ nodeId: 'it', path: 'fields.0.expression', kind: 'expression' }));
  });

  it('reads fields that each build on the two before them without going through all ways back', () => {
    const field = (_: unknown, at: number) => ({ name: `f${at}`, expression: at < 2 ? 'id' : `f${at - 1} + f${at - 2}` });
    const graph: DataGraph = {
      nodes: [
        input('in', '1'),
        node('it', 'derive', { fields: Array.from({ length: 300 }, field) }),
        node('out', 'output', { refresh: 'full' }),
      ],
      edges: [
        { from: 'in', to: 'it' },
        { from: 'it', to: 'out' },
      ],
    };
    const result = read(graph);
    expect(result.faults).toEqual([]);
    expect(columnOrigins(result).get('f299')).toEqual([{ tableId: '1', column: 'id', how: 'computed' }]);
  });

  it('gives no node more columns than one has, however often nodes are joined with themselves', () => {
    const joins = Array.from({ length: 59 }, (_, at) => node(`j${at}`, 'join', { type: 'inner', on: [{ left: 'id', right: 'id' }] }));
    const edges = joins.flatMap(({ id }, at) => [0, 1].map((slot) => ({ from: at === 0 ? 'in' : `j${at - 1}`, to: id, slot })));
    const { faults, nodes } = read({ nodes: [input('in', '1'), ...joins], edges });
    const widest = Math.max(...[...nodes.values()].map(({ columns }) => columns.length));
    expect(widest).toBeLessThanOrEqual(500);
    // The first one that is too wide says so; those behind it have nothing to say.
    expect(faults.filter(({ kind }) => kind === 'manyColumns').map(({ nodeId, values }) => [nodeId, values])).toEqual([
      ['j6', { most: '500', is: '769' }],
    ]);
  });

  it('looks at no list that is longer than anybody fills in, and tells the first faults of a node', () => {
    const fieldsOf = (count: number) => ({ fields: Array.from({ length: count }, (_, at) => ({ name: `f${at}`, expression: 'nothing' })) });
    const faultsOf = (kind: NodeKind, settings: Record<string, unknown>) =>
      read({ nodes: [input('in', '1'), node('it', kind, settings)], edges: [{ from: 'in', to: 'it' }] }).faults.filter(
        ({ nodeId, level }) => nodeId === 'it' && level === 'error',
      );
    expect(faultsOf('derive', fieldsOf(20_000))).toMatchObject([{ path: 'fields', kind: 'listLong', values: { most: '500' } }]);
    const long = Array.from({ length: 501 }, () => ({ column: 'note', action: 'trim' }));
    expect(faultsOf('clean', { steps: long })).toMatchObject([{ path: 'steps', kind: 'listLong' }]);
    // What a list of its own takes at most is told at once, however long it is.
    for (const count of [51, 501]) {
      const values = Array.from({ length: count }, (_, at) => `v${at}`);
      expect(faultsOf('pivot', { by: ['note'], values, column: 'note', function: 'count' })).toContainEqual(
        expect.objectContaining({ path: 'values', kind: 'listLong', values: { most: '50' } }),
      );
    }
    expect(faultsOf('derive', fieldsOf(400))).toHaveLength(20);
  });

  it('says where an expression cannot be translated, and what was probably meant', () => {
    const told = (expression: string) => {
      const { faults } = read({
        nodes: [input('in', '1'), node('it', 'derive', { fields: [{ name: 'x', expression }] })],
        edges: [{ from: 'in', to: 'it' }],
      });
      return faults.find(({ path }) => path === 'fields.0.expression')?.values;
    };
    expect(told('amount + suplier')).toMatchObject({
      position: '10',
      message: 'there is no field "suplier"',
      hint: 'did you mean "supplier"?',
    });
    expect(told('amount + (')).toMatchObject({ message: expect.stringContaining('expected') });
    expect(told('supplier > 3')).toMatchObject({ message: 'a string and a integer cannot stand here together' });
    expect(told('lowr(note)')).toMatchObject({ hint: 'did you mean "lower"?' });
    expect(told('constructor')).toMatchObject({ message: 'there is no field "constructor"' });
    expect(told('supplier + share')).toMatchObject({ message: expect.stringContaining('exactly') });
  });

  it('cleans values and counts the rows it had to leave out', async () => {
    const settings = {
      steps: [
        { column: 'note', action: 'trim' },
        { column: 'supplier', action: 'fill', value: '?' },
        { column: 'supplier', action: 'replace', find: 'A', value: 'Alpha' },
        { column: 'note', action: 'cast', type: 'number', onFault: 'reject' },
      ],
    };
    const rows = await over('clean', settings);
    expect(rows.map(({ id, supplier, note }) => [Number(id), supplier, note === null ? null : Number(note)])).toEqual([
      [3, 'B', null],
      [4, 'B', null],
      [6, '?', 1250.5],
    ]);
    const graph = {
      nodes: [input('in', '1'), node('it', 'clean', settings), node('out', 'output', { refresh: 'full' })],
      edges: [
        { from: 'in', to: 'it' },
        { from: 'it', to: 'out' },
      ],
    };
    const result = read(graph);
    expect(result.faults).toEqual([]);
    expect(result.output?.columns.find(({ name }) => name === 'note')?.type).toBe('number');
    const counted: number[] = [];
    for (const step of stepsOf(result, 'out', source)) {
      await duck.run(`create or replace temp table ${step.relation} as ${step.query.sql}`, step.query.parameters);
      if (step.rejected)
        counted.push(Number((await duck.runAndReadAll(step.rejected.sql, step.rejected.parameters)).getRowObjectsJson()[0]?.rejected));
    }
    expect(counted).toEqual([3]);
  });

  it('[DATA-20] makes numbers of texts whose commas group by three, and none of 12,50', async () => {
    const cast = async (type: string) => {
      const graph = {
        nodes: [input('in', '7'), node('it', 'clean', { steps: [{ column: 'text', action: 'cast', type, onFault: 'empty' }] })],
        edges: [{ from: 'in', to: 'it' }],
      };
      return (await rowsOf(graph, 'it')).map(({ text }) => (text === null ? null : Number(text)));
    };
    const none = Array(6).fill(null);
    expect(await cast('number')).toEqual([...none, 1250, -12_345_678, 12_500, 1250, 0.5, 12]);
    expect(await cast('float')).toEqual([...none, 1250, -12_345_678, 12_500, 1250, 0.5, 12]);
    expect(await cast('integer')).toEqual([...none, 1250, -12_345_678, null, 1250, null, 12]);
  });

  it('makes integers of whole numbers alone: what has a fraction is left empty, or its row left out and counted', async () => {
    const cast = (column: string, onFault: string) => ({ column, action: 'cast', type: 'integer', onFault });
    const emptied = await over('clean', { steps: [cast('amount', 'empty'), cast('share', 'empty')] });
    expect(emptied.map(({ amount, share }) => [amount, share])).toEqual([
      [null, null],
      ['20', null],
      [null, null],
      [null, null],
      [null, null],
      ['1000000', '1000'],
    ]);
    for (const [column, kept] of [['amount', [2, 4, 6]] as const, ['share', [4, 6]] as const]) {
      const graph = {
        nodes: [input('in', '1'), node('it', 'clean', { steps: [cast(column, 'reject')] })],
        edges: [{ from: 'in', to: 'it' }],
      };
      expect(ids(await rowsOf(graph, 'it')), column).toEqual(kept);
      for (const { relation, query, rejected } of stepsOf(read(graph), 'it', source)) {
        await duck.run(`create or replace temp table ${relation} as ${query.sql}`, query.parameters);
        const counted = rejected && (await duck.runAndReadAll(rejected.sql, rejected.parameters)).getRowObjectsJson();
        if (counted) expect(counted, column).toEqual([{ rejected: String(6 - kept.length) }]);
      }
    }
  });

  it.each([
    ['2026-03-05', '2026-03-05', '2026-03-05 00:00:00'],
    [' 2026/3/5 ', '2026-03-05', '2026-03-05 00:00:00'],
    ['2026.03.05', '2026-03-05', '2026-03-05 00:00:00'],
    ['20260305', '2026-03-05', '2026-03-05 00:00:00'],
    ['2026年3月5日', '2026-03-05', '2026-03-05 00:00:00'],
    ['2026-03-05 10:20:30', '2026-03-05', '2026-03-05 10:20:30'],
    ['2026-03-05T10:20:30.5', '2026-03-05', '2026-03-05 10:20:30.5'],
    ['2026-02-29', null, null],
    // A year is guessed of none of these.
    ['26-03-05', null, null],
    ['26年3月5日', null, null],
    ['2026111', null, null],
    ['202603051', null, null],
    // They are moments by another clock than the one of the tables.
    ['2026-03-31T20:00:00Z', null, null],
    ['2026-03-31 20:00:00+08:00', null, null],
    ['2026-03-31 20:00:00 UTC', null, null],
    ['infinity', null, null],
  ])('[DATA-20] makes of "%s" the day %s and the timestamp %s', async (sign, day, timestamp) => {
    await duck.run('create or replace table signs as select $1::varchar as sign', [sign]);
    const made = async (type: string, onFault: string) => {
      const settings = { steps: [{ column: 'sign', action: 'cast', type, onFault }] };
      return await rowsOf({ nodes: [input('in', '6'), node('it', 'clean', settings)], edges: [{ from: 'in', to: 'it' }] }, 'it');
    };
    expect([await made('date', 'empty'), await made('timestamp', 'empty')]).toEqual([[{ sign: day }], [{ sign: timestamp }]]);
    expect((await made('timestamp', 'reject')).length).toBe(timestamp === null ? 0 : 1);
  });

  it('[DATA-20] joins inner, outer, left and right', async () => {
    const joined = async (type: string) => {
      const graph = {
        nodes: [input('p', '1'), input('s', '2', 'dimension'), node('j', 'join', { type, on: [{ left: 'supplier', right: 'supplier' }] })],
        edges: [
          { from: 's', to: 'j', slot: 1 },
          { from: 'p', to: 'j', slot: 0 },
        ],
      };
      expect(
        read(graph)
          .nodes.get('j')
          ?.columns.map(({ name }) => name),
      ).toEqual(['id', 'supplier', 'amount', 'share', 'paid', 'urgent', 'note', 'city', 'note_2']);
      return (await rowsOf(graph, 'j')).map(({ id, supplier, city }) => [id, supplier, city].map((one) => one ?? '-').join(' ')).sort();
    };
    expect(await joined('inner')).toEqual(['1 A Wien', '2 A Wien', '3 B 深圳', '4 B 深圳']);
    expect(await joined('left')).toEqual(['1 A Wien', '2 A Wien', '3 B 深圳', '4 B 深圳', '5 C -', '6 - -']);
    expect(await joined('right')).toEqual(['- D 深圳', '1 A Wien', '2 A Wien', '3 B 深圳', '4 B 深圳']);
    expect(await joined('outer')).toEqual(['- D 深圳', '1 A Wien', '2 A Wien', '3 B 深圳', '4 B 深圳', '5 C -', '6 - -']);
  });

  it('[DATA-20] a key both sides call alike is of the type that holds the keys of both, whichever join it is', async () => {
    const joined = async (left: string, right: string, type: string) => {
      const graph = {
        nodes: [
          input('p', left),
          input('s', right, 'dimension'),
          node('j', 'join', { type, on: [{ left: 'id', right: 'id' }] }),
          node('o', 'select', { columns: [{ name: 'id' }] }),
        ],
        edges: [
          { from: 'p', to: 'j', slot: 0 },
          { from: 's', to: 'j', slot: 1 },
          { from: 'j', to: 'o' },
        ],
      };
      const wanted = read(graph)
        .nodes.get('o')
        ?.columns.map((one) => one.type);
      const { sql, parameters } = queryOf(read(graph), 'o', source);
      const made = (await duck.runAndReadAll(`select distinct typeof(id) from (${sql})`, parameters)).getRows().flat();
      return [wanted, made, (await rowsOf(graph, 'o')).map(({ id }) => String(id)).sort()];
    };
    const decimals = [['number'], ['DECIMAL(24,6)']];
    const floats = [['float'], ['DOUBLE']];
    expect(await joined('1', '4', 'right')).toEqual([...decimals, ['2.000000', '2.500000']]);
    expect(await joined('4', '1', 'left')).toEqual([...decimals, ['2.000000', '2.500000']]);
    expect(await joined('1', '4', 'inner')).toEqual([...decimals, ['2.000000']]);
    const all = ['1', '2', '2.5', '3', '4', '5', '6'];
    expect((await joined('1', '5', 'outer')).slice(0, 2)).toEqual(floats);
    expect(((await joined('1', '5', 'outer'))[2] as string[]).map(Number).map(String)).toEqual(all);
    expect((await joined('1', '4', 'outer')).slice(0, 2)).toEqual(decimals);
    expect((await joined('4', '5', 'left')).slice(0, 2)).toEqual(floats);
    expect((await joined('1', '1', 'outer')).slice(0, 2)).toEqual([['integer'], ['BIGINT']]);
  });

  it('[DATA-20] merges by union, union all, and, or', async () => {
    const merged = async (type: string, other: NodeKind, settings: Record<string, unknown>) => {
      const graph = {
        nodes: [
          input('p', '1'),
          node('a', 'select', { columns: [{ name: 'supplier' }] }),
          node('b', other, settings),
          node('m', 'merge', { type }),
        ],
        edges: [
          { from: 'p', to: 'a' },
          { from: 'p', to: 'b' },
          { from: 'a', to: 'm' },
          { from: 'b', to: 'm', slot: 1 },
        ],
      };
      return {
        faults: read(graph).faults.filter(({ nodeId, level }) => nodeId === 'm' && level === 'error'),
        rows: () => rowsOf(graph, 'm'),
      };
    };
    const same = { columns: [{ name: 'supplier' }] };
    const texts = async (type: string) => (await (await merged(type, 'select', same)).rows()).map(({ supplier }) => supplier ?? '-').sort();
    expect(await texts('union-all')).toHaveLength(12);
    expect(await texts('union')).toEqual(['-', 'A', 'B', 'C']);
    expect(await texts('and')).toEqual(['-', 'A', 'B', 'C']);
    const wider = { columns: [{ name: 'supplier' }, { name: 'urgent' }] };
    expect((await merged('union', 'select', wider)).faults).toMatchObject([{ kind: 'mergeColumns', values: { extra: 'urgent' } }]);
    // Once each, with the columns any of them has.
    expect(await (await merged('or', 'select', wider)).rows()).toHaveLength(9);
  });

  it('[DATA-19] samples by system, Bernoulli and reservoir, the same every time, and warns where blocks are too coarse', async () => {
    const sampled = async (settings: Record<string, unknown>) => {
      const graph = { nodes: [input('in', '3'), node('it', 'sample', { seed: 7, ...settings })], edges: [{ from: 'in', to: 'it' }] };
      expect(
        read(graph)
          .nodes.get('it')
          ?.faults.filter(({ kind }) => kind !== 'unused'),
      ).toEqual([]);
      return (await rowsOf(graph, 'it')).length;
    };
    for (const method of ['system', 'bernoulli', 'reservoir']) {
      const count = await sampled({ method, percentage: 10 });
      expect(count, method).toBeGreaterThan(12_000);
      expect(count, method).toBeLessThan(28_000);
      expect(await sampled({ method, percentage: 0 }), method).toBe(0);
    }
    expect(await sampled({ method: 'reservoir', rows: 500 })).toBe(500);
    expect(await sampled({ method: 'bernoulli', percentage: 10 })).toBe(await sampled({ method: 'bernoulli', percentage: 10 }));
    const faults = (settings: Record<string, unknown>) =>
      read({ nodes: [input('in', '1'), node('it', 'sample', settings)], edges: [{ from: 'in', to: 'it' }] })
        .nodes.get('it')
        ?.faults.map(({ kind, level }) => `${level} ${kind}`);
    expect(faults({ method: 'system', percentage: 10 })).toContain('warning sampleBlocks');
    expect(faults({ method: 'bernoulli', percentage: 12.5 })).toContain('error samplePercentage');
    expect(faults({ method: 'bernoulli', percentage: 101 })).toContain('error samplePercentage');
  });

  it('groups, pivots, drops duplicates and sorts', async () => {
    const measures = [
      { function: 'count', name: 'n' },
      { function: 'sum', column: 'amount', name: 'total' },
      { function: 'avg', column: 'share', name: 'mean' },
      { function: 'min', column: 'paid', name: 'first' },
      { function: 'max', column: 'id', name: 'last' },
      { function: 'distinct', column: 'note', name: 'notes' },
    ];
    const grouped = await over('group', { by: ['supplier'], measures });
    expect(grouped[0]).toEqual({
      supplier: 'A',
      n: '2',
      total: '30.500000',
      mean: expect.closeTo(0.4, 9),
      first: '2026-01-05',
      last: '2',
      notes: '2',
    });
    const pivoted = await over('pivot', { by: ['supplier'], column: 'urgent', values: ['true', 'false'], function: 'count' });
    expect(pivoted.slice(0, 2)).toEqual([
      { supplier: 'A', true: '1', false: '1' },
      { supplier: 'B', true: '1', false: '0' },
    ]);
    expect(ids(await over('deduplicate', { by: ['supplier'], orders: [{ column: 'amount', direction: 'desc' }] }))).toEqual([2, 3, 5, 6]);
    expect((await over('sort', { orders: [{ column: 'amount', direction: 'desc' }], limit: 3 })).map(({ id }) => Number(id))).toEqual([
      6, 2, 1,
    ]);
  });

  it('pivots by values of the type of their column, and tells what is none', async () => {
    const counted = async (column: string, values: string[]) => {
      const rows = await over('pivot', { by: ['supplier'], column, values, function: 'count' });
      return rows.map((row) => Object.values(row).slice(1).join(' '));
    };
    // Of the suppliers A, B, C and of those without one: B and C stand apart by 1.005 and -7.5, however they are written.
    expect(await counted('amount', ['1.005', '-7.500'])).toEqual(['0 0', '1 0', '0 1', '0 0']);
    expect(await counted('share', ['1.0050', '1000'])).toEqual(['0 0', '1 0', '0 0', '0 1']);
    expect(await counted('id', ['03', '6'])).toEqual(['0 0', '1 0', '0 0', '0 1']);
    expect(await counted('paid', ['2026-02-08', '2026-02-07'])).toEqual(['0 1', '1 0', '0 0', '0 0']);
    expect(await counted('note', ['x', "O'Neil; drop table payments"])).toEqual(['0 1', '0 0', '0 0', '0 0']);
    const told = (column: string, value: string) =>
      read({
        nodes: [input('in', '1'), node('it', 'pivot', { by: ['supplier'], column, values: ['1', value], function: 'count' })],
        edges: [{ from: 'in', to: 'it' }],
      }).faults.filter(({ nodeId, level }) => nodeId === 'it' && level === 'error');
    expect(told('amount', '0,13')).toEqual([
      { nodeId: 'it', path: 'values', kind: 'valueUnfit', level: 'error', values: { column: 'amount', type: 'number' } },
    ]);
    expect(told('id', '1.5')).toHaveLength(1);
    expect(told('note', 'anything')).toEqual([]);
  });

  it('tells circles, missing inputs, unknown columns and tables at their node', () => {
    const graph: DataGraph = {
      nodes: [
        input('in', '1'),
        input('gone', '9', 'dimension'),
        node('a', 'filter', { condition: { all: [{ field: 'amont', operator: 'empty' }] } }),
        node('b', 'sort', { orders: [] }),
        node('c', 'sort', { orders: [] }),
        node('j', 'join', { type: 'inner', on: [{ left: 'amount', right: 'city' }] }),
        input('s', '2'),
        node('alone', 'filter', {}),
      ],
      edges: [
        { from: 'in', to: 'a' },
        { from: 'b', to: 'c' },
        { from: 'c', to: 'b' },
        { from: 'in', to: 'j' },
        { from: 's', to: 'j', slot: 1 },
      ],
    };
    const kinds = (id: string) =>
      read(graph)
        .nodes.get(id)
        ?.faults.map(({ kind }) => kind);
    expect(kinds('gone')).toContain('tableUnknown');
    expect(read(graph).nodes.get('a')?.faults[0]).toMatchObject({ kind: 'columnUnknown', values: { hint: 'did you mean "amount"?' } });
    expect(kinds('b')).toContain('circle');
    expect(kinds('c')).toContain('circle');
    expect(kinds('j')).toContain('joinTypes');
    expect(kinds('s')).toContain('factTwice');
    expect(kinds('alone')).toContain('inputMissing');
    expect(read(graph).faults.map(({ kind }) => kind)).toContain('outputMissing');
    const many = { nodes: [input('f', '1'), ...Array.from({ length: 11 }, (_, at) => input(`d${at}`, '2', 'dimension'))], edges: [] };
    expect(
      read(many)
        .faults.filter(({ kind }) => kind === 'manyDimensions')
        .map(({ nodeId }) => nodeId),
    ).toEqual(['d10']);
  });
});
