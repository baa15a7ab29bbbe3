import { sql } from 'kysely';
import { isDay } from '../../../src/core/dates.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, noDay, wrong } from '../../errors.ts';

const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2999-12-31';

/**
 * The calendar day of a text such as `2026-03-31` or `2026-03-31 00:00:00` (spec: only the day counts).
 * @throws ApiError PARAMETER_ERROR when there is no such day, or when it is so far away that days reckoned from it have no date.
 */
export function dayOf(text: string, field: string): string {
  const day = text.slice(0, 10);
  if (!isDay(day)) throw wrong(field, noDay.message, noDay.key);
  if (day < FIRST_DAY || day > LAST_DAY) throw wrong(field, `must be from ${FIRST_DAY} to ${LAST_DAY}`, 'rule.dayInReach');
  return day;
}

/** Like `dayOf`, of a day that has not passed; today, by the clock of the database, counts. @throws ApiError PARAMETER_ERROR */
export async function dayToCome(db: Database, timeZone: string, text: string, field: string): Promise<string> {
  const day = dayOf(text, field);
  const { rows } = await sql<{ today: string }>`select to_char(clock_timestamp() at time zone ${timeZone}, 'YYYY-MM-DD') as today`.execute(
    db,
  );
  const today = rows[0]?.today ?? '';
  if (day >= today) return day;
  // Whoever sits in another zone may have another day.
  const message = `has passed: today is ${today} in ${timeZone}`;
  throw new ApiError('PARAMETER_ERROR', {
    details: [{ field, message, key: 'evaluation.dayPassed', values: { today, timeZone } }],
  });
}

/** Ids joined by commas. @throws ApiError PARAMETER_ERROR */
export function idList(text: string | undefined, field: string): number[] {
  const parts = (text ?? '').split(',').map((part) => part.trim());
  const given = parts.filter((part) => part !== '');
  if (given.some((part) => !/^\d{1,15}$/.test(part))) throw wrong(field, 'must be ids joined by commas');
  return [...new Set(given.map(Number))];
}
