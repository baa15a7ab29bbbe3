import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { type Actor, nameOf, noteActor } from './actors.ts';
import { status } from './tables.ts';
import { findTask } from './task-rows.ts';

/** [EVID-11] The status of a task follows its tickets: with one of every type it needs it is under audit, otherwise it is collecting. The task is held. */
export async function follow(db: Database, context: Context, actor: Actor, taskId: number): Promise<void> {
  const now = await findTask(db, String(taskId));
  if (!now) return;
  const isWhole = now.ticketTypeCntPlan > 0 && now.ticketTypeCntReal >= now.ticketTypeCntPlan;
  const isBegun = now.ticketCnt > 0 || now.status !== status.notStarted;
  const wanted = isWhole ? status.auditing : isBegun ? status.collecting : status.notStarted;
  if (wanted === now.status) return;
  await db
    .updateTable('flow_bill_collect')
    .set({ status: wanted, version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: nameOf(actor) })
    .where('id', '=', taskId)
    .execute();
  const detail = { before: { status: now.status }, after: { status: wanted } };
  const entry = { action: 'flow_bill_collect_status', targetType: 'flow_bill_collect', targetId: now.id, targetName: now.taskName, detail };
  await noteActor(db, context, actor, entry);
}

/** The same where a task needs other types than before: what was rejected waits for another ticket all the same, and what is completed stays. */
export async function followTypes(db: Database, context: Context, actor: Actor, taskId: number): Promise<void> {
  const now = await findTask(db, String(taskId));
  const isRejected = now?.status === status.collecting && now.rejectTime !== null;
  if (now && now.status !== status.completed && !isRejected) await follow(db, context, actor, taskId);
}
