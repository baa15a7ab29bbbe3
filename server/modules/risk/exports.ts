import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import type { FileAnswer } from '../../contracts.ts';
import { languageOf } from '../../language.ts';
import { readerOf } from '../../reader.ts';
import { amountsSheet } from '../finance/amounts.ts';
import { type Cell, type Column, clockOf, inZone, type Sheet, type TimeCell, workbook } from '../spreadsheets/workbook.ts';
import { statementOf } from '../statements.ts';
import type { EvaluationAnswer } from './evaluation-rows.ts';
import { evaluationOf } from './evaluations.ts';
import type { ItemFilter } from './items.ts';
import { kindNames } from './kinds.ts';
import { eachNamedItem, type NamedItem, namedItemLists } from './named-items.ts';
import { evaluationQuestionnaire } from './reading.ts';
import { resultSheets, type Word } from './result-sheets.ts';

/** How the workbooks say what papers hold. */
interface Speech {
  word: Word;
  timeZone: string;
  clock: (moment: string) => TimeCell;
}

function speechOf(context: WordedContext): Speech {
  const { documents, settings } = context.services;
  const language = languageOf(context);
  return {
    word: (key) => documents.text(language, `risk-export.${key}`) ?? key,
    timeZone: settings.timeZone,
    clock: clockOf(settings.timeZone),
  };
}

/** The papers as a workbook (API-84). They are read while it is sent. */
export function exportItems(context: WordedContext, filter: ItemFilter): FileAnswer {
  const speech = speechOf(context);
  return workbook(speech.word('items'), [itemSheet(speech, eachNamedItem(context, filter))]);
}

/** What it rests on, results, amounts by statement, and papers of an evaluation as a workbook (API-83). Without a matrix there are no results. */
export async function exportProject(context: WordedContext, id: number): Promise<FileAnswer> {
  const speech = speechOf(context);
  const evaluation = await evaluationOf(context.db, readerOf(context), id);
  const { name, papers, matrixPapers } = evaluation;
  const overview = await overviewSheet(context, speech, evaluation);
  const results = papers > 0 && matrixPapers === 0 ? [] : await resultSheets(context, speech.word, id);
  const amounts = await amountsSheets(context, speech, id);
  return workbook(name, [overview, ...results, ...amounts, itemSheet(speech, eachNamedItem(context, { projectId: String(id) }))]);
}

/** How many of each kind of questionnaire were sent and submitted: what the other sheets rest on. */
async function overviewSheet(context: WordedContext, speech: Speech, evaluation: EvaluationAnswer): Promise<Sheet> {
  const { word, clock, timeZone } = speech;
  const { name, endTime, papers } = evaluation;
  const id = Number(evaluation.id);
  const questionnaire = await evaluationQuestionnaire(context.db, id);
  const counts = await context.db
    .selectFrom('risk_paper')
    .select(['statement', sql<number>`count(*)::int`.as('sent'), sql<number>`(count(*) filter (where state = 1))::int`.as('submitted')])
    .where('evaluation_id', '=', id)
    .where('removed_at', 'is', null)
    .groupBy('statement')
    .orderBy('statement', (order) => order.asc().nullsFirst())
    .execute();
  const nameOf = kindNames(context);
  const now = clock(new Date().toISOString());
  const titles = [...['project', 'questionnaire', 'endTime', 'submitted', 'sent'].map(word), inZone(word('asOf'), timeZone)];
  return {
    name: word('overview'),
    columns: titles.map((title) => ({ title, width: 28 })),
    rows: (papers === 0 ? [{ statement: null, sent: 0, submitted: 0 }] : counts).map(({ statement, sent, submitted }) => [
      ...[name, nameOf({ statement, questionnaire }), { time: endTime }],
      ...[submitted, sent, now],
    ]),
  };
}

/** A sheet for every statement that was submitted. */
async function amountsSheets(context: WordedContext, speech: Speech, id: number): Promise<Sheet[]> {
  const { documents } = context.services;
  const rows = await context.db
    .selectFrom('risk_paper')
    .select('statement')
    .distinct()
    .where('evaluation_id', '=', id)
    .where('state', '=', 1)
    .where('removed_at', 'is', null)
    .orderBy('statement')
    .execute();
  const nameOf = kindNames(context);
  // Nothing can be said of amounts without their document.
  const statements = rows.flatMap(({ statement }) => (statement !== null && documents.get('statement', statement) ? [statement] : []));
  return statements.map((statement) =>
    amountsSheet(context, statementOf({ documents }, { statement }), {
      name: nameOf({ statement, questionnaire: '' }),
      lists: namedItemLists(context, { projectId: String(id), state: 1, statement }),
      head: { columns: columnsOf(speech, personTitles), cells: (item) => personCells(speech, item) },
      tail: { columns: [submittedAtColumn(speech)], cells: (item) => [submittedAt(speech, item)] },
    }),
  );
}

function columnsOf({ word }: Speech, titles: readonly string[]): Column[] {
  return titles.map((title) => ({ title: word(title), width: 20 }));
}

function submittedAtColumn({ word, timeZone }: Speech): Column {
  return { title: inZone(word('submittedAt'), timeZone), width: 28 };
}

const personTitles = ['person', 'sendType', 'company', 'department'];

function personCells({ word }: Speech, item: NamedItem): Cell[] {
  return [item.personName, word(item.sendType === 0 ? 'internal' : 'external'), item.sendCompany ?? '', item.departmentName];
}

function submittedAt({ clock }: Speech, item: NamedItem): Cell {
  return item.submittedAt === null ? null : clock(item.submittedAt);
}

function itemSheet(speech: Speech, items: AsyncIterable<NamedItem>): Sheet {
  const titles = ['project', 'questionnaire', ...personTitles, 'endTime', 'state', 'answered', 'cells'];
  return { name: speech.word('items'), columns: [...columnsOf(speech, titles), submittedAtColumn(speech)], rows: itemRows(speech, items) };
}

async function* itemRows(speech: Speech, items: AsyncIterable<NamedItem>): AsyncGenerator<Cell[]> {
  for await (const item of items)
    yield [
      ...[item.projectName, item.kindName, ...personCells(speech, item)],
      { time: item.endTime },
      speech.word(stateOf(item)),
      ...[item.answered, item.cells, submittedAt(speech, item)],
    ];
}

function stateOf(item: NamedItem): string {
  if (item.state !== 0) return 'submitted';
  if (item.closed) return 'closed';
  return item.expired ? 'expired' : 'open';
}
