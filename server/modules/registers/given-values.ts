import { type RawBuilder, sql } from 'kysely';
import { isDay } from '../../../src/core/index.ts';
import type { RegisterField } from '../../../src/core/register/document.ts';
import { isTyped, mostItems } from '../../../src/core/register/reading.ts';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { ruleDetail, ruleOf } from '../../plugins/rules.ts';
import { wordsOf } from '../../reader.ts';
import { filesOf, readFiles } from './files.ts';
import { type Register, withFields } from './registers.ts';
import { offeredTo } from './sight.ts';
import type { RecordValues } from './tables.ts';
import { referredValues, rounded, withComputed } from './values.ts';

type Value = RecordValues[string];
/** A value that can be kept, or what is wrong with it. */
type Read = { value: Value | undefined } | { wrong: Omit<ErrorDetail, 'field'> };

const longestText = 200;
const longestLines = 2_000;

/**
 * Of which records: those the user is offered, or any, held until what points at them stands; `checked` is of those the user is offered where nothing is
 * saved afterwards, so that nobody waits.
 */
type Choosing = 'offered' | 'any' | 'checked';

/**
 * The values of a record as they are kept, of what was given: empty ones are left out, computed ones are computed.
 * `before`: what is kept so far, of which a choice that is no choice any more may stay.
 * @throws ApiError PARAMETER_ERROR at every field that is wrong
 */
export async function readValues(
  context: Pick<WordedContext, 'db' | 'services' | 'reply' | 'worded'>,
  register: Register,
  given: Readonly<Record<string, unknown>>,
  before: RecordValues = {},
  choosing: Choosing = 'offered',
): Promise<RecordValues> {
  const { db, services } = context;
  const choice: Choice = { offered: choosing === 'any' ? undefined : offeredIn(context, register), isHeld: choosing !== 'checked' };
  const say = wordsOf(context);
  const details: ErrorDetail[] = [];
  const values: RecordValues = {};
  const known = new Map(register.document.fields.map((field) => [field.name, field]));
  for (const name of Object.keys(given)) if (!known.has(name)) details.push({ field: name, message: 'The register has no such field' });
  for (const field of register.document.fields) {
    if (!isTyped(field)) continue;
    const read = field.type === 'files' ? await readGiven(db, register, field, given, before) : readValue(field, given[field.name]);
    if ('wrong' in read) details.push({ field: field.name, ...read.wrong });
    else if (read.value === undefined) {
      if (field.required) details.push({ field: field.name, message: 'is missing', key: 'engine.required' });
    } else {
      const broken = (field.rules ?? []).flatMap((id) => ruleDetail(ruleOf(services.documents, id), read.value, say, given) ?? []);
      for (const detail of broken.slice(0, 1)) details.push({ field: field.name, ...detail });
      if (broken.length === 0 && !(await areChoices(db, field, read.value, before[field.name], choice)))
        details.push({ field: field.name, message: 'There is no such choice', key: 'register.noChoice' });
      values[field.name] = read.value;
    }
  }
  if (details.length > 0) throw new ApiError('PARAMETER_ERROR', { details });
  return withComputed(register, values, await referredValues(db, register, values));
}

/**
 * The same of some fields alone, as they are given here; the others keep what they have and are not judged anew: a rule that came since would shut
 * those that are open.
 * @throws ApiError PARAMETER_ERROR at every field that is wrong
 */
export async function readSome(
  context: Pick<WordedContext, 'db' | 'services' | 'reply' | 'worded'>,
  register: Register,
  fields: readonly RegisterField[],
  given: Readonly<Record<string, unknown>>,
  before: RecordValues,
  choosing: Choosing = 'offered',
): Promise<RecordValues> {
  const names = fields.map(({ name }) => name);
  const read = await readValues(context, withFields(register, fields), given, before, choosing);
  const values = { ...Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name))), ...read };
  return withComputed(register, values, await referredValues(context.db, register, values));
}

/** Whether nothing was given: no text but blanks, no file. */
export function isEmptyValue(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'string' ? value.trim() === '' : (value ?? undefined) === undefined;
}

async function readGiven(
  db: Database,
  { user }: Register,
  field: RegisterField,
  { [field.name]: given }: Readonly<Record<string, unknown>>,
  { [field.name]: kept }: RecordValues,
): Promise<Read> {
  if (given === undefined || given === null || given === '') return { value: undefined };
  if (!Array.isArray(given)) return wrong('is no list of files', 'register.noFile');
  const files = await readFiles(db, user.id, field, given, filesOf({ kept: kept ?? [] }));
  if (!Array.isArray(files)) return { wrong: files };
  return { value: files.length === 0 ? undefined : files };
}

