import { sql } from 'kysely';
import type { AmountFault, Figure, Period } from '../../../src/core/statement/index.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { type Cell, type Cells, type CellTable, readCells, writeCells } from '../risk/cells.ts';
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

const table: CellTable = {
  answers: 'statement_figure',
  history: 'statement_figure_history',
  keys: [
    { name: 'field', type: sql`text` },
    { name: 'period', type: sql`text` },
  ],
  value: sql`numeric`,
};

export function figureCells(paperId: number): Cells {
  return { table, paperId };
}

/** Writes the changes that apply and tells which do not. The caller holds a lock of the paper. */
export async function writeFigures(context: Context, db: Database, paperId: number, changes: readonly Change[]): Promise<Written> {
  const wanted = changes.map(({ field, period, value, version }) => ({ key: [field, period] as const, value, version }));
  const { saved, conflicts } = await writeCells(context, db, figureCells(paperId), null as string | null, wanted);
  return { saved: saved.map(toState), conflicts: conflicts.map(toState) };
}

function toState({ key: [field, period], value, version }: Cell<string | null>): FigureState {
  return { field: String(field), period: period as Period, value, version };
}

/** Values of a paper; with a cursor only those changed since it was handed out. */
export async function readFigures(
  db: Database,
  paperId: number,
  since: string | undefined,
): Promise<{ cursor: string; answers: FigureState[] }> {
  const { cursor, answers } = await readCells<string | null>(db, figureCells(paperId), since);
  return { cursor, answers: answers.map(toState) };
}

/** Values of many papers, by the ids of the papers. */
export async function figuresOf(db: Database, paperIds: readonly number[]): Promise<Map<number, Figure[]>> {
  const rows = await db
    .selectFrom('statement_figure')
    .select(['paper_id', 'field', 'period', 'value'])
    .where('paper_id', '=', sql<number>`any(${paperIds})`)
    .execute();
  const byPaper = new Map(paperIds.map((id): [number, Figure[]] => [id, []]));
  for (const { paper_id, field, period, value } of rows) byPaper.get(paper_id)?.push({ field, period: period as Period, value });
  return byPaper;
}
