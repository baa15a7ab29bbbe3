import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { truthWordsOf } from '../../truth-words.ts';
import { record } from '../audit/record.ts';
import { authorOf, signature } from '../changes.ts';
import { openRelation } from '../data-mart/relation.ts';
import type { Column } from '../data-mart/repository.ts';
import { type Reader, requireTable } from '../data-mart/rights.ts';
import { requireEvery } from '../data-runs/columns.ts';
import { RunFailure, type RunKind } from '../data-runs/kinds.ts';
import { queueRun } from '../data-runs/queue.ts';
import { once } from '../once.ts';
import { containing } from '../search.ts';
import { doInRun } from '../work/in-run.ts';
import { failures } from './failures.ts';
import { fileColumn, labelText, writeRows } from './source.ts';
import type { CausalSettings, KeptCausal } from './tables.ts';
import type { CausalJob } from './work/causal.ts';

export interface GivenCausal {
  name: string;
  tableId: string;
  treatment: string;
  treated: string;
  outcome: string;
  good?: string | null | undefined;
  confounders: string[];
  budget?: number | undefined;
  seed?: number | undefined;
  key?: string | undefined;
}

const usual = { budget: 30, seed: 1 };

/** Saves an analysis and queues its run. @throws ApiError NOT_FOUND, FORBIDDEN, PARAMETER_ERROR */
export async function createCausal(context: WordedContext, given: GivenCausal): Promise<{ id: string }> {
  const { user, origin } = authorOf(context);
  const { table, columns } = await requireTable(context.db, user, given.tableId, 'reference');
  const byName = new Map(columns.map((column) => [column.name, column]));
  const confounders = [...new Set(given.confounders)].filter((name) => name !== given.treatment && name !== given.outcome);
  for (const [field, names] of Object.entries({ treatment: [given.treatment], outcome: [given.outcome], confounders }))
    for (const name of names) if (!byName.has(name)) throw wrong(field, 'is no column you may use', 'aimodel.columnDenied');
  if (given.treatment === given.outcome) throw wrong('outcome', 'must be another column than the treatment', 'causal.sameColumn');
  const outcome = byName.get(given.outcome);
  const isCounted = outcome?.analysisType === 'numeric' || outcome?.analysisType === 'boolean';
  if (!isCounted && textOrNull(given.good) === null) throw wrong('good', 'says which value counts', 'causal.goodMissing');
  const settings: CausalSettings = {
    treatment: given.treatment,
    treated: given.treated.trim(),
    outcome: given.outcome,
    good: isCounted ? null : textOrNull(given.good),
    confounders,
    budget: given.budget ?? usual.budget,
    seed: given.seed ?? usual.seed,
    titles: Object.fromEntries([given.treatment, given.outcome, ...confounders].map((name) => [name, byName.get(name)?.title ?? name])),
  };
  const make = async (db: Database) => {
    const { id } = await db
      .insertInto('ai_causal')
      .values({
        name: given.name.trim(),
        owner_id: Number(user.id),
        table_id: table.id,
        table_title: table.title,
        settings: JSON.stringify(settings),
        updated_by: signature(user),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await queueRun(
      db,
      { kind: 'causal', tableId: null, title: given.name.trim(), input: { causalId: String(id) } },
      { userId: Number(user.id), name: signature(user) },
    );
    const detail = { name: given.name, table: given.tableId, treatment: given.treatment, outcome: given.outcome };
    await record(db, origin, { action: 'ai_causal_create', targetType: 'ai_causal', targetId: String(id), actor: user, detail });
    return id;
  };
  const id = await context.db.transaction().execute((db) => once(db, context, 'ai-causal.create', given, () => make(db)));
  return { id: String(id) };
}

/** Estimates the effect of an analysis (DATA-03) from its table as whoever started it may use it. */
export const causalRun: RunKind = {
  async work(context) {
    const { db, documents, files, reader, run } = context;
    const id = Number(run.input.causalId);
    const row = await db.selectFrom('ai_causal').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row || row.table_id === null) throw new RunFailure('aimodel.failure.gone');
    const { bizId } = await db.selectFrom('data_table').select('biz_id as bizId').where('id', '=', row.table_id).executeTakeFirstOrThrow();
    await context.plan([
      { id: 'read', title: 'aimodel.step.read' },
      { id: 'estimate', title: 'causal.step' },
    ]);
    const { settings } = row;
    const seen = await requireTable(db, reader, bizId, 'reference');
    const used = await requireEvery(db, seen, [settings.treatment, settings.outcome, ...settings.confounders]);
    const relation = await openRelation(db, files, context.settings.dataDir, seen);
    const columns = used.map((own) => {
      // Values of a treatment are told apart as classes, whatever their type.
      if (own.name === settings.treatment && own.analysisType !== 'boolean') return { ...own, analysisType: 'category' as const };
      return own.name === settings.outcome && settings.good !== null ? { ...own, analysisType: 'category' as const } : own;
    });
    const { job, isSample } = await context.step('read', async () => {
      const session = await context.session({ files: relation.files });
      const { file, isSample } = await writeRows(session, relation, columns, settings.seed);
      const { treatment, outcome, good, seed, budget } = settings;
      const [ofTreatment, ofOutcome] = columns as [Column, Column];
      const words = truthWordsOf(documents);
      const labelled = (column: Column, typed: string) => labelText((sql) => session.query(sql), column, typed, words);
      const job: CausalJob = {
        kind: 'causal',
        file,
        columns: columns.map(fileColumn),
        treatment,
        treated: await labelled(ofTreatment, settings.treated),
        outcome,
        good: good === null ? undefined : await labelled(ofOutcome, good),
        seed,
        milliseconds: budget * 1_000,
      };
      return { job, isSample, rows: relation.rows };
    });
    const answer = await context.step('estimate', async () => {
      const found = await doInRun(context, job, job.milliseconds * 2 + 60_000, { failures });
      if ('failure' in found) throw new RunFailure(`causal.failure.${found.failure}`);
      return { ...found, rows: found.result.rows };
    });
    const kept: KeptCausal = { result: answer.result, leftOut: answer.leftOut, isSample, revision: relation.revision };
    await db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('ai_causal')
        .set({ result: JSON.stringify(kept), made_at: sql<Date>`now()` })
        .where('id', '=', id)
        .execute();
      await context.finish(transaction, { rows: answer.result.rows });
    });
    return undefined;
  },
};

