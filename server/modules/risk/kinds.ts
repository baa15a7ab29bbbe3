import type { TextSource } from '../../../src/core/types.ts';
import type { Reading, WordedContext } from '../../context.ts';
import type { LabelValue } from '../../database/values.ts';
import type { Documents } from '../../documents.ts';
import { wordsOf } from '../../reader.ts';
import { wordingOf } from '../../wording.ts';
import { isSendable } from '../statements.ts';
import { usualQuestionnaire } from './questionnaires.ts';

/** Documents a paper is answered by: ids as papers keep them. */
interface Asked {
  statement: string | null;
  questionnaire: string;
}

/** What a paper asks for: the title of its document, or its id when the document is gone. */
function titleOf(documents: Pick<Documents, 'get'>, { statement, questionnaire }: Asked): TextSource {
  if (statement === null) return documents.get('questionnaire', questionnaire)?.title ?? questionnaire;
  const document = documents.get('statement', statement);
  return document?.name ?? document?.title ?? statement;
}

/** What papers ask for, in the words of the reader. */
export function kindNames(context: Reading): (paper: Asked) => string {
  const words = wordsOf(context);
  return (paper) => words(titleOf(context.services.documents, paper));
}

/** The same in every language, as messages keep it. */
export function kindWording(documents: Documents, paper: Asked): LabelValue {
  return wordingOf(documents, titleOf(documents, paper));
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
