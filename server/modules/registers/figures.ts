import { type RawBuilder, sql } from 'kysely';
import { liveFields } from '../../../src/core/register/computed.ts';
import type { RegisterField, RegisterFigure } from '../../../src/core/register/document.ts';
import type { Database } from '../../database/connection.ts';
import { numberIn } from './numbers.ts';
import { holdsValue, idsIn, unnested } from './pointing.ts';
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
    const { over } = field;
    const pointedAt = ({ id, data }: Row): string | undefined => (over.through === undefined ? String(id) : idsIn(data[over.through])[0]);
    const figures = await figuresOf(
      db,
      field,
      over,
      rows.flatMap((row) => pointedAt(row) ?? []),
    );
    for (const row of rows) {
      const { id } = row;
      const value = asKept(field, figures.get(pointedAt(row) ?? '') ?? nothing[over.how]);
      if (value !== undefined) found.set(String(id), { ...found.get(String(id)), [field.name]: value });
    }
  }
  return ({ id, data }) => withFigures(register, data, found.get(String(id)) ?? {});
}

/** What stands where nothing points at a record. */
const nothing: Readonly<Partial<Record<RegisterFigure['how'], number>>> = { count: 0, sum: 0 };

/** A figure by the id of the record that is pointed at; average, maximum and minimum only where there is a number or a day. */
async function figuresOf(
  db: Database,
  { type }: Pick<RegisterField, 'type'>,
  { register, by, how, of = '', states, where }: RegisterFigure,
  pointedAt: readonly string[],
): Promise<Map<string, number | string>> {
  const ids = [...new Set(pointedAt)];
  const inStates = states === undefined ? sql`true` : sql`state = any(${[...states]})`;
  const isSuch = sql.join([sql`true`, ...Object.entries(where ?? {}).map(([name, value]) => holdsValue(name, value))], sql` and `);
  const figure = type === 'date' && isOfDays(how) ? dayFigures[how](sql`data ->> ${of}`) : aggregates[how](numberIn(of));
  const { rows: found } = await sql<{ id: string; figure: number | string | null }>`
    select target.id, ${figure} as figure from register_row, lateral ${unnested(by)} as target(id)
    where register = ${register} and data -> ${by} ?| ${ids}::text[] and target.id = any(${ids}) and ${inStates} and ${isSuch}
    group by target.id`.execute(db);
  return new Map(found.flatMap(({ id, figure }) => (figure === null ? [] : [[id, figure] as const])));
}

/** Of several records the one that was changed last; a record that was made and left alone was changed then. */
const lastOf = (value: RawBuilder<unknown>, isOne: RawBuilder<unknown>) =>
  sql`(array_agg(${value} order by coalesce(updated_at, created_at) desc, register_row.id desc) filter (where ${isOne}))[1]`;

/** Days stand as 2026-11-27 and are ordered as texts are; what was kept before the field was one of days is none. */
const isDayIn = (day: RawBuilder<unknown>) => sql`${day} ~ '^\\d{4}-\\d{2}-\\d{2}$'`;
const dayFigures = {
  maximum: (day: RawBuilder<unknown>) => sql`max(${day}) filter (where ${isDayIn(day)})`,
  minimum: (day: RawBuilder<unknown>) => sql`min(${day}) filter (where ${isDayIn(day)})`,
  last: (day: RawBuilder<unknown>) => lastOf(day, isDayIn(day)),
};

const isOfDays = (how: RegisterFigure['how']): how is keyof typeof dayFigures => Object.hasOwn(dayFigures, how);

const aggregates: Record<RegisterFigure['how'], (number: RawBuilder<unknown>) => RawBuilder<number | null>> = {
  count: () => sql`count(*)::float8`,
  sum: (number) => sql`sum(${number})::float8`,
  average: (number) => sql`avg(${number})::float8`,
  maximum: (number) => sql`max(${number})::float8`,
  minimum: (number) => sql`min(${number})::float8`,
  last: (number) => sql`${lastOf(number, sql`${number} is not null`)}::float8`,
};
