import { sql } from 'kysely';
import { addTo } from '../../../src/core/lists.ts';
import type { RegisterMove, RegisterPeople } from '../../../src/core/register/document.ts';
import { waitsFor } from '../../../src/core/register/reading.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import type { Documents } from '../../documents.ts';
import { wordingOf } from '../../wording.ts';
import { actorId } from '../changes.ts';
import { applicationRows, pageOfRow } from '../menus/application-rows.ts';
import { type Notice, sendNotices } from '../messages/notices.ts';
import { nameOfUser } from '../messages/people.ts';
import { peopleOf, peopleOfEach } from './people.ts';
import { codeOf, type Register, stateOf } from './registers.ts';
import type { RecordRow, RecordValues } from './tables.ts';

type Told = { services: Pick<Context['services'], 'documents'> };
type Row = Pick<RecordRow, 'id' | 'number' | 'data'>;

/** Where something of a register is looked at: its records, or one of them, whose window opens. Nowhere where no menu has its page. */
export type LinkTo = (id?: number) => { link?: string };

/** Where people look at the records of a register: found once, for however many of them. */
export async function linksTo(db: Database, documents: Documents, registerId: string): Promise<LinkTo> {
  const page = `registers/${registerId}`;
  const found = await db
    .selectFrom('menu')
    .select('url')
    .where('url', 'like', '/%')
    .where('url', 'not like', '//%')
    .where(sql<boolean>`split_part(component, '#', -1) = ${page}`)
    .orderBy('sort')
    .orderBy('menu_id')
    .limit(1)
    .executeTakeFirst();
  const url = found?.url ?? applicationRows(documents).find((row) => pageOfRow(row) === page)?.url;
  return (id) => (url ? { link: id === undefined ? url : `${url}?record=${id}` } : {});
}

/** What every message about one record says of it. */
export function aboutRecord({ document }: Pick<Register, 'document'>, row: Row, linkTo: LinkTo) {
  const code = codeOf({ document }, row.number);
  return {
    ...linkTo(row.id),
    type: document.noticeType,
    sourceId: String(row.id),
    parameters: { code, name: String(row.data[document.display] ?? '') },
  };
}

function isOther({ user }: Pick<Register, 'user'>): (id: string) => boolean {
  return (id) => id !== user.id && Number(id) !== actorId(user);
}

/** Who hears what of a record that came into another state. Who reads what became of it reads by which move and whom, too, and why as that one wrote it. */
export type Hearing = { row: RecordRow; userIds: readonly string[] } & (
  | { template: 'register/moved'; by: { move: LabelValue; person: LabelValue; reason: string } }
  | { template: 'register/waits' }
  | { template: 'register/taken' }
);

/**
 * People of the record hear of the move, and those it waits for now that it does: whom its state names in `waitsFor`, and holders the move names; but
 * for who made it. `row`: the record after it.
 */
export async function hearingsOfMove(
  { db, services }: Told & Pick<Context, 'db'>,
  register: Register,
  row: RecordRow,
  { label, to, notify = [] }: RegisterMove,
  reason: string,
): Promise<Hearing[]> {
  const state = stateOf(register, to);
  // Nothing waits in a final state: whoever is named there hears what became of the record.
  const isFinal = state?.final === true;
  const isNamed = (one: RegisterPeople) => isFinal || typeof one === 'string';
  const hear = async (people: readonly RegisterPeople[]) => (await peopleOf(db, register, row, people)).filter(isOther(register));
  const waiting = isFinal || state?.waitsFrom !== undefined ? [] : (state?.waitsFor ?? []);
  const asked = await hear([...waiting, ...notify.filter((one) => !isNamed(one))]);
  const named = (await hear(notify.filter(isNamed))).filter((id) => !asked.includes(id));
  const waits: Hearing = { template: 'register/waits', row, userIds: asked };
  if (named.length === 0) return [waits];
  const person = await nameOfUser(db, String(actorId(register.user)));
  return [{ template: 'register/moved', row, userIds: named, by: { move: wordingOf(services.documents, label), person, reason } }, waits];
}

/**
 * Those a move takes a record from hear that it is theirs no more. Asked before the move, and again after it: what they are told is what they read last, and
 * nothing of where it went, by whom and why.
 */
export async function thoseLosing(
  db: Database,
  register: Register,
  before: RecordRow,
  { takenFrom = [] }: RegisterMove,
): Promise<() => Promise<Hearing[]>> {
  if (takenFrom.length === 0) return async () => [];
  const saw = (await peopleOf(db, register, before, takenFrom)).filter(isOther(register));
  return async () => {
    const see = await peopleOf(db, register, before, takenFrom);
    return [{ template: 'register/taken', row: before, userIds: saw.filter((id) => !see.includes(id)) }];
  };
}

