import { sql } from 'kysely';
import { readDay } from '../../../src/core/date-signs.ts';
import { plainNumber } from '../../../src/core/typed-number.ts';
import type { WordedContext } from '../../context.ts';
import { type FileAnswer, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { speaker, wordsOfArea } from '../../reader.ts';
import { record } from '../audit/record.ts';
import { signature } from '../changes.ts';
import { entriesOf } from '../dictionaries/repository.ts';
import { type FlowReviewObject, requireReviewObject } from '../flow/rights.ts';
import { hiddenReader } from '../risk-templates/text-rules.ts';
import { inOrder, type SaidFault, saidFaults } from '../spreadsheets/faults.ts';
import { folded, headingsOfFields } from '../spreadsheets/headings.ts';
import { type ParsedRow, parseTables, type TableFault, type TableFaultKind } from '../spreadsheets/parse-tables.ts';
import { workbook } from '../spreadsheets/workbook.ts';
import { type NamedObject, namesOf, objectKey, objectsOf } from './named-objects.ts';
import { holdOpenProjects } from './sight.ts';
import { columnsOf, type GivenTask } from './tasks.ts';
import type { Vocabulary } from './words.ts';

/** Rows and columns that are read of a file. */
const limits = { rows: 10_000, columns: 30 };
/** Rows of one statement. */
const atOnce = 500;

const required = ['checkBatch', 'dealerCode', 'taskName'] as const;
const more = [
  'taskType',
  'ticketDate',
  'productCode',
  'productName',
  'productSpec',
  'qty',
  'flowType',
  'ticketTypes',
  'clientName',
  'projectName',
] as const;
type FieldName = (typeof required)[number] | (typeof more)[number];
/** Most characters of a field; 200 where nothing is said. */
const longest: Readonly<Record<string, number>> = { checkBatch: 32, dealerCode: 64, taskName: 100, productCode: 64, ticketTypes: 500 };

type Fault = TableFault<
  | TableFaultKind
  | ('repeated' | 'taskExists' | 'unknownCode' | 'noDay' | 'noQuantity')
  | ('noReviewObject' | 'otherReviewObject' | 'severalReviewObjects')
>;
type Row = ParsedRow<string>;
type Part = 'task';

/** Texts of evidence collection; what is wrong with any file is said in the words of the flow audit. */
function words(context: WordedContext) {
  const { documents } = context.services;
  return wordsOfArea(context, (key) => (documents.text('en', `evidence.${key}`) === undefined ? `flow.${key}` : `evidence.${key}`));
}

/** The rows of a file; where all are for one review object, they name none. */
async function readTasks(context: WordedContext, file: { name: string; content: Buffer }, hasObject: boolean) {
  const { documents } = context.services;
  const known = headingsOfFields(documents, 'evidence', [...required, ...more]);
  const parts = { task: hasObject ? { required: ['taskName'], more: [...required, ...more] } : { required, more } };
  return await parseTables<Part, { part: Part; field: string }, string>(file, {
    ...{ parts, limits, hiddenIn: hiddenReader(documents, 'one-line') },
    read: (heading) => {
      const field = known.get(folded(heading.slice(0, 200)));
      return field === undefined ? undefined : { part: 'task', field };
    },
    keyOf: ({ field }) => field,
    textOf: (columns, cells, field) => cells[columns.findIndex((column) => column?.field === field)]?.trim() ?? '',
    isBlank: (text) => text === '',
    longest: (field) => longest[field] ?? 200,
  });
}

export interface ImportedTasks {
  saved: boolean;
  /** Rows that fit. */
  count: number;
  faultCount: number;
  faults: SaidFault[];
}

/**
 * Takes bill tasks from a workbook or CSV file, in one transaction: all of them, or none where something does not fit.
 * @throws ApiError NOT_FOUND where the review object is not the user's to see, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED
 */
export async function importTasks(
  context: WordedContext,
  file: { name: string; content: Buffer },
  reviewObjectId: string | undefined,
): Promise<ImportedTasks> {
  const user = signedIn(context);
  const object = reviewObjectId === undefined ? undefined : await requireReviewObject(context.db, user, reviewObjectId);
  const { parts, faults: read, sheets } = await readTasks(context, file, object !== undefined);
  const rows = parts.task ?? [];
  const faults: Fault[] = [...read];
  return await context.db.transaction().execute(async (db) => {
    const codes = await codeReaders(db);
    const objects = object ? undefined : await objectsOf(context, db, [...new Set(rows.map(({ texts }) => texts.checkBatch ?? ''))]);
    const whole = object && { ...object, ...(await namesOf(db, object.id)) };
    const chosen = rows.map((row) =>
      whole ? ownOf(row, whole, faults) : chosenOf(row, objects?.get(objectKey(row.texts.checkBatch, row.texts.dealerCode)) ?? [], faults),
    );
    await holdOpenProjects(db, { reviewObjects: [...new Set(chosen.flatMap((id) => id ?? []))] });
    const found = rows.flatMap((row, at) => {
      const own: Fault[] = [];
      const id = chosen[at] ?? null;
      const task = taskOf(row, codes, own);
      faults.push(...own);
      return id === null || own.length > 0 ? [] : [{ id, row, task }];
    });
    await noteRepeated(db, found, faults);
    if (faults.length > 0 || found.length === 0) {
      return { saved: false, count: found.length, ...saidFaults(words(context), inOrder(faults, sheets)) };
    }
    const values = found.map(({ id, task }) => ({ review_object_id: id, ...columnsOf(task), updated_by: signature(user) }));
    for (let at = 0; at < values.length; at += atOnce) {
      await db
        .insertInto('flow_bill_collect')
        .values(values.slice(at, at + atOnce))
        .execute();
    }
    const entry = { action: 'flow_bill_collect_import', targetType: 'flow_bill_collect', actor: user };
    await record(db, context, { ...entry, detail: { file: file.name, count: found.length } });
    return { saved: true, count: found.length, faultCount: 0, faults: [] };
  });
}

function note(faults: Fault[], row: Row, field: FieldName, kind: Fault['kind'], values: Record<string, string | number> = {}): null {
  faults.push({ kind, sheet: row.sheet, row: row.row, column: row.letters[field], values: { field, ...values } });
  return null;
}

type CodeReader = (text: string) => string | undefined;
type Codes = Record<'bill-task-type' | 'flow-type' | 'ticket-type', CodeReader>;

/** Codes by themselves and by their labels in every language. */
async function codeReaders(db: Database): Promise<Codes> {
  const entries = await entriesOf(db, ['bill-task-type', 'flow-type', 'ticket-type']);
  const reader = (type: Vocabulary): CodeReader => {
    const known = new Map<string, string>();
    for (const { dictType, dictValue, dictLabel, status } of entries) {
      if (dictType !== type || status !== '0') continue;
      const labels = typeof dictLabel === 'string' ? [dictLabel] : dictLabel.map(({ t }) => t);
      for (const text of [dictValue, ...labels]) known.set(folded(text), dictValue);
    }
    return (text) => known.get(folded(text));
  };
  return { 'bill-task-type': reader('bill-task-type'), 'flow-type': reader('flow-type'), 'ticket-type': reader('ticket-type') };
}

function taskOf(row: Row, codes: Codes, faults: Fault[]): GivenTask {
  const { texts } = row;
  const code = (field: FieldName, type: keyof Codes, text: string) =>
    text === '' ? null : (codes[type](text) ?? note(faults, row, field, 'unknownCode', { value: text.slice(0, 60) }));
  const types = (texts.ticketTypes ?? '').split(/[,;，；、\n]/).map((text) => text.trim());
  return {
    taskName: texts.taskName ?? '',
    taskType: code('taskType', 'bill-task-type', texts.taskType ?? ''),
    ticketDate: day(row, faults),
    productCode: texts.productCode,
    productName: texts.productName,
    productSpec: texts.productSpec,
    qty: quantity(row, faults),
    flowType: code('flowType', 'flow-type', texts.flowType ?? ''),
    ticketTypes: types.flatMap((text) => code('ticketTypes', 'ticket-type', text) ?? []),
  };
}

function day(row: Row, faults: Fault[]): string | null {
  const text = row.texts.ticketDate ?? '';
  if (text === '') return null;
  return readDay(text) ?? note(faults, row, 'ticketDate', 'noDay', { value: text.slice(0, 40) });
}

function quantity(row: Row, faults: Fault[]): number | null {
  const text = row.texts.qty ?? '';
  if (text === '') return null;
  const plain = plainNumber(text) ?? '';
  const isFine = /^-?\d{1,11}(\.\d{1,4})?$/.test(plain);
  return isFine ? Number(plain) : note(faults, row, 'qty', 'noQuantity', { value: text.slice(0, 40) });
}

/** The review object the file is for. Nothing, and a fault, where the row names another one: its task would be somebody else's. */
function ownOf(
  row: Row,
  { id, reviewBatchNo: batch, dealerCode: dealer, ...of }: NamedObject & FlowReviewObject,
  faults: Fault[],
): number | null {
  const named = { checkBatch: batch, dealerCode: dealer, clientName: of.client, projectName: of.project } as const;
  for (const field of ['checkBatch', 'dealerCode', 'clientName', 'projectName'] as const) {
    const text = row.texts[field] ?? '';
    if (text !== '' && folded(text) !== folded(named[field])) return note(faults, row, field, 'otherReviewObject', { batch, dealer });
  }
  return id;
}

/** The one review object of a row, by the client and the project it names, too. Nothing, and a fault, where there is none or more than one. */
function chosenOf(row: Row, objects: readonly NamedObject[], faults: Fault[]): number | null {
  const isNamed = (name: string, given = '') => given === '' || folded(name) === folded(given);
  const { clientName, projectName, checkBatch: batch = '' } = row.texts;
  const [object, ...others] = objects.filter(({ client, project }) => isNamed(client, clientName) && isNamed(project, projectName));
  if (!object) return note(faults, row, 'dealerCode', 'noReviewObject', { batch });
  if (others.length === 0) return object.id;
  const projects = [object, ...others].slice(0, 3).map(({ client, project }) => `${client} / ${project}`);
  return note(faults, row, 'dealerCode', 'severalReviewObjects', { batch, projects: projects.join('; ') });
}

/** Names that stand twice in the file, or are there already. */
async function noteRepeated(db: Database, found: readonly { id: number; row: Row; task: GivenTask }[], faults: Fault[]): Promise<void> {
  const ids = [...new Set(found.map(({ id }) => id))];
  if (ids.length === 0) return;
  // Who imports or makes tasks of these at the same time waits, so that a name is there or is not.
  await sql`select id from flow_review_object where id = any(${ids}) order by id for update`.execute(db);
  const rows = await db
    .selectFrom('flow_bill_collect')
    .select(['review_object_id as id', 'task_name as name'])
    .where('review_object_id', 'in', ids)
    .execute();
  const there = new Set(rows.map(({ id, name }) => `${id} ${name}`));
  const seen = new Map<string, number>();
  for (const { id, row, task } of found) {
    const key = `${id} ${task.taskName}`;
    const first = seen.get(key);
    if (first !== undefined) note(faults, row, 'taskName', 'repeated', { first });
    else if (there.has(key)) note(faults, row, 'taskName', 'taskExists');
    else seen.set(key, row.row);
  }
}

/** The workbook the import reads, without rows, and a page with what may stand in its columns. */
export async function importForm(context: WordedContext): Promise<FileAnswer> {
  const word = words(context);
  const say = speaker(context);
  const entries = await entriesOf(context.db, ['bill-task-type', 'flow-type', 'ticket-type']);
  const labels = (type: Vocabulary) =>
    entries
      .filter(({ dictType, status }) => dictType === type && status === '0')
      .map(({ dictLabel }) => say(dictLabel))
      .join(', ');
  const help = [
    [`${word('checkBatch')}, ${word('dealerCode')}`, word('helpBatch')],
    [`${word('clientName')}, ${word('projectName')}`, word('helpProject')],
    [word('taskName'), word('helpName')],
    [word('taskType'), labels('bill-task-type')],
    [word('ticketDate'), '2026-01-31'],
    [word('flowType'), labels('flow-type')],
    [word('ticketTypes'), `${word('helpTypes')} ${labels('ticket-type')}`],
    [word('help'), word('helpRequired', { fields: required.map((field) => word(field)).join(', ') })],
    [word('help'), word('helpLimits', { rows: limits.rows })],
  ];
  const title = word('importForm');
  const heads = [word('helpColumn'), word('helpMeaning')].map((head, index) => ({ title: head, width: index === 0 ? 24 : 100 }));
  return workbook(title, [
    { name: title, columns: [...required, ...more].map((field) => ({ title: word(field), width: 20 })), rows: [] },
    { name: word('help'), columns: heads, rows: help },
  ]);
}
