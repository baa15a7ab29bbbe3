import { localizedText } from '../../../src/core/index.ts';
import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { languageOf } from '../../language.ts';
import { listUnread } from '../messages/repository.ts';
import { template } from '../workspaces/invitations.ts';
import type { Waiting } from './sources.ts';

/** From this level on a message asks for something. */
const warning = 2;
/** What these tell of stands here by itself. */
const told = (routeKey: string) =>
  [template, 'data/applied', 'risk/paper-sent', 'risk/paper-reminder', 'risk/screening-warning'].includes(routeKey) ||
  /^register\/(?!escalated)/.test(routeKey);

/** Unread messages that ask for something and lead to where it is done (MSG-01). */
export async function askingMessages(context: WordedContext): Promise<{ items: Waiting[]; total: number }> {
  const language = languageOf(context);
  const unread = await listUnread(context.db, context.services.documents, Number(signedIn(context).id));
  const asking = unread.filter(
    ({ routeKey, routeDataMap: { newsLevel, link } }) => newsLevel >= warning && link !== null && !told(routeKey),
  );
  const items = asking.map(({ id, newBodyMap, routeDataMap, createTime }) => ({
    ...{ id, title: localizedText(newBodyMap, language), detail: '', url: routeDataMap.link },
    ...{ from: null, time: createTime, dueDate: null },
  }));
  return { items, total: items.length };
}
