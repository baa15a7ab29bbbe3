import { readDay } from '../../../src/core/date-signs.ts';
import type { RegisterField } from '../../../src/core/register/document.ts';
import { digitsText, parseNumber, unreadable } from '../../../src/core/typed-number.ts';
import type { Language } from '../../../src/core/types.ts';
import type { Context } from '../../context.ts';
import type { LabelValue } from '../../database/values.ts';
import { truthWordsOf } from '../../truth-words.ts';
import { entriesOf } from '../dictionaries/repository.ts';
import { folded } from '../spreadsheets/headings.ts';
import { codeOf, type Register } from './registers.ts';
import { offeredTo } from './sight.ts';
import type { RecordValues } from './tables.ts';
import { rounded } from './values.ts';

type Within = Pick<Context, 'db' | 'services'>;
/** What a cell says as the value of a field, or the key of the text that tells what is wrong with it, what its placeholders stand for, and what could be chosen. */
type ReadCell = { value: RecordValues[string] } | { wrong: string; values?: Record<string, string>; among?: readonly LabelValue[] };
export type CellReader = (text: string) => ReadCell;

const languages: readonly Language[] = ['zh-Hans', 'zh-Hant', 'en'];

/** Reads the cells of a field: choices by what people call them, several with semicolons or commas between, numbers and days as people write them. */
export async function cellReader(within: Within, register: Register, field: RegisterField): Promise<CellReader> {
  const reader = await oneReader(within, register, field);
  if (!field.multiple) return reader;
  return (text) => {
    const whole = field.type === 'record' ? { wrong: '' } : reader(text);
    if ('value' in whole) return { value: [String(whole.value)] };
    const parts = text.split(/[;；、,，\n]/).map((part) => part.trim());
    // What stands behind the number of a record is what it is called, with commas of its own.
    const named = parts.filter((part) => part !== '' && (field.type !== 'record' || isNumbered(within, field, part)));
    const read = (named.length === 0 ? [text] : named).map(reader);
    const wrong = read.find((one) => 'wrong' in one);
    return wrong ?? { value: read.flatMap((one) => ('value' in one ? [String(one.value)] : [])) };
  };
}

/** Whether a text begins as the numbers of the register do that a field is chosen from. */
function isNumbered({ services }: Within, { register = '' }: RegisterField, text: string): boolean {
  const prefix = services.documents.get('register', register)?.code.prefix ?? '';
  return folded(text).startsWith(folded(prefix)) && /^\d+(?:\s|$)/.test(folded(text).slice(folded(prefix).length));
}

async function oneReader(within: Within, register: Register, field: RegisterField): Promise<CellReader> {
  switch (field.type) {
    case 'dictionary': {
      const entries = await entriesOf(within.db, [field.dictionary ?? '']);
      const choices = entries.filter(({ status }) => status === '0');
      return chooser(
        choices.map(({ dictValue, dictLabel }) => [dictValue, [dictValue, ...wordings(dictLabel)]]),
        choices.map(({ dictLabel }) => dictLabel),
      );
    }
    case 'user': {
      const people = await within.db
        .selectFrom('app_user')
        .select(['id', 'username', 'name', 'name_en'])
        .where('status', '=', '0')
        .execute();
      // None of them is suggested: a name that resembles another is somebody else's.
      return chooser(people.map(({ id, username, name, name_en }) => [String(id), [username, name, name_en ?? '']]));
    }
    case 'department': {
      const departments = await within.db.selectFrom('department').select(['id', 'code', 'name']).execute();
      return chooser(
        departments.map(({ id, code, name }) => [String(id), [code, ...wordings(name)]]),
        departments.map(({ name }) => name),
      );
    }
    case 'record':
      return await recordReader(within, register, field);
    case 'boolean': {
      const { yes, no } = truthWordsOf(within.services.documents);
      return chooser(
        [
          ['true', [...yes, ...inAll(within, 'register.yes')]],
          ['false', [...no, ...inAll(within, 'register.no')]],
        ],
        ['register.yes', 'register.no'].map((key) => labelIn(within, key)),
        (value) => value === 'true',
      );
    }
    default:
      return (text) => readPlain(field, text);
  }
}

