import { type Kysely, sql } from 'kysely';

/**
 * A model learns once at a time. Of runs that fit one model at the same time the newest stays, as it is the one a model tells of; an older one finds itself stopped when
 * it would finish.
 */
export async function up(db: Kysely<never>): Promise<void> {
  const open = sql`kind in ('model-fit', 'image-fit') and status in ('queued', 'started')`;
  const model = sql`coalesce(input ->> 'modelId', input ->> 'imageModelId')`;
  await sql`update data_run set status = case status when 'queued' then 'canceled' else 'stopped' end, ended_at = now()
    where id in (select id from (select id, row_number() over (partition by kind, ${model} order by id desc) as place from data_run where ${open}) fits
      where place > 1)`.execute(db);
  await sql`create unique index data_run_one_fit on data_run (kind, (${model})) where ${open}`.execute(db);
}
