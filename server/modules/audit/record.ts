import { type RawBuilder, sql } from 'kysely';
import type { Agent, Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { nameIn } from './names.ts';

/** Where a change came from: every request has these. */
export interface Origin {
  ip: string;
  userAgent: string | undefined;
  requestId: string;
}

export interface AuditEntry {
  /** Verb of the area: login, login_failed, logout, dictionary_create ... */
  action: string;
  targetType: string;
  targetId?: string | undefined;
  /** What it is called; without it what `detail` says, or what it was called the last time. */
  targetName?: string | undefined;
  /** What changed. Never a secret. */
  detail?: Record<string, unknown>;
  /**
   * Who did it: the principal, or at login the account that was tried. A principal in delegate mode gives two names: the agent did it,
   * in the name of the authorizer.
   */
  actor?:
    | (Pick<Principal, 'id' | 'username' | 'viewedRole'> & { agent?: Pick<Agent, 'id' | 'username'> | undefined })
    | { id?: undefined; username: string; agent?: undefined; viewedRole?: undefined }
    | undefined;
}

const longest = 500;

/** Adds a row to the append-only audit log: actor, subject, action, what, when, from where. Use the transaction of the change. */
export async function record(db: Database, origin: Origin, entry: AuditEntry): Promise<void> {
  await recordAll(db, origin, [entry]);
}

/** Adds a row for each of several changes of one request, as `record` does. */
export async function recordAll(db: Database, origin: Origin, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ actor, action, targetType, targetId = null, targetName, detail = {} }) => {
    const viewed = actor?.viewedRole;
    const subjectId = actor?.id === undefined ? null : Number(actor.id);
    const agent = actor?.agent;
    return {
      actor_id: agent ? Number(agent.id) : subjectId,
      actor: (agent ?? actor)?.username ?? null,
      // Without delegation everybody acts for themselves.
      subject_user_id: subjectId,
      subject: agent ? (actor?.username ?? null) : null,
      action,
      target_type: targetType,
      target_id: targetId,
      target_name: targetName ?? nameIn(detail) ?? lastName(targetType, targetId),
      detail: JSON.stringify({ ...detail, ...(viewed && { viewedRole: viewed.code }) }),
      ip: origin.ip,
      user_agent: origin.userAgent?.slice(0, longest) ?? null,
      request_id: origin.requestId,
    };
  });
  await db.insertInto('audit_log').values(rows).execute();
}

function lastName(type: string, id: string | null): RawBuilder<string | null> | null {
  if (id === null) return null;
  return sql<string | null>`(select target_name from audit_log where target_type = ${type} and target_id = ${id} and target_name is not null
    order by id desc limit 1)`;
}
