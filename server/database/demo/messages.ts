import { sql } from 'kysely';
import { waitsFor } from '../../../src/core/register/reading.ts';
import type { Documents } from '../../documents.ts';
import { sendNotice } from '../../modules/messages/notices.ts';
import { peopleOfEach } from '../../modules/registers/people.ts';
import { stateOf } from '../../modules/registers/registers.ts';
import { everyRecord } from '../../modules/registers/sight.ts';
import { aboutRecord, linksTo } from '../../modules/registers/telling.ts';
import { wordingOf } from '../../wording.ts';
import type { Database } from '../connection.ts';
import { personName } from '../values.ts';

/** The accounts the demo is shown with. */
const shown = ['admin', 'auditor', 'riskmanager', 'contact'];
/** Records of which each of them heard in a message of its own. */
const told = 14;
/** Messages nobody has read yet. */
const unread = 6;

/**
 * What the people of the demo were told when its events happened, through the same door as the product's own notices: a welcome, and a message for each
 * record that came to wait for them last. The older ones have been read.
 */
export async function tellDemo(db: Database, documents: Documents): Promise<void> {
  const users = await db
    .selectFrom('app_user')
    .select(['id', 'name', 'name_en as nameEn', 'created_at'])
    .where('username', 'in', shown)
    .orderBy('id')
    .execute();
  const waiting = await waitingRecords(db, documents);
  for (const user of users) {
    await sendNotice(db, {
      template: 'account/welcome',
      userIds: [user.id],
      parameters: { name: personName(user) },
      link: '/home',
      at: user.created_at,
    });
    const mine = waiting.filter(({ people }) => people.includes(String(user.id))).slice(0, told);
    for (const { document, linkTo, row } of mine) {
      const { parameters, ...about } = aboutRecord({ document }, row, linkTo);
      const shared = { ...about, userIds: [user.id], at: row.created_at };
      const isOwn = document.owner !== undefined && row.data[document.owner] === String(user.id);
      if (isOwn) {
        const said = { ...parameters, register: wordingOf(documents, document.title) };
        await sendNotice(db, { ...shared, template: 'register/assigned', parameters: said });
      } else {
        const said = { ...parameters, state: wordingOf(documents, stateOf({ document }, row.state)?.label ?? row.state) };
        await sendNotice(db, { ...shared, template: 'register/waits', parameters: said });
      }
    }
  }
  await readOlder(db);
  // No letter is written of what the demo made up.
  await db.updateTable('message').set({ mailed_at: sql`now()` }).execute();
}

/** Records that wait for somebody, the last ones first. */
async function waitingRecords(db: Database, documents: Documents) {
  const found = [];
  for (const id of documents.ids('register')) {
    const document = documents.get('register', id);
    if (!document) continue;
    const linkTo = await linksTo(db, documents, id);
    for (const state of document.states ?? []) {
      const rows = await everyRecord(db, id).where('state', '=', state.name).execute();
      const people = await peopleOfEach(db, { document }, rows, waitsFor(document, state));
      found.push(...rows.map((row) => ({ document, linkTo, row, people: people(row) })));
    }
  }
  return found.sort((one, other) => other.row.created_at.getTime() - one.row.created_at.getTime() || other.row.id - one.row.id);
}

/** Everybody has read all but the newest messages. */
async function readOlder(db: Database): Promise<void> {
  const ranked = db
    .selectFrom('message')
    .select(['id', sql<number>`row_number() over (partition by user_id order by created_at desc, id desc)`.as('rank')])
    .as('ranked');
  await db
    .updateTable('message')
    .from(ranked)
    .set((row) => ({ read_at: row.ref('message.created_at') }))
    .whereRef('message.id', '=', 'ranked.id')
    .where('ranked.rank', '>', unread)
    .execute();
}
