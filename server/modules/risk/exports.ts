import type { WordedContext } from '../../context.ts';
import type { FileAnswer } from '../../contracts.ts';
import { languageOf } from '../../language.ts';
import { readerOf } from '../../reader.ts';
import { type Cell, type Sheet, workbook } from '../spreadsheets/workbook.ts';
import { evaluationOf } from './evaluations.ts';
import type { ItemFilter } from './items.ts';
import { eachNamedItem, type NamedItem } from './named-items.ts';
import { type CountedChoice, choicesOf } from './questionnaires.ts';
import { causeSums, evaluationQuestionnaire, type Sum } from './reading.ts';

/** Words of the workbooks, texts of schemas/locales in the language of the reader. */
type Word = (key: string) => string;

function dictionaryOf(context: WordedContext): Word {
  const { documents } = context.services;
  const language = languageOf(context);
  return (key) => documents.text(language, `risk-export.${key}`) ?? key;
}

/** The papers as a workbook (API-84). They are read while it is sent. */
export function exportItems(context: WordedContext, filter: ItemFilter): FileAnswer {
  const word = dictionaryOf(context);
  return workbook(word('items'), [itemSheet(word, eachNamedItem(context, filter))]);
}

/** Results and papers of an evaluation as a workbook (API-83). */
export async function exportProject(context: WordedContext, id: number): Promise<FileAnswer> {
  const word = dictionaryOf(context);
  const evaluation = await evaluationOf(context.db, readerOf(context), id);
  const sums = await causeSums(context, id, {});
  const items = eachNamedItem(context, { projectId: String(id) });
  return workbook(evaluation.name, [
    sumSheet(word, sums, choicesOf(context, await evaluationQuestionnaire(context.db, id))),
    itemSheet(word, items),
  ]);
}

function sumSheet(word: Word, sums: readonly Sum[], choices: readonly CountedChoice[]): Sheet {
  const texts = ['dimension', 'cause', 'subCause'].map((title) => ({ title: word(title), width: 36 }));
  const numbers = [...choices.map(({ label }) => label), ...['cells', 'sum', 'average'].map(word)].map((title) => ({ title, width: 12 }));
  return {
    name: word('results'),
    columns: [...texts, ...numbers],
    rows: sums.map((sum) => [
      sum.dimension,
      sum.cause ?? '',
      sum.subCause ?? '',
      ...sum.choices.map(({ count }) => count),
      sum.cells,
      sum.sum,
      sum.average,
    ]),
  };
}

function itemSheet(word: Word, items: AsyncIterable<NamedItem>): Sheet {
  const titles = ['project', 'person', 'sendType', 'company', 'department', 'endTime', 'state', 'answered', 'cells', 'submittedAt'];
  return { name: word('items'), columns: titles.map((title) => ({ title: word(title), width: 20 })), rows: itemRows(word, items) };
}

async function* itemRows(word: Word, items: AsyncIterable<NamedItem>): AsyncGenerator<Cell[]> {
  for await (const item of items)
    yield [
      item.projectName,
      item.personName,
      word(item.sendType === 0 ? 'internal' : 'external'),
      item.sendCompany ?? '',
      item.departmentName,
      item.endTime,
      word(stateOf(item)),
      item.answered,
      item.cells,
      item.submittedAt ?? '',
    ];
}

function stateOf(item: NamedItem): string {
  if (item.state !== 0) return 'submitted';
  return item.expired ? 'expired' : 'open';
}
