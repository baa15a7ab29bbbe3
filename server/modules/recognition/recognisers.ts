import { compileRecognisers, type Recognised, type RecogniserDocument } from '../../../src/core/recognise/index.ts';
import type { WordedContext } from '../../context.ts';
import type { Documents } from '../../documents.ts';
import { wrong } from '../../errors.ts';
import { wordsOf } from '../../reader.ts';

export interface NamedRecogniser {
  id: string;
  document: RecogniserDocument;
}

/** The recognisers of the documents in their order, or those that are named. @throws ApiError PARAMETER_ERROR at `kinds` */
export function recognisersOf(documents: Pick<Documents, 'ids' | 'get'>, kinds: readonly string[] = []): NamedRecogniser[] {
  const all = documents.ids('recogniser').flatMap((id) => {
    const document = documents.get('recogniser', id);
    return document === undefined ? [] : [{ id, document }];
  });
  if (kinds.some((kind) => !all.some(({ id }) => id === kind))) throw wrong('kinds', 'names what there is not', 'recognition.kindGone');
  const chosen = kinds.length === 0 ? all : all.filter(({ id }) => kinds.includes(id));
  return chosen.toSorted((one, other) => (one.document.order ?? 100) - (other.document.order ?? 100));
}

type Read = ReturnType<typeof compileRecognisers>;
let compiled: { state: string; read: Read } | undefined;

/** Reads a short text here, with machines that are kept until documents change. */
export function readHere(documents: Pick<Documents, 'revision'>, recognisers: readonly NamedRecogniser[], text: string): ReturnType<Read> {
  const state = JSON.stringify([documents.revision(), recognisers.map(({ id }) => id)]);
  if (compiled?.state !== state) compiled = { state, read: compileRecognisers(recognisers) };
  return compiled.read(text);
}

/** A place as it is told: its kind in the language of the reader. */
export function told(context: WordedContext, recognisers: readonly NamedRecogniser[], places: readonly Recognised[]) {
  const word = wordsOf(context);
  const byId = new Map(
    recognisers.map(({ id, document }) => [id, { name: word(document.name), tone: document.tone ?? ('neutral' as const) }]),
  );
  return places.map(({ kind, from, to, text, value, passed }, index) => ({
    key: String(index + 1),
    kind,
    kindName: byId.get(kind)?.name ?? kind,
    tone: byId.get(kind)?.tone ?? ('neutral' as const),
    from,
    to,
    text,
    value,
    check: passed === null ? ('none' as const) : passed ? ('passed' as const) : ('failed' as const),
  }));
}
