import { localizedText } from '../../../src/core/index.ts';
import { signedIn } from '../../contracts.ts';
import { personName } from '../../database/values.ts';
import { languageOf } from '../../language.ts';
import { readerOf } from '../../reader.ts';
import { listUnread } from '../messages/repository.ts';
import { template } from '../workspaces/invitations.ts';
import { pendingInvitations } from '../workspaces/people.ts';
import type { WaitingSource } from './waiting.ts';

/** Workspaces somebody invited the user into (INVITE-01). */
const invitations: WaitingSource = async (context) => {
  const { say } = readerOf(context);
  const rows = await pendingInvitations(context.db, Number(signedIn(context).id));
  const items = rows.map(({ bizId, name, remark, inviter, inviteTime }) => ({
    ...{
      id: bizId,
      title: name,
      detail: remark ?? '',
      url: '/workbench/list',
      from: inviter && say(personName(inviter)),
      time: inviteTime,
      dueDate: null,
    },
  }));
  return { items, total: items.length };
};

/** From this level on a message asks for something. */
const warning = 2;
/** What these tell of stands here by itself. */
const told = (routeKey: string) => [template, 'data/applied'].includes(routeKey) || /^(register|todo)\//.test(routeKey);

/** Unread messages that ask for something and lead to where it is done (MSG-01). */
const messages: WaitingSource = async (context) => {
  const language = languageOf(context);
  const unread = await listUnread(context.db, context.services.documents, Number(signedIn(context).id));
  const asking = unread.filter(
    ({ routeKey, routeDataMap: { newsLevel, link } }) => newsLevel >= warning && link !== null && !told(routeKey),
  );
  const items = asking.map(({ id, newBodyMap, routeDataMap, createTime }) => ({
    id,
    title: localizedText(newBodyMap, language),
    detail: '',
    url: routeDataMap.link,
    from: null,
    time: createTime,
    dueDate: null,
  }));
  return { items, total: items.length };
};

export const mailSources = { invitation: invitations, message: messages } as const;
