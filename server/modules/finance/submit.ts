import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, wrong } from '../../errors.ts';
import { requireEditable } from '../risk/papers.ts';
import { type Intent, isSeen, type Receipt, receiptOf, refusalOf, seal } from '../risk/submit.ts';
import { type Change, figureCells, readFigures, requireFigures, writeFigures } from './figures.ts';
import { type Asked, askedOf, figureReader } from './models.ts';
import type { RowChange } from './rows.ts';

/**
 * Submits a paper: once, for good (FIN-08).
 * @throws ApiError NOT_FOUND, PAPER_SUBMITTED (by somebody else: the same key gets its receipt again), PAPER_EXPIRED, ANSWERS_MISSING,
 *   PARAMETER_ERROR for a period that ends before it starts, CONFLICT with `data: {version, seen}` when the manager changed the paper, or others
 *   values of it, in the meantime
 */
export async function submitFigures(context: Context, uuid: string, intent: Intent): Promise<Receipt> {
  return await context.db.transaction().execute(async (transaction) => {
    const asked = await askedOf(context, transaction, uuid, 'update');
    return (await receiptOf(transaction, asked.paper, intent.key)) ?? (await close(context, transaction, asked, intent));
  });
}

/**
 * The call of the specification (API-81): saves all rows, and submits with `type` submit, in one transaction.
 * @throws ApiError like `submitFigures`
 */
export async function saveFigures(
  context: Context,
  uuid: string,
  changesOf: (asked: Asked) => readonly RowChange[],
  type: 'save' | 'submit',
  givenKey: string | undefined,
): Promise<{ state: number; saved: number; receipt: Receipt | null }> {
  return await context.db.transaction().execute(async (transaction) => {
    const asked = await askedOf(context, transaction, uuid, 'update');
    const changes = changesOf(asked);
    const key = givenKey ?? digestOf(changes);
    const earlier = type === 'submit' ? await receiptOf(transaction, asked.paper, key) : undefined;
    if (earlier) return { state: asked.paper.state, saved: changes.length, receipt: earlier };
    requireEditable(asked.paper);
    const { saved } = await writeFigures(
      context,
      transaction,
      asked.paper.id,
      requireFigures(asked.model, changes, (index, name) => placeOf(changes[index], name)),
    );
    const receipt = type === 'submit' ? await close(context, transaction, asked, { version: asked.paper.version, key }) : null;
    return { state: receipt ? 1 : 0, saved: saved.length, receipt };
  });
}

/** Where a row says what is wrong: its field, or the period that holds the value. */
function placeOf(change: RowChange | undefined, name: string): string {
  return `${change?.row}.${name === 'value' ? change?.period : name}`;
}

/**
 * One statement decides: not submitted, not past the deadline, the paper and the values its author saw, no cell without a value. The lock of the
 * caller gives it a view of the values that nobody can change any more.
 */
async function close(context: Context, db: Database, { paper, model }: Asked, intent: Intent): Promise<Receipt> {
  const { version, key } = intent;
  const { answers } = await readFigures(db, paper.id, undefined);
  if (paper.state === 0 && !paper.expired) requireOrder(answers, model.statement.period.field);
  const { rows } = await sql<{ submitted_at: Date }>`
    update risk_paper as paper set state = 1, version = version + 1, submitted_at = clock_timestamp(), updated_at = clock_timestamp()
    where uuid = ${paper.uuid} and version = ${version} and state = 0
      and (clock_timestamp() at time zone ${context.services.settings.timeZone})::date <= end_on and closed_at is null
      and ${isSeen(figureCells(paper.id), intent)} and not exists (
        select 1 from unnest(
          ${model.cells.map(({ field }) => field)}::text[], ${model.cells.map(({ period }) => period)}::text[]
        ) as cell (field, period)
        where not exists (
          select 1 from statement_figure figure
          where figure.paper_id = paper.id and figure.field = cell.field and figure.period = cell.period and figure.value is not null
        )
      )
    returning submitted_at`.execute(db);
  const submitted = rows[0];
  if (!submitted) throw (await refusalOf(db, paper, figureCells(paper.id), intent)) ?? missing({ paper, model }, answers);
  const filled = answers.filter(({ field, period, value }) => value !== null && model.has(field, period));
  return await seal(context, db, paper, { submittedAt: submitted.submitted_at, key, answers: filled.length, digest: digestOf(filled) });
}

function requireOrder(answers: Parameters<typeof figureReader>[0], field: string): void {
  const figure = figureReader(answers);
  const [start, end] = [figure(field, 'start'), figure(field, 'end')];
  if (start === null || end === null || Number(start) <= Number(end)) return;
  throw wrong(`end.${field}`, 'is before the start of the period');
}

function missing({ paper, model }: Asked, answers: Parameters<typeof figureReader>[0]): ApiError {
  const figure = figureReader(answers);
  const open = model.cells.filter(({ field, period }) => figure(field, period) === null);
  const [first] = open;
  // Nothing is missing: midnight has passed between the look at the paper and the decision.
  return first
    ? new ApiError('ANSWERS_MISSING', { data: { missing: open.length, first } })
    : new ApiError('PAPER_EXPIRED', { details: [{ field: 'endTime', message: paper.endTime }] });
}

/** SHA-256 of the values: lines `field,period,value` in the order of fields and periods. */
function digestOf(figures: readonly Pick<Change, 'field' | 'period' | 'value'>[]): string {
  const hash = createHash('sha256');
  for (const { field, period, value } of figures) hash.update(`${field},${period},${value ?? ''}\n`);
  return hash.digest('hex');
}
