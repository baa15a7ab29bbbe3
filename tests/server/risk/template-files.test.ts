import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type TestApp } from '../../support/app.ts';
import { cpuTime } from '../../support/cpu-time.ts';
import { readSheets, unzip, zip } from '../../support/workbook.ts';
import { call, tokenOf } from '../modules/client.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await tokenOf(app, 'riskmanager');
});
afterAll(() => app.close());

interface Imported {
  saved: boolean;
  id: string;
  criteria: number;
  domains: number;
  faultCount: number;
  faults: { sheet: string; row: number | null; column: string; message: string; advice: string }[];
}
type Row = Record<string, unknown> & { id: string };

async function importFile(
  content: Buffer | string,
  name: string,
  query = '',
): Promise<{ status: number; body: { code?: string; data?: Imported; details?: unknown } }> {
  const form = new FormData();
  form.set('file', new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  const request = new Request('http://x', { method: 'POST', body: form });
  const answer = await app.http.inject({
    method: 'POST',
    url: `/api/risk/template/import${query}`,
    headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '', 'accept-language': 'en' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: answer.statusCode, body: answer.json() };
}
const imported = async (...given: Parameters<typeof importFile>): Promise<Imported> => {
  const { body } = await importFile(...given);
  if (!body.data) throw new Error(JSON.stringify(body));
  return body.data;
};
const read = async <T>(path: string): Promise<T> => (await call(app, `/api/risk/template${path}`, { token })).body.data as T;
const download = async (path: string, language = 'en'): Promise<Buffer> =>
  (await app.http.inject({ url: `/api/risk/template${path}`, headers: { authorization: `Bearer ${token}`, 'accept-language': language } }))
    .rawPayload;
const texts = (rows: Row[]): Record<string, unknown>[] =>
  rows.map(({ id: _id, key: _key, version: _version, businessId: _business, children, ...row }) => ({
    ...row,
    ...(Array.isArray(children) && { children: texts(children as Row[]) }),
  }));
const content = async (id: string, number?: number) => {
  const which = `?id=${id}${number === undefined ? '' : `&number=${number}`}`;
  return { criteria: texts(await read<Row[]>(`/criteria${which}`)), domains: texts(await read<Row[]>(`/domain${which}`)) };
};
/** The draft of a template as it is now, to be replaced. */
const draft = async (id: string) => `?templateId=${id}&revision=${(await read<{ revision: number }>(`?id=${id}`)).revision}`;
/** A workbook as Excel writes it: shared texts, formulas, merged cells, prefixes. */
const book = (sheet: string, shared = '', sheets = 1, styles?: string) =>
  zip({
    ...(styles !== undefined && { 'xl/styles.xml': styles }),
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${'<sheet name="Risks" sheetId="1" r:id="rId7"/>'.repeat(sheets)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': '<Relationships><Relationship Id="rId7" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/sharedStrings.xml': `<sst>${shared}</sst>`,
    'xl/worksheets/sheet1.xml': sheet,
  });

const csvHead = 'Dimension,Risk cause,Sub-cause,Explanation';

describe('importing templates', () => {
  it('[RISK-06] gives back what an export holds, in every language, formulas and line breaks included', async () => {
    const first = await imported(await download('/export?id=1'), 'Annual.xlsx');
    expect(first).toMatchObject({ saved: true, criteria: 60, domains: 12, faultCount: 0 });
    expect(await content(first.id)).toEqual(await content('1', 1));
    expect(await read(`?id=${first.id}`)).toMatchObject({ name: 'Annual', state: 'draft', problems: [] });

    const dangerous = {
      templateId: first.id,
      dimension: '=cmd|x!A1',
      cause: "'=quoted",
      subCause: '+1',
      explanation: 'one\ntwo, "three"',
      level1: '@x',
    };
    await call(app, '/api/risk/template/criterion', { method: 'POST', token, body: dangerous });
    const before = await content(first.id);
    const workbook = await download(`/export?id=${first.id}`, 'zh-Hans');
    expect(Object.values(await readSheets(workbook))[0]?.flat()).toContain("'=cmd|x!A1");
    expect(await content((await imported(workbook, 'Again.xlsx')).id)).toEqual(before);
    const [criteria, domains] = [
      await download(`/export?id=${first.id}&format=criteria`),
      await download(`/export?id=${first.id}&format=domains`, 'zh-Hant'),
    ];
    const { id } = await imported(criteria, 'Criteria.csv');
    expect(await imported(domains, 'Domains.csv', await draft(id))).toMatchObject({ saved: true, criteria: 0, domains: 12 });
    expect(await content(id)).toEqual(before);
  });

  it('reads what spreadsheets write: shared texts without their pronunciation, formulas by value, merged cells, numbers', async () => {
    const file = await book(
      `<x:worksheet xmlns:x="x"><x:sheetData>
        <x:row r="2"><x:c r="A2" t="s"><x:v>0</x:v></x:c><x:c r="B2" t="inlineStr"><x:is><x:t>原因</x:t></x:is></x:c><x:c r="C2" t="str"><x:v>Sub-cause</x:v></x:c></x:row>
        <x:row r="4"><x:c r="A4" t="s"><x:v>1</x:v></x:c><x:c r="B4"><x:v>7</x:v></x:c><x:c r="C4" t="str"><x:f>A1&amp;"x"</x:f><x:v>Tom &amp; Co</x:v></x:c></x:row>
        <x:row r="5"><x:c r="B5"><x:v>8</x:v></x:c><x:c r="C5" t="b"><x:v>1</x:v></x:c></x:row>
      </x:sheetData><x:mergeCells><x:mergeCell ref="A4:A5"/></x:mergeCells></x:worksheet>`,
      '<si><t>評估維度</t></si><si><r><t>战</t></r><r><t>略</t></r><rPh><t>zhan</t></rPh></si>',
    );
    const refused = await imported(file, 'Risks.xlsx');
    // 原因 is no heading of ours.
    expect(refused).toMatchObject({ saved: false, criteria: 0 });
    expect(refused.faults).toMatchObject([
      { sheet: 'Risks', row: 2, column: 'B', message: 'The heading "原因" is not known' },
      { sheet: 'Risks', row: 2, message: 'The column "Risk cause" is missing', advice: 'Add it; all rows need it' },
    ]);
    const fixed = await imported(Buffer.from(await archiveWith(file, '原因', '风险成因')), 'Risks.xlsx');
    expect(fixed).toMatchObject({ saved: true, criteria: 2 });
    expect((await content(fixed.id)).criteria).toMatchObject([
      { dimension: '战略', cause: '7', subCause: 'Tom & Co' },
      { dimension: '战略', cause: '8', subCause: 'TRUE' },
    ]);
  });

  it('reads dates as days and not as the numbers they are kept as', async () => {
    const codes = [
      ...['General', '0.00E+00', '"dd"0.0', 'yyyy"年"m"月"d"日"', '[$-409]d\\-mmm\\-yy h:mm AM/PM', '[Red]mmm'],
      ...['h:mm', '[h]:mm:ss', '[Yellow]0.00_d', 'm/d/yy;@'],
    ];
    const formats = codes.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`);
    const ids = [0, 14, 22, 20, 31, 57, 2, ...codes.map((_, index) => 164 + index)];
    const styles = `<styleSheet><numFmts>${formats.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`;
    const cells = [
      ...ids.map((_, index) => `<c s="${index}"><v>46348.95</v></c>`),
      ...['<c s="1"><v>1</v></c>', '<c s="1"><v>-1</v></c>', '<c t="d"><v>2026-11-22T00:00:00Z</v></c>'],
      ...['<c s="1" t="str"><f>A1</f><v>46348</v></c>', '<c s="2"><v>46348.999999</v></c>'],
    ];
    const row = (three: string) => `<row>${three}</row>`;
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const rows = cells.map((cell, index) => row(text('A') + cell + text(`Cell ${index}`)));
    const sheet = `<worksheet><sheetData>${row(text('Dimension') + text('Risk cause') + text('Sub-cause'))}${rows.join('')}</sheetData></worksheet>`;
    const { id } = await imported(await book(sheet, '', 1, styles), 'Dates.xlsx');
    const number = '46348.95';
    expect((await content(id)).criteria.map(({ cause }) => cause)).toEqual([
      ...[number, '2026-11-22', '2026-11-22 22:48', '22:48', '2026-11-22', '2026-11-22', number],
      ...[number, number, number, '2026-11-22', '2026-11-22 22:48', '2026-11-22'],
      ...['22:48', '1112374:48', number, '2026-11-22'],
      ...['1900-01-01', '-1', '2026-11-22', '46348', '2026-11-23 00:00'],
    ]);
  });

  it('reads fractions as people see them, and characters that are written by their codes', async () => {
    const row = (cells: string) => `<row>${cells}</row>`;
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const numbers = ['1.1000000000000001', '0.30000000000000004', '1.0E-2', '123456789012345678', '7'];
    const rows = numbers.map((number) => row(`${text('A')}<c><v>${number}</v></c>${text('C')}`));
    const shared = row(`<c t="s"><v>0</v></c>${text('one_x000D_\ntwo')}<c t="str"><v>_x005F_x0041_</v></c>`);
    const head = row(text('Dimension') + text('Risk cause') + text('Sub-cause'));
    const sheet = `<worksheet><sheetData>${head}${rows.join('')}${shared}</sheetData></worksheet>`;
    const { id } = await imported(await book(sheet, '<si><t>_x0041_</t></si>'), 'Numbers.xlsx');
    const { criteria } = await content(id);
    expect(criteria.slice(0, -1).map(({ cause }) => cause)).toEqual(['1.1', '0.3', '0.01', '123456789012345678', '7']);
    expect(criteria.at(-1)).toMatchObject({ dimension: 'A', cause: 'one\ntwo', subCause: '_x0041_' });
  });

  it('takes no half of a sign into the database, from cells nor from the name of a file', async () => {
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const rows = [
      ['Dimension', 'Risk cause', 'Sub-cause'],
      ['A_xD83D_', '_xD83D__xDE00_', 'C_xDE00_'],
    ];
    const sheet = `<worksheet><sheetData>${rows.map((cells) => `<row>${cells.map(text).join('')}</row>`).join('')}</sheetData></worksheet>`;
    const { id } = await imported(await book(sheet), `${'x'.repeat(99)}\u{1F600}.xlsx`);
    expect(await read(`?id=${id}`)).toMatchObject({ name: 'x'.repeat(99) });
    expect((await content(id)).criteria).toMatchObject([{ dimension: 'A\uFFFD', cause: '\u{1F600}', subCause: 'C\uFFFD' }]);
    const zero = await imported(await book(sheet.replace('C_xDE00_', 'C_x0000_')), 'Zero.xlsx');
    expect(zero.faults).toMatchObject([{ row: 2, message: 'A character nobody sees (U+0000) stands in "Sub-cause"' }]);
  });

  it('says row, column, what is wrong and what to do, and saves nothing unless asked to save the rest', async () => {
    const { id } = await imported(`${csvHead}\nA,B,Kept,\n`, 'Rest.csv');
    const file = [csvHead, 'A,B,C,', `A,,D,`, `A,B,E,${'x'.repeat(1001)}`, 'A,B,C,again', 'A,B,#REF!,', '', 'A,B,Good,'].join('\r\n');
    const refused = await imported(file, 'Faults.csv', await draft(id));
    expect(refused).toMatchObject({ saved: false, criteria: 2, faultCount: 4 });
    expect(refused.faults.map(({ row, column, message }) => [row, column, message])).toEqual([
      [3, 'B · Risk cause', '"Risk cause" is empty'],
      [4, 'D · Explanation', '1001 characters, at most 1000'],
      [5, '', 'Says the same as row 2'],
      [6, 'C · Sub-cause', 'The formula gives #REF!'],
    ]);
    expect(refused.faults.every(({ advice, sheet }) => advice !== '' && sheet === 'Faults.csv')).toBe(true);
    const names = async () => (await content(id)).criteria.map(({ subCause }) => subCause);
    expect(await names()).toEqual(['Kept']);
    expect(await imported(file, 'Faults.csv', `?templateId=${id}&mode=append&partial=1`)).toMatchObject({ saved: true, criteria: 2 });
    expect(await names()).toEqual(['Kept', 'C', 'Good']);
    expect((await imported(`${csvHead}\nA,B,Good,\n`, 'x.csv', `?templateId=${id}&mode=append`)).faults).toMatchObject([
      { message: 'Stands in the draft already' },
    ]);
    // Replaced by default.
    await imported(`${csvHead}\nA,B,Only,\n`, 'x.csv', await draft(id));
    expect(await names()).toEqual(['Only']);
    expect((await importFile(`${csvHead}\nA,B,C,\n`, 'x.csv', '?templateId=1&revision=1')).body.code).toBe('TEMPLATE_PUBLISHED');
  });

  it('[RISK-06] refuses characters nobody sees, and says which one stands where', async () => {
    const file = `${csvHead}\nA,Ma\u202Eegnahc,C,\nA,B\u200B,D,\nA,B,E,one\u2028two\n\uFEFFA,"B\nof two lines",F,\n`;
    const refused = await imported(file, 'Hidden.csv');
    expect(refused).toMatchObject({ saved: false, criteria: 1, faultCount: 3 });
    expect(refused.faults.map(({ row, column, message }) => [row, column, message])).toEqual([
      [2, 'B · Risk cause', 'A character nobody sees (U+202E) stands in "Risk cause"'],
      [3, 'B · Risk cause', 'A character nobody sees (U+200B) stands in "Risk cause"'],
      [4, 'D · Explanation', 'A character nobody sees (U+2028) stands in "Explanation"'],
    ]);
    expect(refused.faults[0]?.advice).toBe('Type the text anew, or paste it without formatting');
    const long = await imported(`${csvHead}\nA,B,C,${'x'.repeat(20_000)}\n`, 'Long.csv');
    expect(long.faults.map(({ message }) => message)).toEqual([expect.stringContaining('20000')]);
    const columns = 'Business domain,First kind,Second kind\nSales,Home\u2066,North\n';
    expect((await imported(columns, 'Columns.csv')).faults).toMatchObject([{ row: 2, column: 'B · First kind' }]);
  });

  it('[RISK-06] takes rows that look the same for the same', async () => {
    const { id } = await imported(`${csvHead}\nA,B,C,\n`, 'Same.csv');
    await sql`update risk_criteria set cause = ${JSON.stringify('B\u200B')} where template_id in (select id from risk_template where series_id = ${id})`.execute(
      app.db,
    );
    const again = await imported(`${csvHead}\nA,B,C,\n`, 'Same.csv', `?templateId=${id}&mode=append`);
    expect(again.faults).toMatchObject([{ row: 2, message: 'Stands in the draft already' }]);
  });

  it('replaces nothing that its author has not seen, and says who changed the draft', async () => {
    const { id } = await imported(`${csvHead}\nA,B,Kept,\n`, 'Seen.csv');
    const seen = await draft(id);
    const row = { templateId: id, dimension: 'A', cause: 'B', subCause: 'Of another manager' };
    await call(app, '/api/risk/template/criterion', { method: 'POST', token, body: row });
    const before = await content(id);
    const late = await importFile(`${csvHead}\nA,B,Only,\n`, 'x.csv', seen);
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', data: { id, criteria: 2, updateBy: expect.stringMatching(/./) } },
    });
    expect((await importFile(`${csvHead}\nA,B,Only,\n`, 'x.csv', `?templateId=${id}`)).body).toMatchObject({
      code: 'PARAMETER_ERROR',
      details: [{ field: 'revision' }],
    });
    expect(await content(id)).toEqual(before);
    // Adding takes nothing away: it needs no revision.
    expect(await imported(`${csvHead}\nA,B,Added,\n`, 'x.csv', `?templateId=${id}&mode=append`)).toMatchObject({ saved: true });
  });

  it('makes a template of the questionnaire its author names, and leaves that of one there is', async () => {
    const file = 'Dimension,Risk cause,Sub-cause\nSupply,Delay,Late parts\n';
    const { id } = await imported(file, 'Named.csv', '?questionnaire=risk-exam');
    expect(await read(`?id=${id}`)).toMatchObject({ questionnaire: 'risk-exam', criteria: 1 });
    for (const query of ['?questionnaire=nothing', `${await draft(id)}&questionnaire=risk-exam`])
      expect((await importFile(file, 'Named.csv', query)).body).toMatchObject({
        code: 'PARAMETER_ERROR',
        details: [{ field: 'questionnaire' }],
      });
  });

  it('refuses options that stand in the form instead of the query, instead of passing them over', async () => {
    const { id } = await imported(`${csvHead}\nA,B,Kept,\n`, 'Options.csv');
    const form = new FormData();
    form.set('templateId', id);
    form.set('mode', 'append');
    form.set('file', new Blob([`${csvHead}\nA,B,More,\n`]), 'x.csv');
    const request = new Request('http://x', { method: 'POST', body: form });
    const { statusCode, body } = await app.http.inject({
      ...{ method: 'POST', url: '/api/risk/template/import', payload: Buffer.from(await request.arrayBuffer()) },
      headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type') ?? '' },
    });
    expect(statusCode).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ code: 'PARAMETER_ERROR', details: [{ field: 'templateId' }, { field: 'mode' }] });
  });

  it('reads CSV of Chinese spreadsheets, headings and all', async () => {
    // 评估维度,风险成因,子成因 and 战略,市场,需求
    const gb = Buffer.from('c6c0b9c0ceacb6c82cb7e7cfd5b3c9d2f22cd7d3b3c9d2f20d0ad5bdc2d42ccad0b3a12cd0e8c7f30d0a', 'hex');
    const { id } = await imported(gb, 'gbk.csv');
    expect((await content(id)).criteria).toMatchObject([{ dimension: '战略', cause: '市场', subCause: '需求' }]);
  });

  it('reads CSV of any spreadsheet: semicolons, tabs, quotes, GB 18030, UTF-16', async () => {
    const gb = Buffer.concat([
      Buffer.from('Dimension;Risk cause;Sub-cause\n'),
      Buffer.from([0xd5, 0xbd, 0xc2, 0xd4]),
      Buffer.from(';"a;""b""\nc";d\n'),
    ]);
    const first = await imported(gb, 'gb.csv');
    expect((await content(first.id)).criteria).toMatchObject([{ dimension: '战略', cause: 'a;"b"\nc', subCause: 'd' }]);
    const wide = Buffer.from('\uFEFFdimension [en]\tdimension [zh-Hans]\tcause\tsubCause\nStrategy\t战略\tx\ty\n', 'utf16le');
    expect((await content((await imported(wide, 'wide.csv')).id)).criteria).toMatchObject([
      {
        dimension: [
          { l: 'en', t: 'Strategy', d: true },
          { l: 'zh-Hans', t: '战略' },
        ],
        cause: 'x',
      },
    ]);
  });

  it('[RISK-06] finds the headings below a title and its date, and reads no sheet that merely speaks of headings', async () => {
    const titled = `Our criteria,,,,,,\n,,,,,,\nAs of 2026-11-22,,,,,,\n${csvHead}\nA,B,C,D,1,2,3\n`;
    expect((await importFile(titled, 'titled.csv')).body.data).toMatchObject({ saved: true, criteria: 1, faultCount: 0 });
    const told = `sep=;\n${csvHead.replaceAll(',', ';')}\nA;B;C;D;1;2;3\n`;
    expect((await importFile(told, 'told.csv')).body.data).toMatchObject({ saved: true, criteria: 1 });
    const notes = 'How to fill it in\nDimension,what it is about\nSub-cause,why\n';
    expect((await importFile(notes, 'notes.csv')).body.data).toMatchObject({ saved: false, faultCount: 1, faults: [{ row: null }] });
    const wrong = `Dimension,Cause\nA,B\n`;
    expect((await importFile(wrong, 'wrong.csv')).body.data?.faults.map(({ row }) => row)).toEqual(expect.arrayContaining([1]));
  });

  it('answers hostile files with what is wrong with them, quickly, and saves nothing', async () => {
    const before = await app.db
      .selectFrom('risk_template')
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    const bomb = await book(`<worksheet><sheetData>${'<row><c><v>1</v></c></row>'.repeat(400_000)}</sheetData></worksheet>`);
    const lying = await book('<worksheet/>');
    const at = lying.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml'));
    lying.writeUInt32LE(3, at - 22);
    const encrypted = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), Buffer.alloc(512)]);
    const doctype = await book('<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet><sheetData/></worksheet>');
    const rows = (count: number) => `${csvHead}\n${Array.from({ length: count }, (_, index) => `A,B,${index},`).join('\n')}`;
    const inSheet = (xml: string) => book(`<worksheet><sheetData/>${xml}</worksheet>`);
    const merged = Array.from({ length: 60_000 }, (_, index) => `<mergeCell ref="A${index}:Z9999999"/>`).join('');
    const cell = '<row><c t="str"><v>a</v></c></row>';
    const overlaps = `<worksheet><sheetData>${cell.repeat(4_000)}</sheetData>${'<mergeCell ref="A1:BH9999999"/>'.repeat(3_500)}</worksheet>`;
    const attributes = Array.from({ length: 700_000 }, (_, index) => `a${index}=""`).join(' ');
    const cells = `<worksheet>${Array.from({ length: 200_000 }, (_, index) => `<c r="A${index}"/>`).join('')}</worksheet>`;
    const heads = csvHead.split(',').map((head) => `<c t="str"><v>${head}</v></c>`);
    const shared = `<worksheet>${[heads.join(''), ...Array(500).fill('<c t="s"><v>0</v></c>'.repeat(4))].map((row) => `<row>${row}</row>`).join('')}</worksheet>`;
    const noise = Array.from({ length: 200_000 }, (_, index) => (index * 7919).toString(36)).join('');
    const cases: [string, Buffer | string, string][] = [
      ['merged.xlsx', await inSheet(merged), 'The file unpacks to far more'],
      ['name.xlsx', await inSheet(`<row ${noise}>`), 'The file is damaged'],
      ['brackets.csv', '['.repeat(4_000_000), 'No sheet has headings'],
      ['bomb.xlsx', bomb, 'The file unpacks to far more'],
      ['lying.xlsx', lying, 'The file is damaged'],
      ['cut.xlsx', lying.subarray(0, 200), 'The file is damaged'],
      ['secret.xlsx', encrypted, 'The file has a password'],
      ['doctype.xlsx', doctype, 'The file is damaged'],
      ['other.xlsx', await zip({ 'a.txt': 'x' }), 'This is neither'],
      ['picture.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]), 'This is neither'],
      ['quotes.csv', `${csvHead}\nA,"never closed`, 'The file is damaged'],
      ['empty.csv', '', 'No sheet has headings'],
      ['many.csv', rows(5_001), 'The sheet has more rows'],
      ['wide.csv', `${csvHead}\n${','.repeat(61)}x`, 'The row has more columns'],
      ['attributes.xlsx', await inSheet(`<row ${attributes}/>`), 'The file unpacks to far more'],
      ['overlaps.xlsx', await book(overlaps), 'The file is damaged'],
      ['shared.xlsx', await book(shared, `<si><t>${'x'.repeat(250_000)}</t></si>`), 'The file unpacks to far more'],
      ['sheets.xlsx', await book(cells, '', 1_000), 'The file is damaged'],
    ];
    for (const [name, file, message] of cases) {
      const start = cpuTime();
      const answer = await imported(file, name);
      expect(answer, name).toMatchObject({ saved: false, faultCount: 1, faults: [{ message: expect.stringContaining(message) }] });
      expect(cpuTime() - start, name).toBeLessThan(3_000);
    }
    const beyond = await imported(rows(1_200), 'beyond.csv');
    expect(beyond).toMatchObject({
      saved: false,
      criteria: 1_000,
      faults: [{ row: 1_002, message: expect.stringContaining('more than the 1000') }],
    });
    expect((await importFile(Buffer.alloc(6 * 1024 * 1024, 'x'), 'huge.csv')).body.code).toBe('BODY_TOO_LARGE');
    const after = await app.db
      .selectFrom('risk_template')
      .select((row) => row.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    expect(after).toEqual(before);
  });

  it('offers an empty form whose headings it knows', async () => {
    for (const language of ['en', 'zh-Hans', 'zh-Hant']) {
      const form = await download('/form', language);
      const answer = await imported(form, 'Form.xlsx');
      expect(answer).toMatchObject({ saved: false, criteria: 0, domains: 0, faultCount: 1, faults: [{ message: expect.any(String) }] });
    }
  });
});

/** The same archive with a word of its sheet replaced. */
async function archiveWith(file: Buffer, from: string, to: string): Promise<Buffer> {
  return await zip(Object.fromEntries(Object.entries(await unzip(file)).map(([name, text]) => [name, text.replace(from, to)])));
}
