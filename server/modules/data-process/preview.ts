import { type DataGraph, queryOf } from '../../../src/core/data-graph/index.ts';
import { accountCaller } from '../../caller.ts';
import type { Context } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { ask } from '../../data-engine/index.ts';
import { ApiError } from '../../errors.ts';
import { openRelation } from '../data-mart/relation.ts';
import { inputsOf, readWith } from './read.ts';

/** The first rows of a node (DATA-15), with whatever is before it as it stands in the drawing. @throws ApiError PROCESS_UNFINISHED, DATA_TIMEOUT, DATA_BUSY, DATA_FAILED */
export async function previewNode(context: Context, { graph, nodeId, rows }: { graph: DataGraph; nodeId: string; rows: number }) {
  const { db, services } = context;
  const user = signedIn(context);
  const inputs = await inputsOf(db, user, graph);
  const read = readWith(graph, inputs, services.settings.timeZone);
  const node = read.nodes.get(nodeId);
  if (!node) throw new ApiError('NOT_FOUND');
  if (!node.ready) throw new ApiError('PROCESS_UNFINISHED');
  const files: string[] = [];
  const sources = new Map<string, string>();
  for (const [id, seen] of inputs) {
    const relation = await openRelation(db, services.files, services.settings.dataDir, seen);
    sources.set(id, relation.sql);
    files.push(...relation.files);
  }
  const query = queryOf(read, nodeId, ({ settings }) => sources.get(String(settings.tableId)) ?? '', rows);
  const asked = { sql: query.sql, files, caller: accountCaller(user), most: rows };
  const answer = await ask({ ...asked, ...(query.parameters.length > 0 && { parameters: query.parameters }) });
  return {
    columns: node.columns.map(({ name, title, type }) => ({ name, title: title ?? name, type })),
    rows: answer.rows.map((cells) => Object.fromEntries(node.columns.map(({ name }, index) => [name, cells[index] ?? null]))),
  };
}
