import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Principal, Services } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import type { Documents } from '../../documents.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { type Author, authorOf, change, changeWithin, createWithin, isBehind, type Kind, touched } from '../changes.ts';
import { accessOfPrincipal } from '../identity/access.ts';
import { once } from '../once.ts';
import { delegationStatus, status, today } from './calendar.ts';
import { delegableOf } from './delegable.ts';
import { type DelegationRow, findDelegation } from './repository.ts';
import { tellBoth } from './tell.ts';

/** What a delegation is made of when it is created or changed (API-32). */
export interface DelegationValues {
  agent: string;
  startDate: string;
  endDate?: string | null | undefined;
  permanent?: boolean | undefined;
  authMenus: string[];
  authHistory?: boolean | undefined;
  remark?: string | null | undefined;
}

function kindOf(timeZone: string): Kind<DelegationRow> {
  return { name: 'delegation', find: (db, id) => findDelegation(db, timeZone, id), unique: {} };
}

/** @throws ApiError PARAMETER_ERROR at what is missing of a new one */
function requireWhole({ agent, startDate, authMenus, ...more }: Partial<DelegationValues>): DelegationValues {
  if (agent !== undefined && startDate !== undefined && authMenus !== undefined) return { agent, startDate, authMenus, ...more };
  const missing = Object.entries({ agent, startDate, authMenus }).flatMap(([field, value]) => (value === undefined ? [field] : []));
  throw new ApiError('PARAMETER_ERROR', {
    details: missing.map((field) => ({ field, message: `must have required property '${field}'` })),
  });
}

/** What stands there with what is given in its place. A last day alone makes a permanent one end; `null` is none. */
function changedBy({ agentId, startDate, authMenus, ...before }: DelegationRow, given: Partial<DelegationValues>): DelegationValues {
  const { endDate = before.endDate, permanent = !given.endDate && before.permanent } = given;
  return { agent: agentId, startDate, authMenus, ...given, endDate, permanent };
}

