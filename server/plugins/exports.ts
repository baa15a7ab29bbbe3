import { isObject } from '../../src/core/json-object.ts';
import type { CallContract } from '../../src/core/types.ts';
import type { FileAnswer, Principal } from '../contracts.ts';
import type { Database } from '../database/connection.ts';
import { type AuditEntry, type Origin, record } from '../modules/audit/record.ts';

/** Characters of what was asked for that the log keeps. */
const longest = 2_000;

interface Export {
  contract: CallContract;
  user: Principal | undefined;
  /** What was asked for: path, query and body. */
  asked: readonly unknown[];
  file: FileAnswer;
}

/**
 * Says in the operation log who takes a file, before it goes out: which call made it and what was asked for, or what the file says of itself (`logEntry`). Values of visitors are left out, they are secrets.
 */
export async function noteExport(db: Database, origin: Origin, { contract, user, asked, file }: Export): Promise<void> {
  const { id, access } = contract;
  const values = access === 'public' ? {} : shortened(Object.assign({}, ...asked.filter(isObject)));
  const entry: AuditEntry = {
    action: 'data_export',
    targetType: 'export',
    targetId: id,
    targetName: file.name,
    actor: user,
    detail: { ...values, file: file.name },
    ...file.logEntry,
  };
  await record(db, origin, entry);
}

/** All of it where it is short, otherwise only what each value is called. */
function shortened(values: Record<string, unknown>): Record<string, unknown> {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== ''));
  return JSON.stringify(given).length <= longest ? given : { asked: Object.keys(given).slice(0, 50) };
}