/** Who may act on new records hears that they wait for them, but for who added them and whom the records name. All of them have the same state. */
export async function hearingsOfNew(db: Database, register: Register, rows: readonly RecordRow[]): Promise<Hearing[]> {
  const [first] = rows;
  const state = first && stateOf(register, first.state);
  if (!state || state.waitsFrom !== undefined) return [];
  const asked = waitsFor(register.document, state).filter((one) => typeof one !== 'string');
  const people = await peopleOfEach(db, register, rows, asked);
  return rows.map((row) => ({ template: 'register/waits', row, userIds: people(row).filter(isOther(register)) }));
}

/** Tells people of records, and of several at once in one message. */
export async function tellHearings({ services }: Told, db: Database, register: Register, hearings: readonly Hearing[]): Promise<void> {
  if (hearings.every(({ userIds }) => userIds.length === 0)) return;
  const linkTo = await linksTo(db, services.documents, register.id);
  const notices: Notice[] = [];
  for (const [template, ofSeveral] of [
    ['register/moved', 'register/moved-many'],
    ['register/waits', 'register/waits-many'],
    ['register/taken', 'register/taken-many'],
  ] as const) {
    const told = hearings.filter((hearing) => hearing.template === template);
    const counts = new Map<string, number>();
    for (const id of told.flatMap(({ userIds }) => [...new Set(userIds)])) counts.set(id, (counts.get(id) ?? 0) + 1);
    for (const hearing of told) {
      const { row, userIds } = hearing;
      const once = userIds.filter((id) => counts.get(id) === 1);
      if (once.length === 0) continue;
      const { parameters, ...about } = aboutRecord(register, row, linkTo);
      const said = { ...parameters, state: stateWording(services.documents, register, row.state) };
      const to = { ...about, userIds: once };
      if (hearing.template === 'register/waits') notices.push({ ...to, template: hearing.template, parameters: said });
      else if (hearing.template === 'register/moved')
        notices.push({ ...to, template: hearing.template, parameters: { ...said, ...hearing.by } });
      // The list and no record: there is none for them.
      else notices.push({ ...to, ...linkTo(), template: hearing.template, parameters });
    }
    for (const several of new Set([...counts.values()].filter((times) => times > 1))) {
      const about = { ...linkTo(), type: register.document.noticeType };
      const said = { register: wordingOf(services.documents, register.document.title), count: several };
      const userIds = [...counts].filter(([, times]) => times === several).map(([id]) => id);
      notices.push({ ...about, template: ofSeveral, userIds, parameters: said });
    }
  }
  await sendNotices(db, notices);
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
async function tellAssigned({ services }: Told, db: Database, register: Register, assigned: readonly Assigned[]): Promise<void> {
  const byOwner = new Map<string, Assigned[]>();
  for (const one of assigned.filter(({ owner }) => isOther(register)(owner))) addTo(byOwner, one.owner, one);
  if (byOwner.size === 0) return;
  const linkTo = await linksTo(db, services.documents, register.id);
  const title = wordingOf(services.documents, register.document.title);
  const notices = [...byOwner].flatMap(([owner, [first, ...more]]): Notice[] => {
    if (!first) return [];
    if (more.length > 0) {
      const about = { ...linkTo(), type: register.document.noticeType };
      return [{ ...about, template: 'register/assigned-many', userIds: [owner], parameters: { register: title, count: more.length + 1 } }];
    }
    const { parameters, ...about } = aboutRecord(register, first, linkTo);
    return [{ ...about, template: 'register/assigned', userIds: [owner], parameters: { ...parameters, register: title } }];
  });
  await sendNotices(db, notices);
}

/** Who is to be told of records of a register. */
export interface ToldOf {
  hearings: readonly Hearing[];
  assigned: readonly Assigned[];
}
export type Telling = (db: Database, register: Register, told: ToldOf) => Promise<void> | void;

/** Tells at once. */
export const tellAtOnce =
  (context: Told): Telling =>
  async (db, register, { hearings, assigned }) => {
    await tellAssigned(context, db, register, assigned);
    await tellHearings(context, db, register, hearings);
  };

/** Gathers who is to be told of records of several registers, so that each hears of all of them in one message. */
export class Gathering {
  readonly #found = new Map<string, { register: Register; hearings: Hearing[]; assigned: Assigned[] }>();

  /** Keeps what `work` tells of. Where it fails nothing of it happened, and nobody is told. */
  async during<Result>(work: (tell: Telling) => Promise<Result>): Promise<Result> {
    const told: Parameters<Telling>[] = [];
    const result = await work((...one) => {
      told.push(one);
    });
    for (const [, register, { hearings, assigned }] of told) {
      const known = this.#found.get(register.id) ?? { register, hearings: [], assigned: [] };
      known.hearings.push(...hearings);
      known.assigned.push(...assigned);
      this.#found.set(register.id, known);
    }
    return result;
  }

  async tell(context: Told, db: Database): Promise<void> {
    for (const { register, ...told } of this.#found.values()) await tellAtOnce(context)(db, register, told);
  }
}
