import type { Database } from '../database/connection.ts';
import type { Job } from '../jobs.ts';
import type { Settings } from '../settings.ts';
import { deliverDue, forgetTexts } from './delivery.ts';
import { smtpTransport } from './transport.ts';

/** The least time between two warnings that the mail server is away: each mail that waits asks for it. */
const quietFor = 300_000;

/** Delivery of mails, and their end. */
export function mailJobs(db: Database, settings: Settings, warn: (message: string) => void): Job[] {
  const transport = smtpTransport(settings);
  let toldAt = Number.NEGATIVE_INFINITY;
  const onOutage = (problem: string) => {
    if (performance.now() - toldAt < quietFor) return;
    toldAt = performance.now();
    warn(`The mail server (SMTP_URL) is away, mails wait for it: ${problem}`);
  };
  return [
    { name: 'mail', everySeconds: 2, run: (stopped) => deliverDue(db, transport, onOutage, stopped) },
    { name: 'mail-texts', everySeconds: 3_600, run: () => forgetTexts(db) },
  ];
}
