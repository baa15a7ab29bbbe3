import { type DateReader, dateReader } from './read-dates.ts';
import { readXml, readXmlParts } from './read-xml.ts';
import { streamZip, tables } from './read-zip.ts';
import { type ReadRow, type ReadSheet, type TableLimits, UnreadableFile } from './unreadable.ts';

/** Most merged areas of a sheet, and cells that are filled without a pause for others. */
const mostMerged = 5_000;
const filledAtOnce = 50_000;
/** Most characters of all cells: one text of a small file may stand in every one. */
const mostCharacters = 32 * 1024 * 1024;

/**
 * The sheets of a workbook (Office Open XML) as texts. Formulas are not evaluated: the value they had when the file was saved counts. A
 * merged area has its text in every cell, and says so of those over several rows (`shared`). Dates are written as `2026-11-22`, whatever format shows them.
 * @throws UnreadableFile
 */
export async function readWorkbook(content: Buffer, limits: TableLimits): Promise<ReadSheet[]> {
  const { bytes = tables.bytes } = limits;
  const entries = await streamZip(content, { ...tables, bytes });
  const read = async (name: string) => await wholeText(entries.get(name));
  const book = await read('xl/workbook.xml');
  if (book === undefined) throw new UnreadableFile('notTable');
  const targets = relationsOf(await read('xl/_rels/workbook.xml.rels'));
  const shared = await sharedTexts(entries.get('xl/sharedStrings.xml'), limits);
  const { found, since1904 } = sheetsOf(book);
  const dates = dateReader(await read('xl/styles.xml'), since1904);
  const sheets: ReadSheet[] = [];
  const seen = new Set<string>();
  let characters = 0;
  for (const { name, id, isHidden } of found) {
    const target = targets.get(id);
    if (target === undefined) continue;
    // A small file could name one large part as thousands of sheets.
    if (seen.has(target)) throw new UnreadableFile('damaged');
    seen.add(target);
    const parts = entries.get(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    if (parts === undefined) continue;
    const rows = await rowsOf(parts(), { shared, dates }, limits);
    characters += rows.reduce((sum, { cells }) => cells.reduce((length, cell) => length + cell.length, sum), 0);
    if (characters > mostCharacters) throw new UnreadableFile('tooLarge');
    sheets.push({ name, rows, isHidden });
  }
  return sheets;
}

/** The text of a part of a workbook, unpacked while it is taken. */
type Part = () => AsyncGenerator<string>;

async function wholeText(part: Part | undefined): Promise<string | undefined> {
  if (!part) return undefined;
  let text = '';
  for await (const piece of part()) text += piece;
  return text;
}

/** The sheets people can make visible, and whether days count from 1904 instead of 1900. */
function sheetsOf(xml: string): { found: { name: string; id: string; isHidden: boolean }[]; since1904: boolean } {
  const found: { name: string; id: string; isHidden: boolean }[] = [];
  let since1904 = false;
  readXml(xml, {
    open: (element, { name = '', id = '', state = '', date1904 = '' }) => {
      if (element === 'sheet' && state !== 'veryHidden') found.push({ name: name.slice(0, 100), id, isHidden: state === 'hidden' });
      if (element === 'workbookPr') since1904 = date1904 === '1' || date1904 === 'true';
    },
  });
  return { found, since1904 };
}

function relationsOf(xml: string | undefined): Map<string, string> {
  const targets = new Map<string, string>();
  if (xml === undefined) return targets;
  readXml(xml, {
    open: (element, { Id, Target, TargetMode }) => {
      if (element === 'Relationship' && Id !== undefined && Target !== undefined && TargetMode !== 'External') targets.set(Id, Target);
    },
  });
  return targets;
}

async function sharedTexts(part: Part | undefined, { tags }: TableLimits): Promise<string[]> {
  const texts: string[] = [];
  if (part)
    await readXmlParts(
      part(),
      collector('si', (text) => texts.push(text)),
      tags,
    );
  return texts;
}

/** Joins the `t` elements within an element; how the text is pronounced (`rPh`) is no part of it. */
function collector(within: string, done: (text: string) => void) {
  let text = '';
  let isText = false;
  let spoken = 0;
  return {
    open: (name: string) => {
      if (name === within) text = '';
      if (name === 'rPh') spoken += 1;
      isText = name === 't' && spoken === 0;
    },
    text: (part: string) => {
      if (isText) text += part;
    },
    close: (name: string) => {
      if (name === 't') isText = false;
      if (name === 'rPh') spoken -= 1;
      if (name === within) done(text);
    },
  };
}

/** How the cells of a workbook say what they hold. */
interface Meaning {
  shared: readonly string[];
  dates: DateReader;
}
interface OpenCell {
  column: number;
  type: string;
  style: string | undefined;
  value: string;
  isValue: boolean;
}
const noCell: OpenCell = { column: -1, type: '', style: undefined, value: '', isValue: false };

function textOf({ type, style, value }: OpenCell, { shared, dates }: Meaning): string {
  if (type === 's') return decoded(shared[Number(value)] ?? '');
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  // Some programs write dates as ISO 8601.
  if (type === 'd') return value.replace(/T00:00(:00(\.0+)?)?Z?$/, '').replace('T', ' ');
  return type === '' || type === 'n' ? (dates(style, value) ?? numberOf(value)) : decoded(value);
}

/** Fractions are kept in binary: what people see as 1.1 stands there as 1.1000000000000001. Spreadsheets show fifteen digits. */
function numberOf(value: string): string {
  return /^-?\d*\.\d+(E[+-]?\d+)?$/i.test(value) ? String(Number(Number(value).toPrecision(15))) : value;
}

/** Characters XML has no place for are written by their codes: the return of a line break as `_x000D_`. */
function decoded(text: string): string {
  return text
    .replaceAll(/_x([0-9A-F]{4})_/gi, (_code, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replaceAll(/\p{Cs}/gu, '\uFFFD');
}

async function rowsOf(xml: AsyncIterable<string>, meaning: Meaning, limits: TableLimits): Promise<ReadSheet['rows']> {
  const rows = new Map<number, string[]>();
  const merged: string[] = [];
  let row = 0;
  let cell = { ...noCell };
  const inline = collector('is', (text) => {
    cell.value = text;
  });
  const keep = () => {
    const value = textOf(cell, meaning);
    if (value.trim() === '') return;
    if (cell.column >= limits.columns) throw new UnreadableFile('tooManyColumns', row);
    const cells = rows.get(row) ?? [];
    if (cells.length === 0 && rows.size >= limits.rows) throw new UnreadableFile('tooManyRows', row);
    while (cells.length < cell.column) cells.push('');
    cells[cell.column] = value;
    rows.set(row, cells);
  };
  await readXmlParts(
    xml,
    {
      open: (name, attributes) => {
        inline.open(name);
        if (name === 'row') row = rowNumber(attributes.r) ?? row + 1;
        if (name === 'c')
          cell = { ...noCell, column: columnOf(attributes.r) ?? cell.column + 1, type: attributes.t ?? '', style: attributes.s };
        if (name === 'v') cell.isValue = true;
        if (name === 'mergeCell') merged.push(attributes.ref ?? '');
        if (merged.length > mostMerged) throw new UnreadableFile('tooLarge');
      },
      text: (text) => {
        inline.text(text);
        if (cell.isValue) cell.value += text;
      },
      close: (name) => {
        inline.close(name);
        if (name === 'v') cell.isValue = false;
        if (name === 'c') keep();
        if (name === 'row') cell = { ...noCell };
      },
    },
    limits.tags,
  );
  const sorted = [...rows].sort(([one], [other]) => one - other).map(([number, cells]): ReadRow => ({ number, cells }));
  await fillMerged(sorted, merged, limits);
  return sorted;
}

/**
 * Gives every cell of merged areas the text of its first one. Of the rows, which stand in their order, only those of an area are looked at; others get their turn between many.
 * @throws UnreadableFile where they lie over each other without end, which would take minutes
 */
async function fillMerged(rows: ReadSheet['rows'], merged: readonly string[], limits: TableLimits): Promise<void> {
  let [filled, rested] = [0, 0];
  for (const { left, top, right, bottom } of merged.flatMap((area) => areaOf(area, limits) ?? [])) {
    const first = placeOf(rows, top);
    const value = rows[first]?.number === top ? rows[first].cells[left] : undefined;
    if (!value) continue;
    const isShared = bottom > top && (rows[first + 1]?.number ?? bottom + 1) <= bottom;
    for (const row of rowsFrom(rows, first)) {
      const { number, cells } = row;
      if (number > bottom) break;
      for (let column = left; column <= right; column += 1) {
        while (cells.length < column) cells.push('');
        cells[column] = cells[column] || value;
        if (isShared) noteShared(row, column);
      }
      filled += right - left + 1;
      if (filled > limits.rows * limits.columns) throw new UnreadableFile('damaged');
      if (filled - rested < filledAtOnce) continue;
      rested = filled;
      await new Promise(setImmediate);
    }
  }
}

/** Where a merged area such as `A1:C4` lies, as far as its columns are read; nowhere where it is written backwards or begins beyond them. */
function areaOf(area: string, { columns }: TableLimits) {
  const match = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(area);
  if (!match) return undefined;
  const [left, top, bottom] = [columnOf(match[1]) ?? 0, Number(match[2]), Number(match[4])];
  const right = Math.min(columnOf(match[3]) ?? 0, columns - 1);
  return right < left || bottom < top ? undefined : { left, top, right, bottom };
}

function noteShared(row: ReadRow, column: number): void {
  row.shared ??= [];
  if (!row.shared.includes(column)) row.shared.push(column);
}

/** The place of the first row of this number or a later one. */
function placeOf(rows: ReadSheet['rows'], number: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.number ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

function* rowsFrom(rows: ReadSheet['rows'], first: number): Generator<ReadSheet['rows'][number]> {
  for (let place = first; place < rows.length; place += 1) yield rows[place] as ReadSheet['rows'][number];
}

/** @throws UnreadableFile for what is no number of a row: rows without one would become one row */
function rowNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new UnreadableFile('damaged');
  return Number(text);
}

/** The column of a place such as `C12`, from 0. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
