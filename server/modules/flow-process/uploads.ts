import type { Context } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import type { UploadedFile } from '../../plugins/uploads.ts';
import { authorOf, change, isBehind, signature, touched } from '../changes.ts';
import { admitFile, fileRule } from '../files/admitted.ts';
import { keepFile } from '../files/keep.ts';
import { bindFiles } from '../files/stored.ts';
import { dealersOf } from './dealers.ts';
import { byHeadings, type FoundTable, findTable, guesser } from './headings.ts';
import { flowFiles, isComplete, limits, type Mapping } from './kinds.ts';
import { replaceLines, understandRows } from './lines.ts';
import { storedMapping } from './mappings.ts';
import { type HeldProcess, holdProcess, kind, nextDataNo, type ProcessAnswer, requireProcess } from './processes.ts';
import { readTables, unusable } from './table-file.ts';

/**
 * Takes a file of a process (API-133): check and read it -> keep it, durable -> its rows in the place of those before, in one transaction. Where a
 * mapping fits its headings the rows are read and matched with it at once.
 * @throws ApiError NOT_FOUND, CONFLICT with the process as it is, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED, PARAMETER_ERROR at `file`
 */
export async function uploadFile(
  context: Context,
  { id, version }: { id: string; version?: number | undefined },
  file: UploadedFile | undefined,
): Promise<ProcessAnswer> {
  const author = authorOf(context);
  // Nothing is read for who may not, or whose page is behind.
  const { process } = await requireProcess(context.db, author.user, id);
  if (isBehind(version, process.version)) throw new ApiError('CONFLICT', { data: process });
  const admitted = await admitFile(file, fileRule(context.services.documents, flowFiles));
  const table = tableIn(context, admitted.name, await readTables(admitted));
  const kept = await keepFile(context, { file, businessType: flowFiles });
  return await change(context.db, kind, author, {
    id,
    verb: 'upload',
    detail: { file: kept.originName, sha256: kept.sha256 },
    async work(transaction) {
      const held = await holdProcess(transaction, author.user, id);
      if (isBehind(version, held.process.version)) return false;
      await bindFiles(transaction, [kept.path], { businessType: flowFiles, businessId: id }, Number(signedIn(context).id));
      await transaction
        .updateTable('flow_data_process')
        .set({
          file_bid: kept.bid,
          file_name: kept.originName,
          uploaded_at: new Date(),
          uploaded_by: signature(author.user),
          ...touched(author.user),
        })
        .where('id', '=', Number(id))
        .execute();
      await takeTable(transaction, held, table);
      return true;
    },
  });
}

/** @throws ApiError PARAMETER_ERROR at `file` where there is none, or more of one than is taken */
function tableIn(context: Context, name: string, sheets: Awaited<ReturnType<typeof readTables>>): FoundTable {
  const table = findTable(sheets, guesser(context.services.documents));
  const below = table?.sheet.rows.filter(({ number }) => number > table.headingRow).length ?? 0;
  if (!table || below === 0) throw unusable('noRows', 'There are no rows below headings in it', { name });
  const values = { name, rows: limits.rows.toLocaleString('en') };
  if (below > limits.rows) throw unusable('tooManyRows', `More than ${limits.rows} rows`, values);
  return table;
}

/** The rows of a file in the place of those a process had, read with the mapping it had or the client had last, where one fits. */
async function takeTable(db: Database, { process, project }: HeldProcess, { sheet, headingRow }: FoundTable): Promise<void> {
  const id = Number(process.id);
  const headings = sheet.rows.find(({ number }) => number === headingRow)?.cells ?? [];
  await replaceLines(db, id, sheet.rows);
  const stored = await storedMapping(db, project.clientId, process.fileType);
  const fit = stored && byHeadings(stored.columns, headings);
  const { isNeeded } = await dealersOf(db, process);
  const mapping = fit && isComplete(fit, process.fileType, isNeeded) ? fit : undefined;
  await setTable(db, id, {
    sheet: sheet.name,
    headingRow,
    headings,
    rows: sheet.rows.filter(({ number }) => number > headingRow).length,
    mapping,
  });
  if (mapping) await understandRows(db, { id, fileType: process.fileType, headingRow, mapping });
}

interface Table {
  sheet: string;
  headingRow: number;
  headings: readonly string[];
  rows: number;
  mapping: Mapping | undefined;
}

async function setTable(db: Database, id: number, { sheet, headingRow, headings, rows, mapping }: Table): Promise<void> {
  await db
    .updateTable('flow_data_process')
    .set({
      status: '1' as const,
      sheet,
      heading_row: headingRow,
      headings: JSON.stringify(headings),
      mapping: mapping ? JSON.stringify(mapping) : null,
      rows,
      rejected: 0,
      unmatched: 0,
      elsewhere: 0,
      data_no: nextDataNo,
    })
    .where('id', '=', id)
    .execute();
}
