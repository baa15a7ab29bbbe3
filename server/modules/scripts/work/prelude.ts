/** Most rows one row may become, characters of a line of the log and of what was thrown, and lines told. */
export const limits = { rowsOfOne: 10_000, rowsOfBatch: 200_000, characters: 500, stack: 2_000, lines: 1_000, checked: 1_000 } as const;

/**
 * Text for the interpreter, which reads it before the script: what is not the same for every run is taken away or made so, and what calls the script and packs what
 * it gives. Nothing in here protects us: whatever comes out of the interpreter is text that is read as such and checked. Called with the one function of
 * ours there is, which takes a line of the log.
 */
export const prelude = `(function (tell, now, seed) {
  'use strict';
  const { parse, stringify } = JSON;
  const { freeze, keys, getPrototypeOf, defineProperty } = Object;
  const { isArray } = Array;
  const { isFinite } = Number;
  const { imul } = Math;
  const text = String;
  const RealDate = Date;
  const RealPromise = Promise;

  let drawn = seed | 0;
  Math.random = function random() {
    drawn = (drawn + 0x6d2b79f5) | 0;
    let mixed = imul(drawn ^ (drawn >>> 15), 1 | drawn);
    mixed = (mixed + imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };

  function FixedDate(...given) {
    if (new.target === undefined) return new RealDate(now).toString();
    return Reflect.construct(RealDate, given.length === 0 ? [now] : given, new.target);
  }
  FixedDate.prototype = RealDate.prototype;
  defineProperty(RealDate.prototype, 'constructor', { value: FixedDate });
  FixedDate.now = () => now;
  FixedDate.parse = RealDate.parse;
  FixedDate.UTC = RealDate.UTC;
  defineProperty(globalThis, 'Date', { value: FixedDate, writable: true, configurable: true });

  // Code is what was saved and nothing that is made of texts; what depends on when memory is tidied differs from run to run.
  const denied = function () {
    throw new TypeError('Code cannot be made of text in a script');
  };
  denied.prototype = Function.prototype;
  for (const sample of [function () {}, function* () {}, async function () {}, async function* () {}])
    defineProperty(getPrototypeOf(sample), 'constructor', { value: denied });
  globalThis.Function = denied;
  for (const name of ['eval', 'WeakRef', 'FinalizationRegistry', 'SharedArrayBuffer', 'Atomics']) delete globalThis[name];

  let at = null;
  let lines = 0;
  const shown = (value) => {
    if (typeof value === 'string') return value;
    try {
      if (typeof value === 'object' && value !== null && !(value instanceof Error)) return stringify(value) ?? text(value);
      return text(value);
    } catch {
      return typeof value;
    }
  };
  const say = (level) => (...given) => {
    lines += 1;
    if (lines <= ${limits.lines}) tell(level, at, given.map((one) => shown(one).slice(0, ${limits.characters})).join(' ').slice(0, ${limits.characters}));
  };
  globalThis.console = freeze({ log: say('log'), info: say('log'), debug: say('log'), warn: say('warn'), error: say('error') });

  const told = (error) => {
    try {
      if (error instanceof Error)
        return [(text(error.name) + ': ' + text(error.message)).slice(0, ${limits.characters}), text(error.stack).slice(0, ${limits.stack})];
      return [shown(error).slice(0, ${limits.characters}), ''];
    } catch {
      return [typeof error, ''];
    }
  };

  let [row, finish, parameters, columns] = [undefined, undefined, undefined, []];
  const state = {};
  let declared = new Set();
  const unknown = new Set();
  let given = 0;

  const carried = (value) => {
    if (value === undefined || value === null) return null;
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        return isFinite(value) ? value : { x: text(value) };
      case 'bigint':
        return { i: text(value) };
      default:
        if (value instanceof RealDate) {
          const day = RealDate.prototype.getTime.call(value);
          return isFinite(day) ? { d: day } : { x: 'Invalid Date' };
        }
        return { x: isArray(value) ? 'array' : typeof value };
    }
  };
  const put = (out, one, number) => {
    if (one === null || typeof one !== 'object' || isArray(one) || one instanceof RealPromise) {
      out.push([number, one instanceof RealPromise ? 'promise' : isArray(one) ? 'array' : shown(one).slice(0, 60)]);
      return;
    }
    given += 1;
    if (given <= ${limits.checked}) for (const key of keys(one)) if (!declared.has(key) && unknown.size < 20) unknown.add(key.slice(0, 60));
    out.push([number, columns.map((name) => carried(one[name]))]);
  };
  const take = (out, result, number) => {
    if (result === undefined || result === null || result === false) return;
    if (!isArray(result)) put(out, result, number);
    else if (result.length > ${limits.rowsOfOne}) throw new RangeError('One row becomes ${limits.rowsOfOne} rows at most');
    else for (const one of result) put(out, one, number);
  };
  const packed = (out, faults) => {
    if (out.length > ${limits.rowsOfBatch}) throw new InternalError('too much output');
    return stringify([out, faults, lines]);
  };
  /** What ends the whole script, whatever row it happened at. */
  const isEnd = (error) => error instanceof InternalError;

  return {
    told: (error) => stringify(told(error)),
    at: () => stringify([at, lines]),
    unknown: () => stringify([...unknown]),
    begin(givenRow, givenFinish, json) {
      const said = parse(json);
      [row, finish, parameters, columns] = [givenRow, givenFinish, freeze(said.parameters), said.columns];
      declared = new Set(columns);
    },
    batch(json, first) {
      const rows = parse(json);
      const [out, faults] = [[], []];
      for (let index = 0; index < rows.length; index += 1) {
        at = first + index;
        const before = out.length;
        try {
          take(out, row(freeze(rows[index]), parameters, state), at);
        } catch (error) {
          if (isEnd(error)) throw error;
          out.length = before;
          faults.push([at, ...told(error)]);
        }
      }
      return packed(out, faults);
    },
    end() {
      at = 0;
      const out = [];
      if (finish !== undefined) {
        const result = finish(parameters, state);
        if (isArray(result)) for (const one of result) put(out, one, 0);
        else take(out, result, 0);
      }
      return packed(out, []);
    },
  };
})`;