/** Changes of delegations wait for one another: what they may be depends on the others. */
async function lockDelegations(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('delegations', 0))`.execute(db);
}

/** Of a key, see once, only one is made. @throws ApiError PARAMETER_ERROR at the fields, BEYOND_RIGHTS, DELEGATION_CYCLE */
export async function createDelegation(
  context: Context,
  given: Partial<DelegationValues> & { key?: string | undefined },
): Promise<DelegationRow> {
  const { timeZone } = context.services.settings;
  return await context.db.transaction().execute(async (transaction) => {
    const id = await once(transaction, context, 'delegate.update', given, async () => await makeDelegation(transaction, context, given));
    const made = await findDelegation(transaction, timeZone, String(id));
    if (!made) throw new ApiError('NOT_FOUND');
    return made;
  });
}

async function makeDelegation(db: Database, context: Context, given: Partial<DelegationValues>): Promise<number> {
  const author = authorOf(context);
  const {
    settings: { timeZone },
    documents,
  } = context.services;
  const values = requireWhole(given);
  const { id: made } = await createWithin(db, kindOf(timeZone), author, async (transaction) => {
    await lockDelegations(transaction);
    const endDate = requirePeriod(values, await dayNow(transaction, timeZone), undefined);
    await requireAgent(transaction, values.agent, author.user);
    requireModules(values.authMenus, author.user, [], documents);
    const { id } = await transaction
      .insertInto('delegation')
      .values({
        authorizer_id: Number(author.user.id),
        agent_id: Number(values.agent),
        start_date: values.startDate,
        end_date: endDate,
        auth_history: values.authHistory ?? false,
        remark: values.remark?.trim() || null,
        updated_by: author.user.username,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await setMenus(transaction, id, values.authMenus);
    await requireNoCycle(transaction, id, timeZone);
    await tellBoth(transaction, 'created', String(id), timeZone);
    return String(id);
  });
  return Number(made);
}

/**
 * Changes what is named of a delegation; the rest stays.
 * @throws ApiError NOT_FOUND, CONFLICT, DELEGATION_FINAL, PARAMETER_ERROR at the fields, BEYOND_RIGHTS, DELEGATION_CYCLE
 */
export async function changeDelegation(
  db: Database,
  { id, version, ...given }: Partial<DelegationValues> & { id: string; version: number | undefined },
  author: Author,
  { settings: { timeZone }, documents }: Services,
): Promise<DelegationRow> {
  return await change(db, kindOf(timeZone), author, {
    id,
    verb: 'update',
    shown: 'all',
    async work(transaction) {
      await lockDelegations(transaction);
      const before = await findDelegation(transaction, timeZone, id);
      if (before?.authorizer.id !== author.user.id) throw new ApiError('NOT_FOUND');
      if (isFinal(before)) throw new ApiError('DELEGATION_FINAL');
      if (isBehind(version, before.version)) return false;
      const values = changedBy(before, given);
      const endDate = requirePeriod(values, await dayNow(transaction, timeZone), before);
      if (values.agent !== before.agentId) await requireAgent(transaction, values.agent, author.user);
      requireModules(values.authMenus, author.user, before.authMenus, documents);
      await transaction
        .updateTable('delegation')
        .set({
          agent_id: Number(values.agent),
          start_date: values.startDate,
          end_date: endDate,
          ...(values.authHistory !== undefined && { auth_history: values.authHistory }),
          ...(values.remark !== undefined && { remark: values.remark?.trim() || null }),
          ...touched(author.user),
        })
        .where('id', '=', Number(id))
        .execute();
      await setMenus(transaction, Number(id), values.authMenus);
      await requireNoCycle(transaction, Number(id), timeZone);
      await tellBoth(transaction, 'changed', id, timeZone);
      return true;
    },
  });
}

/**
 * Terminates delegations, all or none (API-31). Both sides may: the agent gives it back.
 * @throws ApiError NOT_FOUND also for delegations of others, DELEGATION_FINAL
 */
export async function cancelDelegations(db: Database, ids: readonly string[], author: Author, timeZone: string): Promise<number> {
  const wanted = [...new Set(ids)];
  return await db.transaction().execute(async (transaction) => {
    await lockDelegations(transaction);
    for (const id of wanted) await cancelOne(transaction, id, author, timeZone);
    return wanted.length;
  });
}

async function cancelOne(db: Database, id: string, author: Author, timeZone: string): Promise<void> {
  await changeWithin(db, kindOf(timeZone), author, {
    id,
    verb: 'cancel',
    async work(transaction) {
      const before = await findDelegation(transaction, timeZone, id);
      if (before?.authorizer.id !== author.user.id && before?.agent.id !== author.user.id) throw new ApiError('NOT_FOUND');
      if (isFinal(before)) throw new ApiError('DELEGATION_FINAL');
      await transaction
        .updateTable('delegation')
        .set({
          terminated_at: sql<Date>`now()`,
          terminated_by: author.user.username,
          announced_status: status.terminated,
          ...touched(author.user),
        })
        .where('id', '=', Number(id))
        .execute();
      await tellBoth(transaction, 'terminated', id, timeZone);
      return true;
    },
  });
}

function isFinal({ authStatus }: DelegationRow): boolean {
  return authStatus === status.ended || authStatus === status.terminated;
}

async function dayNow(db: Database, timeZone: string): Promise<string> {
  const { rows } = await sql<{ day: string }>`select to_char(${today(timeZone)}, 'YYYY-MM-DD') as day`.execute(db);
  return rows[0]?.day ?? '';
}

/** The end date that will stand. @throws ApiError PARAMETER_ERROR at startDate or endDate */
function requirePeriod(values: DelegationValues, now: string, before: DelegationRow | undefined): string | null {
  const { startDate, permanent = false } = values;
  const endDate = permanent ? null : (values.endDate ?? null);
  const wrong = (field: string, key: string, message: string) => refuse({ field, message, key: `delegation.${key}` });
  if (before?.authStatus === status.inEffect) {
    if (startDate !== before.startDate) throw wrong('startDate', 'startFixed', 'is in effect already: its start stays');
    if (values.agent !== before.agentId) throw wrong('agent', 'agentFixed', 'is in effect already: its agent stays');
  } else if (startDate < now) throw wrong('startDate', 'startPast', 'lies in the past');
  if (endDate === null) {
    if (!permanent) throw wrong('endDate', 'endMissing', 'say an end or permanent');
    return null;
  }
  if (endDate < startDate) throw wrong('endDate', 'endBeforeStart', 'lies before the start');
  if (endDate < now) throw wrong('endDate', 'endPast', 'lies in the past: terminate it instead');
  return endDate;
}

/** What is wrong with the agent is told of the whole, too: forms hold the agent by the name the record has for the id. */
function refuse(detail: ErrorDetail): ApiError {
  return new ApiError('PARAMETER_ERROR', { details: detail.field === 'agent' ? [detail, { ...detail, field: '' }] : [detail] });
}

async function requireAgent(db: Database, agent: string, user: Principal): Promise<void> {
  if (agent === user.id) throw refuse({ field: 'agent', message: 'is yourself', key: 'delegation.toOneself' });
  const found = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', Number(agent))
    .where('status', '=', '0')
    .forShare()
    .executeTakeFirst();
  if (!found) throw refuse({ field: 'agent', message: 'There is no such active user', key: 'delegation.noAgent' });
}

/** Nobody delegates what they do not see themselves, nor what is about themselves; what stood there before may stay. @throws ApiError BEYOND_RIGHTS */
function requireModules(menuIds: readonly string[], user: Principal, before: readonly string[], documents: Documents): void {
  const own = new Set(delegableOf(accessOfPrincipal(user).menus, documents).map((menu) => menu.menuId));
  if (menuIds.some((id) => !own.has(id) && !before.includes(id))) {
    const message = 'holds a module you cannot use yourself';
    throw new ApiError('BEYOND_RIGHTS', { details: [{ field: 'authMenus', message, key: 'delegation.beyond' }] });
  }
}

async function setMenus(db: Database, id: number, menuIds: readonly string[]): Promise<void> {
  await db.deleteFrom('delegation_menu').where('delegation_id', '=', id).execute();
  const known = await db
    .selectFrom('menu')
    .select('menu_id')
    .where((row) => row('menu_id', '=', row.fn.any(row.val([...menuIds]))))
    .execute();
  if (known.length === 0) throw refuse({ field: 'authMenus', message: 'These modules no longer exist', key: 'error.NOT_FOUND' });
  await db
    .insertInto('delegation_menu')
    .values(known.map((row) => ({ delegation_id: id, menu_id: row.menu_id })))
    .execute();
}

/**
 * Rights never pass through a second delegation, so a circle gives nobody more; but then everybody in it waits for the other. Refused
 * where the periods overlap all along. Whom one reaches in which days counts, and not over which of many ways. @throws ApiError DELEGATION_CYCLE
 */
async function requireNoCycle(db: Database, id: number, timeZone: string): Promise<void> {
  const living = sql`${delegationStatus(timeZone)} in (${status.notStarted}, ${status.inEffect})`;
  const { rows } = await sql`
    with recursive delegation_days as (
      select delegation.id, authorizer_id, agent_id, daterange(start_date, end_date, '[]') as days from delegation where ${living}
    ), reached as (
      select authorizer_id as origin, agent_id as person, days from delegation_days where id = ${id}
      union
      select reached.origin, next.agent_id, reached.days * next.days
      from reached join delegation_days next on next.authorizer_id = reached.person and next.days && reached.days
      where reached.person <> reached.origin
    ) select 1 from reached where person = origin limit 1`.execute(db);
  if (rows.length > 0)
    throw new ApiError('DELEGATION_CYCLE', { details: [{ field: 'agent', message: 'acts for you already', key: 'delegation.cycle' }] });
}
