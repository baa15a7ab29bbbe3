import { Readable } from 'node:stream';
import type { WordedContext } from '../../context.ts';
import type { FileAnswer } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { speaker } from '../../reader.ts';
import { csv } from '../spreadsheets/csv.ts';
import { workbook } from '../spreadsheets/workbook.ts';
import { type Column, cellOf, columnsFor, type Part, type Texts } from './columns.ts';
import { businessesOf, criteriaOf, mostCriteria, mostDomains } from './content.ts';
import { wordOf } from './reading.ts';
import type { Version } from './versions.ts';

/** A version as a file the import reads: a workbook with both sheets, or one of them as CSV. */
export async function exportTemplate(context: WordedContext, version: Version, format: 'xlsx' | Part): Promise<FileAnswer> {
  const name = speaker(context)(version.name);
  if (format === 'xlsx') {
    const [criteria, domains] = [await textsOf(context.db, 'criteria', version.id), await textsOf(context.db, 'domains', version.id)];
    return workbook(name, [sheet(context, 'criteria', criteria), sheet(context, 'domains', domains)]);
  }
  const { name: part, columns, rows } = sheet(context, format, await textsOf(context.db, format, version.id));
  async function* lines() {
    yield* rows;
  }
  return {
    name: `${name} - ${part}.csv`,
    type: 'text/csv; charset=utf-8',
    content: Readable.from(csv(columns, lines()), { objectMode: false }),
  };
}

/** The sheets without rows, and a page that says how to fill them in. */
export function emptyForm(context: WordedContext): FileAnswer {
  const word = (key: string) => wordOf(context, key, { criteria: mostCriteria, columns: mostDomains });
  const help = ['helpSheets', 'helpLanguages', 'helpRequired', 'helpLimits'].map((key) => [word(key)]);
  return workbook(word('emptyForm'), [
    sheet(context, 'criteria', []),
    sheet(context, 'domains', []),
    { name: word('help'), columns: [{ title: word('help'), width: 120 }], rows: help },
  ]);
}

async function textsOf(db: Database, part: Part, templateId: number): Promise<Texts[]> {
  if (part === 'criteria') return (await criteriaOf(db, templateId)).map(({ id: _id, version: _version, ...texts }) => texts);
  const businesses = await businessesOf(db, templateId);
  return businesses.flatMap(({ name, children }) =>
    children.map((child) => ({ business: name, firstKind: child.firstKind, secondKind: child.name })),
  );
}

function sheet(context: WordedContext, part: Part, rows: readonly Texts[]) {
  const columns = columnsFor(part, rows);
  const title = ({ field, language }: Column) => wordOf(context, field) + (language === undefined ? '' : ` [${language}]`);
  return {
    name: wordOf(context, part),
    columns: columns.map((column) => ({ title: title(column), width: 24 })),
    rows: rows.map((row) => columns.map((column) => cellOf(row, column))),
  };
}
