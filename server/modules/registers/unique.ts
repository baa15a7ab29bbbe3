import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import type { Register } from './registers.ts';
import type { RecordValues } from './tables.ts';

/** One of the values that came together; `folded`: as values are compared. */
interface Told {
  folded: string;
  /** Whether a record has it already. */
  isTaken: boolean;
}

/** Which of these texts records of the register have in a field, but for the record `own`: one look through the register, however many they are. */
async function lookUp(db: Database, { id }: Register, field: string, texts: readonly string[], own: number): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select folded, folded in (
      select lower(data ->> ${field}) from register_row where register = ${id} and id <> ${own} and data ->> ${field} is not null
    ) as "isTaken"
    from (select lower(text) as folded, place from unnest(${[...texts]}::text[]) with ordinality as given(text, place)) as given
    order by place`.execute(db);
  return rows;
}

/** Of each of these records what the register has already, and its values as they are compared. */
async function lookThrough(db: Database, register: Register, records: readonly RecordValues[], own: number) {
  const found: ErrorDetail[][] = records.map(() => []);
  const folded: Map<string, string>[] = records.map(() => new Map());
  for (const { name, unique } of register.document.fields) {
    const having = records.flatMap((values, at) => (unique && values[name] !== undefined ? [at] : []));
    if (having.length === 0) continue;
    const texts = having.map((at) => String(records[at]?.[name]));
    for (const [index, told] of (await lookUp(db, register, name, texts, own)).entries()) {
      const at = having[index] ?? 0;
      folded[at]?.set(name, told.folded);
      if (told.isTaken) found[at]?.push(exists(name));
    }
  }
  return { found, folded };
}

/** What of each of these records the register has already, whatever they have of each other. */
export async function duplicatesOfKept(db: Database, register: Register, records: readonly RecordValues[]): Promise<ErrorDetail[][]> {
  return (await lookThrough(db, register, records, 0)).found;
}

/**
 * What of each of these records is there already, in the register or in one before it that has nothing wrong itself. Nobody adds one meanwhile where the
 * numbers of the register are held (`holdNumbers`).
 */
export async function duplicates(db: Database, register: Register, records: readonly RecordValues[], own = 0): Promise<ErrorDetail[][]> {
  const { found, folded } = await lookThrough(db, register, records, own);
  const taken = new Set<string>();
  for (const [at, values] of folded.entries()) {
    const details = found[at] ?? [];
    for (const [name, text] of values)
      if (taken.has(`${name} ${text}`) && !details.some(({ field }) => field === name)) details.push(exists(name));
    if (details.length === 0) for (const [name, text] of values) taken.add(`${name} ${text}`);
  }
  return found;
}

const exists = (field: string): ErrorDetail => ({ field, message: 'This exists already', key: 'error.DUPLICATE' });

/** @throws ApiError DUPLICATE at the fields */
export async function requireUnique(db: Database, register: Register, values: RecordValues, own = 0): Promise<void> {
  const [details = []] = await duplicates(db, register, [values], own);
  if (details.length > 0) throw new ApiError('DUPLICATE', { details });
}
