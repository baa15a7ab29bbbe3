import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { matrixPaperOf, type Paper, requireEditable } from './papers.ts';

/** An answer somebody wants to give. Without `version` it replaces whatever is there. */
export interface Change {
  criteriaId: number;
  domainId: number;
  value: number;
  /** The version its author saw; 0 when there was none. */
  version: number | undefined;
}
/** An answer on the wire. */
export interface AnswerState {
  criteriaId: string;
  domainId: string;
  value: number;
  version: number;
}
export interface Written {
  saved: AnswerState[];
  /** What stands there now instead. */
  conflicts: AnswerState[];
}

interface Row {
  criteria_id: number;
  domain_id: number;
  value: number;
  version: number;
}

/**
 * Saves single answers in one transaction: those whose version is still the one their author saw. An answer that has the
 * wanted value already counts as saved, so that a retry after a lost answer is no conflict.
 * @throws ApiError NOT_FOUND, PAPER_SUBMITTED, PAPER_EXPIRED, PARAMETER_ERROR; CONFLICT with `data: {saved, conflicts}` after the others were saved
 */
export async function patchAnswers(context: Context, uuid: string, changes: readonly Change[]): Promise<Written> {
  const written = await context.db.transaction().execute(async (transaction) => {
    const paper = await matrixPaperOf(context, transaction, uuid, 'share');
    requireEditable(paper);
    await requireCells(transaction, paper, changes, (index, name) => `changes.${index}.${name}`);
    return await writeAnswers(context, transaction, paper, changes);
  });
  if (written.conflicts.length > 0) throw new ApiError('CONFLICT', { data: written });
  return written;
}

const detailsShown = 100;

/** @throws ApiError PARAMETER_ERROR for criteria or domains the paper does not have, and cells named twice. */
export async function requireCells(
  db: Database,
  paper: Paper,
  changes: readonly Change[],
  field: (index: number, name: string) => string,
): Promise<void> {
  const known = await cellIds(db, paper);
  const details: ErrorDetail[] = [];
  const seen = new Set<string>();
  for (const [index, { criteriaId, domainId }] of changes.entries()) {
    if (details.length >= detailsShown) break;
    if (!known.criteria.has(criteriaId)) details.push({ field: field(index, 'criteriaId'), message: 'is not of this paper' });
    if (!known.domains.has(domainId)) details.push({ field: field(index, 'domainId'), message: 'is not of this paper' });
    const cell = `${criteriaId},${domainId}`;
    if (seen.has(cell)) details.push({ field: field(index, 'criteriaId'), message: 'is answered twice' });
    seen.add(cell);
  }
  if (details.length > 0) throw new ApiError('PARAMETER_ERROR', { details });
}

async function cellIds(db: Database, paper: Paper): Promise<{ criteria: ReadonlySet<number>; domains: ReadonlySet<number> }> {
  const criteria = await db.selectFrom('risk_criteria').select('id').where('template_id', '=', paper.templateId).execute();
  const domains = await db.selectFrom('risk_domain').select('id').where('business_domain_id', 'in', paper.businessDomains).execute();
  return { criteria: new Set(criteria.map((row) => row.id)), domains: new Set(domains.map((row) => row.id)) };
}

/** Writes the changes that apply, with their history, and tells which do not. The caller holds a lock of the paper. */
export async function writeAnswers(context: Context, db: Database, paper: Paper, changes: readonly Change[]): Promise<Written> {
  const versioned = changes.filter((change) => change.version !== undefined);
  const forced = changes.filter((change) => change.version === undefined);
  const rows = [...(await upsert(context, db, paper.id, versioned)), ...(await upsert(context, db, paper.id, forced))];
  const done = new Map(rows.map((row) => [cellOf(row), row]));
  const rest = changes.filter((change) => !done.has(`${change.criteriaId},${change.domainId}`));
  const current = rest.length === 0 ? new Map<string, Row>() : await currentOf(db, paper.id, rest);
  const saved: AnswerState[] = [];
  const conflicts: AnswerState[] = [];
  for (const { criteriaId, domainId, value } of changes) {
    const cell = `${criteriaId},${domainId}`;
    const now = done.get(cell) ?? current.get(cell) ?? { criteria_id: criteriaId, domain_id: domainId, value: -1, version: 0 };
    (now.value === value ? saved : conflicts).push(toState(now));
  }
  return { saved, conflicts };
}

