import type { Database } from '../database/connection.ts';
import type { DataGuard } from '../documents/guard.ts';
import { recordsInUse } from './registers/documents-in-use.ts';
import { papersInUse } from './risk/documents-in-use.ts';

/** What the data needs of documents: papers of questionnaires and statements, records of registers. */
export function documentsInUse(db: Database): DataGuard {
  const guards = [papersInUse(db), recordsInUse(db)];
  return async (...asked) => (await Promise.all(guards.map((guard) => guard(...asked)))).flat();
}
