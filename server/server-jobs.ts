import type { Database } from './database/connection.ts';
import type { Documents } from './documents.ts';
import { createFileStore } from './files/store.ts';
import type { Job } from './jobs.ts';
import { mailJobs } from './mail/jobs.ts';
import { dataJobs } from './modules/data-mart/jobs.ts';
import { dataRunJobs } from './modules/data-schedule/jobs.ts';
import { delegationJobs } from './modules/delegations/jobs.ts';
import { dictionaryJobs } from './modules/dictionaries/given.ts';
import { evidenceJobs } from './modules/evidence/jobs.ts';
import { fileJobs } from './modules/files/jobs.ts';
import { menuJobs } from './modules/menus/given.ts';
import { messageJobs } from './modules/messages/jobs.ts';
import { onceJobs } from './modules/once.ts';
import { registerJobs } from './modules/registers/jobs.ts';
import { registrationJobs } from './modules/registration/jobs.ts';
import { screeningJobs } from './modules/screening/earlier.ts';
import { speechJobs } from './modules/speech/run.ts';
import { forgetTokens } from './modules/wopi/tokens.ts';
import type { Settings } from './settings.ts';

/** What the server does by itself, again and again. `warn`: what whoever runs it should know. */
export function serverJobs(db: Database, settings: Settings, documents: Documents, warn: (message: string) => void): Job[] {
  return [
    ...registrationJobs(db, documents),
    ...mailJobs(db, settings, warn),
    ...messageJobs(db, documents, settings),
    ...delegationJobs(db, settings),
    ...onceJobs(db),
    ...dictionaryJobs(db, documents),
    ...menuJobs(db, documents),
    ...registerJobs(db, documents, settings.timeZone),
    ...fileJobs(db, createFileStore(settings)),
    { name: 'editor tokens', everySeconds: 600, run: () => forgetTokens(db) },
    ...screeningJobs(db),
    ...speechJobs(db),
    ...evidenceJobs(db),
    ...dataRunJobs(db, createFileStore(settings), settings.timeZone),
    ...dataJobs(db, createFileStore(settings), settings.dataDir),
  ];
}