function cellOf(row: Row): string {
  return `${row.criteria_id},${row.domain_id}`;
}

/**
 * One statement for all: insert or update where the version fits, and the history of exactly what was written. The order of
 * the cells is fixed, so that two writers wait for each other instead of deadlocking. The version a row is inserted with
 * tells the update which one must be there: one less.
 */
async function upsert({ ip, user }: Context, db: Database, paperId: number, changes: readonly Change[]): Promise<Row[]> {
  if (changes.length === 0) return [];
  const isForced = changes[0]?.version === undefined;
  const { rows } = await sql<Row>`
    with wanted as (
      select * from unnest(
        ${changes.map((change) => change.criteriaId)}::bigint[], ${changes.map((change) => change.domainId)}::bigint[],
        ${changes.map((change) => change.value)}::smallint[], ${changes.map((change) => change.version ?? 0)}::int[]
      ) as cell (criteria_id, domain_id, value, expected)
    ), written as (
      insert into risk_answer as answer (paper_id, criteria_id, domain_id, value, version)
      select ${paperId}::bigint, wanted.criteria_id, wanted.domain_id, wanted.value, wanted.expected + 1
      from wanted left join risk_answer known
        on known.paper_id = ${paperId} and known.criteria_id = wanted.criteria_id and known.domain_id = wanted.domain_id
      where wanted.value <> coalesce(known.value, -1)
        and (${isForced}::boolean or wanted.expected = coalesce(known.version, 0))
      order by wanted.criteria_id, wanted.domain_id
      on conflict (paper_id, criteria_id, domain_id) do update
        set value = excluded.value, version = answer.version + 1, changed_in = pg_current_xact_id(), updated_at = clock_timestamp()
        where ${isForced}::boolean or answer.version = excluded.version - 1
      returning answer.criteria_id, answer.domain_id, answer.value, answer.version
    ), noted as (
      insert into risk_answer_history (paper_id, criteria_id, domain_id, version, value, ip, actor)
      select ${paperId}::bigint, criteria_id, domain_id, version, value, ${ip}::text, ${user?.username ?? null}::text from written
    )
    select * from written`.execute(db);
  return rows;
}

async function currentOf(db: Database, paperId: number, changes: readonly Change[]): Promise<Map<string, Row>> {
  const { rows } = await sql<Row>`
    select criteria_id, domain_id, value, version from risk_answer
    where paper_id = ${paperId} and (criteria_id, domain_id) in (
      select * from unnest(${changes.map((change) => change.criteriaId)}::bigint[], ${changes.map((change) => change.domainId)}::bigint[])
    )`.execute(db);
  return new Map(rows.map((row) => [cellOf(row), row]));
}

function toState(row: Row): AnswerState {
  return { criteriaId: String(row.criteria_id), domainId: String(row.domain_id), value: row.value, version: row.version };
}

/**
 * Answers of a paper; with a cursor only those changed since it was handed out. The cursor is the oldest transaction still
 * running, so nothing that commits late is ever passed over; some answers may come twice.
 */
export async function readAnswers(
  db: Database,
  paper: Paper,
  since: string | undefined,
): Promise<{ cursor: string; answers: AnswerState[] }> {
  const { rows } = await sql<Row & { cursor: string }>`
    select state.cursor, answer.criteria_id, answer.domain_id, answer.value, answer.version
    from (select pg_snapshot_xmin(pg_current_snapshot())::text as cursor) state
    left join (
      select risk_answer.* from risk_answer
      join risk_domain on risk_domain.id = risk_answer.domain_id and risk_domain.business_domain_id = any(${paper.businessDomains})
      where paper_id = ${paper.id} and changed_in >= ${since ?? '0'}::xid8
    ) answer on true`.execute(db);
  const answers = rows.filter((row) => row.criteria_id !== null).map(toState);
  return { cursor: rows[0]?.cursor ?? '0', answers };
}
