import { sql } from 'kysely';
import { EngineError } from '../../data-engine/index.ts';
import type { Database } from '../../database/connection.ts';
import type { Job } from '../../jobs.ts';
import { RunFailure, type RunKind } from '../data-runs/kinds.ts';
import { SpeechError, transcribe } from './service.ts';
import './tables.ts';

/** Asks the service for the transcript of a recording (DATA-04). The recording is forgotten in the transaction that keeps the transcript. */
export const speechRun: RunKind = {
  async work(context) {
    const { db, run, settings, signal, reader } = context;
    if (!settings.speech) throw new RunFailure('speech.failure.off');
    const { speech } = settings;
    const id = Number(run.input.transcriptId);
    const row = await db
      .selectFrom('speech_transcript')
      .select(['name', 'type', 'audio', 'asked_language as language'])
      .where('id', '=', id)
      .where('owner_id', '=', Number(reader.id))
      .executeTakeFirst();
    if (!row?.audio) throw new RunFailure('speech.failure.gone');
    const { audio, name, type, language } = row;
    await context.plan([{ id: 'transcribe', title: 'speech.step' }]);
    const found = await context.step('transcribe', async () => {
      try {
        const told = await transcribe(speech, { name, type, content: audio, language: language ?? undefined }, signal);
        return { ...told, rows: told.segments.length };
      } catch (error) {
        if (signal.aborted) throw new EngineError('stopped', 'Stopped');
        if (error instanceof SpeechError) throw new RunFailure(`speech.failure.${error.problem}`, { status: error.detail });
        throw error;
      }
    });
    await db.transaction().execute(async (transaction) => {
      await transaction
        .updateTable('speech_transcript')
        .set({
          audio: null,
          language: found.language,
          duration: found.duration,
          segments: JSON.stringify(found.segments),
          made_at: sql<Date>`now()`,
        })
        .where('id', '=', id)
        .execute();
      await context.finish(transaction, { rows: found.segments.length });
    });
    return undefined;
  },
};

/** Recordings without a transcript are forgotten after a day. */
export function speechJobs(db: Database): Job[] {
  const run = () =>
    db
      .updateTable('speech_transcript')
      .set({ audio: null })
      .where('audio', 'is not', null)
      .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
      .execute();
  return [{ name: 'recordings', everySeconds: 3_600, run }];
}
