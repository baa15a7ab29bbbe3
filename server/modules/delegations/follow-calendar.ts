import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { record } from '../audit/record.ts';
import { delegationStatus, status, today } from './calendar.ts';
import { tellBoth } from './tell.ts';

/** Days before the end at which both sides are reminded. */
const reminderDays = 3;
const most = 200;

/**
 * What the calendar does to delegations is told: that one began, ended or ends soon, once each, with an audit row. Their status does not
 * depend on it. Several servers may do this at once: each row is taken by one of them.
 * @returns how many delegations something was told about
 */
export async function followCalendar(db: Database, timeZone: string): Promise<number> {
  let told = 0;
  for (;;) {
    const count = await db.transaction().execute(async (transaction) => {
      const moved = await takeMoved(transaction, timeZone);
      for (const { id, now } of moved) {
        const occasion = now === status.inEffect ? 'started' : 'ended';
        await record(transaction, origin, { action: `delegation_${occasion}`, targetType: 'delegation', targetId: String(id) });
        await tellBoth(transaction, occasion, String(id), timeZone);
      }
      const expiring = await takeExpiring(transaction, timeZone);
      for (const { id } of expiring) await tellBoth(transaction, 'expiring', String(id), timeZone);
      return moved.length + expiring.length;
    });
    told += count;
    if (count < most) return told;
  }
}

const origin = { ip: '', userAgent: undefined, requestId: '' };

async function takeMoved(db: Database, timeZone: string): Promise<{ id: number; now: string }[]> {
  const { rows } = await sql<{ id: number; now: string }>`
    update delegation set announced_status = moved.now from (
      select id, ${delegationStatus(timeZone)} as now from delegation
      where announced_status in (${status.notStarted}, ${status.inEffect}) and announced_status <> ${delegationStatus(timeZone)}
      order by id limit ${most} for update skip locked
    ) moved where delegation.id = moved.id returning delegation.id, moved.now`.execute(db);
  return rows;
}

/** In effect, ending within the days of the reminder, and longer than these days. Another end is another reminder. */
async function takeExpiring(db: Database, timeZone: string): Promise<{ id: number }[]> {
  const { rows } = await sql<{ id: number }>`
    update delegation set reminded_for = end_date from (
      select id from delegation
      where announced_status = ${status.inEffect} and ${delegationStatus(timeZone)} = ${status.inEffect}
        and end_date - ${today(timeZone)} < ${reminderDays} and end_date - start_date >= ${reminderDays}
        and reminded_for is distinct from end_date
      order by id limit ${most} for update skip locked
    ) soon where delegation.id = soon.id returning delegation.id`.execute(db);
  return rows;
}
