import { sql } from 'kysely';
import { addTo } from '../../../src/core/lists.ts';
import type { RegisterDocument, RegisterPeople } from '../../../src/core/register/document.ts';
import type { Database } from '../../database/connection.ts';
import { addDays, dayIn } from '../../days.ts';
import type { Documents } from '../../documents.ts';
import { wordingOf } from '../../wording.ts';
import { type Notice, sendNotices } from '../messages/notices.ts';
import { peopleOfEach } from './people.ts';
import { isOpen } from './sight.ts';
import type { RecordRow } from './tables.ts';
import { aboutRecord, linksTo } from './telling.ts';

/** Records of a register one turn looks at. */
const atOnce = 200;
/** Messages somebody gets about single records of a register at one time; more are told in one. */
const single = 3;

interface DueRegister {
  id: string;
  document: RegisterDocument & { due: string };
}
type DueRow = RecordRow & { step: number; due_told_day: string | null; due_told_step: number | null };
type Told = { userId: string; row: RecordRow };
type SingleTemplate = 'register/due-soon' | 'register/overdue' | 'register/escalated';

/** The registers with a day in `due`. */
function dueRegisters(documents: Documents): DueRegister[] {
  return documents.ids('register').flatMap((id) => {
    const document = documents.get('register', id);
    return document?.due === undefined ? [] : [{ id, document: { ...document, due: document.due } }];
  });
}

function openRows(db: Database, { id, document }: DueRegister) {
  return (
    db
      .selectFrom('register_row')
      .selectAll()
      .where('register', '=', id)
      .where(isOpen({ id, document }))
      // As a sum, or all records of all registers were read in the order of their index until enough fit, of which there mostly are none.
      .orderBy(sql`id + 0`)
      .limit(atOnce)
      .forUpdate()
      .skipLocked()
  );
}

/** Tells owners of what is overdue, once for each record and again after its next move or a new day. Resolves with how many records were told of. */
export async function tellOverdue(db: Database, documents: Documents, timeZone: string): Promise<number> {
  return await inEach(db, documents, async (transaction, register) => {
    const { due, owner } = register.document;
    if (owner === undefined) return 0;
    const rows = await openRows(transaction, register)
      .where('overdue_told_at', 'is', null)
      .where(sql<boolean>`data ->> ${due} < ${dayIn(timeZone)} and data ->> ${owner} is not null`)
      .execute();
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await transaction.updateTable('register_row').set({ overdue_told_at: sql<Date>`now()` }).where('id', 'in', ids).execute();
    const told = rows.map((row) => ({ userId: String(row.data[owner]), row }));
    await tellOf(transaction, documents, register, 'register/overdue', told);
    return rows.length;
  });
}

/**
 * Takes the steps of `dueSteps` that days have reached: owners are reminded, others told of what is long over. Each step once for a record and the day it is
 * due; of those that passed while nobody looked, reminders are dropped and escalations told at once. Resolves with how many records were told of.
 */
export async function tellDueSteps(db: Database, documents: Documents, timeZone: string): Promise<number> {
  const today = dayIn(timeZone);
  return await inEach(db, documents, async (transaction, register) => {
    const { document } = register;
    const { remind = [], escalate = [] } = document.dueSteps ?? {};
    const steps = [...remind.map((days) => -days), ...escalate.map(({ after }) => after)].sort((one, other) => other - one);
    if (steps.length === 0) return 0;
    const day = sql<string>`data ->> ${document.due}`;
    const cases = steps.map((step) => sql`when ${day} <= ${addDays(today, -step)} then ${step}::integer`);
    const reached = sql<number>`(case ${sql.join(cases, sql` `)} end)`;
    const rows: DueRow[] = await openRows(transaction, register)
      .select(reached.as('step'))
      .where(sql<boolean>`${reached} > case when due_told_day = ${day} then due_told_step else -1000 end`)
      .execute();
    if (rows.length === 0) return 0;
    const ids = rows.map(({ id }) => id);
    await transaction.updateTable('register_row').set({ due_told_day: day, due_told_step: reached }).where('id', 'in', ids).execute();
    const reminded = rows.flatMap((row) => remindedOf(register, row, today));
    const escalated = await escalatedTo(transaction, register, rows);
    await tellOf(transaction, documents, register, 'register/due-soon', reminded);
    await tellOf(transaction, documents, register, 'register/escalated', escalated);
    return new Set([...reminded, ...escalated].map(({ row }) => row.id)).size;
  });
}

