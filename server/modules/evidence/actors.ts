import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { type AuditEntry, record } from '../audit/record.ts';
import { signature } from '../changes.ts';
import { today } from '../delegations/calendar.ts';
import { withPermission } from '../delegations/since.ts';
import { isProjectSeenBy } from '../flow/rights.ts';
import { userOfSession } from '../identity/authenticate.ts';
import { isAdministrator } from '../identity/rights.ts';
import { holdProjects, type Lock, lockedBy, requireUnlocked } from './sight.ts';
import { type Status, status } from './tables.ts';

/** Days for which a link still shows its batch after its last day. */
const readableDays = 90;

/** Who comes by a share link: nobody of the house, and for one review object alone. */
export interface LinkActor {
  kind: 'link';
  linkId: number;
  /** The URL they came by. */
  copyId: number;
  reviewObjectId: number;
  endDate: string;
  /** The last day is over, or the project was closed: everything is to be read only (TICKET-04). */
  closed: boolean;
  /** The project was closed, whichever the last day is. */
  projectClosed: boolean;
  dealerName: string;
}
export interface StaffActor {
  kind: 'staff';
  user: Principal;
}
export type Actor = LinkActor | StaffActor;

/**
 * Who has the secret of a link. Wrong, revoked and long expired secrets, and those of a client that was disabled, are answered alike.
 * @throws ApiError NOT_FOUND
 */
export async function linkActor(context: Pick<Context, 'db' | 'services'>, token: string): Promise<LinkActor> {
  return await linkOf(context, sql<boolean>`copy.token = ${token}`);
}

async function linkOf({ db, services }: Pick<Context, 'db' | 'services'>, isIt: RawBuilder<boolean>): Promise<LinkActor> {
  const now = today(services.settings.timeZone);
  const found = await db
    .selectFrom('flow_ticket_url_copy as copy')
    .innerJoin('flow_ticket_url as link', 'link.id', 'copy.link_id')
    .innerJoin('flow_review_object as object', 'object.id', 'link.review_object_id')
    .innerJoin('flow_project as project', 'project.id', 'object.project_id')
    .innerJoin('flow_client as client', 'client.id', 'project.client_id')
    .select([
      'copy.id as copyId',
      'link.id as linkId',
      'object.id as reviewObjectId',
      'object.dealer_name as dealerName',
      sql<string>`to_char(link.end_date, 'YYYY-MM-DD')`.as('endDate'),
      sql<boolean>`project.status = '2'`.as('projectClosed'),
      sql<boolean>`${now} > link.end_date or project.status = '2'`.as('closed'),
    ])
    .where(isIt)
    .where('copy.revoked_at', 'is', null)
    .where('client.status', '=', '0')
    .where(sql<boolean>`${now} <= link.end_date + ${readableDays}::int`)
    .executeTakeFirst();
  if (!found) throw new ApiError('NOT_FOUND');
  return { kind: 'link', ...found };
}

/**
 * Who makes a call that is open to dealers with a link and to staff with a permission. A secret that is given counts, whoever is signed in.
 * @throws ApiError NOT_FOUND, UNAUTHENTICATED, FORBIDDEN
 */
export async function actorOf(
  context: Pick<Context, 'db' | 'services' | 'user'>,
  token: string | undefined,
  permission: string,
): Promise<Actor> {
  if (token !== undefined && token !== '') return await linkActor(context, token);
  const { user } = context;
  if (!user) throw new ApiError('UNAUTHENTICATED');
  return staffActor(user, permission);
}

function staffActor(user: Principal, permission: string): StaffActor {
  if (!isAdministrator(user) && !user.permissions.has(permission)) throw new ApiError('FORBIDDEN');
  return { kind: 'staff', user: withPermission(user, permission) };
}

/** Whom something was given out to: the URL they came by, or their session. */
type GivenTo = { copyId: number; sessionId: null } | { copyId: null; sessionId: number };

