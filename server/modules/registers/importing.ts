import { createHash } from 'node:crypto';
import type { RegisterField } from '../../../src/core/register/document.ts';
import { isInForm } from '../../../src/core/register/reading.ts';
import type { TextSource } from '../../../src/core/types.ts';
import type { WordedContext } from '../../context.ts';
import type { FileAnswer } from '../../contracts.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { speaker, wordsOf, wordsOfArea } from '../../reader.ts';
import { entriesOf } from '../dictionaries/repository.ts';
import { once } from '../once.ts';
import { folded } from '../spreadsheets/headings.ts';
import { type ReadTable, readTable } from '../spreadsheets/read-table.ts';
import { UnreadableFile } from '../spreadsheets/unreadable.ts';
import { workbook } from '../spreadsheets/workbook.ts';
import { type CellReader, cellReader, cellText, inAll } from './cell-readers.ts';
import { addRecords } from './changes.ts';
import { readValues } from './given-values.ts';
import { holdNumbers } from './holding.ts';
import { adviser } from './import-advice.ts';
import type { Register } from './registers.ts';
import { outOfSight, wouldSee } from './sight.ts';
import type { RecordValues } from './tables.ts';
import { duplicates, duplicatesOfKept } from './unique.ts';
import { tellWatchers } from './watched.ts';

const limits = { rows: 2_000, columns: 100 };
const shownRows = 10;
const shownFaults = 500;

/** check: nothing is saved. all: every row, or none. fitting: the rows that fit. */
export type ImportMode = 'check' | 'all' | 'fitting';

interface Fault {
  /** null: of the whole file. */
  row: number | null;
  column: string;
  message: string;
  /** What to do about it, where the message does not say so. */
  advice?: string;
}
export interface ImportedRecords {
  saved: boolean;
  count: number;
  columns: { name: string; title: string }[];
  rows: { row: number; cells: Record<string, string> }[];
  ignored: string[];
  faultCount: number;
  faults: (Fault & { key: string })[];
}

/** Ends a transaction that is to leave nothing, with what was found in it. */
class Undone extends Error {
  constructor(readonly count: number) {
    super('Nothing is to be saved');
  }
}

/** Whether a field has a column: files and what nobody types have none. */
const isColumn = (field: RegisterField): boolean => field.type !== 'files' && isInForm(field);

/** What is imported how; `key`: the same for the retries of one import, of which one saves. */
export interface GivenImport {
  file: { name: string; content: Buffer };
  mode: ImportMode;
  key?: string | undefined;
}

/**
 * Takes records from a workbook or a CSV file. What does not fit is told by row and column; checking finds what saving would, and saves nothing.
 * Rights are the business of who calls.
 */
