import type { Job } from '../jobs.ts';
import { followCalendar } from './delegations/follow-calendar.ts';

/** Every job of the server, one line each. */
export const jobs: readonly Job[] = [{ name: 'delegations', seconds: 60, run: (db, { timeZone }) => followCalendar(db, timeZone) }];
