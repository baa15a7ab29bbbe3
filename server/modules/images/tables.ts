import type { ColumnType } from 'kysely';
import type { PictureFitted } from '../../../src/core/learning/index.ts';
import type { Filled, Json, Maybe, MaybeText, Moment, Once, VersionedRow } from '../../database/columns.ts';

/** What was measured when a version was learned. */
export interface PictureSummary extends Pick<PictureFitted, 'metrics' | 'baseline' | 'confusion' | 'rows' | 'classes'> {
  /** Of versions made before it was kept there is none. */
  worth?: PictureFitted['worth'];
  /** Number of the newest picture that was learned from: those behind it came while it learned, or later. */
  newest: number;
}

export interface ImageModelTable extends VersionedRow {
  owner_id: Once<number>;
  name: string;
  description: MaybeText;
  seed: number;
  /** Seconds. */
  budget: number;
  current_id: Maybe<number>;
}
interface ImageSampleTable {
  id: Filled<number>;
  model_id: Once<number>;
  label: string;
  name: Once<string>;
  /** The picture made small: 64 times 64 pixels of three bytes. */
  pixels: ColumnType<Buffer, Buffer, never>;
  added_at: Moment;
}
interface ImageVersionTable {
  id: Filled<number>;
  model_id: Once<number>;
  number: number;
  content: ColumnType<Buffer, Buffer, never>;
  summary: Json<PictureSummary>;
  accuracy: number;
  made_by: MaybeText;
  made_at: Moment;
}

declare module '../../database/connection.ts' {
  interface Tables {
    image_model: ImageModelTable;
    image_sample: ImageSampleTable;
    image_version: ImageVersionTable;
  }
}
