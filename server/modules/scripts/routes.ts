import type { Reading, WordedContext } from '../../context.ts';
import { defineModule, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { nameIn } from '../../reader.ts';
import { tableOptions } from '../data-mart/catalogue.ts';
import type { Reader } from '../data-mart/rights.ts';
import { filledBy } from '../data-runs/filled-table.ts';
import { registerExecutable, registerRunKind } from '../data-runs/kinds.ts';
import { requireRun, runSayer, runsOf } from '../data-runs/runs.ts';
import { registerLineage } from '../lineage/kinds.ts';
import { createScript, removeScript, saveScript } from './changes.ts';
import { createOutput } from './fill.ts';
import { scriptLineage, trialLineage } from './lineage.ts';
import { scriptRun } from './run.ts';
import { type ListedScript, outputsOf, pageOfScripts, requireScript, versionsOf } from './scripts.ts';
import type { Parameter } from './tables.ts';
import { toldOutcome, toldProblem } from './telling.ts';
import { tryScript } from './trial.ts';

registerRunKind('script', scriptRun);
registerLineage('script', scriptLineage);
registerLineage('script-trial', trialLineage);
registerExecutable(filledBy('script', 'script_output'));

const shownRuns = 20;

/** Scripts of people that compute over data tables, in a sandbox (DATA-06). */
export const scriptModule = defineModule({
  service: 'script',
  routes: {
    async page(request) {
      const { keyword = '', pageNo = 1, pageSize = 10 } = request.body;
      const { rows, total } = await pageOfScripts(request.db, signedIn(request), { keyword: keyword.trim(), pageNo, pageSize });
      return { content: rows.map((row) => answerOf(request, row)), total, current: pageNo, size: pageSize };
    },

    async get(request) {
      return await detailOf(request, request.query.id);
    },

    async create(request) {
      return await createScript(request, request.body);
    },

    async save(request) {
      const { id } = request.body;
      await saveScript(request, request.body, () => detailOf(request, id));
      return await detailOf(request, id);
    },

    async remove(request) {
      await removeScript(request, request.query.id);
      return {};
    },

    async version(request) {
      const row = await requireScript(request.db, signedIn(request), request.query.id);
      const found = await request.db
        .selectFrom('script_version')
        .select(['number', 'code', 'columns', 'parameters', 'seed'])
        .where('script_id', '=', row.id)
        .where('number', '=', request.query.number)
        .executeTakeFirst();
      if (!found) throw new ApiError('NOT_FOUND');
      return { ...found, parameters: found.parameters.map(written) };
    },

    async tables(request) {
      const found = await tableOptions(request.db, signedIn(request), 'reference', request.query.keyword?.trim() ?? '');
      return found.map(({ value, label }) => ({ value, label }));
    },

    async try(request) {
      return await tryScript(request, request.body);
    },

    async fill(request) {
      return await createOutput(request, request.body);
    },

    async runs(request) {
      return await workOf(request, request.query.id);
    },

    async told(request) {
      // Its log may hold what stands in columns of the input, so it is for those who may run it.
      const run = await requireRun(request.db, signedIn(request), request.query.runId, 'execute');
      const found = await request.db
        .selectFrom('script_run')
        .select(['told', 'script_id as scriptId'])
        .where('run_id', '=', run.id)
        .executeTakeFirst();
      if (!found?.scriptId) throw new ApiError('NOT_FOUND');
      const row = await requireScript(request.db, signedIn(request), String(found.scriptId));
      return { number: found.told.number, ...toldOutcome(request, found.told, row.columns) };
    },
  },
});

function answerOf(context: Reading, row: ListedScript) {
  return {
    id: String(row.id),
    name: row.name,
    description: row.description,
    ownerName: nameIn(context, { name: row.ownerName, nameEn: row.ownerNameEn }),
    workspaceId: row.workspaceBizId,
    workspaceName: row.workspaceName,
    number: row.number,
    isFaulty: row.problem !== null,
    outputs: row.outputs,
    version: row.version,
    createTime: row.createdAt.toISOString(),
    updateTime: (row.updatedAt ?? row.createdAt).toISOString(),
    mayChange: row.mayChange,
  };
}

async function detailOf(context: WordedContext, id: string) {
  const { db } = context;
  const reader = signedIn(context);
  const row = await requireScript(db, reader, id);
  const problem = toldProblem(context, row.problem);
  return {
    ...answerOf(context, row),
    tableId: row.inputBizId,
    code: row.code,
    columns: row.columns,
    parameters: row.parameters.map(written),
    seed: row.seed,
    problem,
    marks: problem?.line == null ? [] : [{ line: problem.line, column: problem.column, text: problem.message }],
    versions: (await versionsOf(db, row.id)).map(({ madeAt, problem: own, ...one }) => ({
      ...one,
      isCurrent: one.number === row.number,
      isFaulty: own !== null,
      makeTime: madeAt.toISOString(),
    })),
  };
}

/** The tables a script fills and their last runs, as far as somebody sees them. */
async function workOf(context: WordedContext, id: string) {
  const { db } = context;
  const reader = signedIn(context);
  const row = await requireScript(db, reader, id);
  const outputs = await outputsOf(db, reader, row.id);
  const runs = await lastRuns(
    db,
    reader,
    outputs.map((output) => output.id),
  );
  const say = runSayer(context);
  return {
    filled: outputs.map(({ id: _, refreshedAt, parameters, ...one }) => ({
      ...one,
      parameters: Object.entries(parameters)
        .map(([name, value]) => `${name} = ${String(value)}`)
        .join(', '),
      refreshTime: refreshedAt?.toISOString() ?? null,
    })),
    runs: runs.map(say),
  };
}

async function lastRuns(db: Database, reader: Reader, tableIds: readonly number[]) {
  if (tableIds.length === 0) return [];
  const found = await db
    .selectFrom('data_run')
    .select('id')
    .where('kind', '=', 'script')
    .where('table_id', 'in', tableIds)
    .orderBy('id', 'desc')
    .limit(shownRuns)
    .execute();
  return await runsOf(
    db,
    reader,
    found.map(({ id }) => id),
  );
}

/** A parameter with its value as it is typed. */
function written({ value, ...parameter }: Parameter) {
  return { ...parameter, value: value === null ? '' : String(value) };
}
