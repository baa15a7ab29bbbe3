import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { wordsOfArea } from '../../reader.ts';
import { record } from '../audit/record.ts';
import { authorOf, signature } from '../changes.ts';
import { queueRun } from '../data-runs/queue.ts';
import type { RunNote } from '../data-runs/tables.ts';
import { toldWorth } from '../models/worth.ts';
import { once } from '../once.ts';
import { containing } from '../search.ts';
import './tables.ts';

function selectModels(db: Database) {
  return db
    .selectFrom('image_model as own')
    .leftJoin('image_version as current', 'current.id', 'own.current_id')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('data_run')
          .select(['data_run.id as runId', 'data_run.status as runStatus', 'data_run.failure'])
          .where('data_run.kind', '=', 'image-fit')
          .where(sql<boolean>`data_run.input ->> 'imageModelId' = own.id::text`)
          .orderBy('data_run.id', 'desc')
          .limit(1)
          .as('run'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('image_sample')
          .select([
            sql<number>`count(*)::int`.as('pictures'),
            sql<number>`count(distinct label)::int`.as('classes'),
            sql<number | null>`max(image_sample.id)`.as('newest'),
          ])
          .whereRef('image_sample.model_id', '=', 'own.id')
          .as('samples'),
      (join) => join.onTrue(),
    )
    .select([
      'own.id',
      'own.name',
      'own.description',
      'own.seed',
      'own.budget',
      'own.created_at as createdAt',
      'current.id as currentId',
      'current.number',
      'current.summary',
      'current.accuracy',
      'current.made_at as madeAt',
      'run.runId',
      'run.runStatus',
      'run.failure',
      'samples.pictures',
      'samples.classes',
      'samples.newest',
    ]);
}
export type ImageModelRow = Awaited<ReturnType<ReturnType<typeof selectModels>['executeTakeFirstOrThrow']>>;

function stateOf({ runStatus, currentId }: ImageModelRow): 'new' | 'fitting' | 'ready' | 'failed' {
  if (runStatus === 'queued' || runStatus === 'started') return 'fitting';
  if (currentId !== null) return 'ready';
  return runStatus === 'failed' || runStatus === 'unknown' ? 'failed' : 'new';
}

/** One of one's own models. @throws ApiError NOT_FOUND */
export async function requireImageModel(db: Database, user: { id: string }, id: string): Promise<ImageModelRow> {
  const row = await selectModels(db).where('own.id', '=', Number(id)).where('own.owner_id', '=', Number(user.id)).executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  return row;
}

function told(row: ImageModelRow) {
  return {
    id: String(row.id),
    name: row.name,
    description: row.description,
    state: stateOf(row),
    pictures: row.pictures ?? 0,
    classes: row.classes ?? 0,
    accuracy: row.accuracy,
    number: row.number,
    fittedTime: row.madeAt?.toISOString() ?? null,
    createTime: row.createdAt.toISOString(),
  };
}

/** A page of one's own models, the newest first. */
export async function pageOfImageModels(
  { db, user }: WordedContext,
  { keyword, pageNo, pageSize }: { keyword: string; pageNo: number; pageSize: number },
) {
  const fits = sql<boolean>`own.owner_id = ${Number(signedIn({ user }).id)} and (${keyword} = '' or own.name ilike ${containing(keyword)})`;
  const { total } = await db
    .selectFrom('image_model as own')
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectModels(db).where(fits).orderBy('own.id', 'desc').$call(onPage(pageNo, pageSize)).execute();
  return { content: rows.map(told), total };
}

