import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Cell, FieldType } from '../../../../server/data-engine/types.ts';
import { perform } from '../../../../server/modules/scripts/work/perform.ts';
import { inSandbox, SandboxEnded } from '../../../../server/modules/scripts/work/process.ts';
import type { ScriptField, Task } from '../../../../server/modules/scripts/work/types.ts';
import { truthWords } from '../../../../src/core/index.ts';

const fields: ScriptField[] = [
  { name: 'id', fieldType: 'integer' },
  { name: 'amount', fieldType: 'float' },
];
const rows = Array.from({ length: 10 }, (_, row) => [row, row / 2]);
const usual: ScriptField[] = [
  { name: 'id', fieldType: 'integer' },
  { name: 'double', fieldType: 'float' },
];
const now = Date.UTC(2026, 0, 2, 3, 4, 5);
const words = truthWords([]);

interface More {
  columns?: ScriptField[];
  parameters?: Record<string, Cell>;
  seed?: number;
  milliseconds?: number;
}
function task(code: string, { columns = usual, parameters = {}, seed = 1, milliseconds = 2_000 }: More = {}): Task & { kind: 'try' } {
  return { kind: 'try', script: { code, columns, parameters, seed, now, words }, fields, rows, milliseconds };
}
/** In this very process: what ends a script is not that its process is killed. */
const tried = async (code: string, more?: More) => await perform(task(code, more), () => undefined);

describe('values', () => {
  const types: FieldType[] = ['string', 'integer', 'float', 'number', 'boolean', 'date', 'timestamp', 'time'];
  const columns = types.map((fieldType) => ({ name: fieldType, fieldType }));
  const one = async (value: string) => await tried(`function row(r) { return r.id === 1 ? ${value} : null; }`, { columns });

  it('[DATA-06] are of the types of their columns: dates are of UTC, parts of seconds stay, big integers are exact', async () => {
    const dates = "date: new Date('2026-02-03T04:05:06Z'), timestamp: new Date('2026-02-03T04:05:06.5Z'), time: '9:05'";
    const given = await one(`{ string: 12, integer: 9007199254740993n, float: 1e300, number: '12.345678', boolean: true, ${dates} }`);
    expect(given.rows).toEqual([['12', '9007199254740993', 1e300, 12.345678, true, '2026-02-03', '2026-02-03 04:05:06.500', '09:05:00']]);
    const long = await one("{ number: '-123456789012345678.25', integer: 1n }");
    expect(long.rows).toEqual([[null, 1, null, '-123456789012345678.25', null, null, null, null]]);
    const third = await one('{ number: 10 / 3, float: 10 / 3 }');
    expect(third.rows).toEqual([[null, null, 10 / 3, 3.333333, null, null, null, null]]);
    const kept = await one("{ timestamp: '2026-02-03 04:05:06.123456', time: '04:05:06.123456', string: '', date: '' }");
    expect(kept.rows).toEqual([['', null, null, null, null, null, '2026-02-03 04:05:06.123456', '04:05:06.123456']]);
  });

  it.each([
    ['boolean', '1'],
    ['date', '20260203'],
    ['date', "'05/03/2026'"],
    ['date', "new Date('nonsense')"],
    ['timestamp', "'2026-02-30 04:05:06.5'"],
    ['timestamp', '() => 1'],
    ['integer', 'true'],
    ['integer', '1.5'],
    ['integer', '2n ** 70n'],
    ['float', 'Infinity'],
    ['string', '{}'],
    ['string', "'x'.repeat(10001)"],
    ['number', '[1]'],
    ['number', '1e30'],
    ['number', '123456789012345680'],
    ['number', '10n ** 18n'],
    ['time', "'25:00'"],
    ['string', 'Symbol()'],
  ] as const)('[DATA-06] leave out the whole row where one of type %s is %s', async (name, value) => {
    const given = await one(`{ string: 'kept', '${name}': ${value} }`);
    expect(given).toMatchObject({ given: 0, rejected: 1, faults: [{ row: 2, column: name }] });
  });
});

