import { Readable } from 'node:stream';
import type { FileAnswer } from '../../contracts.ts';
import { type ZipEntry, zip } from './zip.ts';

/** A value of a cell. */
export type Cell = string | number | null | ExactCell;

/** A number with all its digits, as text: `-1234.50`. Where it has more than the fifteen a spreadsheet keeps, it is written as a text. */
export interface ExactCell {
  decimal: string;
}

export interface Sheet {
  name: string;
  /** Heading and width in characters. */
  columns: readonly { title: string; width: number }[];
  rows: Iterable<readonly Cell[]> | AsyncIterable<readonly Cell[]>;
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/**
 * A workbook (Office Open XML) as the answer of a call, written row by row while it is sent. Texts a spreadsheet would take
 * for a formula start with a quote; every sheet has a bold first row that stays in view.
 */
export function workbook(name: string, sheets: readonly Sheet[]): FileAnswer {
  return { name: `${name}.xlsx`, type: `${sheetType}.sheet`, content: Readable.from(zip(parts(sheets)), { objectMode: false }) };
}

function* parts(sheets: readonly Sheet[]): Generator<ZipEntry> {
  yield { name: '[Content_Types].xml', content: [contentTypes(sheets.length)] };
  yield { name: '_rels/.rels', content: [relationships([['officeDocument', 'xl/workbook.xml']])] };
  yield { name: 'xl/workbook.xml', content: [book(sheets)] };
  const targets = sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const);
  yield { name: 'xl/_rels/workbook.xml.rels', content: [relationships([...targets, ['styles', 'styles.xml']])] };
  yield { name: 'xl/styles.xml', content: [styles] };
  for (const [index, sheet] of sheets.entries()) yield { name: `xl/worksheets/sheet${index + 1}.xml`, content: sheetXml(sheet) };
}

function contentTypes(sheets: number): string {
  const part = (path: string, kind: string) => `<Override PartName="${path}" ContentType="${sheetType}.${kind}+xml"/>`;
  const all = Array.from({ length: sheets }, (_, index) => part(`/xl/worksheets/sheet${index + 1}.xml`, 'worksheet')).join('');
  return `${head}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/styles.xml', 'styles')}${all}</Types>`;
}

function relationships(list: readonly (readonly [string, string])[]): string {
  const rows = list.map(([kind, target], index) => `<Relationship Id="rId${index + 1}" Type="${office}/${kind}" Target="${target}"/>`);
  return `${head}<Relationships xmlns="${packages}/relationships">${rows.join('')}</Relationships>`;
}

function book(sheets: readonly Sheet[]): string {
  const rows = sheets.map(
    ({ name }, index) => `<sheet name="${xml(sheetName(name, index))}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${rows.join('')}</sheets></workbook>`;
}

const styles = `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`;

async function* sheetXml({ columns, rows }: Sheet): AsyncGenerator<string> {
  const widths = columns.map(({ width }, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`);
  yield `${head}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`;
  const titles = columns.map(({ title }) => title);
  yield rowXml(1, titles, ' s="1"');
  let number = 1;
  for await (const row of rows) {
    number += 1;
    yield rowXml(number, row, '');
  }
  yield '</sheetData></worksheet>';
}

function rowXml(number: number, cells: readonly Cell[], style: string): string {
  const filled = cells.map((cell, index) => cellXml(`${columnName(index)}${number}`, cell, style));
  return `<row r="${number}">${filled.join('')}</row>`;
}

function cellXml(place: string, value: Cell, style: string): string {
  if (value === null || value === '') return '';
  if (typeof value === 'object') {
    const digits = value.decimal.replace(/[-.]/g, '').replace(/^0+/, '');
    if (digits.length > 15) return textXml(place, value.decimal, style);
    return `<c r="${place}"${style}><v>${xml(value.decimal)}</v></c>`;
  }
  if (typeof value === 'number') return `<c r="${place}"${style}><v>${value}</v></c>`;
  return textXml(place, safeText(value), style);
}

function textXml(place: string, text: string, style: string): string {
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${xml(text)}</t></is></c>`;
}

/** What a spreadsheet would run is written as text; a text that looks like that already gets one more quote, so that none is ambiguous. */
export function safeText(value: string): string {
  return /^'*[=+\-@\t\r]/.test(value) ? `'${value}` : value;
}

/** The text `safeText` made safe: without the quote. */
export function plainText(value: string): string {
  return /^'+[=+\-@\t\r]/.test(value) ? value.slice(1) : value;
}

/** A, B ... Z, AA. */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** Spreadsheets refuse some characters, long names and repeated ones. */
function sheetName(name: string, index: number): string {
  const clean = name.replaceAll(/[\\/?*[\]:']/g, ' ').trim();
  return clean === '' ? `Sheet ${index + 1}` : clean.slice(0, 31);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function xml(text: string): string {
  // Control characters have no place in XML at all, except line breaks and tabs.
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(/\p{Cc}|[\uFFFE\uFFFF]/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : /\s/.test(sign) ? ' ' : ''))
    .replaceAll(/[&<>"]/g, (sign) => entities[sign] ?? sign);
}
