import { type Kysely, sql } from 'kysely';

/** Pages below those that were announced: parent, id, name, Traditional name, English name, address, component. */
const pages = [
  ['ai-image', 'ai-image-model', '图像模型', '影像模型', 'Image model', '/ai/image/:id', 'main#ai/image-model'],
  ['ai-speech', 'ai-speech-transcript', '转写', '轉寫', 'Transcript', '/ai/speech/:id', 'main#ai/speech-transcript'],
] as const;

/** Transcripts of recordings, and models that tell kinds of pictures apart (DATA-04). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table speech_transcript (
    id bigint generated always as identity primary key,
    owner_id bigint not null references app_user (id) on delete cascade,
    name text not null,
    type text not null,
    bytes integer not null,
    audio bytea,
    asked_language text,
    language text,
    duration double precision,
    segments jsonb not null,
    made_at timestamptz,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz,
    updated_by text
  )`.execute(db);
  await sql`create index speech_transcript_of_owner on speech_transcript (owner_id, id desc)`.execute(db);
  await sql`create index speech_transcript_recordings on speech_transcript (created_at) where audio is not null`.execute(db);
  await sql`create index data_run_of_transcript on data_run ((input ->> 'transcriptId'), id desc) where kind = 'speech'`.execute(db);
  await sql`create table image_model (
    id bigint generated always as identity primary key,
    owner_id bigint not null references app_user (id) on delete cascade,
    name text not null,
    description text,
    seed integer not null,
    budget integer not null,
    current_id bigint,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz,
    updated_by text
  )`.execute(db);
  await sql`create index image_model_of_owner on image_model (owner_id)`.execute(db);
  await sql`create table image_sample (
    id bigint generated always as identity primary key,
    model_id bigint not null references image_model (id) on delete cascade,
    label text not null,
    name text not null,
    pixels bytea not null,
    added_at timestamptz not null default now()
  )`.execute(db);
  await sql`create index image_sample_of_model on image_sample (model_id, label, id)`.execute(db);
  await sql`create table image_version (
    id bigint generated always as identity primary key,
    model_id bigint not null references image_model (id) on delete cascade,
    number integer not null,
    content bytea not null,
    summary jsonb not null,
    accuracy double precision not null,
    made_by text,
    made_at timestamptz not null default now(),
    unique (model_id, number)
  )`.execute(db);
  await sql`alter table image_model add constraint image_model_current foreign key (current_id) references image_version (id) deferrable initially deferred`.execute(
    db,
  );
  await sql`create index data_run_of_image_model on data_run ((input ->> 'imageModelId'), id desc) where kind = 'image-fit'`.execute(db);
  // An installation whose menu announced the pages gets them; one that gave a row another component keeps it.
  for (const page of ['image', 'speech'])
    await sql`update menu set component = ${`main#ai/${page}`} where menu_id = ${`ai-${page}`} and component = 'main#later'`.execute(db);
  for (const [parent, id, name, hant, en, url, component] of pages) {
    await sql`insert into menu (menu_id, parent_id, type, name, name_hans, name_hant, name_en, url, component, perms, sort, visible)
      select ${id}, ${parent}, '1', ${name}, ${name}, ${hant}, ${en}, ${url}, ${component}, perms, 50, '1' from menu where menu_id = ${parent} on conflict do nothing`.execute(
      db,
    );
    await sql`insert into role_menu (role_id, menu_id)
      select role_id, ${id} from role_menu where menu_id = ${parent} and exists (select 1 from menu where menu_id = ${id}) on conflict do nothing`.execute(
      db,
    );
  }
}
