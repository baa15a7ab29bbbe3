import { RunFailure, type RunKind } from '../data-runs/kinds.ts';
import { failures } from '../models/failures.ts';
import { doInRun } from '../work/in-run.ts';
import { requireImageModel } from './models.ts';
import type { PictureSummary } from './tables.ts';

/** Fewest different pictures of a class, so that a fifth of them can be kept apart. */
const leastPictures = 5;
/** Versions of a model that stay. */
const keptVersions = 10;

/** Learns a model from its pictures in a thread of its own (DATA-04); the new version counts in the transaction that finishes the run. */
export const imageFitRun: RunKind = {
  async work(context) {
    const { db, reader, run } = context;
    const id = String(run.input.imageModelId);
    const isThere = await db.selectFrom('image_model').select('id').where('id', '=', Number(id)).executeTakeFirst();
    if (!isThere) throw new RunFailure('aimodel.failure.gone');
    const { seed, budget } = await requireImageModel(db, reader, id);
    await context.plan([
      { id: 'read', title: 'image.step.read' },
      { id: 'learn', title: 'image.step.learn' },
    ]);
    const samples = await context.step('read', async () => {
      const rows = await db
        .selectFrom('image_sample')
        .select(['id', 'label', 'pixels'])
        .where('model_id', '=', Number(id))
        .orderBy('id')
        .execute();
      if (new Set(rows.map(({ label }) => label)).size < 2) throw new RunFailure('image.failure.oneClass');
      return { list: rows, rows: rows.length };
    });
    const found = await context.step('learn', async () => {
      const pictures = samples.list.map(({ pixels }) => new Uint8Array(pixels));
      const labels = samples.list.map(({ label }) => label);
      const job = { kind: 'fitPictures' as const, pictures, labels, least: leastPictures, seed, milliseconds: budget * 1_000 };
      const result = await doInRun(context, job, job.milliseconds * 2 + 60_000, { failures });
      // Only there is known which pictures differ in what is learned from.
      if ('few' in result) {
        const { label, count } = result.few;
        throw new RunFailure('image.failure.fewPictures', { label, count: String(count), least: String(leastPictures) });
      }
      return { ...result, counted: result.rows, rows: samples.rows };
    });
    const { metrics, baseline, worth, confusion, classes } = found;
    const newest = samples.list.at(-1)?.id ?? 0;
    const summary: PictureSummary = { metrics, baseline, worth, confusion, classes, rows: found.counted, newest };
    await db.transaction().execute(async (transaction) => {
      const model = await transaction.selectFrom('image_model').select('id').where('id', '=', Number(id)).forUpdate().executeTakeFirst();
      if (!model) throw new RunFailure('aimodel.failure.gone');
      const last = await transaction
        .selectFrom('image_version')
        .select(({ fn }) => fn.max('number').as('number'))
        .where('model_id', '=', model.id)
        .executeTakeFirst();
      const number = Number(last?.number ?? 0) + 1;
      const version = await transaction
        .insertInto('image_version')
        .values({
          model_id: model.id,
          number,
          content: Buffer.from(found.model),
          summary: JSON.stringify(summary),
          accuracy: metrics.accuracy ?? 0,
          made_by: run.requestedName,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await transaction.updateTable('image_model').set({ current_id: version.id }).where('id', '=', model.id).execute();
      await transaction
        .deleteFrom('image_version')
        .where('model_id', '=', model.id)
        .where('number', '<=', number - keptVersions)
        .execute();
      await context.finish(transaction, { rows: samples.rows });
    });
    return undefined;
  },
};
