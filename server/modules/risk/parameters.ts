import { wrong } from '../../errors.ts';

const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2999-12-31';

/**
 * The calendar day of a text such as `2026-03-31` or `2026-03-31 00:00:00` (spec: only the day counts).
 * @throws ApiError PARAMETER_ERROR when there is no such day, or when it is so far away that days reckoned from it have no date.
 */
export function dayOf(text: string, field: string): string {
  const day = text.slice(0, 10);
  const moment = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== day) throw wrong(field, 'is no calendar day');
  if (day < FIRST_DAY || day > LAST_DAY) throw wrong(field, `must be from ${FIRST_DAY} to ${LAST_DAY}`);
  return day;
}

/** Ids joined by commas. @throws ApiError PARAMETER_ERROR */
export function idList(text: string | undefined, field: string): number[] {
  const parts = (text ?? '').split(',').map((part) => part.trim());
  const given = parts.filter((part) => part !== '');
  if (given.some((part) => !/^\d{1,15}$/.test(part))) throw wrong(field, 'must be ids joined by commas');
  return [...new Set(given.map(Number))];
}
