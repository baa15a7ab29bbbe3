import { type Kysely, sql } from 'kysely';

/** Pages below those that were announced: parent, id, name, Traditional name, English name, address, component. */
const pages = [['ai-speech', 'ai-speech-transcript', '转写', '轉寫', 'Transcript', '/ai/speech/:id', 'main#ai/speech-transcript']] as const;

/** Data tables that are filled with what is recognised in a column of another one (DATA-04). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`create table text_recognition (
    table_id bigint primary key references data_table (id) on delete cascade,
    input_id bigint not null references data_table (id),
    column_name text not null,
    key_column text,
    kinds text[] not null,
    created_at timestamptz not null default now()
  )`.execute(db);
  await sql`create index text_recognition_of_input on text_recognition (input_id)`.execute(db);
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
  // An installation whose menu announced the page gets it; one that gave the row another component keeps it.
  for (const page of ['text', 'speech'])
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
