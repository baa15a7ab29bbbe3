import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { signature } from '../changes.ts';

/** Where the answers of one kind of paper are kept: a cell is named by two columns. */
export interface CellTable {
  /** Tables of the answers and of their history. */
  answers: string;
  history: string;
  keys: readonly [CellColumn, CellColumn];
  /** SQL type of a value. */
  value: RawBuilder<unknown>;
}
interface CellColumn {
  name: string;
  type: RawBuilder<unknown>;
}
export type CellValue = string | number | null;

/** A value somebody wants to give. Without `version` it replaces whatever is there. */
export interface CellChange<Value extends CellValue> {
  key: readonly [string | number, string | number];
  value: Value;
  /** The version its author saw; 0 when there was none. */
  version: number | undefined;
}
export interface Cell<Value extends CellValue> {
  key: readonly [string | number, string | number];
  value: Value;
  version: number;
}

/** The cells of one paper. */
export interface Cells {
  table: CellTable;
  paperId: number;
  /** A condition of SQL for the answers that count, of the table named `answer`. Default all of them. */
  counts?: RawBuilder<boolean>;
}

interface Row<Value extends CellValue> {
  one: string | number;
  other: string | number;
  value: Value;
  version: number;
}

/**
 * Writes the changes that apply, with their history, and tells which do not. The caller holds a lock of the paper.
 * @param empty value of cells nobody has answered
 * @throws ApiError TOO_MANY_REQUESTS, see countWrites
 */
export async function writeCells<Value extends CellValue>(
  context: Context,
  db: Database,
  cells: Cells,
  empty: Value,
  changes: readonly CellChange<Value>[],
): Promise<{ saved: Cell<Value>[]; conflicts: Cell<Value>[] }> {
  const versioned = changes.filter((change) => change.version !== undefined);
  const forced = changes.filter((change) => change.version === undefined);
  const rows = [...(await upsert(context, db, cells, empty, versioned)), ...(await upsert(context, db, cells, empty, forced))];
  await countWrites(db, cells, rows.length);
  const done = byKey(rows);
  const rest = changes.filter(({ key }) => !done.has(String(key)));
  const current = byKey(await currentOf<Value>(db, cells, rest));
  const saved: Cell<Value>[] = [];
  const conflicts: Cell<Value>[] = [];
  for (const { key, value } of changes) {
    const now = done.get(String(key)) ?? current.get(String(key)) ?? { key, value: empty, version: 0 };
    (now.value === value ? saved : conflicts).push(now);
  }
  return { saved, conflicts };
}

/** Writes a paper takes within a day: so many, and every answer it has so many times over. */
const writesOfPaper = 20_000;
const writesOfAnswer = 10;

/**
 * Every write leaves history that is kept, and a link is all somebody needs to write: within a day a paper takes only so many.
 * @throws ApiError TOO_MANY_REQUESTS
 */
async function countWrites(db: Database, { table, paperId }: Cells, count: number): Promise<void> {
  if (count === 0) return;
  const { rows } = await sql<{ written: number }>`
    insert into risk_paper_writes as counted (paper_id, written) values (${paperId}::bigint, ${count}::int)
    on conflict (paper_id) do update set
      written = case when counted.since < now() - interval '1 day' then 0 else counted.written end + excluded.written,
      since = case when counted.since < now() - interval '1 day' then now() else counted.since end
    returning written`.execute(db);
  const written = rows[0]?.written ?? 0;
  if (written <= writesOfPaper) return;
  const { rows: known } = await sql<{ answers: number }>`
    select count(*)::int as answers from ${sql.table(table.answers)} where paper_id = ${paperId}`.execute(db);
  if (written > writesOfPaper + writesOfAnswer * (known[0]?.answers ?? 0)) throw new ApiError('TOO_MANY_REQUESTS');
}

function byKey<Value extends CellValue>(rows: readonly Row<Value>[]): Map<string, Cell<Value>> {
  return new Map(rows.map((row) => [`${row.one},${row.other}`, toCell(row)]));
}

function toCell<Value extends CellValue>({ one, other, value, version }: Row<Value>): Cell<Value> {
  return { key: [one, other], value, version };
}

function columnsOf(table: CellTable) {
  const [one, other] = table.keys;
  return { one: sql.ref(one.name), other: sql.ref(other.name), answers: sql.table(table.answers), history: sql.table(table.history) };
}

