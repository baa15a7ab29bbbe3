import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { type Cell, type Cells, type CellTable, readCells, writeCells } from './cells.ts';
import { matrixPaperOf, type Paper, requireEditable } from './papers.ts';
import { questionnaireOf } from './questionnaires.ts';

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

/**
 * Saves single answers in one transaction: those whose version is still the one their author saw. An answer that has the
 * wanted value already counts as saved, so that a retry after a lost answer is no conflict.
 * @throws ApiError NOT_FOUND, PAPER_SUBMITTED, PAPER_EXPIRED, PARAMETER_ERROR; CONFLICT with `data: {saved, conflicts}` after the others were saved
 */
export async function patchAnswers(context: Context, uuid: string, changes: readonly Change[]): Promise<Written> {
  const written = await context.db.transaction().execute(async (transaction) => {
    const paper = await matrixPaperOf(context, transaction, uuid, 'share');
    requireEditable(paper);
    await requireCells(context, transaction, paper, changes, (index, name) => `changes.${index}.${name}`);
    return await writeAnswers(context, transaction, paper, changes);
  });
  if (written.conflicts.length > 0) throw new ApiError('CONFLICT', { data: written });
  return written;
}

const detailsShown = 100;

/** @throws ApiError PARAMETER_ERROR for criteria or domains the paper does not have, cells named twice, and values that are no choice. */
export async function requireCells(
  { services }: Pick<Context, 'services'>,
  db: Database,
  paper: Paper,
  changes: readonly Change[],
  field: (index: number, name: string) => string,
): Promise<void> {
  const known = await cellIds(db, paper);
  const { choices, unanswered } = questionnaireOf(services, paper);
  const values = new Set([...choices.map(({ value }) => value), ...(unanswered.allowed === false ? [] : [unanswered.value])]);
  const details: ErrorDetail[] = [];
  const seen = new Set<string>();
  for (const [index, { criteriaId, domainId, value }] of changes.entries()) {
    if (details.length >= detailsShown) break;
    if (!known.criteria.has(criteriaId)) details.push({ field: field(index, 'criteriaId'), message: 'is not of this paper' });
    if (!known.domains.has(domainId)) details.push({ field: field(index, 'domainId'), message: 'is not of this paper' });
    if (!values.has(value)) details.push({ field: field(index, 'value'), message: `is no choice: one of ${[...values].join(', ')}` });
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

const table: CellTable = {
  answers: 'risk_answer',
  history: 'risk_answer_history',
  keys: [
    { name: 'criteria_id', type: sql`bigint` },
    { name: 'domain_id', type: sql`bigint` },
  ],
  value: sql`smallint`,
};

/** The cells of a paper: those of its business domains. */
export function answerCells(paper: Pick<Paper, 'id' | 'businessDomains'>): Cells {
  const counts = sql<boolean>`exists (select 1 from risk_domain
    where id = answer.domain_id and business_domain_id = any(${paper.businessDomains}))`;
  return { table, paperId: paper.id, counts };
}

/** Writes the changes that apply and tells which do not. The caller holds a lock of the paper. */
export async function writeAnswers(context: Context, db: Database, paper: Paper, changes: readonly Change[]): Promise<Written> {
  const wanted = changes.map(({ criteriaId, domainId, value, version }) => ({ key: [criteriaId, domainId] as const, value, version }));
  const { saved, conflicts } = await writeCells(
    context,
    db,
    answerCells(paper),
    questionnaireOf(context.services, paper).unanswered.value,
    wanted,
  );
  return { saved: saved.map(toState), conflicts: conflicts.map(toState) };
}

function toState({ key: [criteriaId, domainId], value, version }: Cell<number>): AnswerState {
  return { criteriaId: String(criteriaId), domainId: String(domainId), value, version };
}

/** Answers of a paper; with a cursor only those changed since it was handed out. */
export async function readAnswers(
  db: Database,
  paper: Paper,
  since: string | undefined,
): Promise<{ cursor: string; answers: AnswerState[] }> {
  const { cursor, answers } = await readCells<number>(db, answerCells(paper), since);
  return { cursor, answers: answers.map(toState) };
}
