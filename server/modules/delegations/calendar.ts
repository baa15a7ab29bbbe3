import { type RawBuilder, sql } from 'kysely';

/** Statuses of a delegation (DELEG-04), entries of the dictionary delegation_status. */
export const status = { notStarted: '1', inEffect: '2', ended: '3', terminated: '4' } as const;

/** The calendar day it is now, where the days of this installation begin, by the clock of the database: YYYY-MM-DD. */
export function today(timeZone: string): RawBuilder<string> {
  return sql<string>`(clock_timestamp() at time zone ${timeZone})::date`;
}

/** The status of a row of `delegation` at this moment: decided here, so that it is right however late the job is. */
export function delegationStatus(timeZone: string): RawBuilder<string> {
  return sql<string>`(case when delegation.terminated_at is not null then ${status.terminated}
    when ${today(timeZone)} < delegation.start_date then ${status.notStarted}
    when delegation.end_date is null or ${today(timeZone)} <= delegation.end_date then ${status.inEffect}
    else ${status.ended} end)`;
}

/** Whether a row of `delegation` holds now or from a day to come on. A day is added at the end, which is over everywhere by then. */
export const isReceived = sql<boolean>`(delegation.terminated_at is null
  and (delegation.end_date is null or delegation.end_date >= current_date - 1))`;

/** Whether a row of `delegation` holds at this moment, both users being active. */
export function isInEffect(timeZone: string): RawBuilder<boolean> {
  return sql<boolean>`(${delegationStatus(timeZone)} = ${status.inEffect} and not exists (
    select 1 from app_user person where person.id in (delegation.authorizer_id, delegation.agent_id) and person.status <> '0'))`;
}