it('[DATA-06] the same rows give the same result: chance has a seed, and now is when the run began', async () => {
  const code = `const begun = Date.now();
    function row(r) { return r.id < 5 && { id: r.id, double: Math.random() }; }
    function finish() {
      const same = [new Date().getTime() === begun, Date.now() === begun, begun === ${now}, new Date(2026, 0, 1).getTime() === Date.UTC(2026, 0, 1), new Date() instanceof Date];
      return { id: same.every(Boolean) ? 1 : 0 };
    }`;
  const given = await tried(code, { seed: 7 });
  expect(given.rows).toEqual((await tried(code, { seed: 7 })).rows);
  expect(given.rows).not.toEqual((await tried(code, { seed: 8 })).rows);
  expect(given.rows.at(-1)).toEqual([1, null]);
  expect(new Set(given.rows.map(([, double]) => double)).size).toBe(6);
});

describe('a script has nothing of this machine', () => {
  it('[DATA-06] no name leads out of it', async () => {
    const modules = ['require', 'process', 'module', 'global', 'Buffer', 'std', 'os', 'load', 'print', 'Deno', 'Bun', 'tell'];
    const web = [
      'fetch',
      'XMLHttpRequest',
      'WebSocket',
      'setTimeout',
      'setInterval',
      'queueMicrotask',
      'performance',
      'navigator',
      'window',
      'self',
    ];
    const names = [...modules, ...web, 'WebAssembly', 'SharedArrayBuffer', 'Atomics', 'WeakRef', 'FinalizationRegistry', 'eval'];
    const code = `function row(r) { return r.id === 1 && { text: ${JSON.stringify(names)}.filter((name) => name in globalThis).join() } }`;
    expect((await tried(code, { columns: [{ name: 'text', fieldType: 'string' }] })).rows).toEqual([['']]);
  });

  it.each([
    'eval("1")',
    'new Function("return 1")()',
    '(() => 1).constructor("return 1")()',
    '(async () => 1).constructor("return 1")()',
    'Reflect.construct((function* () {}).constructor, ["1"])',
    'console.log.constructor("return this")()',
    'globalThis.constructor.constructor("return process")()',
    'this.process.exit()',
    "import('node:fs')",
  ])('[DATA-06] and %s gives nothing', async (reach) => {
    expect(await tried(`function row(r) { return { id: ${reach} } }`)).toMatchObject({ given: 0, rejected: 10 });
  });

  it.each(['r.id = 1', 'r.other = 1', 'delete r.id', 'Object.setPrototypeOf(r, {})', 'parameters.limit = 3', 'console.log = null'])(
    '[DATA-06] and what it is given cannot be changed: %s',
    async (change) => {
      const given = await tried(`function row(r, parameters) { ${change}; return { id: 1 }; }`, { parameters: { limit: 1 } });
      expect(given).toMatchObject({ given: 0, faults: [{ value: expect.stringMatching(/^TypeError/) }, ...Array(9).fill({})] });
    },
  );
});

