import { type DayRange, daysOf, type RelativePeriod, wordsOf as wordsOfPeriod } from '../../../src/core/calendar/index.ts';
import type { BoardCard, BoardFilter } from '../../../src/generated/calls.ts';
import type { WordedContext } from '../../context.ts';
import { type FileAnswer, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { languageOf } from '../../language.ts';
import { aggregate } from '../data-mart/aggregate.ts';
import { todayOf } from '../data-mart/dated-choice.ts';
import { isNumber } from '../data-mart/explore.ts';
import type { Column } from '../data-mart/repository.ts';
import { type Cell, isTooLong, type Sheet, workbook } from '../spreadsheets/workbook.ts';
import { contentOf } from './boards.ts';
import { hiddenCards, tablesSeen } from './cards.ts';

/** A filter as a question about a table takes it. */
export const filterOf = ({ column, from, to, period, values }: BoardFilter) => ({ column, from, to, period, values });

/**
 * The figures of a board as a workbook: a sheet a chart with its groups, a first one that says which filters count and which charts have no figures.
 * @throws ApiError NOT_FOUND
 */
export async function exportBoard(
  context: WordedContext,
  { id, filters: chosen }: { id: string; filters?: BoardFilter[] | undefined },
): Promise<FileAnswer> {
  const board = await contentOf(context, id);
  const filters = chosen ?? board.filters;
  const tables = await tablesSeen(context.db, signedIn(context), board.cards);
  const word = wordsOf(context);
  const today = todayOf(context);
  const told: Cell[][] = filters.map((filter) => [word('board-design.filter'), filter.title, saying(filter, word, today)]);
  const sheets: Sheet[] = [];
  for (const card of hiddenCards(board.cards, tables)) {
    if (card.kind === 'hidden') told.push([word('board-design.card'), '', word('board-design.hiddenCard')]);
    if (card.kind !== 'chart' || !card.chart) continue;
    const title = card.title ?? '';
    const column = tables.get(card.chart.bizId)?.columns.find(({ name }) => name === card.chart?.by[0]?.column);
    const sheet = await sheetOf(context, card, { filters, column }, word);
    if (typeof sheet === 'string') told.push([word('board-design.card'), title, sheet]);
    else {
      told.push([word('board-design.card'), title, sheet.note]);
      sheets.push(sheet);
    }
  }
  const columns = [
    { title: word('board-design.name'), width: 18 },
    { title: board.name, width: 40 },
    { title: '', width: 80 },
  ];
  return workbook(board.name, [{ name: word('board-design.contents'), columns, rows: told }, ...sheets]);
}

type Words = (key: string, values?: Record<string, string>) => string;

async function sheetOf(
  context: WordedContext,
  card: BoardCard,
  { filters, column: grouped }: { filters: readonly BoardFilter[]; column: Column | undefined },
  word: Words,
): Promise<(Sheet & { note: string }) | string> {
  if (!card.chart) return '';
  const { kind: _, conditionName: __, filters: own = [], ...question } = card.chart;
  try {
    const answer = await aggregate(context, { ...question, filters: [...own, ...filters.map(filterOf)] });
    const { title, how } = answer.measure;
    const measure = [word(`data-mart.how.${how}`), title].filter(Boolean).join(' · ');
    const group = answer.by[0]?.title ?? '';
    const columns = [
      ...(answer.by.length > 0 ? [{ title: group, width: 32 }] : []),
      ...answer.series.map(({ label }) => ({ title: label, width: 16 })),
      { title: measure, width: 24 },
      ...(how === 'count' ? [] : [{ title: word('data-mart.count'), width: 16 }]),
    ];
    const rows: Cell[][] =
      answer.by.length === 0
        ? [[answer.value, ...(how === 'count' ? [] : [answer.rows])]]
        : answer.content.map((row) => [
            nameCell(row.name, grouped),
            ...answer.series.map(({ key }) => row.values?.[key] ?? null),
            row.value,
            ...(how === 'count' ? [] : [row.count]),
          ]);
    const left = filters.filter(({ column }) => answer.unfiltered?.includes(column)).map((filter) => filter.title);
    const asked = new Set(filters.flatMap(({ period, column }) => (period ? [`${column} ${text(period)}`] : [])));
    const notes = [
      ...(card.chart.conditionName ? [card.chart.conditionName] : []),
      // Those of the board are told once, above.
      ...answer.periods
        .filter(({ period, column }) => !asked.has(`${column} ${text(period)}`))
        .map(({ title: column, ...days }) => word('period.columnMeans', { column, words: periodIn(days.period, word), ...rangeOf(days) })),
      ...(left.length > 0 ? [word('board-design.unfiltered', { filters: left.join(', ') })] : []),
      // What is summed up stands in the sheet as a row of its own.
      ...(answer.left.groups > 0 && !answer.left.isSummed
        ? [word('data-mart.earlierLeft', { groups: counted(answer.left.groups), rows: counted(answer.left.rows) })]
        : []),
      ...(answer.hidden > 0 ? [word('data-mart.hiddenColumns', { count: counted(answer.hidden) })] : []),
    ];
    return { name: card.title || measure, columns, rows, note: notes.join('; ') };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return word(error.code === 'DATA_EMPTY' ? 'data-mart.zeroRows' : 'board-design.noFigures');
  }
}

/** What a group is called; by a column of numbers it is one. */
function nameCell(name: string, column: Column | undefined): Cell {
  if (!column || !isNumber(column) || !/^-?\d+(\.\d+)?$/.test(name)) return name;
  return isTooLong({ decimal: name }) ? { decimal: name } : Number(name);
}

const text = JSON.stringify;
const counted = (value: number): string => new Intl.NumberFormat('en').format(value);
const rangeOf = ({ from, to }: DayRange) => ({ from, to });
const periodIn = (period: RelativePeriod, word: Words): string => word(wordsOfPeriod(period), { count: String(period.count ?? 1) });

function saying({ from, to, period, values }: BoardFilter, word: Words, today: string): string {
  if (period) return word('period.means', { words: periodIn(period, word), ...daysOf(period, today) });
  if (values && values.length > 0)
    return values.map((value) => (value === null ? word('data-mart.withoutValue') : String(value))).join(', ');
  return from || to ? `${from ?? ''} – ${to ?? ''}` : word('board-design.all');
}

function wordsOf(context: WordedContext): Words {
  const language = languageOf(context);
  return (key, values = {}) => {
    let text = context.services.documents.text(language, key) ?? key;
    for (const [name, value] of Object.entries(values)) text = text.replaceAll(`{{${name}}}`, value);
    return text;
  };
}
