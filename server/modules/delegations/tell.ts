import type { Database } from '../../database/connection.ts';
import { personName } from '../../database/values.ts';
import { sendNotice } from '../messages/notices.ts';
import { findDelegation } from './repository.ts';

/** What both sides of a delegation are told about: a document of schemas/notices/delegation each. */
export type Occasion = 'created' | 'changed' | 'terminated' | 'started' | 'ended' | 'expiring';

/** Tells the authorizer and the agent, in the transaction of what happened. */
export async function tellBoth(db: Database, occasion: Occasion, id: string, timeZone: string): Promise<void> {
  const delegation = await findDelegation(db, timeZone, id);
  if (!delegation) return;
  const { authorizer, agent, startDate, endDate, terminateBy } = delegation;
  const people = { authorizer: personName(authorizer), agent: personName(agent) };
  const to = { userIds: [authorizer.id, agent.id], sourceId: id };
  if (occasion === 'created' || occasion === 'changed')
    await sendNotice(db, { ...to, template: `delegation/${occasion}`, parameters: { ...people, from: startDate, until: endDate ?? '' } });
  else if (occasion === 'terminated') {
    const by = terminateBy === agent.username ? people.agent : people.authorizer;
    await sendNotice(db, { ...to, template: 'delegation/terminated', parameters: { ...people, by } });
  } else await sendNotice(db, { ...to, template: `delegation/${occasion}`, parameters: { ...people, until: endDate ?? '' } });
}
