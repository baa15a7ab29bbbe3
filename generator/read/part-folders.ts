import { textAt, valueAt } from '../json.ts';
import type { Document } from './documents.ts';
import { stringsIn } from './values.ts';

/** Folders of which data choose pages in this document, with where each stands: `folder` of the widget `part`. */
export function partFolders({ source }: Document): (readonly [pointer: string, folder: string])[] {
  return stringsIn(source).filter(
    ([pointer]) =>
      pointer.endsWith('/folder') && textAt(valueAt(source.value, pointer.slice(0, pointer.lastIndexOf('/'))), 'widget') === 'part',
  );
}
