import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type NodeStep, quoted, type ReadGraph, sqlTypes, stepsOf } from '../../../src/core/data-graph/index.ts';
import { literal, type Session } from '../../data-engine/index.ts';
import type { Database } from '../../database/connection.ts';
import { newPath } from '../../files/names.ts';
import { openRelation } from '../data-mart/relation.ts';
import { columnsOf, findTable } from '../data-mart/repository.ts';
import { takeRevision } from '../data-mart/revisions.ts';
import { type Reader, requireTable, type SeenTable } from '../data-mart/rights.ts';
import { editorOf, withinEditor } from '../data-runs/editor.ts';
import { RightLacked, type RunContext, RunFailure, type RunKind, type StepResult } from '../data-runs/kinds.ts';
import type { RunStep } from '../data-runs/tables.ts';
import { inputsOf, nameOfDenied, readWith, tablesIn } from './read.ts';
import type {} from './tables.ts';

/** Hours the results of finished nodes stay for a run that repeats a failed one. */
export const keptHours = 24;

interface Work {
  session: Session;
  steps: NodeStep[];
  digests: Map<string, string>;
  read: ReadGraph;
}
/** What a run works with, for what it leaves when it fails. */
const under = new WeakMap<RunContext, Work>();

/**
 * Fills the table of a process: the graph as saved -> its tables as whoever started it, and whoever saved it, may read them -> one table in the engine a node, each counted -> a Parquet
 * file -> the new revision, which counts in the transaction that finishes the run (DATA-14).
 */
export const processRun: RunKind = {
  fills: 'process',

  async work(context) {
    const { db, files, reader, run, settings } = context;
    const tableId = run.tableId;
    const row =
      tableId === null ? undefined : await db.selectFrom('data_process').selectAll().where('table_id', '=', tableId).executeTakeFirst();
    const target =
      tableId === null
        ? undefined
        : await db.selectFrom('data_table').select('biz_id as bizId').where('id', '=', tableId).executeTakeFirst();
    if (!row || !target || tableId === null) throw new RunFailure('datarun.failure.gone');
    await requireTable(db, reader, target.bizId, 'execute');
    const graph = row.graph;
    const inputs = await inputsOf(db, reader, graph);
    await refuseDenied(db, reader, tablesIn(graph), inputs, row.inputs);
    const editor = await editorOf(db, row.edited_by, reader);
    for (const [id, seen] of inputs) inputs.set(id, await withinEditor(db, editor, seen, row.inputs[id] ?? []));
    const read = readWith(graph, inputs, settings.timeZone);
    const fault = read.faults.find(({ level }) => level === 'error');
    if (fault) {
      const node = graph.nodes.find(({ id }) => id === fault.nodeId);
      throw new RunFailure(`dataprocess.fault.${fault.kind}`, { ...fault.values, node: node?.title ?? node?.id ?? '' });
    }
    const output = read.output;
    if (!output) throw new RunFailure('dataprocess.fault.outputMissing');
    const relations = new Map<string, Awaited<ReturnType<typeof openRelation>>>();
    for (const [id, seen] of inputs) relations.set(id, await openRelation(db, files, settings.dataDir, seen));
    const source = ({ settings: own }: { settings: Record<string, unknown> }) => relations.get(String(own.tableId))?.sql ?? '';
    const steps = stepsOf(read, output.node.id, source);
    const titles = new Map(graph.nodes.map(({ id, title, kind }) => [id, title ?? `dataprocess.kind.${kind}`]));
    await context.plan(steps.map(({ id }) => ({ id, title: titles.get(id) ?? id })));
    const session = await context.session({ files: [...relations.values()].flatMap((relation) => relation.files) });
    const digests = digestsOf(
      read,
      steps,
      (id) =>
        `${id} ${relations.get(id)?.revision} ${relations
          .get(id)
          ?.columns.map(({ name }) => name)
          .join()}`,
    );
    under.set(context, { session, steps, digests, read });
    const kept = await takeKept(context, steps, digests, session, read);
    let rejected = 0;
    for (const step of steps) {
      const { rejected: left = 0 } = await context.step<StepResult>(step.id, async () => {
        const before = kept.get(step.id);
        if (before) return { ...before, isKept: true };
        return await build(session, step);
      });
      rejected += left;
    }
    const file = join(session.folder, 'out.parquet');
    const list = output.columns.map(({ name, type }) => `CAST(${quoted(name)} AS ${sqlTypes[type]}) AS ${quoted(name)}`).join(', ');
    const last = steps.at(-1)?.relation ?? '';
    await session.query(`COPY (SELECT ${list} FROM ${last}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`);
    const {
      rows: [[count] = []],
    } = await session.query(`SELECT count(*) FROM ${last}`);
    const rows = Number(count);
    const mode = output.node.settings.refresh === 'incremental' ? 'incremental' : 'full';
    await takeRevision(db, files, {
      tableId,
      file,
      mode,
      by: run.requestedName,
      rejected,
      columns: output.columns.map(({ name, title }) => ({ name, ...(title !== undefined && { title }) })),
      confirm: (transaction) =>
        context.finish(transaction, { rows, rejected, ...(kept.size > 0 && { note: { key: 'datarun.note.resumed' } }) }),
    });
    await dropKept(db, run.rerunOf);
    return undefined;
  },

  async keep(context, steps) {
    const work = under.get(context);
    if (work) await keepFinished(context, work, steps);
  },
};

