import { PassThrough, type Readable } from 'node:stream';
import type { Context } from '../../context.ts';
import { type FileAnswer, signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { cleanName } from '../../files/names.ts';
import { listFiles, openFile, type StoredFile } from '../files/stored.ts';
import { requireProject } from '../flow/rights.ts';
import { flowFiles } from './kinds.ts';
import { batchNo, byDealer, joinedProcesses, requireProcess } from './processes.ts';

/** The files of a process, newest first (API-127). @throws ApiError NOT_FOUND */
export async function filesOf(context: Context, id: string) {
  const { process } = await requireProcess(context.db, signedIn(context), id);
  const files = await listFiles(context.db, { businessType: flowFiles, businessId: id });
  return files.reverse().map((file) => ({
    bid: file.bid,
    fileName: file.originName,
    size: file.size,
    sha256: file.sha256,
    current: file.bid === process.fileBid,
    uploadTime: file.createTime,
    uploadBy: file.createBy,
  }));
}

/** One of them as it was uploaded. @throws ApiError NOT_FOUND also for a file of something else */
export async function fileOf(context: Context, id: string, bid: string): Promise<FileAnswer> {
  await requireProcess(context.db, signedIn(context), id);
  const file = (await listFiles(context.db, { businessType: flowFiles, businessId: id })).find((one) => one.bid === bid);
  if (!file) throw new ApiError('NOT_FOUND');
  return { name: file.originName, type: file.type, content: await openFile(context, file) };
}

/**
 * The current files of a batch in one archive, a folder for every dealer and one for the client (API-132). It is written while it is sent: one file after the other is
 * open. @throws ApiError NOT_FOUND where there is no file at all
 */
export async function zipOf(
  context: Context,
  { projectId, reviewBatchNo, ids }: { projectId: string; reviewBatchNo: string; ids?: readonly string[] | undefined },
): Promise<FileAnswer> {
  const project = await requireProject(context.db, signedIn(context), projectId);
  const rows = await joinedProcesses(context.db)
    .innerJoin('stored_file as file', 'file.bid', 'process.file_bid')
    .select([
      'object.dealer_code',
      'object.dealer_name',
      'client.client_code',
      'client.client_name',
      'process.file_type',
      'file.path',
      'file.content_path',
      'file.origin_name',
      'file.created_at',
    ])
    .where('project.id', '=', project.id)
    .where(batchNo, '=', reviewBatchNo)
    .where('file.removed_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('process.id', 'in', (ids ?? []).map(Number)))
    .orderBy(byDealer)
    .orderBy('process.id')
    .execute();
  if (rows.length === 0) throw new ApiError('NOT_FOUND');
  const name = uniqueNames();
  const entries = rows.map((row) => ({
    path: row.content_path ?? row.path,
    time: row.created_at,
    // Names of dealers are anything: as a part of a path only what a file may be called.
    name: name(
      cleanPart(`${row.dealer_code ?? row.client_code} ${row.dealer_name ?? row.client_name}`),
      `${row.file_type} ${cleanPart(row.origin_name)}`,
    ),
  }));
  return {
    name: `${cleanPart(`${project.projectName} ${reviewBatchNo}`)}.zip`,
    type: 'application/zip',
    content: await archive(context, entries),
  };
}

function cleanPart(text: string): string {
  return cleanName(text.replaceAll(/[\\/]/g, '_'))?.replace(/^\.+|[. ]+$/g, '_') ?? '_';
}

/** Names of entries no two of which a file system takes for one. */
function uniqueNames(): (folder: string, name: string) => string {
  const taken = new Set<string>();
  return (folder, name) => {
    const dot = name.lastIndexOf('.');
    const [stem, extension] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
    let free = `${folder}/${name}`;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${folder}/${stem} ${number}${extension}`;
    taken.add(free.toLowerCase());
    return free;
  };
}

async function archive(
  context: Context,
  entries: readonly { path: StoredFile['path']; name: string; time: Date }[],
): Promise<NodeJS.ReadableStream> {
  // Most servers never write one: the library is loaded by the first that does.
  const { ZipFile } = await import('yazl');
  const zip = new ZipFile();
  const output = new PassThrough();
  let open: Readable | undefined;
  // What breaks within reaches whoever reads the archive: it ends there, and is no whole one.
  zip.on('error', (error: Error) => output.destroy(error));
  // Nobody takes it any more.
  output.on('close', () => open?.destroy());
  for (const { path, name, time } of entries) {
    zip.addReadStreamLazy(name, { mtime: time, compress: false }, (give) => {
      openFile(context, { contentPath: path }).then(
        (stream) => {
          open = stream;
          give(null, stream);
        },
        (error: unknown) => zip.emit('error', error),
      );
    });
  }
  zip.end();
  zip.outputStream.pipe(output);
  return output;
}
