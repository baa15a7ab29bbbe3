import { readCsv } from './read-csv.ts';
import { readWorkbook } from './read-workbook.ts';
import { type ReadSheet, type TableLimits, type Unreadable, UnreadableFile } from './unreadable.ts';
import { plainText } from './workbook.ts';

/** What does not fit in any file of tables. */
export type TableFaultKind =
  | Unreadable
  | 'noSheet'
  | 'hiddenSheet'
  | 'noRows'
  | 'heading'
  | 'twiceHeading'
  | 'missingHeading'
  | 'missing'
  | 'tooLong'
  | 'errorValue'
  | 'hidden';

/** A place of a file that does not fit. `field` among the values is that of the cell. */
export interface TableFault<Kind extends string = TableFaultKind> {
  kind: Kind;
  sheet: string;
  row?: number | undefined;
  column?: string | undefined;
  values?: Record<string, string | number>;
}

/** A row that fits, with the place it came from. */
export interface ParsedRow<Text> {
  texts: Record<string, Text>;
  sheet: string;
  row: number;
  /** Letters of the columns its fields stand in. */
  letters: Readonly<Record<string, string>>;
}
export interface ParsedTables<Part extends string, Text> {
  /** Rows of the parts the file has. */
  parts: Partial<Record<Part, ParsedRow<Text>[]>>;
  /** How many rows hold something, those that do not fit among them. */
  count: number;
  faults: TableFault[];
  /** Names of its sheets, in their order. */
  sheets: string[];
}

interface AnyColumn<Part extends string> {
  part: Part;
  field: string;
}
/** The tables that are looked for: one part a sheet, told by its headings. */
export interface TableShape<Part extends string, Column extends AnyColumn<Part>, Text> {
  parts: Readonly<Record<Part, { required: readonly string[]; more: readonly string[] }>>;
  /** What a heading names. */
  read: (heading: string) => Column | undefined;
  /** Equal for headings of which one file has one. */
  keyOf: (column: Column) => string;
  /** What a field says in the cells of a row. */
  textOf: (columns: readonly (Column | undefined)[], cells: readonly string[], field: string) => Text;
  isBlank: (text: Text) => boolean;
  /** The first character of a text that nobody sees. */
  hiddenIn: (text: string) => string | undefined;
  /** Most characters of a cell. */
  longest: (field: string) => number;
  limits: TableLimits;
}

/** Reads the tables of a workbook or CSV file, whatever its name says. Never throws for what stands in the file: that is a fault. */
export async function parseTables<Part extends string, Column extends AnyColumn<Part>, Text>(
  file: { name: string; content: Buffer },
  shape: TableShape<Part, Column, Text>,
): Promise<ParsedTables<Part, Text>> {
  const result: ParsedTables<Part, Text> = { parts: {}, count: 0, faults: [], sheets: [] };
  try {
    for (const sheet of await sheetsOf(file, shape.limits)) {
      result.sheets.push(sheet.name);
      parseSheet(sheet, shape, result);
    }
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return { parts: {}, count: 0, faults: [{ kind: error.reason, sheet: file.name, row: error.row }], sheets: [file.name] };
  }
  const found = Object.values<ParsedRow<Text>[] | undefined>(result.parts);
  if (result.faults.length === 0 && found.every((rows) => !rows || rows.length === 0))
    result.faults.push({ kind: found.length === 0 ? 'noSheet' : 'noRows', sheet: file.name });
  return result;
}

async function sheetsOf({ name, content }: { name: string; content: Buffer }, limits: TableLimits): Promise<ReadSheet[]> {
  const isArchive = content.subarray(0, 2).toString('latin1') === 'PK' || /\.xls[xmb]?$/i.test(name);
  return isArchive ? await readWorkbook(content, limits) : [{ name, ...(await readCsv(content, limits)) }];
}

/** Most rows that may stand above the headings, such as a title and a date. */
const mostTitles = 20;

