import { sql } from 'kysely';
import { liveFields } from '../../../src/core/register/computed.ts';
import type { RegisterField } from '../../../src/core/register/document.ts';
import { byAllNames, presentName } from '../../../src/core/register/names.ts';
import type { WordedContext } from '../../context.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { wordingOf } from '../../wording.ts';
import { fitting, type RecordFilter } from './finding.ts';
import { numberIn } from './numbers.ts';
import { unnested } from './pointing.ts';
import { referred } from './referred.ts';
import { fieldOf, type Register, stateOf } from './registers.ts';

const named: readonly (RegisterField['type'] | undefined)[] = ['user', 'department', 'record', 'dictionary'];

/** How many records have these values, which stand beside the count by the names of their fields. */
export interface RecordCount {
  [name: string]: unknown;
  count: number;
  /** What values that point elsewhere, choices of dictionaries and states are called, by the names of their fields. */
  names?: Record<string, LabelValue>;
  /** Of the field that is summed: these over the records that have a number there. */
  sum?: number | null;
  average?: number | null;
  maximum?: number | null;
}

/** Most combinations that are counted at once: of more the counts are refused, as what is left out would lack in every total. */
const mostGroups = 10_000;

const byNumber = new Intl.Collator('en', { numeric: true });

/**
 * How many records there are of each combination of values of fields, or of states; `sum`: a field of numbers, whose sum, average and maximum stand beside it.
 * @throws ApiError PARAMETER_ERROR at `by` or `sum`, TOO_MANY_GROUPS
 */
export async function countRecords(
  context: WordedContext,
  register: Register,
  {
    by: asked,
    sum: askedSum,
    filter,
    timeZone,
  }: { by: readonly string[]; sum: string | undefined; filter: RecordFilter; timeZone: string },
): Promise<RecordCount[]> {
  const live = liveFields(register.document);
  const by = asked.map((name) => presentName(register.document, name));
  const columns = by.map((name, index) => {
    if (name !== 'state' && (!fieldOf(register, name) || live.has(name))) throw wrong(`by[${index}]`, 'The register has no such field');
    // A record with several values of a field counts for each of them.
    const isSeveral = fieldOf(register, name)?.multiple === true;
    const value =
      name === 'state' ? sql<string>`state` : isSeveral ? sql<string>`${sql.ref(`of${index}`)}.id` : sql<string>`data ->> ${name}`;
    return { name, value, join: isSeveral ? sql` left join lateral ${unnested(name)} as ${sql.ref(`of${index}`)}(id) on true` : sql`` };
  });
  const joins = sql.join(
    columns.map(({ join }) => join),
    sql``,
  );
  const sum = askedSum === undefined ? undefined : presentName(register.document, askedSum);
  const summed = sum === undefined ? undefined : fieldOf(register, sum);
  if (sum !== undefined && ((summed?.type !== 'integer' && summed?.type !== 'decimal') || live.has(sum)))
    throw wrong('sum', 'It is no field of numbers that are kept');
  const number = summed && numberIn(summed.name);
  const total = number ? sql`, sum(${number})::float8 as sum, avg(${number})::float8 as average, max(${number})::float8 as maximum` : sql``;
  const groups = sql.join(columns.map(({ value }, index) => sql`${value} as ${sql.ref(`by${index}`)}`));
  const places = sql.join(columns.map((_, index) => sql.raw(String(index + 1))));
  const { rows } = await sql<Record<string, string | number | null>>`
    select ${groups}, count(*)::integer as count${total} from register_row${joins} where ${fitting(register, filter, timeZone)} group by ${places} order by ${places} limit ${mostGroups + 1}`.execute(
    context.db,
  );
  if (rows.length > mostGroups) throw new ApiError('TOO_MANY_GROUPS');
  // Numbers and ids stand in the JSON value as text.
  rows.sort((one, other) =>
    columns.reduce((order, _, at) => order || byNumber.compare(String(one[`by${at}`] ?? ''), String(other[`by${at}`] ?? '')), 0),
  );
  const valuesOf = (row: (typeof rows)[number]) =>
    Object.fromEntries(columns.flatMap(({ name }, index) => (row[`by${index}`] == null ? [] : [[name, row[`by${index}`] as string]])));
  const { names } = await referred(
    context,
    register,
    rows.map((row) => ({ data: valuesOf(row) })),
  );
  const chosen = await namesOfChoices(context, register, by);
  const isNamed = by.some((name) => name === 'state' || named.includes(fieldOf(register, name)?.type));
  return rows.map((row) => ({
    // By the names that were asked for, which fields may have had before.
    ...Object.fromEntries(asked.map((name, index) => [name, row[`by${index}`] ?? null])),
    count: Number(row.count),
    ...(isNamed && { names: byAllNames(register.document, { ...names({ data: valuesOf(row) }), ...chosen(valuesOf(row)) }) }),
    ...(summed && { sum: figureOf(row.sum), average: figureOf(row.average), maximum: figureOf(row.maximum) }),
  }));
}

const figureOf = (value: string | number | null | undefined): number | null => (value == null ? null : Number(value));

/** What choices of dictionaries and states are called. */
async function namesOfChoices({ db, services }: WordedContext, register: Register, by: readonly string[]) {
  const types = new Map(by.flatMap((name) => [[name, fieldOf(register, name)?.dictionary] as const]));
  const wanted = [...types.values()].flatMap((type) => type ?? []);
  const entries =
    wanted.length === 0
      ? []
      : await db.selectFrom('dictionary_entry').select(['type', 'value', 'label']).where('type', 'in', wanted).execute();
  const labels = new Map(entries.map(({ type, value, label }) => [`${type}:${value}`, label]));
  return (values: Readonly<Record<string, string>>): Record<string, LabelValue> =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => {
        const state = name === 'state' ? stateOf(register, value)?.label : undefined;
        const label = state === undefined ? labels.get(`${types.get(name)}:${value}`) : wordingOf(services.documents, state);
        return label === undefined ? [] : [[name, label] as const];
      }),
    );
}

/** A row for each value of the first field, with how many there are of each value of the second one, and of those without (`none`). */
export function spreadCounts(counts: readonly RecordCount[], [first = '', second = '']: readonly string[]): RecordCount[] {
  const rows = new Map<unknown, RecordCount & { counts: Record<string, number> }>();
  for (const { names, count, ...values } of counts) {
    const key = values[first];
    const name = names?.[first];
    const row = rows.get(key) ?? { [first]: key, count: 0, counts: {}, ...(name !== undefined && { names: { [first]: name } }) };
    row.count += count;
    row.counts[String(values[second] ?? 'none')] = count;
    rows.set(key, row);
  }
  return [...rows.values()];
}