function readValue(field: RegisterField, given: unknown): Read {
  if (isEmptyValue(given)) return { value: undefined };
  if (field.multiple) return readSeveral(field, Array.isArray(given) ? given : [given]);
  const { type, minimum, maximum } = field;
  switch (type) {
    case 'boolean':
      return typeof given === 'boolean' ? { value: given } : wrong('is no yes or no');
    case 'integer':
    case 'decimal': {
      const number = typeof given === 'number' || typeof given === 'string' ? Number(given) : Number.NaN;
      if (!Number.isFinite(number) || (type === 'integer' && !Number.isSafeInteger(number)))
        return wrong('is no number', 'register.noNumber');
      if (minimum !== undefined && number < minimum) return wrong(`is below ${minimum}`, 'register.tooSmall', { minimum: String(minimum) });
      if (maximum !== undefined && number > maximum) return wrong(`is above ${maximum}`, 'register.tooLarge', { maximum: String(maximum) });
      return { value: rounded(number, type === 'integer' ? 0 : (field.digits ?? 2)) };
    }
    case 'date':
      return typeof given === 'string' && isDay(given) ? { value: given } : wrong('is no day', 'register.noDay');
    case 'text': {
      if (typeof given !== 'string') return wrong('is no text');
      const text = given.trim();
      const most = field.maxLength ?? (field.lines === undefined ? longestText : longestLines);
      if ([...text].length > most) return wrong(`is longer than ${most} characters`, 'register.tooLong', { most: String(most) });
      return { value: text === '' ? undefined : text };
    }
    default:
      return typeof given === 'string' && given.length <= longestText ? { value: given } : wrong('is no choice', 'register.noChoice');
  }
}

/** Each once, in their order. */
function readSeveral(field: RegisterField, given: readonly unknown[]): Read {
  const values = [...new Set(given)];
  const most = mostItems(field);
  if (values.length > most) return wrong(`more than ${most}`, 'register.tooMany', { most: String(most) });
  const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= longestText;
  return values.every(isText) ? { value: values } : wrong('is no choice', 'register.noChoice');
}

function wrong(message: string, key?: string, values?: Record<string, string>): Read {
  return { wrong: { message, ...(key !== undefined && { key }), ...(values && { values }) } };
}

/** Whether what was chosen, but for what was before, is there to be chosen. */
async function areChoices(db: Database, field: RegisterField, value: Value, before: Value | undefined, choice: Choice): Promise<boolean> {
  const [now, kept] = [value, before].map((one) => (field.multiple ? [one ?? []].flat() : [one])) as [Value[], unknown[]];
  for (const one of now) if (!kept.includes(one) && !(await isChoice(db, field, one, choice))) return false;
  return true;
}

/** Which records a field offers to who chooses. */
type OfferedIn = (field: RegisterField) => RawBuilder<boolean>;

interface Choice {
  /** Without it any record. */
  offered: OfferedIn | undefined;
  /** Nothing is deleted before what refers to it stands. */
  isHeld: boolean;
}

/** The register as it is served: what is read of some fields alone is seen by all of them. */
function offeredIn({ services }: Pick<WordedContext, 'services'>, register: Register): OfferedIn {
  const documentOf = (id: string) => services.documents.get('register', id);
  const from = { ...register, document: documentOf(register.id) ?? register.document };
  return ({ name, register: id = '' }) => {
    const document = documentOf(id);
    return document ? offeredTo(from, name, { id, document, user: register.user }) : sql<boolean>`false`;
  };
}

async function isChoice(db: Database, field: RegisterField, value: Value, { offered, isHeld }: Choice): Promise<boolean> {
  const { type, dictionary = '', register = '', states } = field;
  // As ids are written: one with noughts before it would be another one wherever ids are compared.
  const id = /^[1-9]\d{0,14}$/.test(String(value)) ? Number(value) : -1;
  switch (type) {
    case 'dictionary': {
      const entries = db.selectFrom('dictionary_entry').select('id').where('type', '=', dictionary).where('value', '=', String(value));
      return (await entries.where('status', '=', '0').executeTakeFirst()) !== undefined;
    }
    case 'user':
      return (await db.selectFrom('app_user').select('id').where('id', '=', id).where('status', '=', '0').executeTakeFirst()) !== undefined;
    case 'department': {
      const row = db.selectFrom('department').select('id').where('id', '=', id);
      return (await (isHeld ? row.forKeyShare() : row).executeTakeFirst()) !== undefined;
    }
    case 'record': {
      const rows = db.selectFrom('register_row').select('id').where('id', '=', id).where('register', '=', register);
      const row = offered ? rows.where(offered(field)) : rows;
      if (!isHeld) return (await row.executeTakeFirst()) !== undefined;
      // Where its state counts it stays what it was until what points at it stands.
      return (await (offered && states ? row.forShare() : row.forKeyShare()).executeTakeFirst()) !== undefined;
    }
    default:
      return true;
  }
}
