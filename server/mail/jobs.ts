import type { Database } from '../database/connection.ts';
import type { Job } from '../jobs.ts';
import type { Settings } from '../settings.ts';
import { deliverDue, forgetTexts } from './delivery.ts';
import { smtpTransport } from './transport.ts';

/** Delivery of mails, and their end. */
export function mailJobs(db: Database, settings: Settings): Job[] {
  const transport = smtpTransport(settings);
  return [
    { name: 'mail', everySeconds: 2, run: () => deliverDue(db, transport) },
    { name: 'mail-texts', everySeconds: 3_600, run: () => forgetTexts(db) },
  ];
}