/** Sheets without a heading anybody knows are left alone. */
function parseSheet<Part extends string, Column extends AnyColumn<Part>, Text>(
  { name: sheet, rows, isHidden = false }: ReadSheet,
  shape: TableShape<Part, Column, Text>,
  result: ParsedTables<Part, Text>,
): void {
  const at = headOf(rows, shape);
  const [head, ...body] = rows.slice(at);
  const { part, columns } = headingsOf(head, shape);
  if (!head || !part) return;
  // An older state, say: rows nobody sees are neither imported nor left out unasked.
  if (isHidden) {
    result.faults.push({ kind: 'hiddenSheet', sheet, row: head.number });
    return;
  }
  const seen = new Set<string>();
  const letters: Record<string, string> = {};
  for (const [index, column] of columns.entries()) {
    const heading = head.cells[index]?.trim().slice(0, 60) ?? '';
    const place = { sheet, row: head.number, column: letterOf(index) };
    if (!column && heading !== '') result.faults.push({ kind: 'heading', ...place, values: { heading } });
    if (!column) continue;
    const key = shape.keyOf(column);
    if (seen.has(key)) result.faults.push({ kind: 'twiceHeading', ...place, values: { heading } });
    seen.add(key);
    letters[column.field] ??= letterOf(index);
  }
  const missing = shape.parts[part].required.filter((field) => letters[field] === undefined);
  for (const field of missing) result.faults.push({ kind: 'missingHeading', sheet, row: head.number, values: { field } });
  const parse = rowParser(shape, { part, columns, sheet, letters }, result);
  const fitting = missing.length > 0 ? [] : body.flatMap(parse);
  result.parts[part] = [...(result.parts[part] ?? []), ...fitting];
}

/** The headings of a row, of the part the first of them is of. */
function headingsOf<Part extends string, Column extends AnyColumn<Part>, Text>(
  row: ReadSheet['rows'][number] | undefined,
  { read }: TableShape<Part, Column, Text>,
) {
  const headings = row?.cells.map((heading) => read(plainText(heading))) ?? [];
  const part = headings.find((column) => column !== undefined)?.part;
  return { part, columns: headings.map((column) => (column?.part === part ? column : undefined)) };
}

/** Where the headings stand: in the first of the uppermost rows that has all a part needs; otherwise in the first that holds something. */
function headOf<Part extends string, Column extends AnyColumn<Part>, Text>(
  rows: ReadSheet['rows'],
  shape: TableShape<Part, Column, Text>,
): number {
  const found = rows.slice(0, mostTitles + 1).findIndex((row) => {
    const { part, columns } = headingsOf(row, shape);
    return part !== undefined && shape.parts[part].required.every((field) => columns.some((column) => column?.field === field));
  });
  return Math.max(found, 0);
}

interface Place<Part extends string, Column> {
  part: Part;
  columns: readonly (Column | undefined)[];
  sheet: string;
  letters: Readonly<Record<string, string>>;
}

/** Reads the rows of a sheet, one by one; a row with a fault gives none. */
function rowParser<Part extends string, Column extends AnyColumn<Part>, Text>(
  { parts, textOf, isBlank, hiddenIn, longest }: TableShape<Part, Column, Text>,
  { part, columns, sheet, letters }: Place<Part, Column>,
  result: Pick<ParsedTables<Part, Text>, 'count' | 'faults'>,
): (row: ReadSheet['rows'][number]) => ParsedRow<Text>[] {
  const { required, more } = parts[part];
  const fields = [...required, ...more];
  return (row) => {
    const cells = row.cells.map((cell) => plainText(cell.replaceAll('\r\n', '\n')));
    const own: TableFault[] = [];
    for (const [index, cell] of cells.entries()) {
      if (!columns[index]) continue;
      const { field } = columns[index];
      own.push(...faultsOf(cell.trim(), field, { longest: longest(field), hiddenIn }, { sheet, row: row.number, column: letterOf(index) }));
    }
    const texts = Object.fromEntries(fields.map((field) => [field, textOf(columns, cells, field)]));
    // A row in which only columns nobody knows hold something says nothing.
    if (fields.every((field) => isBlank(texts[field] as Text))) return [];
    result.count += 1;
    for (const field of required) {
      const place = { sheet, row: row.number, column: letters[field] };
      if (isBlank(texts[field] as Text)) own.push({ kind: 'missing', ...place, values: { field } });
    }
    result.faults.push(...own);
    return own.length > 0 ? [] : [{ texts, sheet, row: row.number, letters }];
  };
}

function faultsOf(
  text: string,
  field: string,
  { longest, hiddenIn }: { longest: number; hiddenIn: (text: string) => string | undefined },
  place: Pick<TableFault, 'sheet' | 'row' | 'column'>,
): TableFault[] {
  // A workbook may have one endless text in each of its cells: nothing more is looked for in it.
  if (text.length > longest) return [{ kind: 'tooLong', ...place, values: { field, length: text.length, most: longest } }];
  const found: TableFault[] = [];
  if (/^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!)$/.test(text))
    found.push({ kind: 'errorValue', ...place, values: { field, value: text } });
  const sign = hiddenIn(text);
  if (sign !== undefined) found.push({ kind: 'hidden', ...place, values: { field, sign } });
  return found;
}

/** A, B ... Z, AA. */
function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : letterOf(Math.floor(index / 26) - 1) + letter;
}
