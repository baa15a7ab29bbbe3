import { type Principal, signedIn } from '../../contracts.ts';
import { personName } from '../../database/values.ts';
import { readerOf, wordsOf } from '../../reader.ts';
import { pageOfGrants } from '../data-mart/grants.ts';
import { pageOfSchedules } from '../data-schedule/schedules.ts';
import { holdsAll } from '../identity/rights.ts';
import type { WaitingSource } from './waiting.ts';

const none = { items: [], total: 0 };
const mayOpen = (user: Principal, permission: string) => holdsAll(user, [permission]);

/** Schedules somebody else applied for going on line or off line with (DATA-12). */
const schedules: WaitingSource = async (context, most) => {
  if (!mayOpen(signedIn(context), 'data:schedule:approve')) return none;
  const word = wordsOf(context);
  const pages = await Promise.all(
    (['applyOnline', 'applyOffline'] as const).map((state) => pageOfSchedules(context, { keyword: '', state, pageNo: 1, pageSize: most })),
  );
  const mine = pages.flatMap(({ content }) => content).filter(({ canApprove }) => canApprove);
  const items = mine.map(({ bizId, title, state, appliedBy, appliedAt }) => ({
    id: bizId,
    title,
    detail: word(state === 'applyOnline' ? 'todo.goOnline' : 'todo.goOffline'),
    url: '/data/schedule',
    from: { account: appliedBy },
    time: appliedAt ?? '',
    dueDate: null,
  }));
  return { items, total: items.length };
};

/** Applications for data tables the user may decide (DATA-09). */
const grants: WaitingSource = async (context, most) => {
  const user = signedIn(context);
  if (!mayOpen(user, 'data:authorization:list')) return none;
  const { say, timeZone } = readerOf(context);
  const filter = { side: 'decide', status: 'pending', keyword: '', pageNo: 1, pageSize: most } as const;
  const { content } = await pageOfGrants(context.db, user, filter, timeZone);
  const mine = content.filter(({ canDecide }) => canDecide);
  const items = mine.map(({ id, tableTitle, reason, applicant, createTime }) => ({
    id,
    title: tableTitle,
    detail: reason,
    url: '/data/authorization',
    from: applicant && say(personName(applicant)),
    time: createTime,
    dueDate: null,
  }));
  return { items, total: items.length };
};

export const approvalSources = { schedule: schedules, grant: grants } as const;
