import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { isReceived } from '../delegations/calendar.ts';
import { permsForAgent } from '../delegations/withheld.ts';
import { permissionsNow } from './access.ts';
import { splitPermissions } from './rights.ts';

/**
 * What an account may do in the name of others, now or from a day to come on (DELEG-05): the permissions of the modules that were delegated to it, as far as their
 * authorizers hold them. Whoever opens the account has them.
 */
export async function receivedPermissions(db: Database, userId: number): Promise<Set<string>> {
  const { rows } = await sql<{ authorizerId: number; perms: string }>`
    with recursive received as (
      select id, authorizer_id from delegation
      where agent_id = ${userId} and ${isReceived}
    ), given (authorizer_id, menu_id, type) as (
      select authorizer_id, menu.menu_id, menu.type from received
        join delegation_menu on delegation_id = received.id join menu on menu.menu_id = delegation_menu.menu_id
      union
      -- Pages bring their buttons; those of a branch are chosen by themselves.
      select given.authorizer_id, button.menu_id, button.type from given join menu button on button.parent_id = given.menu_id
      where given.type <> '0' and button.type not in ('0', '1')
    )
    select distinct given.authorizer_id as "authorizerId", menu.perms from given join menu on menu.menu_id = given.menu_id
    where menu.perms is not null`.execute(db);
  const held = new Map<number, ReadonlySet<string>>();
  const received = new Set<string>();
  for (const { authorizerId, perms } of rows) {
    const theirs = held.get(authorizerId) ?? (await permissionsNow(db, authorizerId));
    held.set(authorizerId, theirs);
    for (const permission of splitPermissions(permsForAgent(perms))) if (theirs.has(permission)) received.add(permission);
  }
  return received;
}