/** What is read without looking anything up: numbers, days and texts. */
function readPlain(field: RegisterField, text: string): ReadCell {
  switch (field.type) {
    case 'integer':
    case 'decimal':
      return readNumber(field, text);
    case 'date':
      return { value: readDay(text) ?? text };
    default:
      return { value: text };
  }
}

/** A cell with a number or a day as it would be saved; what is chosen by its name, and what cannot be read, as it is written. */
export function cellText(field: RegisterField, text: string): string {
  const read = text === '' ? { value: text } : readPlain(field, text);
  if ('wrong' in read) return text;
  return typeof read.value === 'number' ? digitsText(read.value) : String(read.value);
}

/** As programs write what is very small or large. */
const scientific = /^[+-]?\d+(?:\.\d+)?e[+-]?\d{1,3}$/i;

/** A number as number fields read it. Nobody sees how one of a file is rounded: what has more decimals than the field keeps is refused. (DATA-14) */
function readNumber({ type, digits = 2 }: RegisterField, text: string): ReadCell {
  const [digitsOnly = '', exponent] = scientific.test(text) ? text.split(/e/i) : [text];
  if (unreadable(digitsOnly) === 'field.longNumber') return { wrong: 'field.longNumber', values: { text: text.slice(0, 40) } };
  const number = (exponent === undefined ? parseNumber(text) : Number(text)) ?? Number.NaN;
  if (!Number.isFinite(number)) return { wrong: 'register.noNumber' };
  if (rounded(number, type === 'integer' ? 0 : digits) === number) return { value: number };
  return type === 'integer' ? { wrong: 'register.noNumber' } : { wrong: 'register.tooFine', values: { most: String(digits) } };
}

/** One of several, by any of its names; a name that several have is none. */
function chooser(
  choices: readonly (readonly [value: string, names: readonly string[]])[],
  among: readonly LabelValue[] = [],
  toValue = (value: string): string | boolean => value,
): CellReader {
  const known = new Map<string, Set<string>>();
  for (const [value, names] of choices)
    for (const name of names) if (name !== '') known.set(folded(name), (known.get(folded(name)) ?? new Set()).add(value));
  return (text) => {
    const [value, ...more] = known.get(folded(text)) ?? [];
    if (value === undefined) return { wrong: 'register.noChoice', among };
    return more.length > 0 ? { wrong: 'register.severalChoices' } : { value: toValue(value) };
  };
}

/** Records the user is offered by their number, as it is written in front of what they are called. */
async function recordReader({ db, services }: Within, from: Register, { name, register: id = '' }: RegisterField): Promise<CellReader> {
  const document = services.documents.get('register', id);
  const target = document && { id, document, user: from.user };
  const rows = target
    ? await db
        .selectFrom('register_row')
        .select(['id', 'number'])
        .where(offeredTo(from, name, target))
        .execute()
    : [];
  const ids = new Map(document ? rows.map(({ id, number }) => [folded(codeOf({ document }, number)), String(id)]) : []);
  return (text) => {
    const value = ids.get(folded(text.split(/\s/, 1)[0] ?? ''));
    return value === undefined ? { wrong: 'register.noChoice' } : { value };
  };
}

/** What a text of a document says in every language. */
export function inAll({ services }: Pick<Within, 'services'>, key: string): string[] {
  return languages.map((language) => services.documents.text(language, key) ?? key);
}

function labelIn({ services }: Pick<Within, 'services'>, key: string): LabelValue {
  return languages.map((l) => ({ l, t: services.documents.text(l, key) ?? key }));
}

function wordings(label: LabelValue): string[] {
  return typeof label === 'string' ? [label] : label.map(({ t }) => t);
}
