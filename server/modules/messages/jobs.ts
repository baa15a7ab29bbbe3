import type { Database } from '../../database/connection.ts';
import type { Documents } from '../../documents.ts';
import type { Job } from '../../jobs.ts';
import type { Settings } from '../../settings.ts';
import { mailMessages } from './mailing.ts';

/** Messages by mail, where mails are sent and links in them lead somewhere. */
export function messageJobs(db: Database, documents: Documents, { smtpUrl, publicUrl, timeZone }: Settings): Job[] {
  if (smtpUrl === undefined || publicUrl === undefined) return [];
  return [{ name: 'message mails', everySeconds: 30, run: () => mailMessages(db, documents, { publicUrl, timeZone }) }];
}
