import { isObject } from '../../../src/core/json-object.ts';

/** Properties that say what a thing is called, the most telling first. */
const keys = [
  ...[
    'code',
    'username',
    'roleCode',
    'dictValue',
    'name',
    'boardName',
    'clientName',
    'projectName',
    'taskName',
    'dealerName',
    'tableTitle',
  ],
  ...['title', 'originName', 'dealer', 'task', 'evaluation', 'subject', 'recipient'],
];
const longest = 200;

/** What the thing is called that an audit row is about, as far as the row knows: so it reads, and is found, without its number. */
export function nameIn(detail: Record<string, unknown>): string | null {
  // Records of registers have their code beside what they hold.
  for (const state of [{ code: detail.code }, detail.after, detail.before, detail]) {
    const name = isObject(state) ? keys.map((key) => textOf(state[key])).find((text) => text !== '') : undefined;
    if (name !== undefined) return name.slice(0, longest);
  }
  return null;
}

/** A text, or the wordings of one in several languages. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return [...new Set(value.flatMap((one: unknown) => (isObject(one) && typeof one.t === 'string' ? one.t : [])))].join(' / ');
}
