import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { authorOf, change, isBehind, signature, touched } from '../changes.ts';
import { dealersOf } from './dealers.ts';
import { byHeadings, columnLetter, guesser } from './headings.ts';
import { type FileType, isComplete, type Mapping, type Target, targets } from './kinds.ts';
import { understandRows } from './lines.ts';
import { holdProcess, kind, nextDataNo, type ProcessAnswer, requireProcess } from './processes.ts';

/** The mapping last used for files of a kind of a client. */
export async function storedMapping(db: Database, clientId: number, fileType: FileType) {
  return await db
    .selectFrom('flow_column_mapping')
    .select(['columns', 'updated_at', 'updated_by'])
    .where('client_id', '=', clientId)
    .where('file_type', '=', fileType)
    .executeTakeFirst();
}

const previewed = 10;
const longestSample = 60;

/** Columns of the file of a process, and which mapping is proposed (API-131). @throws ApiError NOT_FOUND */
export async function proposeMapping(context: Context, id: string) {
  const { db, services } = context;
  const { process, project } = await requireProcess(db, signedIn(context), id);
  const stored = await storedMapping(db, project.clientId, process.fileType);
  const { headings } = await db.selectFrom('flow_data_process').select('headings').where('id', '=', Number(id)).executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('flow_data_line')
    .select(['line', 'cells'])
    .where('process_id', '=', Number(id))
    .where('line', '>', process.headingRow ?? 0)
    .orderBy('line')
    .limit(previewed)
    .execute();
  const width = Math.max(headings.length, ...rows.map(({ cells }) => cells.length));
  const columns = Array.from({ length: width }, (_, value) => ({
    value,
    label: [columnLetter(value), headings[value]?.trim()].filter((part) => part).join(' · '),
    sample:
      rows
        .map(({ cells }) => cells[value]?.trim() ?? '')
        .find((cell) => cell !== '')
        ?.slice(0, longestSample) ?? '',
  }));
  const fit = stored && byHeadings(stored.columns, headings);
  const guess = guesser(services.documents)(headings);
  const [source, mapping] = process.mapping
    ? (['current', process.mapping] as const)
    : fit
      ? (['stored', fit] as const)
      : ([Object.keys(guess).length > 0 ? 'guessed' : 'none', guess] as const);
  return {
    version: process.version,
    fileBid: process.fileBid,
    headingRow: process.headingRow,
    columns,
    source,
    mapping,
    storedBy: stored?.updated_by ?? null,
    storedTime: stored?.updated_at.toISOString() ?? null,
    preview: rows.map(({ line, cells }) => ({ key: String(line), line, cells: columns.map(({ value }) => cells[value] ?? '') })),
  };
}

export interface GivenChange {
  id: string;
  version?: number | undefined;
  remark?: string | null | undefined;
  headingRow?: number | undefined;
  mapping?: Mapping | undefined;
  /** The file a mapping was made for, and the row of its headings. */
  seen?: Pick<ProcessAnswer, 'fileBid' | 'headingRow'> | undefined;
}

/**
 * Changes the remark of a process, or the mapping of its file (API-128). A mapping is kept for the next file of the kind.
 * @throws ApiError NOT_FOUND, CONFLICT with the process as it is, FLOW_FILE_MISSING, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED, PARAMETER_ERROR
 */
export async function updateProcess(
  context: Context,
  { id, version, remark, headingRow, mapping, seen }: GivenChange,
): Promise<ProcessAnswer> {
  const author = authorOf(context);
  return await change(context.db, kind, author, {
    id,
    verb: mapping === undefined && headingRow === undefined ? 'update' : 'map',
    // What is mapped is read and matched anew, by the master data as they are now.
    shown: mapping === undefined && headingRow === undefined ? 'all' : undefined,
    async work(transaction) {
      const { process, project } = await holdProcess(transaction, author.user, id);
      if (mapping && seen) requireSeenFile(process, seen);
      if (isBehind(version, process.version)) return false;
      await transaction
        .updateTable('flow_data_process')
        .set({ ...(remark !== undefined && { remark: textOrNull(remark) }), ...touched(author.user) })
        .where('id', '=', Number(id))
        .execute();
      if (headingRow !== undefined && headingRow !== process.headingRow) await setHeadingRow(transaction, process, headingRow);
      if (mapping) await map(transaction, { process, clientId: project.clientId, mapping, by: signature(author.user) });
      return true;
    },
  });
}