describe('a script that goes on and on', () => {
  it.each([
    ['time', 'function row() { for (;;); }'],
    ['time', 'function row() { try { for (;;); } catch { for (;;); } finally { for (;;); } }'],
    ['time', 'for (;;);'],
    ['time', 'function finish() { for (;;); } function row() {}'],
    ['time', 'function row() { return /(a+)+$/.test("a".repeat(50) + "!"); }'],
    ['time', 'function row() { return { get id() { for (;;); } }; }'],
    ['depth', 'function row(r) { return row(r) + 1; }'],
    ['depth', 'function row(r) { return [1].map(() => row(r)); }'],
    ['depth', 'function row() { let x = []; for (let i = 0; i < 1e5; i += 1) x = [x]; return { id: JSON.stringify(x) }; }'],
    ['depth', 'const o = new Proxy({}, { get: () => o.x }); function row() { return o.x; }'],
    ['depth', 'function row(r) { return JSON.stringify({ toJSON: () => row(r) }); }'],
    ['depth', `${'['.repeat(50_000)}`],
  ])('[DATA-06] ends for its %s: %s', async (kind, code) => {
    // What is to end for its depth has more time than it takes on the slowest machine.
    expect((await tried(code, { milliseconds: kind === 'time' ? 500 : 30_000 })).problem?.kind).toBe(kind);
  });

  it.each([
    'const all = []; function row() { for (;;) all.push(new Array(10000).fill(1)); }',
    'function row() { return new Array(1e9).fill(0).length; }',
    'function row() { let text = "x"; for (;;) text += text + Math.random(); }',
    'function row() { return new ArrayBuffer(2 ** 31); }',
    'const kept = []; function row() { for (;;) { try { kept.push(new Uint8Array(1e6)); } catch {} } }',
  ])('[DATA-06] ends for its memory, or before: %s', async (code) => {
    const before = process.memoryUsage().rss;
    const { problem, rejected } = await tried(code, { milliseconds: 3_000 });
    expect(problem === null ? rejected : ['memory', 'time'].includes(problem.kind)).toBeTruthy();
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20);
  });

  it('[DATA-06] has so many lines of log, rows and characters, and what is too much is counted or told', async () => {
    const loud = await tried('function row(r) { for (let i = 0; i < 300; i += 1) console.log("x".repeat(1e4)); return { id: 1 }; }', {
      milliseconds: 30_000,
    });
    expect(loud).toMatchObject({ given: 10, problem: null, moreLog: 2_000 });
    expect(loud.log).toHaveLength(1_000);
    expect(loud.log[0]?.text).toHaveLength(500);
    const many = await tried('function row(r) { return Array.from({ length: 500 }, (_, i) => ({ id: i })); }', { milliseconds: 30_000 });
    expect({ ...many, rows: many.rows.length }).toMatchObject({ given: 5_000, rows: 1_000, more: true });
    const tooMany = await tried('function row(r) { return Array.from({ length: 10001 }, (_, i) => ({ id: i })); }', {
      milliseconds: 30_000,
    });
    expect(tooMany.faults[0]?.value).toContain('10000 rows at most');
    const long = await tried('function row(r) { return Array.from({ length: 9000 }, () => ({ text: "x".repeat(500) })); }', {
      columns: [{ name: 'text', fieldType: 'string' }],
      milliseconds: 50_000,
    });
    expect(['output', 'memory']).toContain(long.problem?.kind);
  });
});

it.each([
  'Array.prototype.push = () => 1; Array.prototype.map = null; Object.prototype.toJSON = () => 5; JSON.stringify = () => "[]"; JSON.parse = null; function row(r) { return { id: 1 } }',
  'Array.prototype.toJSON = () => undefined; function row(r) { return { id: 1 } }',
  'Array.prototype.toJSON = () => undefined; throw 1',
  'Object.defineProperty(Object.prototype, "0", { get: () => 9, set() {} }); function row(r) { return { id: 1 } }',
  'Array.prototype.push = function (one) { this[this.length] = [{}, [["x"], {}]]; }; function row(r) { return { id: 1 } }',
  'function row(r) { return { get id() { throw new Error("x") } } }',
  'function row(r) { return new Proxy({}, { get: () => ({}), ownKeys: () => { throw 1 } }) }',
  'function row(r) { return JSON.parse(\'{"__proto__": {"id": 3}, "id": 1}\') }',
  'function row() { throw { get message() { throw 1 }, toString() { throw 2 } } }',
  'function row() { const e = new Error(); e.stack = "at script:99999999999:1"; e.name = { toString: () => ({}) }; throw e }',
  'function row() { throw null }',
  'function row() { throw new InternalError("interrupted") }',
  'Object.defineProperty(globalThis, "row", { get() { throw 1 } });',
  'Error.prepareStackTrace = () => { throw 1 }; function row() { null.x }',
  'Set.prototype.has = () => { throw 1 }; String.prototype.slice = () => ({}); function row(r) { console.log(r); return { id: 1, other: 2 } }',
])('[DATA-06] whatever it does to the language, what comes out is rows of the declared columns: %s', async (code) => {
  const given = await tried(code, { milliseconds: 500 });
  for (const row of given.rows) expect(row.every((value) => value === null || typeof value === 'number')).toBe(true);
  for (const { row } of given.faults) expect(Number.isSafeInteger(row) && row >= 0).toBe(true);
  for (const { line } of given.faults) expect(line === null || line <= 9_999_999).toBe(true);
  expect(({} as Record<string, unknown>).toJSON).toBeUndefined();
});

