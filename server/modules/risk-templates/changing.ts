import type { Context, WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { signature } from '../changes.ts';
import { noteTemplate, requireRevision } from './series.ts';
import { lockDraft, touchDraft, type Version } from './versions.ts';

/** Without a `detail` nothing was changed. */
type Work<Result> = (db: Database, draft: Version) => Promise<{ result: Result; detail?: Record<string, unknown> | undefined }>;
/** A draft as somebody saw it. */
export interface Seen {
  seriesId: number;
  revision: number;
}

/** A change of a draft: everybody else waits, the draft counts it, and the audit log names it. */
export async function changingDraft<Result>(context: Context, seriesId: number, verb: string, work: Work<Result>): Promise<Result> {
  return await context.db
    .transaction()
    .execute(async (transaction) => (await changeDraft(context, transaction, await lockDraft(transaction, seriesId), verb, work)).result);
}

/** The same of a draft as its author saw: what concerns more rows than one. @throws ApiError CONFLICT with the template as `data` */
export async function changingSeen<Result extends object>(
  context: WordedContext,
  { seriesId, revision }: Seen,
  verb: string,
  work: Work<Result>,
): Promise<Result & { revision: number }> {
  return await context.db.transaction().execute(async (transaction) => {
    const draft = await requireRevision(context, transaction, seriesId, revision);
    const changed = await changeDraft(context, transaction, draft, verb, work);
    return { ...changed.result, revision: changed.revision };
  });
}

async function changeDraft<Result>(
  context: Context,
  db: Database,
  draft: Version,
  verb: string,
  work: Work<Result>,
): Promise<{ result: Result; revision: number }> {
  const { result, detail } = await work(db, draft);
  if (!detail) return { result, revision: draft.revision };
  await touchDraft(db, draft, signature(signedIn(context)));
  await noteTemplate(context, db, draft.seriesId, verb, { number: draft.number, ...detail });
  return { result, revision: draft.revision + 1 };
}