export function givenTo(actor: Actor): GivenTo {
  return actor.kind === 'link' ? { copyId: actor.copyId, sessionId: null } : { copyId: null, sessionId: Number(actor.user.sessionId) };
}

/** The same actor with the rights of now. @throws ApiError NOT_FOUND where the URL or the session is none any more, FORBIDDEN */
export async function actorNow({ db, services }: Pick<Context, 'db' | 'services'>, given: GivenTo, permission: string): Promise<Actor> {
  if (given.copyId !== null) return await linkOf({ db, services }, sql<boolean>`copy.id = ${given.copyId}`);
  const session = await db.selectFrom('session').select('token_hash').where('id', '=', given.sessionId).executeTakeFirst();
  const user = session && (await userOfSession(session.token_hash, db, services));
  if (!user) throw new ApiError('NOT_FOUND');
  return staffActor(user, permission);
}

/** Among whose tickets an actor may learn of others: those of the client, or of the own review object alone. */
export function sightOf(actor: Actor): 'client' | 'review-object' {
  return actor.kind === 'link' ? 'review-object' : 'client';
}

/** The name that stands beside what an actor changed. */
export function nameOf(actor: Actor): string {
  return actor.kind === 'staff' ? signature(actor.user) : `link:${actor.linkId} ${actor.dealerName}`.slice(0, 100);
}

/** An audit row of an actor: a link is one of its own kind, without a user (security of share links). */
export async function noteActor(db: Database, context: Context, actor: Actor, entry: Omit<AuditEntry, 'actor'>): Promise<void> {
  if (actor.kind === 'staff') return await record(db, context, { ...entry, actor: actor.user });
  const detail = { ...entry.detail, link: String(actor.linkId), copyUrl: String(actor.copyId) };
  await record(db, context, { ...entry, detail, actor: { username: nameOf(actor) } });
}

/** A task as a change of its tickets needs it. */
export interface OpenTask {
  id: number;
  reviewObjectId: number;
  taskName: string;
  status: Status;
  lockedBy: Lock | null;
}

/** The task, for who may look into it. @throws ApiError NOT_FOUND also where there is one: others learn nothing */
export async function requireTask(db: Database, actor: Actor, id: number, lock = false): Promise<OpenTask> {
  let query = db
    .selectFrom('flow_bill_collect as task')
    .innerJoin('flow_review_object as object', 'object.id', 'task.review_object_id')
    .innerJoin('flow_project as project', 'project.id', 'object.project_id')
    .innerJoin('flow_client as client', 'client.id', 'project.client_id')
    .select(['task.id', 'task.review_object_id as reviewObjectId', 'task.task_name as taskName', 'task.status'])
    .select(lockedBy.as('lockedBy'))
    .where('task.id', '=', id);
  query = actor.kind === 'link' ? query.where('object.id', '=', actor.reviewObjectId) : query.where(isProjectSeenBy(actor.user));
  const task = await (lock ? query.forUpdate('task') : query).executeTakeFirst();
  if (!task) throw new ApiError('NOT_FOUND');
  return task;
}

/**
 * A task whose tickets the actor may change, held until the transaction ends. Dealers can until the end of the last day, staff also later;
 * nobody once the task is completed, its project is closed or its client disabled.
 * @throws ApiError NOT_FOUND, EVIDENCE_CLOSED (dealers), FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED (staff), TASK_COMPLETED
 */
export async function requireOpenTask(db: Database, actor: Actor, id: number): Promise<OpenTask> {
  await holdProjects(db, { tasks: [id] });
  const task = await requireTask(db, actor, id, true);
  if (actor.kind === 'staff') requireUnlocked(task);
  else if (actor.closed || task.lockedBy !== null) throw new ApiError('EVIDENCE_CLOSED');
  if (task.status === status.completed) throw new ApiError('TASK_COMPLETED');
  return task;
}
