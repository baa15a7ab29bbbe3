import { amend, amendableKinds, amendedPath, changesOf } from '../../src/core/amend.ts';
import { documentFolders } from '../../src/core/documents.ts';
import { registerIdOf } from '../../src/core/register/derive.ts';
import { didYouMean } from '../../src/core/suggest.ts';
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

/** Whether it is registers that are changed: what is made of them waits for it. */
export type Amended = 'registers' | 'others';

/** Documents as amendments leave them. What an amendment wrote is found in its file, and so is what only together is wrong. */
export function withAmendments(
  documents: ReadonlyMap<string, Document>,
  amended: Amended,
): { byPath: Map<string, Document>; faults: AmendmentFault[] } {
  const byPath = new Map(documents);
  const faults: AmendmentFault[] = [];
  for (const { kind, source } of documents.values()) {
    if (kind !== 'amendment') continue;
    const path = source.path.slice(folder.length);
    const target = amendedPath(path);
    if ((registerIdOf(target ?? '') !== undefined) !== (amended === 'registers')) continue;
    const base = target === undefined ? undefined : documents.get(folder + target);
    if (!base) {
      faults.push({ source, pointer: '', about: 'target', ...(target === undefined ? unamendable(path) : missing(target, documents)) });
      continue;
    }
    const changes = changesOf(source.value);
    const isTorn = [...source.faults, ...base.source.faults].length > 0;
    if (!changes || isTorn || !isObject(base.source.value)) continue;
    const { value, writtenAt, faults: failed } = amend(base.source.value, changes);
    for (const { index, ...fault } of failed) faults.push({ source, pointer: `/changes/${index}/path`, about: 'path', ...fault });
    const placeOf = (pointer: string): string => {
      const written = writtenAt(pointerParts(pointer));
      return written ? ['/changes', written.index, 'value', ...written.rest.map(pointerPart)].join('/') : '/changes';
    };
    const changed: Source = {
      ...{ file: source.file, path: base.source.path, text: source.text, value, faults: base.source.faults },
      locate: (pointer) => source.locate(placeOf(pointer)),
      locateKey: (pointer) => source.locateKey(placeOf(pointer)),
      leftAt: (pointer) =>
        writtenAt(pointerParts(pointer)) ? undefined : `in ${`${pointer} of ${base.source.file}`.trimStart()} as the changes leave it`,
    };
    byPath.set(base.source.path, laidOver(base, { ...base, source: changed, isOverlay: true }));
  }
  return { byPath, faults };
}

type Advice = Pick<AmendmentFault, 'message' | 'hint'>;

/** The path of the document that an amendment of this place (tables/system/users) would change, or why there is none. */
export function targetOf(place: string, documents: ReadonlyMap<string, Document>): { path?: string } & Partial<Advice> {
  const amendment = `amendments/${place}.amendment.json`;
  const target = amendedPath(amendment);
  if (target === undefined) return unamendable(amendment);
  return documents.has(folder + target) ? { path: folder + target } : missing(target, documents);
}

/** Nothing can be amended from this place: another kind of document, or a folder that is none. */
function unamendable(path: string): Advice {
  const [, name = ''] = path.split('/');
  const amendable = amendableKinds.map((kind) => documentFolders[kind]);
  if (Object.values<string>(documentFolders).includes(name)) {
    const hint =
      name === 'locales' ? 'a locale document with "area" words a part of the texts' : `changed in part are ${amendable.join(', ')}`;
    return { message: `documents of ${name}/ are not changed in part`, hint };
  }
  const hint =
    didYouMean(name, amendable) ??
    'an amendment lies where its document does, below amendments/: amendments/tables/people.amendment.json for tables/people.table.json';
  return { message: `"${name}" is no folder of documents`, hint };
}

function missing(target: string, documents: ReadonlyMap<string, Document>): Advice {
  const [, kind = ''] = /\.([a-z]+)\.json$/.exec(target) ?? [];
  const nameOf = (path: string): string => path.replace(/\.[a-z]+\.json$/, '').replace(`.${kind}`, '');
  const known = [...documents.values()]
    .filter((document) => document.kind === kind)
    .map(({ source }) => nameOf(source.path.slice(folder.length)));
  return { message: `there is no document ${target}`, hint: didYouMean(nameOf(target), known) };
}
