import { limits } from './limits.ts';

/** Why a pattern cannot be used, as the kind of a fault, and at which sign. */
export class PatternError extends Error {
  override readonly name = 'PatternError';
  constructor(
    readonly kind: 'patternLong' | 'patternLarge' | 'patternSyntax',
    readonly position: number,
  ) {
    super(`${kind} at ${position}`);
  }
}

type Test = (code: number) => boolean;
export type Part = { test: Test } | { row: Part[] } | { choices: Part[] } | { part: Part; least: number; most: number | undefined };

const mostRepeats = 100;
const between = (from: number, to: number) => (code: number) => code >= from && code <= to;
const isDigit = between(48, 57);
const isWord: Test = (code) => isDigit(code) || code === 95 || between(65, 90)(code) || between(97, 122)(code);
const isSpace: Test = (code) => /\s/.test(String.fromCodePoint(code));
const not =
  (test: Test): Test =>
  (code) =>
    !test(code);
const classes: Readonly<Record<string, Test>> = { d: isDigit, w: isWord, s: isSpace, D: not(isDigit), W: not(isWord), S: not(isSpace) };
const marks: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9 };

/**
 * Reads the part of regular expressions that tells what a text looks like: signs, `.`, `[a-z]`, `\d \w \s` and their opposites, groups, `|`, `* + ? {2,5}`. The whole text is
 * meant, so that `^` and `$` may stand at its ends and nowhere else. No look-around and no back references. `longest`: signs it may have.
 * @throws PatternError
 */
export function parsePattern(source: string, longest: number = limits.patternLength): Part {
  if (source.length > longest) throw new PatternError('patternLong', longest);
  const signs = [...source.replace(/^\^/, '').replace(/(?<!\\)\$$/, '')];
  const shift = source.startsWith('^') ? 1 : 0;
  let at = 0;
  let depth = 0;

  const fail = (): never => {
    throw new PatternError('patternSyntax', at + shift + 1);
  };
  const take = (): string => signs[at++] ?? fail();

  const choices = (): Part => {
    const found = [row()];
    while (signs[at] === '|') {
      at += 1;
      found.push(row());
    }
    return found.length === 1 && found[0] ? found[0] : { choices: found };
  };
  const row = (): Part => {
    const parts: Part[] = [];
    while (at < signs.length && signs[at] !== '|' && signs[at] !== ')') parts.push(repeated(one()));
    return { row: parts };
  };
  const repeated = (part: Part): Part => {
    const sign = signs[at];
    if (sign !== '*' && sign !== '+' && sign !== '?' && sign !== '{') return part;
    at += 1;
    const [least, most] = sign === '{' ? bounds() : sign === '?' ? [0, 1] : [sign === '+' ? 1 : 0, undefined];
    if (['*', '+', '?', '{'].includes(signs[at] ?? '')) fail();
    return { part, least, most };
  };
  const bounds = (): [number, number | undefined] => {
    const end = signs.indexOf('}', at);
    const [, first, comma, second] = /^(\d{1,3})(,?)(\d{0,3})$/.exec(signs.slice(at, Math.max(end, at)).join('')) ?? [];
    if (first === undefined) return fail();
    const least = Number(first);
    const most = comma === '' ? least : second === '' ? undefined : Number(second);
    if (least > mostRepeats || (most !== undefined && (most > mostRepeats || most < least))) fail();
    at = end + 1;
    return [least, most];
  };
  const one = (): Part => {
    const sign = take();
    if (sign === '(') return group();
    if (sign === '[') return { test: set() };
    if (sign === '.') return { test: (code) => code !== 10 && code !== 13 };
    if (sign === '\\') return { test: escaped().test };
    if ('*+?{}]^$'.includes(sign)) fail();
    const code = codeOf(sign);
    return { test: (other) => other === code };
  };
  const group = (): Part => {
    depth += 1;
    if (depth > 20) fail();
    if (signs[at] === '?') {
      at += 1;
      if (take() !== ':') fail();
    }
    const part = choices();
    if (signs[at] !== ')') fail();
    at += 1;
    depth -= 1;
    return part;
  };
  const escaped = (): { test: Test; code: number | undefined } => {
    const sign = take();
    const known = Object.hasOwn(classes, sign) ? classes[sign] : undefined;
    if (known) return { test: known, code: undefined };
    // Letters and digits may have a meaning elsewhere that is not offered here.
    if (!Object.hasOwn(marks, sign) && /[A-Za-z0-9]/.test(sign)) fail();
    const code = marks[sign] ?? codeOf(sign);
    return { test: (other) => other === code, code };
  };
  const set = (): Test => {
    const isNegated = signs[at] === '^';
    if (isNegated) at += 1;
    const tests: Test[] = [];
    while (signs[at] !== ']') {
      const first = member();
      const isRange = signs[at] === '-' && signs[at + 1] !== ']' && first.code !== undefined;
      if (!isRange) {
        tests.push(first.test);
        continue;
      }
      at += 1;
      const last = member();
      if (last.code === undefined || first.code === undefined || last.code < first.code) return fail();
      tests.push(between(first.code, last.code));
    }
    at += 1;
    if (tests.length === 0) fail();
    const some: Test = (code) => tests.some((test) => test(code));
    return isNegated ? not(some) : some;
  };
  const member = (): { test: Test; code: number | undefined } => {
    const sign = take();
    if (sign === '\\') return escaped();
    const code = codeOf(sign);
    return { test: (other) => other === code, code };
  };

  const part = choices();
  if (at < signs.length) fail();
  return part;
}

function codeOf(sign: string): number {
  return sign.codePointAt(0) ?? 0;
}
