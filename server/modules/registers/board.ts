import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import { wrong } from '../../errors.ts';
import { readerOf } from '../../reader.ts';
import { fitting, type RecordFilter, recordsOf } from './finding.ts';
import { fieldOf, type Register } from './registers.ts';
import { answers, type RecordAnswer } from './rows.ts';

export interface RecordBoard {
  /** Every value there is, with the number of its records; '' of those without one. */
  columns: { key: string; total: number }[];
  content: RecordAnswer[];
}

/**
 * The records that fit in columns by their state, or by a field of the type dictionary: of each the first `size`, what is due first on top.
 * @throws ApiError PARAMETER_ERROR at `by` where it is neither, and at a filter the register has no field for
 */
export async function boardOf(
  context: WordedContext,
  register: Register,
  { by, size, ...filter }: RecordFilter & { by: string; size: number },
): Promise<RecordBoard> {
  const { document } = register;
  const field = fieldOf(register, by);
  if (by !== 'state' && field?.type !== 'dictionary') throw wrong('by', 'It is neither the state nor a field of the type dictionary');
  const column = field ? sql<string>`coalesce(data ->> ${field.name}, '')` : sql<string>`state`;
  const due = document.due === undefined ? sql`null::text` : sql`data ->> ${document.due}`;
  // Records are put in order by what orders them alone, and only those that are shown are read whole.
  const { rows: places } = await sql<{ id: number; lane: string; total: number }>`
    select id, lane, total from (
      select id, ${column} as lane, count(*) over (partition by ${column})::integer as total,
        row_number() over (partition by ${column} order by ${due} nulls last, coalesce(updated_at, created_at) desc, id desc)::integer as place
      from register_row where ${fitting(register, filter, readerOf(context).timeZone)}
    ) as ranked where place <= ${size} order by lane, place`.execute(context.db);
  const totals = new Map(places.map(({ lane, total }) => [lane, total]));
  const rows = await recordsOf(
    context.db,
    places.map(({ id }) => id),
  );
  return { columns: [...totals].map(([key, total]) => ({ key, total })), content: await answers(context, register, rows) };
}
