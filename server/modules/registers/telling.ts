import { sql } from 'kysely';
import { type RegisterMove, type RegisterPeople, waitsFor } from '../../../src/core/register/document.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import type { Documents } from '../../documents.ts';
import { sendNotice } from '../messages/notices.ts';
import { peopleOf } from './people.ts';
import { actorId, codeOf, type Register, stateOf, wordingOf } from './registers.ts';
import type { RecordRow, RecordValues } from './tables.ts';

type Told = { services: Pick<Context['services'], 'documents'> };
type Row = Pick<RecordRow, 'id' | 'number' | 'data'>;

/** Where people look at records of a register, or at one of them, whose window opens; nowhere where no menu has its page. */
export async function linkTo(db: Database, registerId: string, id?: number): Promise<{ link?: string }> {
  const found = await db
    .selectFrom('menu')
    .select('url')
    .where('url', 'like', '/%')
    .where('url', 'not like', '//%')
    .where(sql<boolean>`split_part(component, '#', -1) = ${`registers/${registerId}`}`)
    .orderBy('sort')
    .orderBy('menu_id')
    .limit(1)
    .executeTakeFirst();
  if (!found?.url) return {};
  return { link: id === undefined ? found.url : `${found.url}?record=${id}` };
}

/** What every message about one record says of it. */
export async function aboutRecord(db: Database, { id, document }: Pick<Register, 'id' | 'document'>, row: Row) {
  const code = codeOf({ document }, row.number);
  return {
    ...(await linkTo(db, id, row.id)),
    type: document.noticeType,
    sourceId: String(row.id),
    parameters: { code, name: String(row.data[document.display] ?? '') },
  };
}

function isOther({ user }: Pick<Register, 'user'>): (id: string) => boolean {
  return (id) => id !== user.id && Number(id) !== actorId(user);
}

/** People of the record hear of the move, and those it waits for now that it does, but for who made it. `row`: the record after it. */
export async function tellMove(
  { services }: Told,
  db: Database,
  register: Register,
  row: RecordRow,
  { to, notify = [] }: RegisterMove,
): Promise<void> {
  // Nothing waits in a final state: whoever is named there hears what became of the record.
  const isFinal = stateOf(register, to)?.final === true;
  const isNamed = (one: RegisterPeople) => isFinal || typeof one === 'string';
  const named = (await peopleOf(db, register, row, notify.filter(isNamed))).filter(isOther(register));
  if (named.length > 0) {
    const { parameters, ...about } = await aboutRecord(db, register, row);
    const said = { ...parameters, state: stateWording(services.documents, register, to) };
    await sendNotice(db, { ...about, template: 'register/moved', userIds: named, parameters: said });
  }
  const others = notify.filter((one) => !isNamed(one));
  await tellWaiting({ services }, db, register, row, { people: others, except: named });
}

/** Who may act on a record hears that it waits for them, but for who brought it there. By default whom its state waits for, besides those it names. */
export async function tellWaiting(
  { services }: Told,
  db: Database,
  register: Register,
  row: RecordRow,
  { people, except = [] }: { people?: readonly RegisterPeople[]; except?: readonly string[] } = {},
): Promise<void> {
  const state = stateOf(register, row.state);
  const asked = people ?? (state ? waitsFor(register.document, state).filter((one) => typeof one !== 'string') : []);
  const userIds = (await peopleOf(db, register, row, asked)).filter((id) => isOther(register)(id) && !except.includes(id));
  if (userIds.length === 0) return;
  const { parameters, ...about } = await aboutRecord(db, register, row);
  const said = { ...parameters, state: stateWording(services.documents, register, row.state) };
  await sendNotice(db, { ...about, template: 'register/waits', userIds, parameters: said });
}

function stateWording(documents: Documents, register: Register, name: string): LabelValue {
  return wordingOf(documents, stateOf(register, name)?.label ?? name);
}

/** Records that have an owner they had not before. */
export interface Assigned extends Row {
  owner: string;
}

/** A record of which somebody else is the owner than before; nothing where its register has none. */
export function assignedIn({ document: { owner } }: Register, row: Row, before: RecordValues = {}): Assigned[] {
  const now = owner === undefined ? undefined : row.data[owner];
  return owner === undefined || now === undefined || now === before[owner] ? [] : [{ ...row, owner: String(now) }];
}

/** Whoever is given a record hears of it, and of several at once in one message; but for who gave it. */
export async function tellAssigned({ services }: Told, db: Database, register: Register, assigned: readonly Assigned[]): Promise<void> {
  const byOwner = new Map<string, Assigned[]>();
  for (const one of assigned.filter(({ owner }) => isOther(register)(owner)))
    byOwner.set(one.owner, [...(byOwner.get(one.owner) ?? []), one]);
  for (const [owner, rows] of byOwner) {
    const [first, ...more] = rows;
    if (!first) continue;
    const title = wordingOf(services.documents, register.document.title);
    if (more.length === 0) {
      const { parameters, ...about } = await aboutRecord(db, register, first);
      const said = { ...parameters, register: title };
      await sendNotice(db, { ...about, template: 'register/assigned', userIds: [owner], parameters: said });
    } else {
      const said = { register: title, count: rows.length };
      const about = { ...(await linkTo(db, register.id)), type: register.document.noticeType };
      await sendNotice(db, { ...about, template: 'register/assigned-many', userIds: [owner], parameters: said });
    }
  }
}
