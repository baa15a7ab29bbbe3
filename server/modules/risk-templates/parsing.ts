import { readCsv } from '../spreadsheets/read-csv.ts';
import { readWorkbook } from '../spreadsheets/read-workbook.ts';
import { type ReadSheet, UnreadableFile } from '../spreadsheets/unreadable.ts';
import { plainText } from '../spreadsheets/workbook.ts';
import { type Column, type headingReader, type Part, parts, type Texts, textOf } from './columns.ts';
import type { hiddenReader } from './text-rules.ts';
import { isBlank, textKey } from './texts.ts';

/** What does not fit: a text `template.fault.<kind>` and what to do about it. */
export interface Fault {
  kind: FaultKind;
  sheet: string;
  row?: number | undefined;
  column?: string | undefined;
  values?: Record<string, string | number>;
}
export type FaultKind =
  | 'notTable'
  | 'encrypted'
  | 'damaged'
  | 'tooLarge'
  | 'tooManyRows'
  | 'tooManyColumns'
  | 'noSheet'
  | 'hiddenSheet'
  | 'noRows'
  | 'heading'
  | 'twiceHeading'
  | 'missingHeading'
  | 'missing'
  | 'tooLong'
  | 'errorValue'
  | 'hidden'
  | 'repeated'
  | 'exists'
  | 'beyond';

/** A row that fits, with the place it came from. */
export interface Parsed {
  texts: Texts;
  sheet: string;
  row: number;
}
export interface ParsedFile {
  /** Rows of the parts the file has. */
  parts: Partial<Record<Part, Parsed[]>>;
  faults: Fault[];
  /** Names of its sheets, in their order. */
  sheets: string[];
}

type HiddenReader = ReturnType<typeof hiddenReader>;

/** Most rows read of a sheet, and most columns: every field in every language, and some nobody knows. */
const limits = { rows: 5_000, columns: 60 };
const longest = 1_000;