/** A model with its classes and what was measured. @throws ApiError NOT_FOUND */
export async function imageModelOf(context: WordedContext, id: string) {
  const { db } = context;
  const row = await requireImageModel(db, signedIn(context), id);
  const labels = await db
    .selectFrom('image_sample')
    .select((sample) => ['label', sample.fn.countAll<number>().as('pictures')])
    .where('model_id', '=', row.id)
    .groupBy('label')
    .orderBy('label')
    .execute();
  const note: RunNote | null = row.failure;
  const say = wordsOfArea(context, (key) => key);
  const state = stateOf(row);
  return {
    ...told(row),
    seed: row.seed,
    budget: row.budget,
    runId: row.runId === null ? null : String(row.runId),
    failure: row.runStatus === 'failed' ? (note ? say(note.key, note.values) : say('image.fitFailed')) : null,
    isStale: state === 'ready' && row.newest !== null && row.newest > (row.summary?.newest ?? 0),
    labels,
    current: row.summary === null ? null : currentOf(context, row.summary),
  };
}

function currentOf(context: WordedContext, { metrics, baseline, worth, confusion, rows, classes }: NonNullable<ImageModelRow['summary']>) {
  const cells = classes.flatMap((actual, at) =>
    classes.map((predicted, other) => {
      const count = confusion[at]?.[other] ?? 0;
      const whole = (confusion[at] ?? []).reduce((sum, one) => sum + one, 0);
      // As in the table of data models: right ones are 0 by grade -1, wrong ones by their share.
      return { actual, predicted, count, grade: at === other ? -1 : whole === 0 ? 0 : count / whole };
    }),
  );
  const told = toldWorth(context, { task: { kind: 'classes', classes }, metrics, baseline, ...(worth && { worth }) });
  return { metrics, baseline, worth: told, rows, classes: [...classes], confusion: cells };
}

export interface GivenImageModel {
  name: string;
  description?: string | null | undefined;
  seed?: number | undefined;
  budget?: number | undefined;
  key?: string | undefined;
}

/** Makes a model without pictures. Of a key, see once, only one is made. */
export async function createImageModel(context: WordedContext, given: GivenImageModel): Promise<{ id: string }> {
  const { user, origin } = authorOf(context);
  const make = async (db: Database) => {
    const { id } = await db
      .insertInto('image_model')
      .values({
        owner_id: Number(user.id),
        name: given.name.trim(),
        description: textOrNull(given.description),
        seed: given.seed ?? 1,
        budget: given.budget ?? 15,
        updated_by: signature(user),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const detail = { name: given.name };
    await record(db, origin, { action: 'image_model_create', targetType: 'image_model', targetId: String(id), actor: user, detail });
    return id;
  };
  const id = await context.db.transaction().execute((db) => once(db, context, 'ai-image.create', given, () => make(db)));
  return { id: String(id) };
}

/** @throws ApiError NOT_FOUND, MODEL_FITTING */
export async function removeImageModel(context: WordedContext, id: string): Promise<void> {
  const { user, origin } = authorOf(context);
  await context.db.transaction().execute(async (db) => {
    const row = await requireImageModel(db, user, id);
    if (stateOf(row) === 'fitting') throw new ApiError('MODEL_FITTING');
    await db.updateTable('image_model').set({ current_id: null }).where('id', '=', row.id).execute();
    await db.deleteFrom('image_model').where('id', '=', row.id).execute();
    const detail = { name: row.name };
    await record(db, origin, { action: 'image_model_delete', targetType: 'image_model', targetId: id, actor: user, detail });
  });
}

/** Queues learning. @throws ApiError NOT_FOUND, MODEL_FITTING */
export async function fitImageModel(context: WordedContext, id: string): Promise<{ runId: string }> {
  const { user, origin } = authorOf(context);
  return await context.db.transaction().execute(async (db) => {
    await db.selectFrom('image_model').select('id').where('id', '=', Number(id)).forUpdate().executeTakeFirst();
    const row = await requireImageModel(db, user, id);
    if (stateOf(row) === 'fitting') throw new ApiError('MODEL_FITTING');
    const executable = { kind: 'image-fit', tableId: null, title: row.name, input: { imageModelId: id } };
    const queued = await queueRun(db, executable, { userId: Number(user.id), name: signature(user) });
    await record(db, origin, { action: 'image_model_fit', targetType: 'image_model', targetId: id, targetName: row.name, actor: user });
    return { runId: String(queued.id) };
  });
}
