import type { TextSource } from '../types.ts';
import type { RegisterDocument, RegisterMove } from './document.ts';
import { hasOwnWindow } from './reading.ts';

/** A node, a column or a step of a document. */
export type Part = Record<string, unknown>;

/** Where the documents made of registers stand below their kind's folder. */
export const folder = 'registers';

/** An expression for a text of a document: in the language of the window. */
export function spoken(text: TextSource): string {
  return typeof text === 'string' ? `t(${quoted(text)})` : `localized(${literal(text)})`;
}
export function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}
function literal(texts: object): string {
  return `{${Object.entries(texts)
    .map(([key, text]) => `${quoted(key)}: ${quoted(String(text))}`)
    .join(', ')}}`;
}

/** One of several values by the name something has, as an expression. */
export function chosen(subject: string, entries: readonly (readonly [string, string])[], otherwise = "''"): string {
  return entries.reduceRight((rest, [name, value]) => `${subject} == ${quoted(name)} ? ${value} : ${rest}`, otherwise);
}

/** What a state is called, as an expression. */
export function stateLabel({ states = [] }: RegisterDocument, subject: string): string {
  return chosen(
    subject,
    states.map(({ name, label }) => [name, spoken(label)]),
  );
}

/** The state of a record, `record` being how an expression reads it. */
export function stateTag(document: RegisterDocument, record: string): Part {
  const tones = (document.states ?? []).map(({ name, tone = 'neutral' }) => [name, quoted(tone)] as const);
  const subject = `${record}.state`;
  return { widget: 'tag', text: `{{ ${stateLabel(document, subject)} }}`, tone: `{{ ${chosen(subject, tones, "'neutral'")} }}` };
}

/** Steps that are run where a condition holds, and others where it does not. */
export function either(condition: string, yes: readonly Part[], no?: readonly Part[]): Part {
  // biome-ignore lint/suspicious/noThenProperty: the dialect's own word; nobody awaits a document.
  return { if: `{{ ${condition} }}`, then: yes, ...(no && { else: no }) };
}

/**
 * What a new record begins with, where a window reads a record: one without an id. `check` knows all an answer has, and the window reads more: of what is
 * merged it knows nothing.
 */
export const startedRecord = '{{ merge(start, {}) }}';

/** The names of the files in a field of a record. */
export const fileNames = (files: string): string => `{{ pluck(${files} ?? [], 'name') }}`;

/** What a change ends with: the window of the record shows what was, and goes; `text`: what is said. */
export const done = (text?: string): Part[] => [{ close: 'detail' }, ...(text === undefined ? [] : [{ notify: text }])];

/** The action of the page that makes a move: `moveStart` for `start`; with several records `moveAllStart`; its own window `askStart`. */
export function moveName({ name }: Pick<RegisterMove, 'name'>, verb: 'move' | 'moveAll' | 'ask' = 'move'): string {
  return `${verb}${name.replace(/(?:^|-)([a-z])/g, (_all, letter: string) => letter.toUpperCase())}`;
}

/** The window of moves that ask for a reason and nothing else. */
export const sharedWindow = 'mover';

/** The window a move opens: its own where it asks for fields or shows some. */
export const windowOf = (move: RegisterMove): string => (hasOwnWindow(move) ? moveName(move, 'ask') : sharedWindow);

/** What cannot be taken back easily stands last, where nobody presses it by habit. */
export const dangerLast = (actions: readonly Part[]): Part[] =>
  [...actions].sort((one, other) => Number(one.danger === true) - Number(other.danger === true));
