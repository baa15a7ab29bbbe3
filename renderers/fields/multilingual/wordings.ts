/** One wording of a multilingual label: language, text, default (I18N-04, DICT-01). */
export interface Wording {
  l: string;
  t: string;
  d?: boolean;
}

/**
 * Reads the value of the field: a list, its JSON text, an object by language, or a plain text (which becomes the default wording in
 * `language`). Entries that are none are left out.
 */
export function readWordings(value: unknown, language: string): Wording[] {
  if (typeof value === 'string') {
    const text = value.trim();
    if (text === '') return [];
    if (text.startsWith('[') || text.startsWith('{')) {
      try {
        return readWordings(JSON.parse(text), language);
      } catch {
        // Not JSON after all: a label that happens to start with a bracket.
        return [{ l: language, t: value, d: true }];
      }
    }
    return [{ l: language, t: value, d: true }];
  }
  if (Array.isArray(value)) {
    return value
      .filter((entry): entry is Record<string, unknown> => typeof entry === 'object' && entry !== null && typeof entry.l === 'string')
      .map((entry) => ({ l: String(entry.l), t: String(entry.t ?? ''), ...(isOn(entry.d) ? { d: true } : {}) }));
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .filter(([, text]) => typeof text === 'string')
      .map(([l, text], index) => ({ l, t: String(text), ...(index === 0 ? { d: true } : {}) }));
  }
  return [];
}
function isOn(flag: unknown): boolean {
  return flag === true || flag === 'true' || flag === 1 || flag === '1';
}

/** Text of a language; '' when there is none. */
export function wordingIn(wordings: Wording[], language: string): string {
  return wordings.find((entry) => entry.l === language)?.t ?? '';
}

/** The language of the default entry, else of the first one. */
export function defaultLanguage(wordings: Wording[]): string | undefined {
  return (wordings.find((entry) => entry.d) ?? wordings[0])?.l;
}

/** The list after one text changed: empty wordings go, and exactly one entry is the default. An empty list becomes undefined. */
export function withText(wordings: Wording[], language: string, text: string): Wording[] | undefined {
  const others = wordings.filter((entry) => entry.l !== language);
  const before = wordings.find((entry) => entry.l === language);
  const next =
    text === ''
      ? others
      : before
        ? wordings.map((entry) => (entry.l === language ? { ...entry, t: text } : entry))
        : [...wordings, { l: language, t: text }];
  return withDefault(next, next.find((entry) => entry.d)?.l ?? next[0]?.l);
}

/** The list with its default moved to a language that has a text. */
export function withDefault(wordings: Wording[], language: string | undefined): Wording[] | undefined {
  if (wordings.length === 0) return undefined;
  const target = wordings.some((entry) => entry.l === language) ? language : wordings[0]?.l;
  return wordings.map(({ l, t }) => (l === target ? { l, t, d: true } : { l, t }));
}
