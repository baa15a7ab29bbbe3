import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { onceForDocuments } from '../../documents/job.ts';
import type { Documents } from '../../documents.ts';
import type { Job } from '../../jobs.ts';
import { sendNotice } from '../messages/notices.ts';
import { codeOf, wordingOf } from './registers.ts';
import { todayIn } from './rows.ts';

const everySeconds = 600;
const atOnce = 200;

/** Tells the owners of records that are overdue, once each, until they move on. */
export function registerJobs(db: Database, documents: Documents, timeZone: string): Job[] {
  return [
    { name: 'overdue records', everySeconds, run: () => tellOverdue(db, documents, timeZone) },
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

/** Resolves with how many records were told of. */
export async function tellOverdue(db: Database, documents: Documents, timeZone: string): Promise<number> {
  let told = 0;
  for (const id of documents.ids('register')) {
    const document = documents.get('register', id);
    if (!document || document.due === undefined || document.owner === undefined) continue;
    const { due, owner, display } = document;
    const finals = (document.states ?? []).filter(({ final }) => final).map(({ name }) => name);
    told += await db.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom('register_row')
        .selectAll()
        .where('register', '=', id)
        .where('overdue_told_at', 'is', null)
        .where(sql<boolean>`data ->> ${due} < ${todayIn(timeZone)} and data ->> ${owner} is not null and state <> all(${finals})`)
        .orderBy('id')
        .limit(atOnce)
        .forUpdate()
        .skipLocked()
        .execute();
      for (const row of rows) {
        await transaction.updateTable('register_row').set({ overdue_told_at: sql<Date>`now()` }).where('id', '=', row.id).execute();
        await sendNotice(transaction, {
          template: 'register/overdue',
          userIds: [String(row.data[owner])],
          parameters: {
            register: wordingOf(documents, document.title),
            code: codeOf({ document }, row.number),
            name: String(row.data[display] ?? ''),
            due: String(row.data[due]),
          },
          sourceId: String(row.id),
        });
      }
      return rows.length;
    });
  }
  return told;
}
