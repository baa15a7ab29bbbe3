import { type Cell, safeText } from './cells.ts';
import { type ZipEntry, zip } from './zip.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const namespaces = {
  sheet: 'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  types: 'http://schemas.openxmlformats.org/package/2006/content-types',
  packageLinks: 'http://schemas.openxmlformats.org/package/2006/relationships',
  links: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
};
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
/** Most characters of a cell of a workbook. */
const longest = 32_767;
const chunkLength = 64 * 1024;

/** A workbook with one sheet, the first row bold and fixed, written while the rows are read. Everything but numbers is text, never a formula. */
export function xlsx(
  rows: AsyncIterable<readonly Cell[]>,
  { title, widths }: { title: string; widths: readonly number[] },
): AsyncGenerator<Buffer> {
  const parts: ZipEntry[] = [
    {
      name: '[Content_Types].xml',
      content: [
        `${declaration}<Types xmlns="${namespaces.types}">`,
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
        '<Default Extension="xml" ContentType="application/xml"/>',
        `<Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/>`,
        `<Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/>`,
        `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/></Types>`,
      ],
    },
    { name: '_rels/.rels', content: [links(`<Relationship Id="r1" Type="${namespaces.links}/officeDocument" Target="xl/workbook.xml"/>`)] },
    {
      name: 'xl/workbook.xml',
      content: [
        `${declaration}<workbook xmlns="${namespaces.sheet}" xmlns:r="${namespaces.links}">`,
        `<sheets><sheet name="${sheetName(title)}" sheetId="1" r:id="r1"/></sheets></workbook>`,
      ],
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [
        links(
          `<Relationship Id="r1" Type="${namespaces.links}/worksheet" Target="worksheets/sheet1.xml"/>` +
            `<Relationship Id="r2" Type="${namespaces.links}/styles" Target="styles.xml"/>`,
        ),
      ],
    },
    {
      name: 'xl/styles.xml',
      content: [
        `${declaration}<styleSheet xmlns="${namespaces.sheet}"><fonts count="2"><font/><font><b/></font></fonts>`,
        '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
        '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>',
        '<cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>',
      ],
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheet(rows, widths) },
  ];
  return zip(parts);
}

function links(content: string): string {
  return `${declaration}<Relationships xmlns="${namespaces.packageLinks}">${content}</Relationships>`;
}

async function* sheet(rows: AsyncIterable<readonly Cell[]>, widths: readonly number[]): AsyncGenerator<string> {
  const columns = widths.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('');
  let chunk = `${declaration}<worksheet xmlns="${namespaces.sheet}"><sheetViews><sheetView workbookViewId="0">`;
  chunk += '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  chunk += `<cols>${columns}</cols><sheetData>`;
  let isHead = true;
  for await (const row of rows) {
    const style = isHead ? ' s="1"' : '';
    isHead = false;
    chunk += `<row>${row.map((cell) => cellOf(cell, style)).join('')}</row>`;
    if (chunk.length < chunkLength) continue;
    yield chunk;
    chunk = '';
  }
  yield `${chunk}</sheetData></worksheet>`;
}

function cellOf(cell: Cell, style: string): string {
  if (cell === null) return '<c/>';
  if (typeof cell === 'number') return `<c${style}><v>${cell}</v></c>`;
  return `<c t="inlineStr"${style}><is><t xml:space="preserve">${escaped(safeText(cell).slice(0, longest))}</t></is></c>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for XML 1.0: what the format cannot hold at all (control characters, halves of pairs) is left out. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
}

/** Names of sheets are short and without some characters. */
function sheetName(title: string): string {
  return escaped(title.replaceAll(/[\\/?*[\]:']/g, ' ').slice(0, 31)) || 'Sheet1';
}