it('[DATA-06] checking whether a text is a script runs none of it', async () => {
  const check = async (code: string) => await perform({ kind: 'check', code }, () => undefined);
  expect(await check('for (;;); throw 1; function row() {}')).toBeNull();
  expect(await check('function row(r) {\n  return { id: };\n}')).toMatchObject({ kind: 'syntax', line: 2, column: 16 });
});

describe('files of rows', () => {
  const within = async (csv: string, code: string, own: ScriptField[], columns: ScriptField[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'targus-rows-'));
    try {
      const [from, to] = [join(folder, 'from.csv'), join(folder, 'to.csv')];
      writeFileSync(from, csv);
      const outcome = await perform(
        { kind: 'run', script: { code, columns, parameters: {}, seed: 1, now, words }, fields: own, from, to, milliseconds: 60_000 },
        () => undefined,
      );
      return { ...outcome, written: readFileSync(to, 'utf8') };
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  const text: ScriptField[] = [
    { name: 'a', fieldType: 'string' },
    { name: 'b', fieldType: 'string' },
  ];

  it('[DATA-06] are read and written bit by bit, wherever a piece ends', async () => {
    // Quotation marks, line ends and characters of several bytes at every place of the pieces that are read.
    const lines = Array.from({ length: 6_000 }, (_, row) =>
      row % 7 === 0 ? ',' : `"${'包"",\n'.repeat(row % 23)}${row}",${row % 3 === 0 ? '""' : '"x"'}`,
    );
    const csv = `${lines.join('\n')}\n`;
    const given = await within(csv, 'function row(r) { return r; }', text, text);
    expect(given).toMatchObject({ taken: 6_000, given: 6_000, rejected: 0, problem: null });
    expect(given.written).toBe(csv);
  });

  it('[DATA-06] may be empty, and end in the middle of a script that fails', async () => {
    expect(await within('', 'function row(r) { return r; } function finish() { return { a: "none" }; }', text, text)).toMatchObject({
      taken: 0,
      given: 1,
      written: '"none",\n',
    });
    const csv = '"1","x"\n'.repeat(3_000);
    const failed = await within(
      csv,
      'let n = 0; function row(r) { n += 1; if (n === 2500) throw new InternalError("interrupted"); return r; }',
      text,
      text,
    );
    expect(failed).toMatchObject({ taken: 2_000, given: 2_000, problem: { kind: 'time', row: 2_500 } });
    const useless = await within(csv, 'function row(r) { throw new Error("no"); }', text, text);
    expect(useless).toMatchObject({ taken: 1_000, rejected: 1_000, problem: { kind: 'rows' } });
  });
});

describe('the process of a script', () => {
  it('[DATA-06] is ended at once where somebody stops it, and each has its own', async () => {
    const stop = new AbortController();
    const endless = inSandbox(task('function row() { for (;;); }', { milliseconds: 60_000 }), { signal: stop.signal });
    const answers = await Promise.all(
      [1, 2, 3].map((id) => inSandbox(task(`let n = 0; function row() { n += ${id}; return { id: n }; }`, { milliseconds: 30_000 }))),
    );
    expect(answers.map(({ rows: given }) => given.at(-1)?.[0])).toEqual([10, 20, 30]);
    stop.abort();
    await expect(endless).rejects.toMatchObject({ fault: 'stopped' });
    await expect(inSandbox(task('function row() {}'), { signal: stop.signal })).rejects.toMatchObject({ fault: 'stopped' });
  });

  it('[DATA-06] tells what went wrong in it as a problem of the script where it is one, and breaks where it is none', async () => {
    expect((await inSandbox(task('function row(r) { return row(r) + 1; }', { milliseconds: 30_000 }))).problem?.kind).toBe('depth');
    await expect(
      inSandbox({
        kind: 'run',
        script: task('function row() {}').script,
        fields,
        from: '/nowhere',
        to: '/nowhere/else',
        milliseconds: 100,
      }),
    ).rejects.not.toBeInstanceOf(SandboxEnded);
  });
});