async function build(session: Session, { kind, relation, query, rejected }: NodeStep) {
  // The rows of a table stay in its files: a view reads them as often as they are needed.
  const what = kind === 'input' ? 'VIEW' : 'TABLE';
  await session.query(`CREATE TEMP ${what} ${relation} AS ${query.sql}`, query.parameters.length === 0 ? undefined : query.parameters);
  const counted = await session.query(`SELECT count(*) FROM ${relation}`);
  const rows = Number(counted.rows[0]?.[0]);
  if (!rejected) return { rows };
  const left = await session.query(rejected.sql, rejected.parameters.length === 0 ? undefined : rejected.parameters);
  return { rows, rejected: Number(left.rows[0]?.[0]) };
}

/** Columns the process was made with that whoever runs it may not read, and tables that are gone or denied. @throws RunFailure naming them */
async function refuseDenied(
  db: Database,
  reader: Reader,
  ids: readonly string[],
  inputs: ReadonlyMap<string, SeenTable>,
  made: Readonly<Record<string, string[]>>,
): Promise<void> {
  for (const id of ids) {
    const seen = inputs.get(id);
    const table = seen?.table ?? (await findTable(db, id));
    if (!table) throw new RunFailure('datarun.failure.tableGone', { table: id });
    if (!seen) throw new RightLacked('reader', 'datarun.failure.tableDenied', { table: await nameOfDenied(db, reader, id) });
    if (seen.isWhole) continue;
    const there = new Set((await columnsOf(db, table.id)).map(({ name }) => name));
    const allowed = new Set(seen.columns.map(({ name }) => name));
    const denied = (made[id] ?? []).filter((name) => there.has(name) && !allowed.has(name));
    if (denied.length > 0)
      throw new RightLacked('reader', 'datarun.failure.columnsDenied', { table: table.title, columns: denied.join(', ') });
  }
}

/** A digest a node: of its settings, the values of its query (moments are those of TIME_ZONE), the nodes before it, and the tables as they are now. */
function digestsOf({ nodes }: ReadGraph, steps: readonly NodeStep[], table: (id: string) => string): Map<string, string> {
  const digests = new Map<string, string>();
  for (const { id, query } of steps) {
    const read = nodes.get(id);
    if (!read) continue;
    const { kind, settings } = read.node;
    const text = JSON.stringify([
      kind,
      settings,
      read.inputs.map((one) => digests.get(one)),
      kind === 'input' ? table(String(settings.tableId)) : query.parameters,
    ]);
    digests.set(id, createHash('sha256').update(text).digest('hex'));
  }
  return digests;
}