/** The keys of changes as a table of two columns. */
function keysOf({ keys }: CellTable, changes: readonly Pick<CellChange<CellValue>, 'key'>[]) {
  const [one, other] = keys;
  return sql`${changes.map(({ key }) => key[0])}::${one.type}[], ${changes.map(({ key }) => key[1])}::${other.type}[]`;
}

/**
 * One statement for all: insert or update where the version fits, and the history of exactly what was written. The order of
 * the cells is fixed, so that two writers wait for each other instead of deadlocking. The version a row is inserted with
 * tells the update which one must be there: one less.
 */
async function upsert<Value extends CellValue>(
  { ip, user }: Context,
  db: Database,
  { table, paperId }: Cells,
  empty: Value,
  changes: readonly CellChange<Value>[],
): Promise<Row<Value>[]> {
  if (changes.length === 0) return [];
  const isForced = changes[0]?.version === undefined;
  const { one, other, answers, history } = columnsOf(table);
  const { rows } = await sql<Row<Value>>`
    with wanted as (
      select * from unnest(
        ${keysOf(table, changes)},
        ${changes.map((change) => change.value)}::${table.value}[], ${changes.map((change) => change.version ?? 0)}::int[]
      ) as cell (one, other, value, expected)
    ), written as (
      insert into ${answers} as answer (paper_id, ${one}, ${other}, value, version)
      select ${paperId}::bigint, wanted.one, wanted.other, wanted.value, wanted.expected + 1
      from wanted left join ${answers} known
        on known.paper_id = ${paperId} and known.${one} = wanted.one and known.${other} = wanted.other
      where wanted.value is distinct from coalesce(known.value, ${empty}::${table.value})
        and (${isForced}::boolean or wanted.expected = coalesce(known.version, 0))
      order by wanted.one, wanted.other
      on conflict (paper_id, ${one}, ${other}) do update
        set value = excluded.value, version = answer.version + 1, changed_in = pg_current_xact_id(), updated_at = clock_timestamp()
        where ${isForced}::boolean or answer.version = excluded.version - 1
      returning answer.${one} as one, answer.${other} as other, answer.value, answer.version
    ), noted as (
      insert into ${history} (paper_id, ${one}, ${other}, version, value, ip, actor)
      select ${paperId}::bigint, one, other, version, value, ${ip}::text, ${user ? signature(user) : null}::text from written
    )
    select * from written`.execute(db);
  return rows;
}

async function currentOf<Value extends CellValue>(
  db: Database,
  { table, paperId }: Cells,
  changes: readonly CellChange<Value>[],
): Promise<Row<Value>[]> {
  if (changes.length === 0) return [];
  const { one, other, answers } = columnsOf(table);
  const { rows } = await sql<Row<Value>>`
    select ${one} as one, ${other} as other, value, version from ${answers}
    where paper_id = ${paperId} and (${one}, ${other}) in (select * from unnest(${keysOf(table, changes)}))`.execute(db);
  return rows;
}

/**
 * Answers of a paper; with a cursor only those changed since it was handed out. The cursor is the oldest transaction still
 * running, so nothing that commits late is ever passed over; some answers may come twice.
 */
export async function readCells<Value extends CellValue>(
  db: Database,
  { table, paperId, counts = sql<boolean>`true` }: Cells,
  since: string | undefined,
): Promise<{ cursor: string; answers: Cell<Value>[] }> {
  const { one, other, answers } = columnsOf(table);
  const { rows } = await sql<Row<Value> & { cursor: string }>`
    select state.cursor, answer.${one} as one, answer.${other} as other, answer.value, answer.version
    from (select pg_snapshot_xmin(pg_current_snapshot())::text as cursor) state
    left join (
      select * from ${answers} answer where paper_id = ${paperId} and changed_in >= ${since ?? '0'}::xid8 and ${counts}
    ) answer on true order by 2, 3`.execute(db);
  return { cursor: rows[0]?.cursor ?? '0', answers: rows.filter(({ one }) => one !== null).map(toCell) };
}

/**
 * How often the answers of a paper were written: the sum of their versions. Whoever knows the newest version of every answer, and only
 * then, has the same number.
 */
export function writesOf({ table, paperId, counts = sql<boolean>`true` }: Cells): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(answer.version), 0) from ${sql.table(table.answers)} answer where paper_id = ${paperId} and ${counts})`;
}