export async function importRecords(context: WordedContext, register: Register, given: GivenImport): Promise<ImportedRecords> {
  const { file, mode } = given;
  const word = wordsOf(context);
  const fill = wordsOfArea(context, (key) => key);
  const fields = register.document.fields.filter(isColumn);
  const told = (faults: readonly Fault[], count: number, table?: ReadTable): ImportedRecords => ({
    ...{ saved: mode !== 'check' && count > 0 && (mode === 'fitting' || faults.length === 0), count },
    columns: fields.filter(({ name }) => table?.columns.has(name)).map(({ name, label }) => ({ name, title: word(label) })),
    rows: (table?.rows ?? []).slice(0, shownRows).map(({ number, cells }) => ({ row: number, cells: plainCells(fields, cells) })),
    ...{ ignored: table?.unknown ?? [], faultCount: faults.length },
    faults: faults.slice(0, shownFaults).map((fault, index) => ({ key: String(index + 1), ...fault })),
  });
  const whole = (key: string, values?: Record<string, string>): Fault => ({ row: null, column: '', message: fill(key, values) });
  let table: ReadTable;
  try {
    table = await readTable(file, limits, headingReader(context, fields));
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return told([{ ...whole(`flow.${error.reason}Fault`), row: error.row ?? null }], 0);
  }
  const missing = fields.filter(({ name, required }) => required && !table.columns.has(name));
  if (table.columns.size === 0) return told([whole('flow.noSheetFault')], 0, table);
  if (missing.length > 0)
    return told(
      missing.map(({ label }) => whole('flow.missingHeadingFault', { field: word(label) })),
      0,
      table,
    );
  if (table.rows.length === 0) return told([whole('flow.noRowsFault')], 0, table);

  const faults: Fault[] = [];
  const labels = new Map<string, TextSource>(fields.map(({ name, label }) => [name, label]));
  const advise = adviser(context);
  const cellsOf = new Map(table.rows.map(({ number, cells }) => [number, cells]));
  const note = (row: number, { field, message, key, values, among }: CellDetail) => {
    const known = fields.find(({ name }) => name === field);
    const advice = advise(known, { key, text: cellsOf.get(row)?.[field] ?? '', among });
    faults.push({ row, column: word(labels.get(field) ?? field), message: key === undefined ? message : fill(key, values), advice });
  };
  const content = createHash('sha256').update(file.content).digest('hex');
  const count = await addRows(context, register, { table, fields, mode, note, intent: { key: given.key, mode, content } });
  faults.sort((one, other) => (one.row ?? 0) - (other.row ?? 0));
  return told(faults, count, table);
}

/** What is wrong with a cell, and what could have been chosen. */
type CellDetail = ErrorDetail & { among?: readonly LabelValue[] | undefined };

interface Work {
  table: ReadTable;
  fields: readonly RegisterField[];
  mode: ImportMode;
  note: (row: number, detail: CellDetail) => void;
  intent: { key: string | undefined; mode: ImportMode; content: string };
}

/** Adds the rows that fit, in one transaction; resolves with how many do, also where nothing is saved, or were added by the same import before. */
async function addRows(context: WordedContext, register: Register, work: Work): Promise<number> {
  const { fields, intent } = work;
  const readers = new Map(
    await Promise.all(fields.map(async (field) => [field.name, await cellReader(context, register, field)] as const)),
  );
  try {
    return await context.db.transaction().execute(async (db) => {
      const within = { ...context, db };
      return await once(db, context, `register import ${register.id}`, intent, () => addWithin(within, register, work, readers));
    });
  } catch (error) {
    if (error instanceof Undone) return error.count;
    throw error;
  }
}

async function addWithin(
  within: WordedContext,
  register: Register,
  { table, fields, mode, note, intent }: Work,
  readers: ReadonlyMap<string, CellReader>,
): Promise<number> {
  const { db } = within;
  const records = fields.filter(({ type }) => type === 'record').map(({ name }) => name);
  // Whoever only checks keeps nobody waiting.
  const last = mode === 'check' ? 0 : await holdNumbers(db, register);
  const read: { row: number; values: RecordValues }[] = [];
  const refused: { row: number; given: RecordValues; fields: ReadonlySet<string> }[] = [];
  for (const { number, cells } of table.rows) {
    const given: RecordValues = {};
    const details: CellDetail[] = [];
    for (const [name, cell] of Object.entries(cells)) {
      const result = cell === '' ? undefined : readers.get(name)?.(cell.replaceAll('\0', ''));
      if (result && 'wrong' in result)
        details.push({ field: name, message: 'cannot be read', key: result.wrong, values: result.values, among: result.among });
      else if (result) given[name] = result.value;
    }
    // What was chosen by its name is there and need not be looked for again; but records go.
    const values = await readValues(within, register, given, without(given, records), mode === 'check' ? 'checked' : 'offered').catch(
      (error: unknown) => {
        if (!(error instanceof ApiError) || !error.details) throw error;
        const isTold = ({ field }: ErrorDetail) => details.some((detail) => detail.field === field);
        details.push(...error.details.filter((detail) => !isTold(detail)));
      },
    );
    if (values && details.length === 0) read.push({ row: number, values });
    else refused.push({ row: number, given, fields: new Set(details.map(({ field }) => field)) });
    for (const detail of details) note(number, detail);
  }
  const twice = await duplicates(
    db,
    register,
    read.map(({ values }) => values),
  );
  for (const [index, { row }] of read.entries()) for (const detail of twice[index] ?? []) note(row, detail);
  // A row with other faults is told so as well: whoever mends it does that once.
  const known = await duplicatesOfKept(
    db,
    register,
    refused.map(({ given }) => given),
  );
  for (const [index, { row, fields: wrong }] of refused.entries())
    for (const detail of known[index] ?? []) if (!wrong.has(detail.field)) note(row, detail);
  const isSeen = await wouldSee(
    db,
    register,
    read.map(({ values }) => values),
  );
  for (const [index, { row }] of read.entries()) if (!isSeen[index]) note(row, outOfSight(register));
  const added = read.flatMap(({ values }, index) => (twice[index]?.length === 0 && isSeen[index] ? [values] : []));
  const isWhole = added.length === table.rows.length;
  if (mode === 'check' || (mode === 'all' && !isWhole)) throw new Undone(added.length);
  await addRecords(within, register, added, last, { importKey: intent.key ?? null });
  await tellWatchers(db, register, within.services.documents);
  return added.length;
}

