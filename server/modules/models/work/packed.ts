import { gunzipSync, gzipSync } from 'node:zlib';
import type { KeptModel, TextModel } from '../../../../src/core/learning/index.ts';

/** A model of columns or of texts. Only threads hold one unpacked: it may be as large as all its trees written out. */
export type AnyModel = KeptModel | TextModel;

/** A model as it is kept: compressed JSON. Undefined where it is longer than a text can be. */
export function pack(model: AnyModel): Uint8Array | undefined {
  try {
    return gzipSync(JSON.stringify(model));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

export function unpack(content: Uint8Array): AnyModel {
  return JSON.parse(gunzipSync(content).toString('utf8')) as AnyModel;
}
