import type { QuestionnaireDocument } from '../../../src/core/index.ts';
import type { TextSource } from '../../../src/core/types.ts';
import type { Context, WordedContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { wordsOf } from '../../reader.ts';
import type { Paper } from './papers.ts';

/** The questionnaire of templates that name none. */
export const usualQuestionnaire = 'risk-exam';

/** The document that says what the cells of a paper can hold. @throws ApiError NOT_FOUND when it is gone */
export function questionnaireOf(
  { documents }: Pick<Context['services'], 'documents'>,
  paper: Pick<Paper, 'questionnaire'>,
): QuestionnaireDocument {
  const document = documents.get('questionnaire', paper.questionnaire) as QuestionnaireDocument | undefined;
  if (!document) throw new ApiError('NOT_FOUND', { msg: `There is no questionnaire "${paper.questionnaire}"` });
  return document;
}

/** The values of unanswered cells by questionnaire. */
export function unansweredValues({ documents }: Pick<Context['services'], 'documents'>): Record<string, number> {
  const values = documents
    .ids('questionnaire')
    .map((id) => [id, (documents.get('questionnaire', id) as QuestionnaireDocument).unanswered.value] as const);
  return Object.fromEntries(values);
}

/** Every questionnaire with its title in the words of the reader, the usual one first. */
export function questionnaireNames(context: WordedContext): { id: string; name: string }[] {
  const { documents } = context.services;
  const words: (text: TextSource) => string = wordsOf(context);
  const others = documents.ids('questionnaire').filter((id) => id !== usualQuestionnaire);
  return [usualQuestionnaire, ...others].map((id) => ({
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
