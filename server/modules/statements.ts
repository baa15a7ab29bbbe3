import { servedPurposes } from '../../src/core/purposes.ts';
import { type StatementDocument, StatementModel } from '../../src/core/statement/index.ts';
import type { TextSource } from '../../src/core/types.ts';
import type { Documents } from '../documents.ts';
import { ApiError } from '../errors.ts';

export type Model = StatementModel<TextSource>;

/** Compiled once for each state of a document. */
const models = new WeakMap<StatementDocument, Model>();

/** The purpose of statements that managers send. */
export const financeQuestionnaire = servedPurposes.statement;

/** Whether managers can send it to be filled. */
export function isSendable({ documents }: { documents: Documents }, id: string): boolean {
  return documents.get('statement', id)?.purpose === financeQuestionnaire;
}

/** The statement a paper asks for. @throws ApiError NOT_FOUND for papers that ask for something else, or for a document that is gone. */
export function statementOf({ documents }: { documents: Documents }, paper: { statement: string | null }): Model {
  const document = paper.statement === null ? undefined : documents.get('statement', paper.statement);
  if (!document) throw new ApiError('NOT_FOUND');
  const model = models.get(document) ?? new StatementModel(document);
  models.set(document, model);
  return model;
}

/** How many cells each statement asks for, for the progress of its papers. */
export function statementCells({ documents }: { documents: Documents }): (statement: string) => number {
  return (statement) => (documents.get('statement', statement) ? statementOf({ documents }, { statement }).cells.length : 0);
}
