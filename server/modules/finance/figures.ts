import { sql } from 'kysely';
import type { AmountFault, Figure, Period } from '../../../src/core/statement/index.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { requireEditable } from '../risk/papers.ts';
import type { Model } from '../statements.ts';
import { askedOf } from './models.ts';

/** A value somebody wants to give. Without `version` it replaces whatever is there. */
export interface Change extends Figure {
  /** The version its author saw; 0 when there was none. */
  version: number | undefined;
}
export interface FigureState extends Figure {
  version: number;
}
export interface Written {
  saved: FigureState[];
  /** What stands there now instead. */
  conflicts: FigureState[];
}

/**
 * Saves single values in one transaction: those whose version is still the one their author saw. A cell that has the wanted value already
 * counts as saved, so that a retry after a lost answer is no conflict.
 * @throws ApiError NOT_FOUND, PAPER_SUBMITTED, PAPER_EXPIRED, PARAMETER_ERROR; CONFLICT with `data: {saved, conflicts}` after the others were saved
 */
export async function patchFigures(context: Context, uuid: string, changes: readonly Change[]): Promise<Written> {
  const written = await context.db.transaction().execute(async (transaction) => {
    const { paper, model } = await askedOf(context, transaction, uuid, 'share');
    requireEditable(paper);
    const valid = requireFigures(model, changes, (index, name) => `changes.${index}.${name}`);
    return await writeFigures(context, transaction, paper.id, valid);
  });
  if (written.conflicts.length > 0) throw new ApiError('CONFLICT', { data: written });
  return written;
}

const detailsShown = 100;
const says: Record<AmountFault, (model: Model) => string> = {
  form: () => 'is no decimal number, such as "-1234.50"',
  digits: (model) => `has more than ${model.limits.digits} digits before the point`,
  decimals: (model) => `has more than ${model.limits.decimals} decimals`,
  day: () => 'is no day: the timestamp of its midnight in UTC, in milliseconds',
};

/** The changes with their values in plain form (RULE-21). @throws ApiError PARAMETER_ERROR for cells nobody fills, named twice, or wrong values. */
export function requireFigures(model: Model, changes: readonly Change[], field: (index: number, name: string) => string): Change[] {
  const details: ErrorDetail[] = [];
  const seen = new Set<string>();
  const valid: Change[] = [];
  for (const [index, change] of changes.entries()) {
    if (details.length >= detailsShown) break;
    const key = `${change.period}.${change.field}`;
    if (seen.has(key)) details.push({ field: field(index, 'field'), message: 'is given twice' });
    seen.add(key);
    if (!model.has(change.field, change.period)) {
      details.push({ field: field(index, 'field'), message: `${key} is not filled in this statement` });
      continue;
    }
    const read = change.value === null ? { value: null } : model.read(change.field, change.value);
    if ('fault' in read) details.push({ field: field(index, 'value'), message: says[read.fault](model) });
    else valid.push({ ...change, value: read.value });
  }
  if (details.length > 0) throw new ApiError('PARAMETER_ERROR', { details });
  return valid;
}

interface Row {
  field: string;
  period: Period;
  value: string | null;
  version: number;
}

/** Writes the changes that apply, with their history, and tells which do not. The caller holds a lock of the paper. */
export async function writeFigures(context: Context, db: Database, paperId: number, changes: readonly Change[]): Promise<Written> {
  const versioned = changes.filter((change) => change.version !== undefined);
  const forced = changes.filter((change) => change.version === undefined);
  const rows = [...(await upsert(context, db, paperId, versioned)), ...(await upsert(context, db, paperId, forced))];
  const done = new Map(rows.map((row) => [`${row.period}.${row.field}`, row]));
  const current = done.size === changes.length ? new Map<string, Row>() : await currentOf(db, paperId);
  const saved: FigureState[] = [];
  const conflicts: FigureState[] = [];
  for (const { field, period, value } of changes) {
    const key = `${period}.${field}`;
    const now = done.get(key) ?? current.get(key) ?? { field, period, value: null, version: 0 };
    (now.value === value ? saved : conflicts).push(toState(now));
  }
  return { saved, conflicts };
}

/**
 * One statement for all: insert or update where the version fits, and the history of exactly what was written. The order of the cells is
 * fixed, so that two writers wait for each other instead of deadlocking.
 */
async function upsert({ ip, user }: Context, db: Database, paperId: number, changes: readonly Change[]): Promise<Row[]> {
  if (changes.length === 0) return [];
  const isForced = changes[0]?.version === undefined;
  const { rows } = await sql<Row>`
    with wanted as (
      select * from unnest(
        ${changes.map((change) => change.field)}::text[], ${changes.map((change) => change.period)}::text[],
        ${changes.map((change) => change.value)}::numeric[], ${changes.map((change) => change.version ?? 0)}::int[]
      ) as cell (field, period, value, expected)
    ), written as (
      insert into statement_figure as figure (paper_id, field, period, value, version)
      select ${paperId}::bigint, wanted.field, wanted.period, wanted.value, wanted.expected + 1
      from wanted left join statement_figure known
        on known.paper_id = ${paperId} and known.field = wanted.field and known.period = wanted.period
      where wanted.value is distinct from known.value
        and (${isForced}::boolean or wanted.expected = coalesce(known.version, 0))
      order by wanted.field, wanted.period
      on conflict (paper_id, field, period) do update
        set value = excluded.value, version = figure.version + 1, changed_in = pg_current_xact_id(), updated_at = clock_timestamp()
        where ${isForced}::boolean or figure.version = excluded.version - 1
      returning figure.field, figure.period, figure.value::text, figure.version
    ), noted as (
      insert into statement_figure_history (paper_id, field, period, version, value, ip, actor)
      select ${paperId}::bigint, field, period, version, value::numeric, ${ip}::text, ${user?.username ?? null}::text from written
    )
    select * from written`.execute(db);
  return rows;
}

async function currentOf(db: Database, paperId: number): Promise<Map<string, Row>> {
  const { answers } = await readFigures(db, paperId, undefined);
  return new Map(answers.map((row) => [`${row.period}.${row.field}`, row]));
}

function toState({ field, period, value, version }: Row): FigureState {
  return { field, period, value, version };
}

/**
 * Values of a paper; with a cursor only those changed since it was handed out. The cursor is the oldest transaction still running, so
 * nothing that commits late is ever passed over; some values may come twice.
 */
export async function readFigures(
  db: Database,
  paperId: number,
  since: string | undefined,
): Promise<{ cursor: string; answers: FigureState[] }> {
  const { rows } = await sql<Row & { cursor: string }>`
    select state.cursor, figure.field, figure.period, figure.value::text, figure.version
    from (select pg_snapshot_xmin(pg_current_snapshot())::text as cursor) state
    left join (
      select * from statement_figure where paper_id = ${paperId} and changed_in >= ${since ?? '0'}::xid8
    ) figure on true order by figure.field, figure.period`.execute(db);
  return { cursor: rows[0]?.cursor ?? '0', answers: rows.filter((row) => row.field !== null).map(toState) };
}
