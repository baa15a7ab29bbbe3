import { sql } from 'kysely';
import type { Agent, Principal, Services } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import type { Documents } from '../../documents.ts';
import { type Access, accessOf, type MenuAnswer, permissionsOf, rememberAccess } from '../identity/access.ts';
import type { ActiveSession } from '../identity/sessions.ts';
import { isInEffect } from './calendar.ts';
import { delegableOf, modulesOf } from './delegable.ts';
import { narrowest, type Since, widest } from './since.ts';
import { permsForAgent } from './withheld.ts';

interface Acting {
  id: number;
  username: string;
  name: string;
  delegations: number[];
}

/**
 * The authorizer as the agent of this session may be them now (DELEG-05): the authorizer's rights at this moment, as far as the
 * delegations in effect at this moment go. Asked at every request. Nothing when no delegation is in effect any more.
 */
export async function actingPrincipal(
  db: Database,
  session: ActiveSession,
  authorizerId: number,
  { settings: { timeZone }, documents }: Pick<Services, 'settings' | 'documents'>,
): Promise<Principal | undefined> {
  const acting = await readActing(db, authorizerId, session.userId, timeZone);
  if (!acting) return undefined;
  const { access, modules, ...since } = await narrowedAccess(db, acting, { access: session.revision, documents, timeZone });
  const user: Principal = {
    id: String(acting.id),
    username: acting.username,
    name: acting.name,
    permissions: access.permissions,
    roles: access.roles,
    sessionId: String(session.sessionId),
    agent: {
      id: String(session.userId),
      username: session.username,
      name: session.name,
      delegations: acting.delegations,
      modules,
      ...since,
    },
    revisions: { ...session.revisions, access: session.revision },
  };
  return rememberAccess(user, access);
}

async function readActing(db: Database, authorizerId: number, agentId: number, timeZone: string): Promise<Acting | undefined> {
  const { rows } = await sql<Acting>`
    select authorizer.id, authorizer.username, authorizer.name, array_agg(delegation.id order by delegation.id) as delegations
    from delegation join app_user authorizer on authorizer.id = delegation.authorizer_id
    where delegation.authorizer_id = ${authorizerId} and delegation.agent_id = ${agentId} and ${isInEffect(timeZone)}
    group by authorizer.id`.execute(db);
  const row = rows[0];
  return row && { ...row, delegations: row.delegations.map(Number) };
}

interface Narrowed extends Pick<Agent, 'since' | 'sinceByMenu' | 'sinceByPermission'> {
  access: Access;
  modules: ReadonlySet<string>;
}
const largestCache = 2_000;
const caches = new WeakMap<Database, Map<string, { revision: string; narrowed: Narrowed }>>();

interface AsOf {
  access: number;
  documents: Documents;
  timeZone: string;
}

/** As accessOf: `access` grows with every change of delegations too, so what is remembered outlives neither one nor a change of documents. */
async function narrowedAccess(db: Database, { id, delegations }: Acting, { access, documents, timeZone }: AsOf): Promise<Narrowed> {
  const cache = caches.get(db) ?? new Map<string, { revision: string; narrowed: Narrowed }>();
  caches.set(db, cache);
  const key = `${id}:${delegations.join('+')}`;
  const revision = `${access} ${documents.revision()}`;
  const known = cache.get(key);
  if (known?.revision === revision) return known.narrowed;
  const [full, given] = await Promise.all([accessOf(db, id, access), givenBy(db, delegations, timeZone)]);
  const every = narrow(full, new Set(given.flatMap(({ menus }) => menus)), documents);
  const parts = given.map(({ menus, since }) => ({ ...narrow(full, new Set(menus), documents), since }));
  const narrowed: Narrowed = {
    ...every,
    since: narrowest(parts.map(({ since }) => since)),
    sinceByMenu: sinceBy(parts, ({ modules }) => modules),
    sinceByPermission: sinceBy(parts, (part) => part.access.permissions),
  };
  if (cache.size >= largestCache) cache.clear();
  cache.set(key, { revision, narrowed });
  return narrowed;
}

/** The menu rows of each delegation, and the first moment of the data it shows (DELEG-02). */
async function givenBy(db: Database, delegations: readonly number[], timeZone: string): Promise<{ menus: string[]; since: Since }[]> {
  return await db
    .selectFrom('delegation')
    .select([
      sql<string[]>`array(select menu_id from delegation_menu where delegation_id = delegation.id)`.as('menus'),
      sql<Since>`case when not auth_history then start_date::timestamp at time zone ${timeZone} end`.as('since'),
    ])
    .where('id', 'in', delegations)
    .execute();
}

/** What several delegations give is there from the earliest of their moments. */
function sinceBy<Part extends { since: Since }>(
  parts: readonly Part[],
  keys: (part: Part) => Iterable<string>,
): ReadonlyMap<string, Since> {
  const found = new Map<string, Since>();
  for (const part of parts)
    for (const key of keys(part)) {
      const known = found.get(key);
      found.set(key, known === undefined ? part.since : widest([known, part.since]));
    }
  return found;
}

/**
 * What is left of somebody's rights within the chosen menu rows: these rows with their buttons, but for those whose calls refuse agents, and the way to them without its
 * permissions. No role goes along: being an administrator is not a module.
 */
function narrow(full: Access, chosen: ReadonlySet<string>, documents: Documents): Pick<Narrowed, 'access' | 'modules'> {
  const choices = new Set(modulesOf(full.menus));
  const delegable = new Set(delegableOf(full.menus, documents));
  const modules = new Set<string>();
  // Rows come after the row above them.
  for (const menu of full.menus) {
    if (choices.has(menu) ? delegable.has(menu) && chosen.has(menu.menuId) : modules.has(menu.parentId)) modules.add(menu.menuId);
  }
  const byId = new Map(full.menus.map((menu) => [menu.menuId, menu]));
  const shown = new Set<string>();
  for (const id of modules) {
    for (let row = byId.get(id); row && !shown.has(row.menuId); row = byId.get(row.parentId)) shown.add(row.menuId);
  }
  const menus = full.menus.flatMap((menu): MenuAnswer[] => {
    if (!shown.has(menu.menuId)) return [];
    return [{ ...menu, perms: modules.has(menu.menuId) ? permsForAgent(menu.perms) : null }];
  });
  return { access: { roles: [], permissions: permissionsOf(menus), menus }, modules };
}