/** The cells of a row with numbers and days as they would be saved. */
const plainCells = (fields: readonly RegisterField[], cells: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(cells).map(([name, cell]) => {
      const field = fields.find((one) => one.name === name);
      return [name, field ? cellText(field, cell.replaceAll('\0', '')) : cell];
    }),
  );

const without = (values: RecordValues, names: readonly string[]): RecordValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** Columns are headed by the label of their field in any language, or by its name or one it had. */
function headingReader(context: WordedContext, fields: readonly RegisterField[]): (heading: string) => string | undefined {
  const known = new Map<string, string>();
  for (const { name, aliases = [], label } of fields) {
    const labels = typeof label === 'string' ? inAll(context, label) : Object.values(label).map(String);
    for (const text of [name, ...aliases, ...labels]) if (!known.has(folded(text))) known.set(folded(text), name);
  }
  return (heading) => known.get(folded(heading.slice(0, 200)));
}

/** The workbook the import reads, without rows, and a page that says what may stand in its columns. */
export async function importForm(context: WordedContext, { document }: Register): Promise<FileAnswer> {
  const word = wordsOf(context);
  const fill = wordsOfArea(context, (key) => key);
  const say = speaker(context);
  const fields = document.fields.filter(isColumn);
  const entries = await entriesOf(
    context.db,
    fields.flatMap(({ dictionary }) => dictionary ?? []),
  );
  const help = (field: RegisterField): string => {
    switch (field.type) {
      case 'dictionary':
        return entries
          .filter(({ dictType, status }) => dictType === field.dictionary && status === '0')
          .map(({ dictLabel }) => say(dictLabel))
          .join(', ');
      case 'boolean':
        return `${word('register.yes')}, ${word('register.no')}`;
      case 'date':
        return '2026-01-31';
      case 'user':
      case 'department':
      case 'record':
        return word(`register.help${field.type[0]?.toUpperCase()}${field.type.slice(1)}`);
      default:
        return word(field.hint);
    }
  };
  const title = word(document.title);
  const helpColumns = ['register.helpColumn', 'register.helpRequired', 'register.helpMeaning'];
  return workbook(fill('register.importFormOf', { name: title }), [
    { name: title, columns: fields.map(({ label }) => ({ title: word(label), width: 22 })), rows: [] },
    {
      name: word('register.help'),
      columns: helpColumns.map((key, index) => ({ title: word(key), width: index === 2 ? 90 : 24 })),
      rows: fields.map((field) => [word(field.label), field.required ? word('register.yes') : '', help(field)]),
    },
  ]);
}
