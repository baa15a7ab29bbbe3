import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, wrong } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { type AnswerState, answerCells, type Change, requireCells, writeAnswers } from './answers.ts';
import { type Cells, writesOf } from './cells.ts';
import { matrixPaperOf, type Paper, requireEditable } from './papers.ts';
import { questionnaireOf } from './questionnaires.ts';

/** Proof of a submit. */
export interface Receipt {
  number: string;
  uuid: string;
  submittedAt: string;
  answers: number;
  /** SHA-256 of the answers, one line `criteria,domain,value` each. */
  digest: string;
}

/** The receipt of a paper, if it was submitted. */
export async function receiptOf(db: Database, paper: Pick<Paper, 'id' | 'uuid'>, key?: string): Promise<Receipt | undefined> {
  let query = db.selectFrom('risk_receipt').selectAll().where('paper_id', '=', paper.id);
  if (key !== undefined) query = query.where('key', '=', key);
  const row = await query.executeTakeFirst();
  if (!row) return undefined;
  return { number: row.number, uuid: paper.uuid, submittedAt: row.submitted_at.toISOString(), answers: row.answers, digest: row.digest };
}

/** What the author of a submit has before their eyes. */
export interface Intent {
  /** Made once for an intended submit, the same for its retries. */
  key: string;
  /** Version of the paper. */
  version: number;
  /** Sum of the versions of all its answers. Undefined: whatever the answers are, they are submitted. */
  seen?: number | undefined;
}

/**
 * Submits a paper: once, for good (RISK-16, RISK-18).
 * @throws ApiError NOT_FOUND, PAPER_SUBMITTED (by somebody else: the same key gets its receipt again), PAPER_EXPIRED,
 *   ANSWERS_MISSING, CONFLICT with `data: {version, seen}` when the manager changed the paper, or others answers of it, in the meantime
 */
export async function submitPaper(context: Context, uuid: string, intent: Intent): Promise<Receipt> {
  return await context.db.transaction().execute(async (transaction) => {
    const paper = await matrixPaperOf(context, transaction, uuid, 'update');
    return (await receiptOf(transaction, paper, intent.key)) ?? (await close(context, transaction, paper, intent));
  });
}

export interface AnswerRecord extends Change {
  paperUuid: string;
}

/**
 * The call of the specification (API-79): saves all records, and submits with `type` submit, in one transaction.
 * @throws ApiError like `submitPaper`, and CONFLICT with `data: {saved, conflicts}` when a record with a version is out of date; nothing was saved then.
 */
export async function saveRecords(
  context: Context,
  records: readonly AnswerRecord[],
  type: 'save' | 'submit',
  givenKey: string | undefined,
): Promise<{ state: number; saved: number; receipt: Receipt | null }> {
  const uuid = records[0]?.paperUuid ?? '';
  const stranger = records.findIndex((answer) => answer.paperUuid !== uuid);
  if (stranger >= 0) throw wrong(`${stranger}.paperUuid`, 'must be the same in all records');
  const key = givenKey ?? digestOf(records);
  return await context.db.transaction().execute(async (transaction) => {
    const paper = await matrixPaperOf(context, transaction, uuid, 'update');
    const earlier = type === 'submit' ? await receiptOf(transaction, paper, key) : undefined;
    if (earlier) return { state: paper.state, saved: records.length, receipt: earlier };
    requireEditable(paper);
    await requireCells(context, transaction, paper, records, (index, name) => `${index}.${name}`);
    const written = await writeAnswers(context, transaction, paper, records);
    if (written.conflicts.length > 0) throw new ApiError('CONFLICT', { data: { ...written, saved: [] as AnswerState[] } });
    const receipt = type === 'submit' ? await close(context, transaction, paper, { version: paper.version, key }) : null;
    return { state: receipt ? 1 : 0, saved: written.saved.length, receipt };
  });
}

/**
 * One statement decides: not submitted, not past the deadline, the paper and the answers its author saw, no cell without an answer.
 * The lock of the caller gives it a view of the answers that nobody can change any more.
 */
async function close(context: Context, db: Database, paper: Paper, intent: Intent): Promise<Receipt> {
  const { version, key } = intent;
  const { rows } = await sql<{ submitted_at: Date }>`
    update risk_paper as paper set state = 1, version = version + 1, submitted_at = clock_timestamp(), updated_at = clock_timestamp()
    where uuid = ${paper.uuid} and version = ${version} and state = 0
      and (clock_timestamp() at time zone ${context.services.settings.timeZone})::date <= end_on and closed_at is null
      and ${isSeen(answerCells(paper), intent)} and not exists (select 1 from ${unanswered(context, paper)})
    returning submitted_at`.execute(db);
  const submitted = rows[0];
  if (!submitted) throw (await refusalOf(db, paper, answerCells(paper), intent)) ?? (await missing(context, db, paper));
  return await seal(context, db, paper, { submittedAt: submitted.submitted_at, key, ...(await sealed(context, db, paper)) });
}

