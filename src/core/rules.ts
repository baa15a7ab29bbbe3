import { placeOfRefused } from './refused-place.ts';
import { brokenWords } from './rules/avoided.ts';
import { checks } from './rules/checks.ts';
import type { IsListed, RuleDocument, TextSource } from './types.ts';

export { isExternalAddress, isUrl } from './rules/addresses.ts';

/** What a value breaks: `pattern`, `maxLength`, `format`, `check-digit` ... and the text to show. */
export interface RuleViolation {
  part: string;
  message: TextSource;
}

/** Longest text a pattern is tried on: some patterns take very long on very long texts. */
const MAX_PATTERN_TEXT = 10_000;

/**
 * Applies a rule to a value, in the browser and on the server alike. undefined, null and '' pass every rule (`required` is said by the
 * field); an empty list passes everything but minItems. `beside`: the values it stands among, by name, for rules that read them. `isListed`:
 * what knows the lists of texts a rule names; the server does. Returns the first broken part, or undefined.
 */
export function checkRule(
  rule: RuleDocument,
  value: unknown,
  beside: Readonly<Record<string, unknown>> = {},
  isListed?: IsListed,
): RuleViolation | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  const part = firstBroken(rule, value, { beside, isListed });
  return part === undefined ? undefined : { part, message: messageOf(rule, part) };
}

/** What the placeholders of the messages of a rule stand for, but for `place`. `most`: characters of the longest text a pattern is tried on. */
export function placeholdersOf(rule: RuleDocument): Record<string, string | number | undefined> {
  const { minLength, maxLength, width, minimum, maximum, minItems, maxItems, maxBytes, extensions } = rule;
  const most = MAX_PATTERN_TEXT.toLocaleString('en');
  return { minLength, maxLength, width, minimum, maximum, minItems, maxItems, maxBytes, extensions: extensions?.join(', '), most };
}

/** What the placeholder of this name stands for: where a value has the first sign the pattern of its rule refuses. */
export const PLACE = '{{place}}';

/** A message with `{{place}}` filled in. It is looked for sign by sign, so only where the message names it. What is no text, or is refused as a whole, has none to show. */
export function withPlace(message: string, { pattern }: RuleDocument, value: unknown): string {
  const isText = pattern !== undefined && typeof value === 'string';
  return message.replaceAll(PLACE, () => (isText && placeOfRefused(value, (sign) => !matches(pattern, sign))) || '…');
}

/** What a text is compared with. */
interface Known {
  beside: Readonly<Record<string, unknown>>;
  isListed: IsListed | undefined;
}

function firstBroken(rule: RuleDocument, value: unknown, known: Known): string | undefined {
  switch (rule.type ?? 'string') {
    case 'array':
      return brokenList(rule, value);
    case 'file':
      return brokenFiles(rule, value);
    case 'number':
    case 'integer':
      return brokenNumber(rule, value);
    default:
      return brokenText(rule, value, known);
  }
}

function brokenText(rule: RuleDocument, value: unknown, { beside, isListed }: Known): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return 'type';
  const text = String(value);
  const length = [...text].length;
  if (rule.minLength !== undefined && length < rule.minLength) return 'minLength';
  if (rule.maxLength !== undefined && length > rule.maxLength) return 'maxLength';
  if (rule.width !== undefined && widthOf(text) > rule.width) return 'width';
  return brokenForm(rule, text) ?? brokenBounds(rule, text) ?? (rule.avoid && brokenWords(rule.avoid, text, beside, isListed));
}

function brokenNumber(rule: RuleDocument, value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return 'type';
  const text = String(value).trim();
  const number = Number(text);
  if (text === '' || !Number.isFinite(number) || /^[+-]?0[xob]/i.test(text)) return 'type';
  if (rule.type === 'integer' && !Number.isInteger(number)) return 'type';
  return brokenForm(rule, text) ?? brokenBounds(rule, text);
}

function brokenBounds(rule: RuleDocument, text: string): string | undefined {
  if (rule.minimum === undefined && rule.maximum === undefined) return undefined;
  const number = Number(text);
  if (Number.isNaN(number)) return 'type';
  if (rule.minimum !== undefined && number < rule.minimum) return 'minimum';
  return rule.maximum !== undefined && number > rule.maximum ? 'maximum' : undefined;
}

function brokenForm(rule: RuleDocument, text: string): string | undefined {
  if (rule.pattern !== undefined && text.length > MAX_PATTERN_TEXT) return 'tooLong';
  if (rule.pattern !== undefined && !matches(rule.pattern, text)) return 'pattern';
  if (rule.check === undefined) return undefined;
  const check = checks.get(rule.check);
  // A check nobody knows must not let everything pass.
  return check ? check(text) : 'check';
}

function brokenList(rule: RuleDocument, value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'type';
  if (rule.minItems !== undefined && value.length < rule.minItems) return 'minItems';
  return rule.maxItems !== undefined && value.length > rule.maxItems ? 'maxItems' : undefined;
}

/** Files are objects with `name` and `size`, one or a list of them. */
function brokenFiles(rule: RuleDocument, value: unknown): string | undefined {
  const files: unknown[] = Array.isArray(value) ? value : [value];
  if (rule.minItems !== undefined && files.length < rule.minItems) return 'minItems';
  if (rule.maxItems !== undefined && files.length > rule.maxItems) return 'maxItems';
  for (const file of files) {
    const { name, size } = (file ?? {}) as { name?: unknown; size?: unknown };
    if (typeof name !== 'string' || (rule.maxBytes !== undefined && typeof size !== 'number')) return 'type';
    const lower = name.toLowerCase();
    if (rule.extensions && !rule.extensions.some((extension) => lower.endsWith(extension) && lower.length > extension.length)) {
      return 'extensions';
    }
    if (rule.maxBytes !== undefined && Number(size) > rule.maxBytes) return 'maxBytes';
  }
  return undefined;
}

const patterns = new Map<string, RegExp | undefined>();

/** The whole text must match. A pattern that is no regular expression matches nothing. */
function matches(pattern: string, text: string): boolean {
  if (!patterns.has(pattern)) patterns.set(pattern, compilePattern(pattern));
  return patterns.get(pattern)?.test(text) ?? false;
}

/** The expression of a pattern, or undefined when it is none. */
export function compilePattern(pattern: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u');
  } catch {
    return undefined;
  }
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303f\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6]/gu;

/** Width of a text where a wide (Chinese) character counts 2 and any other 1. */
export function widthOf(text: string): number {
  return [...text].length + (text.match(WIDE)?.length ?? 0);
}

/** The text of the part, else the default one. A localized text and texts by part are told apart by `default`. */
function messageOf({ message }: RuleDocument, part: string): TextSource {
  const hasParts = typeof message !== 'string' && Object.hasOwn(message, 'default');
  const own = hasParts && Object.hasOwn(message, part) ? (message as Record<string, TextSource>)[part] : undefined;
  if (own !== undefined) return own;
  // What a rule says of its pattern, or of anything, is not what is wrong then.
  if (part === 'tooLong') return 'engine.tooLong';
  return hasParts ? ((message as Record<string, TextSource>).default ?? '') : (message as TextSource);
}
