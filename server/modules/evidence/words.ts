import { localizedText } from '../../../src/core/index.ts';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { languageOf } from '../../language.ts';
import { entriesOf } from '../dictionaries/repository.ts';

const vocabularies = ['ticket-type', 'collection-status', 'flow-type', 'bill-task-type', 'invoice-verification'] as const;
export type Vocabulary = (typeof vocabularies)[number];

/** What the codes of bill tasks and tickets are called. */
export interface Words {
  /** The label in the language of the reader; the code itself where nobody gave it one. */
  label: (type: Vocabulary, value: string) => string;
  /** The enabled entries of a vocabulary in their order. */
  entries: (type: Vocabulary) => { value: string; label: string }[];
}

/** The vocabularies of evidence collection in the language of the reader: dealers have no session to read dictionaries with. */
export async function wordsOfEvidence(context: WordedContext, db: Database = context.db): Promise<Words> {
  const language = languageOf(context);
  const rows = await entriesOf(db, vocabularies);
  const labels = new Map(rows.map((row) => [`${row.dictType} ${row.dictValue}`, localizedText(row.dictLabel, language)]));
  return {
    label: (type, value) => labels.get(`${type} ${value}`) ?? value,
    entries: (type) =>
      rows
        .filter((row) => row.dictType === type && row.status === '0')
        .map((row) => ({ value: row.dictValue, label: localizedText(row.dictLabel, language) })),
  };
}
