import type { Documents } from '../documents.ts';

/**
 * What a job does once for every state of the documents: nothing while they are the ones it was done for, which are `done` at first. What fails is
 * done again the next time.
 */
export function onceForDocuments(
  documents: Pick<Documents, 'revision'>,
  work: () => Promise<void>,
  done: string | undefined = undefined,
): () => Promise<void> {
  let last = done;
  return async () => {
    const revision = documents.revision();
    if (revision === last) return;
    await work();
    last = revision;
  };
}
