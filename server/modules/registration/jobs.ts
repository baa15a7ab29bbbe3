import type { Database } from '../../database/connection.ts';
import type { Documents } from '../../documents.ts';
import type { Job } from '../../jobs.ts';
import { processRequests } from './requests.ts';

/** Looks at the requests of visitors. */
export function registrationJobs(db: Database, documents: Documents): Job[] {
  return [{ name: 'registration', everySeconds: 1, run: () => processRequests(db, documents) }];
}
