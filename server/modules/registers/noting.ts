import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { type AuditEntry, record } from '../audit/record.ts';
import type { Register } from './registers.ts';

const target = 'register_row';

/** Keeps a change of a record in the operation log, and so in its history. */
export async function note(db: Database, context: WordedContext, register: Register, id: number, noted: Noted): Promise<void> {
  await record(db, context, entryOf(register, id, noted));
}

interface Noted extends Record<string, unknown> {
  action: string;
}

/** What the operation log and the history of a record say of a change. */
export function entryOf({ id: register, user }: Register, id: number, { action, ...detail }: Noted): AuditEntry {
  return { action: `${target}_${action}`, targetType: target, targetId: String(id), actor: user, detail: { register, ...detail } };
}
