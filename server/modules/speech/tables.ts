import type { ColumnType } from 'kysely';
import type { Json, Maybe, MaybeMoment, MaybeText, Once, VersionedRow } from '../../database/columns.ts';
import type { Segment } from './service.ts';

export interface SpeechTranscriptTable extends VersionedRow {
  owner_id: Once<number>;
  name: string;
  type: Once<string>;
  bytes: Once<number>;
  /** The recording, until there is a transcript, and no longer than a day. */
  audio: ColumnType<Buffer | null, Buffer, null>;
  /** Language that was asked for; null: the service finds out. */
  asked_language: Maybe<string>;
  language: MaybeText;
  duration: Maybe<number>;
  segments: Json<Segment[]>;
  made_at: MaybeMoment;
}

declare module '../../database/connection.ts' {
  interface Tables {
    speech_transcript: SpeechTranscriptTable;
  }
}
