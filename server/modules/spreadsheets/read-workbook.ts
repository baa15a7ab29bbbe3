import { readXml } from './read-xml.ts';
import { readZip } from './read-zip.ts';
import { type ReadSheet, type TableLimits, UnreadableFile } from './unreadable.ts';

/** Most merged areas of a sheet. */
const mostMerged = 5_000;

/**
 * The sheets of a workbook (Office Open XML) as texts. Formulas are not evaluated: the value they had when the file was saved counts. A
 * merged area has its text in every cell.
 * @throws UnreadableFile
 */
export function readWorkbook(content: Buffer, limits: TableLimits): ReadSheet[] {
  const entries = readZip(content);
  const read = (name: string) => entries.get(name)?.();
  const book = read('xl/workbook.xml');
  if (book === undefined) throw new UnreadableFile('notTable');
  const targets = relationsOf(read('xl/_rels/workbook.xml.rels') ?? '');
  const shared = sharedTexts(read('xl/sharedStrings.xml') ?? '');
  return sheetsOf(book).flatMap(({ name, id }) => {
    const target = targets.get(id) ?? '';
    const xml = read(target.startsWith('/') ? target.slice(1) : `xl/${target}`);
    return xml === undefined ? [] : [{ name, rows: rowsOf(xml, shared, limits) }];
  });
}

function sheetsOf(xml: string): { name: string; id: string }[] {
  const sheets: { name: string; id: string }[] = [];
  readXml(xml, {
    open: (element, { name = '', id = '', state = '' }) => {
      if (element === 'sheet' && state !== 'veryHidden') sheets.push({ name: name.slice(0, 100), id });
    },
  });
  return sheets;
}

function relationsOf(xml: string): Map<string, string> {
  const targets = new Map<string, string>();
  readXml(xml, {
    open: (element, { Id, Target, TargetMode }) => {
      if (element === 'Relationship' && Id !== undefined && Target !== undefined && TargetMode !== 'External') targets.set(Id, Target);
    },
  });
  return targets;
}

function sharedTexts(xml: string): string[] {
  const texts: string[] = [];
  readXml(
    xml,
    collector('si', (text) => texts.push(text)),
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

function rowsOf(xml: string, shared: readonly string[], limits: TableLimits): ReadSheet['rows'] {
  const rows = new Map<number, string[]>();
  const merged: string[] = [];
  let row = 0;
  let cell = { column: -1, type: '', value: '', isValue: false };
  const inline = collector('is', (text) => {
    cell.value = text;
  });
  const keep = () => {
    const value =
      cell.type === 's' ? (shared[Number(cell.value)] ?? '') : cell.type === 'b' ? (cell.value === '1' ? 'TRUE' : 'FALSE') : cell.value;
    if (value.trim() === '') return;
    if (cell.column >= limits.columns) throw new UnreadableFile('tooManyColumns', row);
    const cells = rows.get(row) ?? [];
    if (cells.length === 0 && rows.size >= limits.rows) throw new UnreadableFile('tooManyRows', row);
    while (cells.length < cell.column) cells.push('');
    cells[cell.column] = value;
    rows.set(row, cells);
  };
  readXml(xml, {
    open: (name, attributes) => {
      inline.open(name);
      if (name === 'row') row = Number(attributes.r ?? row + 1);
      if (name === 'c') cell = { column: columnOf(attributes.r) ?? cell.column + 1, type: attributes.t ?? '', value: '', isValue: false };
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
      if (name === 'row') cell = { column: -1, type: '', value: '', isValue: false };
    },
  });
  for (const area of merged) fillMerged(rows, area, limits);
  return [...rows].sort(([one], [other]) => one - other).map(([number, cells]) => ({ number, cells }));
}

/** The column of a place such as `C12`, from 0. */
function columnOf(place: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function fillMerged(rows: Map<number, string[]>, area: string, limits: TableLimits): void {
  const match = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(area);
  if (!match) return;
  const [left, top, right, bottom] = [columnOf(match[1]) ?? 0, Number(match[2]), columnOf(match[3]) ?? 0, Number(match[4])];
  const value = rows.get(top)?.[left];
  if (value === undefined) return;
  for (const [number, cells] of rows) {
    if (number < top || number > bottom) continue;
    for (let column = left; column <= Math.min(right, limits.columns - 1); column += 1) {
      while (cells.length < column) cells.push('');
      cells[column] = cells[column] || value;
    }
  }
}
