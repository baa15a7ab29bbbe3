import type { Database } from '../../database/connection.ts';
import { onceForDocuments } from '../../documents/job.ts';
import type { Documents } from '../../documents.ts';
import type { Job } from '../../jobs.ts';
import { tellDueSteps, tellOverdue } from './due-steps.ts';
import { nameFields } from './field-names.ts';

const everySeconds = 600;

/** Tells people of records that are due or overdue, moves values to the names of their fields, and gives states to records that have none. */
export function registerJobs(db: Database, documents: Documents, timeZone: string): Job[] {
  return [
    { name: 'overdue records', everySeconds, run: () => tellOverdue(db, documents, timeZone) },
    { name: 'records before and after their day', everySeconds, run: () => tellDueSteps(db, documents, timeZone) },
    { name: 'fields of another name', everySeconds: 1, run: onceForDocuments(documents, () => nameFields(db, documents)) },
    // Of what was written by older names since, by a server whose documents came later or an import that had begun.
    { name: 'fields of another name, again', everySeconds, run: () => nameFields(db, documents) },
    { name: 'records without a state', everySeconds: 2, run: onceForDocuments(documents, () => beginStates(db, documents)) },
  ];
}

/** Records from before their register had states get its first one. */
async function beginStates(db: Database, documents: Pick<Documents, 'ids' | 'get'>): Promise<void> {
  for (const id of documents.ids('register')) {
    const [first] = documents.get('register', id)?.states ?? [];
    if (!first) continue;
    await db.updateTable('register_row').set({ state: first.name }).where('register', '=', id).where('state', '=', '').execute();
  }
}