/** Nothing of a mapping can be merged into one of another file: its places mean other columns. @throws ApiError CONFLICT */
function requireSeenFile({ fileBid, headingRow }: ProcessAnswer, seen: Pick<ProcessAnswer, 'fileBid' | 'headingRow'>): void {
  if (fileBid === seen.fileBid && headingRow === seen.headingRow) return;
  throw new ApiError('CONFLICT', { details: [{ field: '', message: 'Another file, or row of headings', key: 'flow-data.otherFile' }] });
}

/** The mapping of before goes with the headings of before. @throws ApiError FLOW_FILE_MISSING, PARAMETER_ERROR */
async function setHeadingRow(db: Database, process: ProcessAnswer, headingRow: number): Promise<void> {
  if (process.fileName === null) throw new ApiError('FLOW_FILE_MISSING');
  const id = Number(process.id);
  const lines = db.selectFrom('flow_data_line').where('process_id', '=', id);
  const found = await lines.select('cells').where('line', '=', headingRow).executeTakeFirst();
  const { below } = await lines.select(sql<number>`count(*)`.as('below')).where('line', '>', headingRow).executeTakeFirstOrThrow();
  if (!found || below === 0) throw wrong('headingRow', 'No row of the file with rows below it', 'flow-data.noHeadingRow');
  await db.deleteFrom('flow_data_row').where('process_id', '=', id).execute();
  await db.deleteFrom('flow_data_name').where('process_id', '=', id).execute();
  await db
    .updateTable('flow_data_process')
    .set({
      status: '1' as const,
      heading_row: headingRow,
      headings: JSON.stringify(found.cells),
      mapping: null,
      rows: below,
      rejected: 0,
      unmatched: 0,
      elsewhere: 0,
      data_no: nextDataNo,
    })
    .where('id', '=', id)
    .execute();
}

async function map(
  db: Database,
  { process, clientId, mapping, by }: { process: ProcessAnswer; clientId: number; mapping: Mapping; by: string },
): Promise<void> {
  const id = Number(process.id);
  const { headings, heading_row: headingRow } = await db
    .selectFrom('flow_data_process')
    .select(['headings', 'heading_row'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (headingRow === null) throw new ApiError('FLOW_FILE_MISSING');
  checkMapping(mapping, process.fileType, (await dealersOf(db, process)).isNeeded);
  await db
    .updateTable('flow_data_process')
    .set({ mapping: JSON.stringify(mapping) })
    .where('id', '=', id)
    .execute();
  await understandRows(db, { id, fileType: process.fileType, headingRow, mapping });
  await keepMapping(db, { clientId, fileType: process.fileType, mapping, headings, by });
}

/** @throws ApiError PARAMETER_ERROR at what is missing or stands twice */
function checkMapping(mapping: Mapping, fileType: FileType, needsDealer: boolean): void {
  if (isComplete(mapping, fileType, false) && !isComplete(mapping, fileType, needsDealer))
    throw wrong('mapping.counterpart', 'A file of several dealers says whom each row went to', 'flow-data.counterpartUnmapped');
  if (!isComplete(mapping, fileType, needsDealer)) {
    const missing =
      typeof mapping.quantity !== 'number'
        ? 'quantity'
        : typeof mapping.day !== 'number' && fileType !== 'dealer-stock'
          ? 'day'
          : 'productName';
    throw wrong(`mapping.${missing}`, 'A column has to hold it', `flow-data.${missing === 'productName' ? 'productUnmapped' : 'unmapped'}`);
  }
  const columns = targets.flatMap((target) => mapping[target] ?? []);
  const twice = targets.find((target) => columns.filter((column) => column === mapping[target]).length > 1);
  if (twice) throw wrong(`mapping.${twice}`, 'A column holds one thing', 'flow-data.mappedTwice');
}

/** Columns without a heading cannot be found again: a mapping that needs one is not kept. */
export async function keepMapping(
  db: Database,
  {
    clientId,
    fileType,
    mapping,
    headings,
    by,
  }: { clientId: number; fileType: FileType; mapping: Mapping; headings: readonly string[]; by: string },
): Promise<void> {
  const used = targets.flatMap((target): [Target, string][] => {
    const column = mapping[target];
    return typeof column === 'number' ? [[target, headings[column]?.trim() ?? '']] : [];
  });
  if (used.some(([, heading]) => heading === '') || new Set(used.map(([, heading]) => heading)).size < used.length) return;
  const columns = JSON.stringify(Object.fromEntries(used));
  const changed = { columns, updated_by: by, updated_at: new Date() };
  await db
    .insertInto('flow_column_mapping')
    .values({ client_id: clientId, file_type: fileType, ...changed })
    .onConflict((conflict) => conflict.columns(['client_id', 'file_type']).doUpdateSet(changed))
    .execute();
}
