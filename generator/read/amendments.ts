import { amend, amendedPath, changesOf } from '../../src/core/amend.ts';
import { isObject, pointerPart, pointerParts } from '../json.ts';
import { type Document, laidOver } from './documents.ts';
import type { Source } from './source.ts';

/** What keeps an amendment, or one of its changes, from being made. */
export interface AmendmentFault {
  source: Source;
  pointer: string;
  about: 'target' | 'path';
  message: string;
  hint?: string | undefined;
}

const folder = 'schemas/';

/** Documents as amendments leave them. What an amendment wrote is found in its file, and so is what only together is wrong. */
export function withAmendments(documents: ReadonlyMap<string, Document>): { byPath: Map<string, Document>; faults: AmendmentFault[] } {
  const byPath = new Map(documents);
  const faults: AmendmentFault[] = [];
  for (const { kind, source } of documents.values()) {
    if (kind !== 'amendment') continue;
    const target = amendedPath(source.path.slice(folder.length));
    const base = target === undefined ? undefined : documents.get(folder + target);
    if (!base) {
      const message = target === undefined ? 'this is no kind of document that is changed in part' : `there is no document ${target}`;
      const hint =
        'an amendment lies where its document does, below amendments/: amendments/tables/people.amendment.json for tables/people.table.json';
      faults.push({ source, pointer: '', about: 'target', message, hint });
      continue;
    }
    if (!isObject(base.source.value)) continue;
    const { value, writtenAt, faults: failed } = amend(base.source.value, changesOf(source.value));
    for (const { index, ...fault } of failed) faults.push({ source, pointer: `/changes/${index}/path`, about: 'path', ...fault });
    const placeOf = (pointer: string): string => {
      const written = writtenAt(pointerParts(pointer));
      return written ? ['/changes', written.index, 'value', ...written.rest.map(pointerPart)].join('/') : '/changes';
    };
    const amended: Source = {
      ...{ file: source.file, path: base.source.path, text: source.text, value, faults: base.source.faults },
      locate: (pointer) => source.locate(placeOf(pointer)),
      locateKey: (pointer) => source.locateKey(placeOf(pointer)),
    };
    byPath.set(base.source.path, laidOver(base, { ...base, source: amended, isOverlay: true }));
  }
  return { byPath, faults };
}
