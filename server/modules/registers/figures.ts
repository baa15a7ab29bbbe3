import { type RawBuilder, sql } from 'kysely';
import { liveFields } from '../../../src/core/register/computed.ts';
import type { RegisterFigure } from '../../../src/core/register/document.ts';
import type { Database } from '../../database/connection.ts';
import { numberIn } from './numbers.ts';
import { unnested } from './pointing.ts';
import type { Register } from './registers.ts';
import type { RecordRow, RecordValues } from './tables.ts';
import { asKept, withFigures } from './values.ts';

type Row = Pick<RecordRow, 'id' | 'data'>;

/**
 * The values of records with the figures over those that point at them, and what is computed of these: one statement a figure, none where the
 * register has none.
 */
export async function figured(
  db: Database,
  register: Pick<Register, 'document'>,
  rows: readonly Row[],
): Promise<(row: Row) => RecordValues> {
  if (rows.length === 0 || liveFields(register.document).size === 0) return ({ data }) => data;
  const found = new Map<string, RecordValues>();
  for (const field of register.document.fields) {
    if (!field.over) continue;
    const figures = await figuresOf(db, field.over, rows);
    for (const { id } of rows) {
      const value = asKept(field, figures.get(String(id)) ?? nothing[field.over.how]);
      if (value !== undefined) found.set(String(id), { ...found.get(String(id)), [field.name]: value });
    }
  }
  return ({ id, data }) => withFigures(register, data, found.get(String(id)) ?? {});
}

/** What stands where nothing points at a record. */
const nothing: Readonly<Partial<Record<RegisterFigure['how'], number>>> = { count: 0, sum: 0 };

/** A figure by the id of the record that is pointed at; average, maximum and minimum only where there is a number. */
async function figuresOf(
  db: Database,
  { register, by, how, of = '', states }: RegisterFigure,
  rows: readonly Row[],
): Promise<Map<string, number>> {
  const ids = rows.map(({ id }) => String(id));
  const inStates = states === undefined ? sql`true` : sql`state = any(${[...states]})`;
  const { rows: found } = await sql<{ id: string; figure: number | null }>`
    select target.id, ${aggregates[how](numberIn(of))} as figure from register_row, lateral ${unnested(by)} as target(id)
    where register = ${register} and data -> ${by} ?| ${ids}::text[] and target.id = any(${ids}) and ${inStates}
    group by target.id`.execute(db);
  return new Map(found.flatMap(({ id, figure }) => (figure === null ? [] : [[id, figure] as const])));
}

const aggregates: Record<RegisterFigure['how'], (number: RawBuilder<unknown>) => RawBuilder<number | null>> = {
  count: () => sql`count(*)::float8`,
  sum: (number) => sql`sum(${number})::float8`,
  average: (number) => sql`avg(${number})::float8`,
  maximum: (number) => sql`max(${number})::float8`,
  minimum: (number) => sql`min(${number})::float8`,
};
