import type { Agent, Principal } from '../../contracts.ts';
import { inheritAccess } from '../identity/access.ts';

/** The first moment of data: null is everything, the earliest of several counts. */
export type Since = Date | null;

/** Of what several delegations give. */
export function widest(moments: readonly Since[]): Since {
  const days = moments.flatMap((since) => since ?? []);
  return days.length < moments.length || days.length === 0 ? null : new Date(Math.min(...days.map(Number)));
}

/** Of what nobody knows the module of: what every delegation gives. */
export function narrowest(moments: readonly Since[]): Since {
  const days = moments.flatMap((since) => since ?? []);
  return days.length === 0 ? null : new Date(Math.max(...days.map(Number)));
}

/** The historical data of a delegation is that of its modules (DELEG-02): what a call shows is bounded by the delegations that give one of its permissions. */
export function boundToCall(agent: Agent, permissions: readonly string[]): void {
  const known = permissions.map((permission) => agent.sinceByPermission.get(permission)).filter((since) => since !== undefined);
  if (known.length > 0) agent.since = widest(known);
}

/** The first moment of the data of a module. */
export function sinceIn(agent: Agent, menuId: string | undefined): Since {
  const known = menuId === undefined ? undefined : agent.sinceByMenu.get(menuId);
  return known === undefined ? agent.since : known;
}

/** The same person, asked for what is of one module. */
export function inModule(user: Principal, menuId: string | undefined): Principal {
  if (!user.agent) return user;
  const since = sinceIn(user.agent, menuId);
  return since === user.agent.since ? user : inheritAccess({ ...user, agent: { ...user.agent, since } }, user);
}

/** The same for a permission, of a call whose contract does not name it. */
export function withPermission(user: Principal, permission: string): Principal {
  const since = user.agent?.sinceByPermission.get(permission);
  if (!user.agent || since === undefined) return user;
  return inheritAccess({ ...user, agent: { ...user.agent, since } }, user);
}
