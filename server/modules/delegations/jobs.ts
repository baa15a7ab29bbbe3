import type { Database } from '../../database/connection.ts';
import type { Job } from '../../jobs.ts';
import type { Settings } from '../../settings.ts';
import { followCalendar } from './follow-calendar.ts';

export function delegationJobs(db: Database, { timeZone }: Pick<Settings, 'timeZone'>): Job[] {
  return [{ name: 'delegations', everySeconds: 60, run: () => followCalendar(db, timeZone) }];
}
