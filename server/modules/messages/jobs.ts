import type { Database } from '../../database/connection.ts';
import type { Documents } from '../../documents.ts';
import type { Job } from '../../jobs.ts';
import type { Settings } from '../../settings.ts';
import { mailingPlace } from './mail-choices.ts';
import { mailMessages } from './mailing.ts';

/** Messages by mail, where mails are sent and links in them lead somewhere. */
export function messageJobs(db: Database, documents: Documents, settings: Settings): Job[] {
  const place = mailingPlace(settings);
  if (!place) return [];
  return [{ name: 'message mails', everySeconds: 30, run: () => mailMessages(db, documents, place) }];
}
