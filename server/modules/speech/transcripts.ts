import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import { type FileAnswer, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { ApiError, wrong } from '../../errors.ts';
import type { UploadedFile } from '../../plugins/uploads.ts';
import { wordsOfArea } from '../../reader.ts';
import { record } from '../audit/record.ts';
import { authorOf, signature, touched } from '../changes.ts';
import { queueRun } from '../data-runs/queue.ts';
import type { RunNote, RunStatus } from '../data-runs/tables.ts';
import { admitFile, fileRule } from '../files/admitted.ts';
import { containing } from '../search.ts';
import type { Segment } from './service.ts';

/** Recordings of one person that wait for their transcript. */
const mostOpen = 20;

function selectTranscripts(db: Database) {
  return db
    .selectFrom('speech_transcript as own')
    .leftJoinLateral(
      (join) =>
        join
          .selectFrom('data_run')
          .select(['data_run.id as runId', 'data_run.status as runStatus', 'data_run.failure'])
          .where('data_run.kind', '=', 'speech')
          .where(sql<boolean>`data_run.input ->> 'transcriptId' = own.id::text`)
          .orderBy('data_run.id', 'desc')
          .limit(1)
          .as('run'),
      (join) => join.onTrue(),
    )
    .select((row) => [
      'own.id',
      'own.name',
      'own.bytes',
      'own.language',
      'own.duration',
      'own.made_at as madeAt',
      'own.version',
      'own.created_at as createdAt',
      'run.runId',
      'run.runStatus',
      'run.failure',
      row('own.audio', 'is not', null).$castTo<boolean>().as('hasAudio'),
      sql<Segment[]>`jsonb_path_query_array(own.segments, '$[0 to 4]')`.as('first'),
    ]);
}
type ListedTranscript = Awaited<ReturnType<ReturnType<typeof selectTranscripts>['executeTakeFirstOrThrow']>>;
/** With all that was said, which lists do not read. */
type TranscriptRow = ListedTranscript & { segments: Segment[] };

function stateOf({ madeAt, runStatus }: { madeAt: Date | null; runStatus: RunStatus | null }): 'running' | 'done' | 'stopped' | 'failed' {
  if (madeAt) return 'done';
  if (runStatus === 'queued' || runStatus === 'started') return 'running';
  return runStatus === 'canceled' || runStatus === 'stopped' ? 'stopped' : 'failed';
}

/** A page of one's own transcripts, the newest first. Nobody sees those of others. */
export async function pageOfTranscripts(
  context: WordedContext,
  { keyword, pageNo, pageSize }: { keyword: string; pageNo: number; pageSize: number },
) {
  const fits = sql<boolean>`own.owner_id = ${Number(signedIn(context).id)} and (${keyword} = '' or own.name ilike ${containing(keyword)}
    or exists (select 1 from jsonb_array_elements(own.segments) as said where said ->> 'text' ilike ${containing(keyword)}))`;
  const { total } = await context.db
    .selectFrom('speech_transcript as own')
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectTranscripts(context.db).where(fits).orderBy('own.id', 'desc').$call(onPage(pageNo, pageSize)).execute();
  return { content: rows.map((row) => told(context, row)), total };
}

/** One of one's own. @throws ApiError NOT_FOUND */
export async function requireTranscript(db: Database, user: { id: string }, id: string): Promise<TranscriptRow> {
  const row = await selectTranscripts(db)
    .select('own.segments')
    .where('own.id', '=', Number(id))
    .where('own.owner_id', '=', Number(user.id))
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  return row;
}

function told(context: WordedContext, row: ListedTranscript) {
  const say = wordsOfArea(context, (key) => key);
  const state = stateOf(row);
  const note: RunNote | null = row.failure;
  return {
    id: String(row.id),
    name: row.name,
    bytes: row.bytes,
    state,
    failure: state === 'failed' ? (note ? say(note.key, note.values) : say('speech.failure.gone')) : null,
    runId: row.runId === null ? null : String(row.runId),
    mayRepeat: row.hasAudio && (state === 'failed' || state === 'stopped'),
    language: row.language,
    duration: row.duration,
    beginning: row.first
      .map(({ text }) => text)
      .join(' ')
      .slice(0, 120),
    version: row.version,
    createTime: row.createdAt.toISOString(),
  };
}

/** With all that was said. */
export function toldWhole(context: WordedContext, row: TranscriptRow) {
  const segments = row.segments.map(({ start, end, text }, index) => ({
    key: String(index + 1),
    start,
    end,
    time: start === null ? '' : clock(start),
    text,
  }));
  return { ...told(context, row), segments, text: textOf(row.segments), hasTimes: row.segments.some(({ start }) => start !== null) };
}

/** Keeps a recording and queues its transcription. @throws ApiError SPEECH_OFF, PARAMETER_ERROR at `file` */
export async function createTranscript(context: WordedContext, file: UploadedFile | undefined, language: string | undefined) {
  const { user, origin } = authorOf(context);
  if (!context.services.settings.speech) throw new ApiError('SPEECH_OFF');
  const { name, type, content } = await admitFile(file, fileRule(context.services.documents, 'speech'));
  const id = await context.db.transaction().execute(async (db) => {
    // One after the other of one person, so that each counts those before it.
    await db.selectFrom('app_user').select('id').where('id', '=', Number(user.id)).forNoKeyUpdate().execute();
    const { open } = await db
      .selectFrom('speech_transcript')
      .select((row) => row.fn.countAll<number>().as('open'))
      .where('owner_id', '=', Number(user.id))
      .where('audio', 'is not', null)
      .executeTakeFirstOrThrow();
    if (open >= mostOpen) throw wrong('file', 'Too many recordings wait', 'speech.tooManyOpen');
    const made = await db
      .insertInto('speech_transcript')
      .values({
        owner_id: Number(user.id),
        name,
        type,
        bytes: content.length,
        audio: content,
        asked_language: language || null,
        segments: '[]',
        updated_by: signature(user),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await queue(db, made.id, { name, user });
    const detail = { name, bytes: content.length };
    await record(db, origin, {
      action: 'speech_transcript_create',
      targetType: 'speech_transcript',
      targetId: String(made.id),
      actor: user,
      detail,
    });
    return made.id;
  });
  return { id: String(id) };
}

async function queue(db: Database, id: number, { name, user }: { name: string; user: ReturnType<typeof signedIn> }): Promise<void> {
  const executable = { kind: 'speech', tableId: null, title: name, input: { transcriptId: String(id) } };
  await queueRun(db, executable, { userId: Number(user.id), name: signature(user) });
}

/** Asks the service once more. @throws ApiError NOT_FOUND, SPEECH_OFF, RUN_OPEN, SPEECH_NO_RECORDING */
export async function repeatTranscript(context: WordedContext, id: string): Promise<void> {
  const { user } = authorOf(context);
  if (!context.services.settings.speech) throw new ApiError('SPEECH_OFF');
  await context.db.transaction().execute(async (db) => {
    await db.selectFrom('speech_transcript').select('id').where('id', '=', Number(id)).forUpdate().executeTakeFirst();
    const row = await requireTranscript(db, user, id);
    if (stateOf(row) === 'running') throw new ApiError('RUN_OPEN');
    if (!row.hasAudio) throw new ApiError('SPEECH_NO_RECORDING');
    await queue(db, row.id, { name: row.name, user });
  });
}

/** Corrects what was heard, by hand. @throws ApiError NOT_FOUND, CONFLICT */
export async function correctTranscript(
  context: WordedContext,
  { id, version, key, text }: { id: string; version: number; key: string; text: string },
): Promise<void> {
  const { user, origin } = authorOf(context);
  await context.db.transaction().execute(async (db) => {
    const row = await requireTranscript(db, user, id);
    const at = Number(key) - 1;
    const before = row.segments[at];
    if (!before) throw new ApiError('NOT_FOUND');
    if (before.text === text.trim() && row.version === version) return;
    const segments = row.segments.map((segment, index): Segment => (index === at ? { ...segment, text: text.trim() } : segment));
    const changed = await db
      .updateTable('speech_transcript')
      .set({ segments: JSON.stringify(segments), ...touched(user) })
      .where('id', '=', row.id)
      .where('version', '=', version)
      .executeTakeFirst();
    if (changed.numUpdatedRows === 0n) throw new ApiError('CONFLICT', { data: { id, key, version: row.version, text: before.text } });
    const detail = { key };
    await record(db, origin, {
      action: 'speech_transcript_update',
      targetType: 'speech_transcript',
      targetId: id,
      actor: user,
      detail,
    });
  });
}

/** @throws ApiError NOT_FOUND, RUN_OPEN */
export async function removeTranscript(context: WordedContext, id: string): Promise<void> {
  const { user, origin } = authorOf(context);
  await context.db.transaction().execute(async (db) => {
    const row = await requireTranscript(db, user, id);
    if (stateOf(row) === 'running') throw new ApiError('RUN_OPEN');
    await db.deleteFrom('speech_transcript').where('id', '=', row.id).execute();
    const detail = { name: row.name };
    await record(db, origin, {
      action: 'speech_transcript_delete',
      targetType: 'speech_transcript',
      targetId: id,
      actor: user,
      detail,
    });
  });
}

/** The transcript as a text, or as subtitles where the service told times. */
export function transcriptFile({ name, segments }: Pick<TranscriptRow, 'name' | 'segments'>, format: 'txt' | 'srt'): FileAnswer {
  const base = name.replace(/\.[A-Za-z0-9]{1,5}$/, '');
  const timed = segments.filter(({ start }) => start !== null);
  const content = format === 'txt' ? textOf(segments) : timed.map(subtitle).join('\n');
  return { name: `${base}.${format}`, type: 'text/plain; charset=utf-8', content: Buffer.from(`${content}\n`) };
}

function subtitle({ start, end, text }: Segment, index: number): string {
  const from = start ?? 0;
  // An empty line would end the subtitle.
  const lines = text.replaceAll(/\n\s*\n/g, '\n');
  return `${index + 1}\n${stamp(from)} --> ${stamp(Math.max(end ?? from + 1, from))}\n${lines}\n`;
}

function stamp(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(hours)}:${two(minutes)}:${two(rest)},${String(Math.round((seconds % 1) * 1_000) % 1_000).padStart(3, '0')}`;
}

/** 83.4 -> 1:23, with hours where there are some. */
function clock(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, Math.floor(seconds) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

function textOf(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join('\n');
}
