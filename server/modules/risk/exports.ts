import type { WordedContext } from '../../context.ts';
import type { FileAnswer } from '../../contracts.ts';
import { languageOf } from '../../language.ts';
import { readerOf, speaker } from '../../reader.ts';
import { type Cell, type Sheet, workbook } from '../spreadsheets/workbook.ts';
import { evaluationOf } from './evaluations.ts';
import type { ItemFilter } from './items.ts';
import { eachNamedItem, type NamedItem } from './named-items.ts';
import { causeSums, type Sum } from './reading.ts';

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
  const say = speaker(context);
  const evaluation = await evaluationOf(context.db, readerOf(context), id);
  const sums = await causeSums(context.db, say, id, {});
  const items = eachNamedItem(context, { projectId: String(id) });
  return workbook(evaluation.name, [sumSheet(word, sums), itemSheet(word, items)]);
}

function sumSheet(word: Word, sums: readonly Sum[]) {
  const titles = ['dimension', 'cause', 'subCause', 'low', 'medium', 'high', 'notInvolved', 'cells', 'sum', 'average'];
  return {
    name: word('results'),
    columns: titles.map((title, index) => ({ title: word(title), width: index < 3 ? 36 : 12 })),
    rows: sums.map((sum) => [
      sum.dimension,
      sum.cause ?? '',
      sum.subCause ?? '',
      sum.low,
      sum.medium,
      sum.high,
      sum.notInvolved,
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
