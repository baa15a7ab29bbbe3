import type { WordedContext } from '../../context.ts';
import { wordsOf } from '../../reader.ts';
import { isSendable } from '../statements.ts';
import { usualQuestionnaire } from './questionnaires.ts';

/** Documents a paper is answered by: ids as papers keep them. */
interface Asked {
  statement: string | null;
  questionnaire: string;
}

/** What papers ask for, in the words of the reader: the title of their document, or its id when the document is gone. */
export function kindNames(context: WordedContext): (paper: Asked) => string {
  const { documents } = context.services;
  const words = wordsOf(context);
  return ({ statement, questionnaire }) => {
    if (statement === null) return words(documents.get('questionnaire', questionnaire)?.title) || questionnaire;
    const document = documents.get('statement', statement);
    return words(document?.name ?? document?.title) || statement;
  };
}

/** What can be sent, in the words of the reader: the matrix of a questionnaire, and every statement that can stand alone. */
export function kindsOf(context: WordedContext, questionnaire = usualQuestionnaire): { id: string; name: string }[] {
  const { services } = context;
  const name = kindNames(context);
  const statements = services.documents.ids('statement').filter((id) => isSendable(services, id));
  return [
    { id: 'matrix', name: name({ statement: null, questionnaire }) },
    ...statements.map((id) => ({ id, name: name({ statement: id, questionnaire }) })),
  ];
}
