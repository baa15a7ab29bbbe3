import { Cron } from 'croner';
import { wrong } from '../../errors.ts';

/** Five fields: minute, hour, day of the month, month, day of the week. */
const form = /^\S+(?: \S+){4}$/;
/** Nothing starts more often than this, in minutes. */
const least = 5;

/** The next times of a cron line by the calendar of a time zone. @throws ApiError PARAMETER_ERROR at `cron` */
export function nextTimes(cron: string, timeZone: string, count: number, from = new Date()): Date[] {
  const line = cron.trim().replaceAll(/\s+/g, ' ');
  if (!form.test(line)) throw wrong('cron', 'is no line of five fields', 'dataschedule.cronForm');
  let times: Date[];
  try {
    times = new Cron(line, { timezone: timeZone, paused: true }).nextRuns(Math.max(count, 2), from);
  } catch (error) {
    if (error instanceof Error) throw wrong('cron', 'cannot be read', 'dataschedule.cronForm');
    throw error;
  }
  const [first, second] = times;
  if (!first) throw wrong('cron', 'never comes', 'dataschedule.cronNever');
  if (second && second.getTime() - first.getTime() < least * 60_000)
    throw wrong('cron', `comes more often than every ${least} minutes`, 'dataschedule.cronOften');
  return times.slice(0, count);
}
