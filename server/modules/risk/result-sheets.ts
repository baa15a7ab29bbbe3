import type { WordedContext } from '../../context.ts';
import type { Cell, Column, Sheet } from '../spreadsheets/workbook.ts';
import { type HeatMap, heatMap } from './heat-map.ts';
import { type CountedChoice, choicesOf } from './questionnaires.ts';
import { evaluationQuestionnaire, type Sum, type Totals } from './reading.ts';
import { causeSums } from './submitted.ts';

/** Words of the workbooks, texts of schemas/locales in the language of the reader. */
export type Word = (key: string) => string;

/** Results of an evaluation as managers see them: by cause, dimension, department and business domain, and both heat maps. */
export async function resultSheets(context: WordedContext, word: Word, id: number): Promise<Sheet[]> {
  const sums = await causeSums(context, id, {});
  const departments = await heatMap(context, id, { columns: 'department' });
  const domains = await heatMap(context, id, { columns: 'businessDomain' });
  return [
    sumSheet(word, sums, choicesOf(context, await evaluationQuestionnaire(context.db, id))),
    totalsSheet(word, { name: 'byDimension', title: 'dimension' }, departments.rows),
    totalsSheet(word, { name: 'byDepartment', title: 'department' }, departments.columns),
    totalsSheet(word, { name: 'byDomain', title: 'domain' }, domains.columns),
    heatSheet(word, 'heatDepartments', departments),
    heatSheet(word, 'heatDomains', domains),
  ];
}

const totalTitles = ['cells', 'unanswered', 'sum', 'average'];

function totalCells({ cells, unanswered, sum, average }: Totals): Cell[] {
  return [cells, unanswered, sum, average];
}

function columns(titles: readonly string[], width: number): Column[] {
  return titles.map((title) => ({ title, width }));
}

function sumSheet(word: Word, sums: readonly Sum[], choices: readonly CountedChoice[]): Sheet {
  const numbers = [...choices.map(({ label }) => label), ...totalTitles.map(word)];
  return {
    name: word('results'),
    columns: [...columns(['dimension', 'cause', 'subCause'].map(word), 36), ...columns(numbers, 12)],
    rows: sums.map((sum) => [
      ...[sum.dimension, sum.cause ?? '', sum.subCause ?? ''],
      ...sum.choices.map(({ count }) => count),
      ...totalCells(sum),
    ]),
  };
}

function totalsSheet(word: Word, { name, title }: { name: string; title: string }, lines: HeatMap['rows']): Sheet {
  return {
    name: word(name),
    columns: [...columns([word(title)], 36), ...columns(totalTitles.map(word), 12)],
    rows: lines.map((line) => [line.name || word('noDepartment'), ...totalCells(line)]),
  };
}

/** Averages; a pair nobody answered stays empty. */
function heatSheet(word: Word, name: string, { rows, columns: across, cells }: HeatMap): Sheet {
  const averages = new Map(cells.map(({ rowKey, columnKey, average }) => [JSON.stringify([rowKey, columnKey]), average]));
  return {
    name: word(name),
    columns: [
      ...columns([word('dimension')], 36),
      ...columns(
        across.map((column) => column.name || word('noDepartment')),
        20,
      ),
    ],
    rows: rows.map((row) => [row.name, ...across.map(({ key }) => averages.get(JSON.stringify([row.key, key])) ?? null)]),
  };
}