function selectCausal(db: Database) {
  return db
    .selectFrom('ai_causal')
    .leftJoin('data_table', 'data_table.id', 'ai_causal.table_id')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('data_run')
          .select(['data_run.id as runId', 'data_run.status as runStatus', 'data_run.failure'])
          .where('data_run.kind', '=', 'causal')
          .where(sql<boolean>`data_run.input ->> 'causalId' = ai_causal.id::text`)
          .orderBy('data_run.id', 'desc')
          .limit(1)
          .as('run'),
      (join) => join.onTrue(),
    )
    .select([
      'ai_causal.id',
      'ai_causal.name',
      'ai_causal.owner_id as ownerId',
      'ai_causal.table_title as tableTitle',
      'ai_causal.settings',
      'ai_causal.result',
      'ai_causal.made_at as madeAt',
      'ai_causal.created_at as createdAt',
      'data_table.biz_id as tableBizId',
      'run.runId',
      'run.runStatus',
      'run.failure',
    ]);
}
export type CausalRow = Awaited<ReturnType<ReturnType<typeof selectCausal>['executeTakeFirstOrThrow']>>;

/** A page of one's own analyses, the newest first. */
export async function pageOfCausal(
  db: Database,
  reader: Reader,
  { keyword, pageNo, pageSize }: { keyword: string; pageNo: number; pageSize: number },
) {
  const fits = sql<boolean>`ai_causal.owner_id = ${Number(reader.id)} and (${keyword} = '' or ai_causal.name ilike ${containing(keyword)}
    or ai_causal.table_title ilike ${containing(keyword)})`;
  const { total } = await db
    .selectFrom('ai_causal')
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectCausal(db).where(fits).orderBy('ai_causal.id', 'desc').$call(onPage(pageNo, pageSize)).execute();
  return { rows, total };
}

/** One of one's own analyses. @throws ApiError NOT_FOUND */
export async function requireCausal(db: Database, reader: Reader, id: string): Promise<CausalRow> {
  const row = await selectCausal(db)
    .where('ai_causal.id', '=', Number(id))
    .where('ai_causal.owner_id', '=', Number(reader.id))
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  return row;
}

/** @throws ApiError NOT_FOUND */
export async function removeCausal(context: WordedContext, id: string): Promise<void> {
  const { user, origin } = authorOf(context);
  await context.db.transaction().execute(async (db) => {
    const row = await requireCausal(db, signedIn(context), id);
    await db.deleteFrom('ai_causal').where('id', '=', row.id).execute();
    await record(db, origin, {
      action: 'ai_causal_delete',
      targetType: 'ai_causal',
      targetId: id,
      actor: user,
      detail: { name: row.name },
    });
  });
}