/** Reads a workbook or CSV file, whatever its name says. Never throws for what stands in the file: that is a fault. */
export async function parseFile(
  file: { name: string; content: Buffer },
  read: ReturnType<typeof headingReader>,
  hiddenIn: HiddenReader,
): Promise<ParsedFile> {
  const result: ParsedFile = { parts: {}, faults: [], sheets: [] };
  try {
    for (const sheet of await sheetsOf(file)) {
      result.sheets.push(sheet.name);
      parseSheet(sheet, read, hiddenIn, result);
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { parts: {}, faults: [{ kind: error.reason, sheet: file.name, row: error.row }], sheets: [file.name] };
  }
  const found = Object.values(result.parts);
  if (result.faults.length === 0 && found.every((rows) => rows.length === 0))
    result.faults.push({ kind: found.length === 0 ? 'noSheet' : 'noRows', sheet: file.name });
  return result;
}

async function sheetsOf({ name, content }: { name: string; content: Buffer }): Promise<ReadSheet[]> {
  const isArchive = content.subarray(0, 2).toString('latin1') === 'PK' || /\.xls[xmb]?$/i.test(name);
  return isArchive ? await readWorkbook(content, limits) : [{ name, rows: readCsv(content, limits) }];
}

/** Most rows that may stand above the headings, such as a title and a date. */
const mostTitles = 20;

/** Sheets without a heading anybody knows are left alone. */
function parseSheet(
  { name: sheet, rows, isHidden = false }: ReadSheet,
  read: ReturnType<typeof headingReader>,
  hiddenIn: HiddenReader,
  result: ParsedFile,
): void {
  const at = headOf(rows, read);
  const [head, ...body] = rows.slice(at);
  const { part, columns } = headingsOf(head, read);
  if (!head || !part) return;
  // An older state, say: rows nobody sees are neither imported nor left out unasked.
  if (isHidden) {
    result.faults.push({ kind: 'hiddenSheet', sheet, row: head.number });
    return;
  }
  const seen = new Set<string>();
  for (const [index, column] of columns.entries()) {
    const heading = head.cells[index]?.trim().slice(0, 60) ?? '';
    const place = { sheet, row: head.number, column: letterOf(index) };
    const key = `${column?.field} ${column?.language}`;
    if (!column && heading !== '') result.faults.push({ kind: 'heading', ...place, values: { heading } });
    if (column && seen.has(key)) result.faults.push({ kind: 'twiceHeading', ...place, values: { heading } });
    if (column) seen.add(key);
  }
  const missing = parts[part].required.filter((field) => !columns.some((column) => column?.field === field));
  for (const field of missing) result.faults.push({ kind: 'missingHeading', sheet, row: head.number, values: { field } });
  const fitting = missing.length > 0 ? [] : body.flatMap((row) => parseRow(part, columns, { sheet, row }, hiddenIn, result.faults));
  result.parts[part] = [...(result.parts[part] ?? []), ...fitting];
}

/** The headings of a row, of the part the first of them is of. */
function headingsOf(row: ReadSheet['rows'][number] | undefined, read: ReturnType<typeof headingReader>) {
  const headings = row?.cells.map((heading) => read(plainText(heading))) ?? [];
  const part = headings.find((column) => column !== undefined)?.part;
  return { part, columns: headings.map((column) => (column?.part === part ? column : undefined)) };
}

/** Where the headings stand: in the first of the uppermost rows that has all a part needs; otherwise in the first that holds something. */
function headOf(rows: ReadSheet['rows'], read: ReturnType<typeof headingReader>): number {
  const found = rows.slice(0, mostTitles + 1).findIndex((row) => {
    const { part, columns } = headingsOf(row, read);
    return part !== undefined && parts[part].required.every((field) => columns.some((column) => column?.field === field));
  });
  return Math.max(found, 0);
}

function parseRow(
  part: Part,
  columns: readonly (Column | undefined)[],
  { sheet, row }: { sheet: string; row: ReadSheet['rows'][number] },
  hiddenIn: HiddenReader,
  faults: Fault[],
): Parsed[] {
  const cells = row.cells.map((cell) => plainText(cell.replaceAll('\r\n', '\n')));
  const own: Fault[] = [];
  const place = (index: number) => ({ sheet, row: row.number, column: letterOf(index), values: { field: columns[index]?.field ?? '' } });
  for (const [index, cell] of cells.entries()) {
    if (!columns[index]) continue;
    const { field } = columns[index];
    const text = cell.trim();
    // A workbook may have one endless text in each of its cells: nothing more is looked for in it.
    if (text.length > longest) {
      own.push({ kind: 'tooLong', ...place(index), values: { field, length: text.length, most: longest } });
      continue;
    }
    if (/^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!)$/.test(text))
      own.push({ kind: 'errorValue', ...place(index), values: { field, value: text } });
    const sign = hiddenIn(text);
    if (sign !== undefined) own.push({ kind: 'hidden', ...place(index), values: { field, sign } });
  }
  const fields = [...parts[part].required, ...parts[part].more];
  const texts = Object.fromEntries(fields.map((field) => [field, textOf(columns, cells, field)]));
  // A row in which only columns nobody knows hold something says nothing.
  if (fields.every((field) => isBlank(texts[field] ?? ''))) return [];
  for (const field of parts[part].required) {
    const index = columns.findIndex((column) => column?.field === field);
    if (isBlank(texts[field] ?? '')) own.push({ kind: 'missing', ...place(index) });
  }
  faults.push(...own);
  return own.length > 0 ? [] : [{ texts, sheet, row: row.number }];
}

/** A, B ... Z, AA. */
function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}

/** Equal for rows people could not tell apart. */
function rowKey(part: Part, texts: Texts): string {
  return parts[part].required.map((field) => textKey(texts[field] ?? '')).join();
}

/** The rows that are new and within the limit; what repeats a row of the file or of the draft is a fault. */
export function withoutRepeats(part: Part, rows: readonly Parsed[], existing: readonly Texts[], most: number, faults: Fault[]): Parsed[] {
  const there = new Set(existing.map((texts) => rowKey(part, texts)));
  const seen = new Map<string, number>();
  const kept: Parsed[] = [];
  for (const parsed of rows) {
    const { sheet, row, texts } = parsed;
    const key = rowKey(part, texts);
    const first = seen.get(key);
    if (first !== undefined) faults.push({ kind: 'repeated', sheet, row, values: { first } });
    else if (there.has(key)) faults.push({ kind: 'exists', sheet, row });
    else if (existing.length + kept.length >= most) {
      faults.push({ kind: 'beyond', sheet, row, values: { most } });
      break;
    } else kept.push(parsed);
    seen.set(key, first ?? row);
  }
  return kept;
}

/** Faults as people go through the file from its top; rows are compared after each was read. */
export function inOrder(faults: readonly Fault[], sheets: readonly string[]): Fault[] {
  // A file may have hundreds of thousands of faults in hundreds of sheets.
  const places = new Map(sheets.map((sheet, index) => [sheet, index]));
  const place = ({ sheet }: Fault) => places.get(sheet) ?? 0;
  return faults.toSorted((one, other) => place(one) - place(other) || (one.row ?? 0) - (other.row ?? 0));
}
