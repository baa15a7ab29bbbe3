import { type LocalizedText, localizedText } from '../../../src/core/index.ts';
import { type Figure, keyOf, type ReadFigure, type StatementDocument, StatementModel } from '../../../src/core/statement/index.ts';
import type { TextSource } from '../../../src/core/types.ts';
import type { Documents } from '../../documents.ts';
import { ApiError } from '../../errors.ts';
import { type Context, languageOf } from '../risk/context.ts';
import { type Paper, paperOf } from '../risk/papers.ts';

export type Model = StatementModel<TextSource>;

/** Compiled once for each state of a document. */
const models = new WeakMap<StatementDocument, Model>();

/** The statement a paper asks for. @throws ApiError NOT_FOUND for papers that ask for something else, or for a document that is gone. */
function modelOf({ documents }: { documents: Documents }, paper: Pick<Paper, 'statement'>): Model {
  const document = paper.statement === null ? undefined : documents.get('statement', paper.statement);
  if (!document) throw new ApiError('NOT_FOUND');
  const model = models.get(document) ?? new StatementModel(document);
  models.set(document, model);
  return model;
}

export interface Asked {
  paper: Paper;
  model: Model;
}

/** The paper of a link with its statement. @throws ApiError NOT_FOUND, TOO_MANY_REQUESTS */
export async function askedOf(context: Context, db: Context['db'], uuid: string, lock?: 'share' | 'update'): Promise<Asked> {
  const paper = await paperOf(context, db, uuid, lock);
  return { paper, model: modelOf(context.services, paper) };
}

/** Figures as formulas read them. */
export function readerOf(figures: readonly Figure[]): ReadFigure {
  const values = new Map(figures.map(({ field, period, value }) => [keyOf(field, period), value]));
  return (field, period) => values.get(keyOf(field, period)) ?? null;
}

/** Texts of a statement in the language of the reader. */
export function wordsOf(context: Pick<Context, 'reply' | 'services'>): (text: TextSource | undefined) => string {
  const language = languageOf(context);
  const { documents } = context.services;
  return (text) => {
    if (text === undefined) return '';
    return typeof text === 'string' ? (documents.text(language, text) ?? text) : localizedText(text as LocalizedText, language);
  };
}

/** How many cells each statement asks for, for the progress of its papers. */
export function statementCells({ documents }: { documents: Documents }): (statement: string) => number {
  return (statement) => (documents.get('statement', statement) ? modelOf({ documents }, { statement }).cells.length : 0);
}
