import { autorun, observable } from '@formily/reactive';
import { describe, expect, it } from 'vitest';
import { RecentCache } from '../../../src/core/expression/cache.ts';
import { compileExpression, compileTemplate, createScope, ExpressionError, functionNames, hasExpression } from '../../../src/core/index.ts';
import { randomFrom } from '../support/random.ts';

const nowhere = createScope({});

function failure(source: string, names: Record<string, unknown> = {}): ExpressionError {
  try {
    compileTemplate(source).evaluate(createScope(names));
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error(`${source} did not fail`);
}

describe('compiled expressions', () => {
  it('say which root names they read', () => {
    expect(compileTemplate('{{ a.b + c[d] }} and {{ t("x", {n: e}) }}').reads).toEqual(['a', 'c', 'd', 'e']);
  });

  it('are constant without names and host functions, and only then', () => {
    expect(compileTemplate('{{ 1 + len("ab") }}').constant).toBe(true);
    expect(compileTemplate('plain').constant).toBe(true);
    expect(compileTemplate('{{ a }}').constant).toBe(false);
    expect(compileTemplate('{{ now() }}').constant).toBe(false);
  });

  it('give a fresh list every time, so that nobody changes the list of another', () => {
    const compiled = compileTemplate('{{ [] }}');
    const first = compiled.evaluate(nowhere) as unknown[];
    first.push(1);
    expect(compiled.evaluate(nowhere)).toEqual([]);
  });

  it('are compiled once per text', () => {
    expect(compileTemplate('{{ same.text }}')).toBe(compileTemplate('{{ same.text }}'));
    expect(compileExpression('same.text')).toBe(compileExpression('same.text'));
  });

  it('know whether a text has an expression', () => {
    expect([hasExpression('a {{ b }}'), hasExpression('a } b'), hasExpression('')]).toEqual([true, false, false]);
  });

  it('note the paths and the texts given to functions', () => {
    const { findings } = compileTemplate("{{ data.paper.state == 0 ? dict('status', x['y'].z) : form.values.a }}");
    expect([...findings.paths].sort()).toEqual([
      'data',
      'data.paper',
      'data.paper.state',
      'form',
      'form.values',
      'form.values.a',
      'x',
      'x.y',
      'x.y.z',
    ]);
    expect([...findings.whole].sort()).toEqual(['data.paper.state', 'form.values.a', 'x.y.z']);
    expect(findings.literalCalls).toEqual([{ name: 'dict', argument: 'status' }]);
  });

  it('tell a path that is read as a whole from the way to a longer one, wherever both stand', () => {
    const whole = (text: string) => [...compileTemplate(text).findings.whole].sort();
    expect(whole('{{ values.a.b }}')).toEqual(['values.a.b']);
    expect(whole('{{ values[key] }} {{ values.a }}')).toEqual(['key', 'values', 'values.a']);
    expect(whole('{{ values.a }} {{ values[key] }}')).toEqual(['key', 'values', 'values.a']);
    expect(whole('{{ len(values.a) + values.a.b }}')).toEqual(['values.a', 'values.a.b']);
  });
});

describe('scopes', () => {
  it('look names up from the inside out', () => {
    const outer = createScope({ a: 'outer a', b: 'outer b' });
    const inner = createScope({ a: 'inner a' }, outer);
    expect(compileTemplate('{{ a }}, {{ b }}').evaluate(inner)).toBe('inner a, outer b');
  });

  it('let an own undefined hide an outer value', () => {
    expect(compileTemplate('{{ a }}').evaluate(createScope({ a: undefined }, createScope({ a: 1 })))).toBeUndefined();
  });

  it('call the functions of the outermost host only', () => {
    const host = { functions: { can: (permission: unknown) => permission === 'sys:dict:edit' } };
    const scope = createScope({}, createScope({}, undefined, host));
    expect(compileTemplate("{{ can('sys:dict:edit') }}").evaluate(scope)).toBe(true);
    const lying = createScope({}, createScope({}, undefined, host), { functions: { can: () => true } });
    expect(compileTemplate("{{ can('x:y') }}").evaluate(lying)).toBe(false);
  });

  it('explain a host function that is missing or fails', () => {
    expect(failure("a {{ can('x:y') }}")).toMatchObject({ code: 'FUNCTION_FAILED', position: 5 });
    const scope = createScope({}, undefined, {
      functions: {
        can: () => {
          throw new Error('no session');
        },
      },
    });
    expect(() => compileTemplate("{{ can('x:y') }}").evaluate(scope)).toThrow(/can: no session/);
  });

  it('do not find host functions on the prototype of the table', () => {
    const scope = createScope({}, undefined, { functions: Object.create({ t: () => 'inherited' }) });
    expect(() => compileTemplate("{{ t('x') }}").evaluate(scope)).toThrow(/not available/);
  });
});

describe('errors', () => {
  it('say code, position, source and what was expected', () => {
    const error = failure('Total: {{ sum(rows) + }}', { rows: [] });
    expect(error).toMatchObject({ code: 'EXPRESSION_SYNTAX', source: 'Total: {{ sum(rows) + }}' });
    expect(error.message.toLowerCase()).toContain('expected');
    expect(failure('{{ sum(rows number) }}').message).toContain('expected a comma or the closing bracket');
    expect(failure('ab {{ 1 2 }}')).toMatchObject({ position: 8, message: expect.stringContaining('expected an operator or the end') });
  });

  it.each([
    ['{{ sum(rows, }}', 'expected ) that closes this (', 6],
    ['{{ rows[len(rows] }}', 'expected ) before this ]', 16],
    ['{{ len(rows)) }}', 'this ) closes nothing', 12],
    ["{{ len('(') }", 'expected }} that closes this {{', 0],
  ])('name the bracket of %s that lacks its partner', (source, message, position) => {
    expect(failure(source)).toMatchObject({ code: 'EXPRESSION_SYNTAX', position, message: expect.stringContaining(message) });
  });

  it('point at the operand that failed, in the text as written', () => {
    expect(failure("x {{ a + b * 'no' }}", { a: 1, b: 2 })).toMatchObject({ code: 'EXPRESSION_TYPE', position: 9 });
  });

  it('suggest the function that was meant', () => {
    expect(failure('{{ formatdate(1) }}')).toMatchObject({ code: 'UNKNOWN_FUNCTION', hint: 'did you mean "formatDate"?' });
    expect(failure('{{ lenn(1) }}').hint).toBe('did you mean "len"?');
    expect(failure('{{ zzzzzzzz(1) }}').hint).toBeUndefined();
  });

  it('explain an assignment', () => {
    expect(failure('{{ a = 1 }}').message).toContain('compare with ==');
  });
});

describe('limits', () => {
  it('refuses more than 2,000 characters, but not of plain text', () => {
    expect(failure(`{{ ${' '.repeat(2_000)}1 }}`).code).toBe('EXPRESSION_LIMIT');
    expect(compileTemplate('x'.repeat(5_000)).evaluate(nowhere)).toHaveLength(5_000);
  });

  it.each([
    ['brackets', '('.repeat(900), ')'.repeat(900)],
    ['lists', '['.repeat(900), ']'.repeat(900)],
    ['objects', '{a:'.repeat(400), '}'.repeat(400)],
    ['calls', 'len('.repeat(400), ')'.repeat(400)],
    ['members', 'a['.repeat(600), ']'.repeat(600)],
    ['negations', '!'.repeat(1_900), ''],
    ['signs', '- '.repeat(900), ''],
  ])('refuses deeply nested %s instead of overflowing', (_, open, close) => {
    expect(failure(`{{ ${open}1${close} }}`).code).toBe('EXPRESSION_LIMIT');
  });

  it('takes long chains, which nest nothing', () => {
    expect(compileExpression(Array.from({ length: 900 }, () => '1').join('+')).evaluate(nowhere)).toBe(900);
    expect(compileExpression(`a${'.b'.repeat(900)}`).evaluate(createScope({ a: {} }))).toBeUndefined();
    const chain = `${Array.from({ length: 150 }, (_, index) => `a==${index}?${index}:`).join('')}9`;
    expect(compileExpression(chain).evaluate(createScope({ a: 149 }))).toBe(149);
  });

  it('bounds nesting at 32', () => {
    const nested = (depth: number): string => `{{ ${'['.repeat(depth)}1${']'.repeat(depth)} }}`;
    expect(() => compileTemplate(nested(32))).not.toThrow();
    expect(failure(nested(33)).code).toBe('EXPRESSION_LIMIT');
  });

  it('stops work that takes too many steps', () => {
    const rows = Array.from({ length: 600_000 }, () => 1);
    expect(failure('{{ len(rows) + len(rows) }}', { rows }).message).toContain('10000 steps');
    expect(compileTemplate('{{ len(rows) }}').evaluate(createScope({ rows }))).toBe(600_000);
  });

  it('gives every evaluation its own steps', () => {
    const compiled = compileTemplate('{{ len(rows) }}');
    const scope = createScope({ rows: Array.from({ length: 600_000 }, () => 1) });
    expect([compiled.evaluate(scope), compiled.evaluate(scope)]).toEqual([600_000, 600_000]);
  });

  it('keeps a bounded number of compiled texts, the latest used', () => {
    const cache = new RecentCache<number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.get('a');
    cache.set('c', 3);
    expect([cache.get('a'), cache.get('b'), cache.get('c'), cache.size]).toEqual([1, undefined, 3, 2]);
  });
});

describe('values are data', () => {
  it('refuses functions wherever they lie', () => {
    const names = { a: { run: () => 1 }, run: () => 1 };
    for (const source of ['{{ a.run }}', '{{ run }}', "{{ a['run'] }}", '{{ first(list) }}', "{{ pluck([a], 'run') }}"]) {
      expect(failure(source, { ...names, list: [() => 1] }).code).toBe('EXPRESSION_FORBIDDEN');
    }
  });

  it('runs no getter of a prototype', () => {
    let runs = 0;
    class Account {
      get secret(): string {
        runs += 1;
        return 'secret';
      }
    }
    expect(compileTemplate('{{ a.secret }}').evaluate(createScope({ a: new Account() }))).toBeUndefined();
    expect(runs).toBe(0);
  });

  it('refuses keys that only turn into forbidden names when made text', () => {
    const key = { toString: () => '__proto__' };
    expect(failure('{{ a[key] }}', { a: {}, key }).code).toBe('EXPRESSION_TYPE');
    expect(failure('{{ a[key] }}', { a: {}, key: ['__proto__'] }).code).toBe('EXPRESSION_TYPE');
  });

  it('leaves Object.prototype as it was', () => {
    const before = Object.getOwnPropertyNames(Object.prototype);
    for (const source of ['{{ merge(json(a), json(a)) }}', "{{ pick(json(a), ['__proto__']) }}", '{{ {a: json(a)} }}']) {
      compileTemplate(source).evaluate(createScope({ a: '{"__proto__":{"polluted":true}}' }));
    }
    expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('shows objects that refuse to be text as an error, not a crash', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(failure('a {{ circle }}', { circle }).code).toBe('EXPRESSION_TYPE');
  });
});

describe('observable scopes', () => {
  it('notify of a changed value, a key that appears, and a name that appears', () => {
    const names = observable<Record<string, unknown>>({ user: { name: 'A' }, list: [1] });
    const scope = createScope({}, createScope(names));
    const seen: unknown[] = [];
    const stop = autorun(() => {
      seen.push(compileTemplate('{{ user.name }}/{{ user.mail }}/{{ late }}/{{ len(list) }}').evaluate(scope));
    });
    (names.user as Record<string, unknown>).name = 'B';
    (names.user as Record<string, unknown>).mail = 'b@x';
    names.late = 1;
    (names.list as number[]).push(2);
    stop();
    expect(seen[0]).toBe('A///1');
    expect(seen).toContain('B///1');
    expect(seen).toContain('B/b@x//1');
    expect(seen).toContain('B/b@x/1/1');
    expect(seen.at(-1)).toBe('B/b@x/1/2');
  });

  it('do not notify of what is not read', () => {
    const names = observable<Record<string, unknown>>({ a: 1, b: 1 });
    let runs = 0;
    const stop = autorun(() => {
      runs += 1;
      compileTemplate('{{ a }}').evaluate(createScope(names));
    });
    names.b = 2;
    stop();
    expect(runs).toBe(1);
  });
});

describe('any text at all', () => {
  it('either compiles or fails with an ExpressionError that points into it', () => {
    const { pick, below } = randomFrom(20_240_501);
    const tokens = [
      'a',
      'b.c',
      '[',
      ']',
      '(',
      ')',
      '{',
      '}',
      '{{',
      '}}',
      '"',
      "'",
      '\\',
      '+',
      '-',
      '!',
      '?',
      ':',
      ',',
      '.',
      '==',
      '&&',
      '1',
      'len',
      'constructor',
      ' ',
      '中',
      '\u0000',
      '`',
      '/',
      ';',
      '=>',
    ];
    for (let round = 0; round < 4_000; round += 1) {
      const source = `{{${Array.from({ length: below(14) }, () => pick(tokens)).join('')}}}`;
      try {
        compileTemplate(source).evaluate(createScope({ a: {}, b: { c: [1] } }));
      } catch (error) {
        expect(error, source).toBeInstanceOf(ExpressionError);
        const { position } = error as ExpressionError;
        expect(position, source).toBeGreaterThanOrEqual(0);
        expect(position, source).toBeLessThanOrEqual(source.length);
      }
    }
  });

  it('computes numbers as JavaScript does', () => {
    const { pick, below } = randomFrom(7);
    const build = (depth: number): { text: string; value: number } => {
      if (depth === 0) {
        const value = below(50) + 1;
        return { text: String(value), value };
      }
      const [left, right] = [build(depth - 1), build(depth - 1)];
      const operator = pick(['+', '-', '*']);
      const value = operator === '+' ? left.value + right.value : operator === '-' ? left.value - right.value : left.value * right.value;
      return { text: `(${left.text} ${operator} ${right.text})`, value };
    };
    for (let round = 0; round < 200; round += 1) {
      const { text, value } = build(1 + below(5));
      expect(compileExpression(text).evaluate(nowhere), text).toBe(value);
    }
  });
});

describe('days', () => {
  const of = (text: string) => compileExpression(text).evaluate(nowhere);
  it('are counted over months, leap years and clocks that are put forward; what is missing gives nothing, what is no day says so', () => {
    expect(of("addDays('2028-02-28', 1)")).toBe('2028-02-29');
    expect(of("addDays('2026-01-01', -1)")).toBe('2025-12-31');
    expect(of("daysBetween('2026-03-28', '2026-03-30')")).toBe(2);
    // A day of a register stays as it is, one of a statement is the day of its midnight.
    expect([of("formatDay('2026-03-01')"), of('formatDay(1772323200000)'), of("formatDay('soon')"), of('formatDay(null)')]).toEqual([
      ...['2026-03-01', '2026-03-01', '', ''],
    ]);
    expect(of("daysBetween('2026-03-30', '2026-03-28')")).toBe(-2);
    expect(of("daysBetween('', '2026-03-28') <= 7")).toBe(false);
    expect(of('addDays(null, 3)')).toBeUndefined();
    for (const text of ['2026-02-30', '2026-2-3', '2026-01-01T00:00:00Z', 'soon'])
      expect(() => of(`addDays('${text}', 1)`)).toThrow('expected a day as YYYY-MM-DD');
    expect(() => of("addDays('2026-01-01', 0.5)")).toThrow(ExpressionError);
    expect(() => of("addDays('9999-12-31', 1)")).toThrow(ExpressionError);
  });
});

describe('the function table', () => {
  it('is exactly that of the dialect', async () => {
    const { readFileSync } = await import('node:fs');
    const dialect = readFileSync(new URL('../../../docs/dialect.md', import.meta.url), 'utf8');
    const [, paragraph = ''] = /^Functions: ([\s\S]*?)\n`t`, /m.exec(dialect) ?? [];
    const documented = [...paragraph.matchAll(/`([A-Za-z]+)(?:\([^`]*\))?`/g)].map((match) => match[1]);
    expect([...functionNames]).toEqual(documented.sort());
  });
});