type Kept = Pick<StepResult, 'rows' | 'rejected'>;

/**
 * The results of the run that is repeated, as far as nothing they depend on changed. Nodes that only they need are not computed again. A result whose file cannot be had
 * is computed again: what is kept only saves time.
 */
async function takeKept(
  { db, files, run, log }: RunContext,
  steps: readonly NodeStep[],
  digests: ReadonlyMap<string, string>,
  session: Session,
  { nodes }: ReadGraph,
): Promise<Map<string, Kept>> {
  const found = new Map<string, Kept>();
  if (run.rerunOf === null) return found;
  const parts = await db.selectFrom('data_run_part').selectAll().where('run_id', '=', run.rerunOf).execute();
  const usable = parts.filter(({ node, digest }) => digests.get(node) === digest);
  for (const [index, part] of usable.entries()) {
    const relation = steps.find(({ id }) => id === part.node)?.relation;
    if (relation === undefined) continue;
    const file = join(session.folder, `kept-${index}.parquet`);
    try {
      await pipeline(await files.read(part.path), createWriteStream(file, { mode: 0o600 }));
    } catch (error) {
      log(`what run ${run.rerunOf} kept of ${part.node}`, error);
      continue;
    }
    await session.query(`CREATE TEMP VIEW ${relation} AS SELECT * FROM read_parquet([${literal(file)}])`);
    found.set(part.node, { rows: part.row_count, rejected: part.rejected });
  }
  if (found.size === 0) return found;
  // From the end backwards: what nobody needs any more counts as kept, too, with the rows it had and left out: they are missing in what was kept.
  const counted = await countedBy(db, run.rerunOf);
  const needed = new Set([steps.at(-1)?.id]);
  for (const { id } of [...steps].reverse()) {
    if (!needed.has(id)) {
      if (!found.has(id)) found.set(id, counted.get(id) ?? {});
      continue;
    }
    if (!found.has(id)) for (const before of nodes.get(id)?.inputs ?? []) needed.add(before);
  }
  return found;
}

/** What the steps of a run counted. */
async function countedBy(db: Database, runId: number): Promise<Map<string, Kept>> {
  const row = await db.selectFrom('data_run').select('steps').where('id', '=', runId).executeTakeFirst();
  return new Map(row?.steps.map(({ id, rows, rejected }) => [id, { rows: rows ?? undefined, rejected: rejected ?? undefined }]));
}

/** Keeps what the nodes that still have to run would need. */
async function keepFinished(
  { db, files, run }: RunContext,
  { session, steps, digests, read }: Work,
  now: readonly RunStep[],
): Promise<void> {
  const done = new Map(now.filter(({ state }) => state === 'success' || state === 'warning').map((step) => [step.id, step]));
  const open = steps.filter(({ id }) => !done.has(id));
  const border = new Set(open.flatMap(({ id }) => read.nodes.get(id)?.inputs ?? []).filter((id) => done.has(id)));
  for (const { id, kind, relation } of steps) {
    if (!border.has(id) || kind === 'input') continue;
    const file = join(session.folder, `keep-${border.size}-${digests.get(id)}.parquet`);
    await session.query(`COPY (SELECT * FROM ${relation}) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`);
    const path = newPath('parquet');
    const step = done.get(id);
    await db
      .insertInto('data_run_part')
      .values({ run_id: run.id, node: id, digest: digests.get(id) ?? '', path, row_count: step?.rows ?? 0, rejected: step?.rejected ?? 0 })
      .execute();
    await files.putFile(path, file);
  }
}

/** They are swept a little later. */
async function dropKept(db: Database, rerunOf: number | null): Promise<void> {
  if (rerunOf !== null) await db.updateTable('data_run_part').set({ run_id: null }).where('run_id', '=', rerunOf).execute();
}
