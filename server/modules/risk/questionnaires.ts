import { sql } from 'kysely';
import { defaultLimits, type QuestionnaireDocument } from '../../../src/core/index.ts';
import { servedPurposes } from '../../../src/core/purposes.ts';
import type { TextSource } from '../../../src/core/types.ts';
import type { Context, WordedContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { wordsOf } from '../../reader.ts';
import type { Paper } from './papers.ts';

/** The questionnaire of templates that name none. */
export const usualQuestionnaire = 'risk-exam';

/** The purpose of questionnaires that templates can name. */
export const assessment = servedPurposes.questionnaire;

/** Whether templates can name it. */
export function isForTemplates({ documents }: Pick<Context['services'], 'documents'>, id: string): boolean {
  return (documents.get('questionnaire', id) as QuestionnaireDocument | undefined)?.purpose === assessment;
}

/** The document that says what the cells of a paper can hold. @throws ApiError NOT_FOUND when it is gone */
export function questionnaireOf(
  { documents }: Pick<Context['services'], 'documents'>,
  paper: Pick<Paper, 'questionnaire'>,
): QuestionnaireDocument {
  const document = documents.get('questionnaire', paper.questionnaire) as QuestionnaireDocument | undefined;
  if (!document) throw new ApiError('NOT_FOUND', { msg: `There is no questionnaire "${paper.questionnaire}"` });
  return document;
}

/** Most rows and columns of a matrix that is answered by a questionnaire; the usual ones where the document is gone. */
export function limitsOf({ documents }: Pick<Context['services'], 'documents'>, id: string): { rows: number; columns: number } {
  const document = documents.get('questionnaire', id) as QuestionnaireDocument | undefined;
  return { ...defaultLimits, ...document?.limits };
}

/**
 * The values that are answers as an array of SQL: the choices of the document the column `id` names. A value no choice has counts as unanswered;
 * where the document is gone there is no choice.
 */
export function choiceValues({ documents }: Pick<Context['services'], 'documents'>, id: string) {
  const values = documents
    .ids('questionnaire')
    .map((one) => [one, (documents.get('questionnaire', one) as QuestionnaireDocument).choices.map(({ value }) => value)] as const);
  const known = JSON.stringify(Object.fromEntries(values));
  return sql<number[]>`array(select jsonb_array_elements_text(${known}::jsonb -> ${sql.ref(id)})::int)`;
}

/** Whether the questionnaire the column `id` names is content with an answer in every row, as a condition of SQL. */
export function asksByRow({ documents }: Pick<Context['services'], 'documents'>, id: string) {
  const isByRow = (one: string) => (documents.get('questionnaire', one) as QuestionnaireDocument).completeness?.require === 'rows';
  return sql<boolean>`(${sql.ref(id)} = any(${documents.ids('questionnaire').filter(isByRow)}::text[]))`;
}

/** Every questionnaire that is for templates with its title in the words of the reader, the usual one first. */
export function questionnaireNames(context: WordedContext): { id: string; name: string }[] {
  const { documents } = context.services;
  const words: (text: TextSource) => string = wordsOf(context);
  const ids = documents.ids('questionnaire').filter((id) => isForTemplates(context.services, id));
  const [usual, others] = [ids.filter((id) => id === usualQuestionnaire), ids.filter((id) => id !== usualQuestionnaire)];
  return [...usual, ...others].map((id) => ({
    id,
    name: words((documents.get('questionnaire', id) as QuestionnaireDocument).title),
  }));
}

/** A choice as sums count it. */
export interface CountedChoice {
  value: number;
  label: string;
  tone: 'low' | 'medium' | 'high' | 'neutral';
  /** Whether sums and averages take it in. */
  isCounted: boolean;
}

/** The choices of a questionnaire in their order, in the words of the reader. @throws ApiError NOT_FOUND when the document is gone */
export function choicesOf(context: WordedContext, questionnaire: string): CountedChoice[] {
  const words: (text: TextSource) => string = wordsOf(context);
  return questionnaireOf(context.services, { questionnaire }).choices.map(({ value, label, tone, counted = true }) => ({
    ...{ value, tone, label: words(label), isCounted: counted },
  }));
}
