import { type Figure, keyOf, type ReadFigure } from '../../../src/core/statement/index.ts';
import type { Context } from '../../context.ts';
import { type Paper, paperOf } from '../risk/papers.ts';
import { type Model, statementOf } from '../statements.ts';

export interface Asked {
  paper: Paper;
  model: Model;
}

/** The paper of a link with its statement. @throws ApiError NOT_FOUND */
export async function askedOf(context: Context, db: Context['db'], uuid: string, lock?: 'share' | 'update'): Promise<Asked> {
  const paper = await paperOf(context, db, uuid, lock);
  return { paper, model: statementOf(context.services, paper) };
}

/** Figures as formulas read them. */
export function figureReader(figures: readonly Figure[]): ReadFigure {
  const values = new Map(figures.map(({ field, period, value }) => [keyOf(field, period), value]));
  return (field, period) => values.get(keyOf(field, period)) ?? null;
}
