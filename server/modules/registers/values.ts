import { round } from '../../../src/core/expression/functions/number.ts';
import { compileTemplate, createScope, ExpressionError, isDay } from '../../../src/core/index.ts';
import { fieldsInOrder, liveFields } from '../../../src/core/register/computed.ts';
import type { RegisterField } from '../../../src/core/register/document.ts';
import type { Database } from '../../database/connection.ts';
import type { Register } from './registers.ts';
import type { RecordValues } from './tables.ts';

type Value = RecordValues[string];

/** Values of what records are referred to by, by the names of the fields. */
export type Referred = Readonly<Record<string, RecordValues>>;

/** Whether values of a register are computed of those of other records. */
export function readsOthers({ document }: Pick<Register, 'document'>): boolean {
  return document.fields.some(({ value }) => readsRecords(value));
}

/** Whether an expression reads what records are referred to by. */
export function readsRecords(expression: string | undefined): boolean {
  return expression !== undefined && compileTemplate(expression).findings.names.has('records');
}

/** What the computed values of a record read besides its own ones; `isRead`: whether anything does. */
export async function referredValues(
  db: Database,
  register: Pick<Register, 'document'>,
  values: RecordValues,
  isRead = readsOthers(register),
): Promise<Referred> {
  if (!isRead) return {};
  return await referredBy(register, values, async (other, id) => {
    const row = db.selectFrom('register_row').select('data').where('id', '=', Number(id)).where('register', '=', other);
    return (await row.executeTakeFirst())?.data;
  });
}

/** The same; `find` knows the values of a record of a register. */
export async function referredBy(
  register: Pick<Register, 'document'>,
  values: RecordValues,
  find: (register: string, id: string) => Promise<RecordValues | undefined>,
): Promise<Referred> {
  const referred: Record<string, RecordValues> = {};
  // One after the other: a field may point at a record by a value that is computed of another one.
  for (const field of fieldsInOrder(register.document)) {
    if (field.type !== 'record' || field.multiple) continue;
    const id = withComputed(register, values, referred)[field.name];
    const found = id === undefined ? undefined : await find(field.register ?? '', String(id));
    if (found) referred[field.name] = found;
  }
  return referred;
}

/** The values with those that are computed of them and kept, each after what it is computed of. */
export function withComputed({ document }: Pick<Register, 'document'>, values: RecordValues, records: Referred = {}): RecordValues {
  const live = liveFields(document);
  return computed({ document }, values, records, ({ name }) => !live.has(name));
}

/** The values of a record with figures over others, and with what is computed of those. */
export function withFigures({ document }: Pick<Register, 'document'>, values: RecordValues, figures: RecordValues): RecordValues {
  const live = liveFields(document);
  return computed({ document }, { ...values, ...figures }, {}, ({ name }) => live.has(name));
}

function computed(
  { document }: Pick<Register, 'document'>,
  values: RecordValues,
  records: Referred,
  isWanted: (field: RegisterField) => boolean,
): RecordValues {
  const all = { ...values };
  for (const field of fieldsInOrder(document)) {
    if (field.value === undefined || !isWanted(field)) continue;
    const result = asKept(field, evaluate(field.value, { values: all, records }));
    if (result === undefined) delete all[field.name];
    else all[field.name] = result;
  }
  return all;
}

/**
 * A number with so many digits, rounded as number fields and `round` do: 1.005 to 1.01, -2.5 to -3. What rounds to nothing is 0: JSON knows no -0, and it would
 * be a change each time.
 */
export function rounded(number: number, digits: number): number {
  const result = round(number, digits);
  // The largest numbers have no digits to round, and no room for more.
  return result !== undefined && Number.isFinite(result) ? result + 0 : number;
}

/** What was computed as its field keeps it: with its digits, whole numbers rounded; nothing where it is no value of the type. */
export function asKept({ type, digits = 2 }: RegisterField, result: unknown): Value | undefined {
  switch (type) {
    case 'boolean':
      return typeof result === 'boolean' ? result : undefined;
    case 'integer':
    case 'decimal': {
      const number = typeof result === 'string' && result.trim() !== '' ? Number(result) : result;
      if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
      return rounded(number, type === 'integer' ? 0 : digits);
    }
    case 'date':
      return typeof result === 'string' && isDay(result) ? result : undefined;
    default:
      if (typeof result === 'number') return Number.isFinite(result) ? String(result) : undefined;
      return typeof result === 'string' && result !== '' ? result : undefined;
  }
}

/** The value a document says a field gets: what its expressions give with these values, or itself. */
export const saidValue = (said: unknown, names: Record<string, unknown>, today: string): unknown =>
  typeof said === 'string' ? evaluate(said, names, today) : said;

/** What an expression of the document gives; nothing where it cannot be evaluated with these values. `today`: the day it is asked on, for what may know it. */
export function evaluate(expression: string, names: Record<string, unknown>, today?: string): unknown {
  const host = today === undefined ? undefined : { functions: { today: () => today } };
  try {
    return compileTemplate(expression).evaluate(createScope(names, undefined, host));
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}
