import { Cron } from 'croner';
import { wrong } from '../../errors.ts';

/** Five fields: minute, hour, day of the month, month, day of the week. */
const form = /^\S+(?: \S+){4}$/;
/** Nothing starts more often than this, in minutes. */
const least = 5;
/** Times that hold every distance of a line: a day has 288 of five minutes. */
const looked = 300;

/** @throws ApiError PARAMETER_ERROR at `cron` */
function read(line: string, timeZone: string): Cron {
  try {
    if (form.test(line)) return new Cron(line, { timezone: timeZone, paused: true });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  throw wrong('cron', 'is no line of five fields', 'dataschedule.cronForm');
}

/** A line as it is kept. */
const settled = (cron: string): string => cron.trim().replaceAll(/\s+/g, ' ');

/** The next times of a cron line by the calendar of a time zone, none too near another. @throws ApiError PARAMETER_ERROR at `cron` */
export function nextTimes(cron: string, timeZone: string, count: number): Date[] {
  const times = read(settled(cron), timeZone).nextRuns(count);
  if (times.length === 0) throw wrong('cron', 'never comes', 'dataschedule.cronNever');
  const isNear = times.some((time, index) => index > 0 && time.getTime() - (times[index - 1] as Date).getTime() < least * 60_000);
  if (isNear) throw wrong('cron', `comes more often than every ${least} minutes`, 'dataschedule.cronOften');
  return times;
}

/** A cron line as it is kept, whose times are never too near another, whenever it is asked. @throws ApiError PARAMETER_ERROR at `cron` */
export function requireSeldom(cron: string, timeZone: string): string {
  nextTimes(cron, timeZone, looked);
  return settled(cron);
}

/** The next time of a line that was kept; null once there is none. */
export function nextTime(cron: string, timeZone: string): Date | null {
  return read(cron, timeZone).nextRun();
}