async function inEach(db: Database, documents: Documents, work: (db: Database, register: DueRegister) => Promise<number>): Promise<number> {
  let told = 0;
  for (const register of dueRegisters(documents)) told += await db.transaction().execute((transaction) => work(transaction, register));
  return told;
}

/** Nobody is reminded of a day that is over: they were told that it is. */
function remindedOf({ document: { owner, due } }: DueRegister, row: DueRow, today: string): Told[] {
  const to = owner === undefined ? undefined : row.data[owner];
  return row.step > 0 || to === undefined || String(row.data[due]) < today ? [] : [{ userId: String(to), row }];
}

/** Whom the steps reached since the last one name, but for the owners, who know. Records that reached the same steps are asked for together. */
async function escalatedTo(db: Database, register: DueRegister, rows: readonly DueRow[]): Promise<Told[]> {
  const { owner, due, dueSteps } = register.document;
  const bySteps = new Map<string, { people: RegisterPeople[]; rows: DueRow[] }>();
  for (const row of rows) {
    const before = row.due_told_day === row.data[due] ? (row.due_told_step ?? 0) : 0;
    const passed = (dueSteps?.escalate ?? []).filter(({ after }) => after > before && after <= row.step);
    const key = passed.map(({ after }) => after).join();
    const known = bySteps.get(key) ?? { people: passed.flatMap(({ notify }) => notify), rows: [] };
    known.rows.push(row);
    bySteps.set(key, known);
  }
  const told: Told[] = [];
  for (const { people, rows: some } of bySteps.values()) {
    const peopleOfRow = await peopleOfEach(db, register, some, people);
    for (const row of some) {
      const others = peopleOfRow(row).filter((id) => owner === undefined || id !== String(row.data[owner]));
      told.push(...others.map((userId) => ({ userId, row })));
    }
  }
  return told;
}

/** One message for each record, or where somebody would get many, one for all of them. */
async function tellOf(
  db: Database,
  documents: Documents,
  { id, document }: DueRegister,
  template: SingleTemplate,
  told: readonly Told[],
): Promise<void> {
  if (told.length === 0) return;
  const register = wordingOf(documents, document.title);
  const linkTo = await linksTo(db, documents, id);
  const byUser = new Map<string, RecordRow[]>();
  for (const { userId, row } of told) addTo(byUser, userId, row);
  const notices: Notice[] = [];
  const rows = new Map<number, { row: RecordRow; userIds: string[] }>();
  for (const [userId, ofUser] of byUser) {
    if (ofUser.length <= single) {
      for (const row of ofUser) {
        const known = rows.get(row.id) ?? { row, userIds: [] };
        known.userIds.push(userId);
        rows.set(row.id, known);
      }
      continue;
    }
    const notice = { ...linkTo(), type: document.noticeType, userIds: [userId], parameters: { register, count: ofUser.length } };
    notices.push({ ...notice, template: template === 'register/due-soon' ? 'register/due-soon-many' : 'register/overdue-many' });
  }
  for (const { row, userIds } of rows.values()) {
    const { parameters, ...about } = aboutRecord({ document }, row, linkTo);
    const said = { ...parameters, register, due: String(row.data[document.due]) };
    notices.push({ ...about, template, userIds, parameters: said } as Notice<SingleTemplate>);
  }
  await sendNotices(db, notices);
}
