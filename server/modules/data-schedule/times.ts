import { Cron } from 'croner';
import { wrong } from '../../errors.ts';

/** Five fields: minute, hour, day of the month, month, day of the week. */
const form = /^\S+(?: \S+){4}$/;
/** Nothing starts more often than this, in minutes. */
const least = 5;
/** Times that hold every distance of a line: a day has 288 of five minutes. */
const looked = 300;
const minute = 60_000;
/** Minutes a clock that is set back repeats, with room to spare: none is set back by more than two hours. */
const repeated = 180;

/** A line by the calendar of a time zone; without one in UTC, which costs a hundredth. @throws ApiError PARAMETER_ERROR at `cron` */
function read(line: string, timeZone?: string): Cron {
  const calendar = timeZone === undefined ? { utcOffset: 0 } : { timezone: timeZone };
  try {
    if (form.test(line)) return new Cron(line, { ...calendar, paused: true });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  throw wrong('cron', 'is no line of five fields', 'dataschedule.cronForm');
}

/** A line as it is kept. */
const settled = (cron: string): string => cron.trim().replaceAll(/\s+/g, ' ');

/**
 * The first time of a line later than a moment; null once there is none. In the hour that comes twice, croner answers with times of its first pass, which are over:
 * it is asked again from a minute later on.
 */
function timeAfter(line: Cron, after: Date): Date | null {
  for (let passed = 0; passed <= repeated; passed += 1) {
    const time = askedOf(line, new Date(after.getTime() + passed * minute));
    if (time === null || time > after) return time;
  }
  throw new Error(`The line ${line.getPattern()} tells no time after ${after.toISOString()}`);
}

/** Croner looks for days that no month has by calling itself until the stack is full: such a line never comes. */
function askedOf(line: Cron, from: Date): Date | null {
  try {
    return line.nextRun(from);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The next times of a line, fewer where it ends. @throws ApiError PARAMETER_ERROR at `cron` where there are none */
function timesOf(line: Cron, count: number): Date[] {
  const times: Date[] = [];
  for (let at = timeAfter(line, new Date()); at !== null && times.length < count; at = timeAfter(line, at)) times.push(at);
  if (times.length === 0) throw wrong('cron', 'never comes', 'dataschedule.cronNever');
  return times;
}

/** The next times of a cron line by the calendar of a time zone, none too near another. @throws ApiError PARAMETER_ERROR at `cron` */
export function nextTimes(cron: string, timeZone: string, count: number): Date[] {
  return timesOf(read(requireSeldom(cron), timeZone), count);
}

/**
 * A cron line as it is kept, whose times are never too near another, whenever it is asked. Distances are those of the line itself, in UTC: where a clock is set, times
 * are nearer or further on one night of the year.
 * @throws ApiError PARAMETER_ERROR at `cron`
 */
export function requireSeldom(cron: string): string {
  const line = settled(cron);
  const times = timesOf(read(line), looked);
  const isNear = times.some((time, index) => index > 0 && time.getTime() - (times[index - 1] as Date).getTime() < least * minute);
  if (isNear) throw wrong('cron', `comes more often than every ${least} minutes`, 'dataschedule.cronOften');
  return line;
}

/** The first time of a line that was kept later than a moment; null once there is none. */
export function nextTime(cron: string, timeZone: string, after = new Date()): Date | null {
  return timeAfter(read(cron, timeZone), after);
}
