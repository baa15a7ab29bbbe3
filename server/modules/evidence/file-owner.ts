import { sql } from 'kysely';
import { ApiError } from '../../errors.ts';
import type { FileOwner } from '../files/owners.ts';
import { holdsAll } from '../identity/rights.ts';
import { requireTask } from './actors.ts';

/** What files of tickets are to the file store: schemas/rules/file/evidence-ticket.rule.json says which are taken. */
export const evidenceFiles = 'evidence-ticket';

/** Files of tickets are seen by who sees the task, and change by the calls of evidence collection alone: they know when it is completed. */
export const evidenceFileOwner: FileOwner = {
  menu: 'flow-evidence',
  async requireSight({ db }, user, businessId) {
    const upload = await db
      .selectFrom('flow_ticket_upload')
      .select('collect_id')
      .where(sql<boolean>`id::text = ${businessId}`)
      .executeTakeFirst();
    if (!upload || !holdsAll(user, ['flow:evidence:list'])) throw new ApiError('NOT_FOUND');
    await requireTask(db, { kind: 'staff', user }, upload.collect_id);
  },
  requireChange() {
    return Promise.reject(new ApiError('FORBIDDEN'));
  },
};