/** Writes the receipt of a paper that was just submitted, and notes it in the audit log. */
export async function seal(
  context: Context,
  db: Database,
  paper: Paper,
  { submittedAt, key, answers, digest }: { submittedAt: Date; key: string; answers: number; digest: string },
): Promise<Receipt> {
  const number = receiptNumber();
  await db.insertInto('risk_receipt').values({ number, paper_id: paper.id, key, submitted_at: submittedAt, answers, digest }).execute();
  await record(db, context, {
    action: 'risk_paper_submit',
    targetType: 'risk_paper',
    targetId: String(paper.id),
    actor: context.user ?? { username: (paper.sendType === 0 ? paper.innerUserName : paper.outUserName) ?? '' },
    detail: { receipt: number, answers, digest },
  });
  return { number, uuid: paper.uuid, submittedAt: submittedAt.toISOString(), answers, digest };
}

/** Whether an answer in every row is enough. */
function isByRow({ services }: Pick<Context, 'services'>, paper: Paper): boolean {
  return questionnaireOf(services, paper).completeness?.require === 'rows';
}

/** The cells of `paper` that have no answer but need one: all, or those of rows without any where the questionnaire is content with one a row. */
function unanswered({ services }: Context, paper: Paper) {
  const isPlace = isByRow({ services }, paper) ? sql`true` : sql`answer.domain_id = risk_domain.id`;
  return sql`risk_criteria criteria
  join risk_domain on risk_domain.business_domain_id = any(paper.business_domains)
  where criteria.template_id = paper.template_id and not exists (
    select 1 from risk_answer answer join risk_domain place on place.id = answer.domain_id
      and place.business_domain_id = any(paper.business_domains)
    where answer.paper_id = paper.id and answer.criteria_id = criteria.id and ${isPlace} and ${isAnswer({ services }, paper)}
  )`;
}

/** Whether the value of the table `answer` is one of the choices, as a condition of SQL. */
function isAnswer({ services }: Pick<Context, 'services'>, paper: Paper) {
  return sql<boolean>`answer.value = any(${questionnaireOf(services, paper).choices.map(({ value }) => value)}::int[])`;
}

/** Whether nobody changed an answer its author did not see, as a condition of SQL. */
export function isSeen(cells: Cells, { seen }: Intent) {
  return sql<boolean>`(${seen ?? null}::bigint is null or ${writesOf(cells)} = ${seen ?? null}::bigint)`;
}

/** Why a paper is not submitted, unless answers are missing. */
export async function refusalOf(db: Database, paper: Paper, cells: Cells, { version, seen }: Intent): Promise<ApiError | undefined> {
  if (paper.state !== 0) return new ApiError('PAPER_SUBMITTED');
  if (paper.expired) return new ApiError('PAPER_EXPIRED', { details: [{ field: 'endTime', message: paper.endTime }] });
  const { rows } = await sql<{ writes: number }>`select ${writesOf(cells)} as writes`.execute(db);
  const writes = rows[0]?.writes ?? 0;
  if (paper.version !== version || (seen !== undefined && seen !== writes))
    return new ApiError('CONFLICT', { data: { version: paper.version, seen: writes } });
  return undefined;
}

async function missing(context: Context, db: Database, paper: Paper): Promise<ApiError> {
  const { rows } = await sql<{ criteriaId: number; domainId: number; missing: number; inRow: number }>`
    select criteria.id as "criteriaId", risk_domain.id as "domainId", count(*) over () as missing,
      count(*) over (partition by criteria.id) as "inRow"
    from risk_paper paper cross join ${unanswered(context, paper)} and paper.id = ${paper.id}
    order by criteria.sort, criteria.id, risk_domain.sort, risk_domain.id limit 1`.execute(db);
  const [first] = rows;
  // Nothing is missing: midnight has passed between the look at the paper and the decision.
  if (!first) return new ApiError('PAPER_EXPIRED', { details: [{ field: 'endTime', message: paper.endTime }] });
  // Rows that miss their answer miss all of their cells.
  const asked = isByRow(context, paper) ? Number(first.inRow) : 1;
  const data = {
    missing: Number(first.missing) / asked,
    first: { criteriaId: String(first.criteriaId), domainId: String(first.domainId) },
  };
  return new ApiError('ANSWERS_MISSING', { data });
}

/** Number and digest of what was submitted; answers taken back are none. */
async function sealed(context: Context, db: Database, paper: Paper): Promise<{ answers: number; digest: string }> {
  const answers = await db
    .selectFrom('risk_answer as answer')
    .innerJoin('risk_domain', 'risk_domain.id', 'answer.domain_id')
    .select(['criteria_id as criteriaId', 'domain_id as domainId', 'value'])
    .where('paper_id', '=', paper.id)
    .where('risk_domain.business_domain_id', 'in', paper.businessDomains)
    .where(isAnswer(context, paper))
    .orderBy('criteria_id')
    .orderBy('domain_id')
    .execute();
  return { answers: answers.length, digest: digestOf(answers) };
}

function digestOf(answers: readonly { criteriaId: number; domainId: number; value: number }[]): string {
  const hash = createHash('sha256');
  for (const { criteriaId, domainId, value } of answers) hash.update(`${criteriaId},${domainId},${value}\n`);
  return hash.digest('hex');
}

/** Letters and digits nobody takes for another one. */
const SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Sixty random bits to be read aloud and typed: three groups of four signs. */
function receiptNumber(): string {
  const signs = [...randomBytes(12)].map((byte) => SIGNS[byte % SIGNS.length] ?? '').join('');
  return signs.replace(/(.{4})(?=.)/g, '$1-');
}
