import type { Database } from '../../database/connection.ts';
import { ApiError, inUse } from '../../errors.ts';
import type { ItemValues } from './items.ts';
import { livingPapers, type Paper } from './papers.ts';
import { dayOf, dayToCome } from './parameters.ts';

/** A paper that is late already may keep its day while something else of it is changed. @throws ApiError PARAMETER_ERROR */
export async function changedDay(db: Database, timeZone: string, before: Paper, { endTime }: ItemValues): Promise<string> {
  const isOther = endTime !== undefined && dayOf(endTime, 'endTime') !== before.endTime;
  return isOther ? await dayToCome(db, timeZone, endTime, 'endTime') : before.endTime;
}

/** What was answered must not disappear from the paper. @throws ApiError IN_USE */
export function requireAnsweredDomains(before: Paper, { answered }: { answered: number }, domains: readonly number[]): void {
  if (answered > 0 && before.businessDomains.some((domain) => !domains.includes(domain)))
    throw inUse('evaluation.domainsAnswered', 'Answers were saved already: business domains can be added, none taken away');
}

/** @param isHeld until the transaction ends. @throws ApiError NOT_FOUND, PAPER_SUBMITTED */
export async function paperToChange(db: Database, timeZone: string, id: number, isHeld = false): Promise<Paper> {
  const query = livingPapers(db, timeZone).where('paper.id', '=', id);
  const paper = await (isHeld ? query.forUpdate('paper') : query).executeTakeFirst();
  if (!paper) throw new ApiError('NOT_FOUND');
  if (paper.state !== 0) throw new ApiError('PAPER_SUBMITTED');
  return paper;
}
