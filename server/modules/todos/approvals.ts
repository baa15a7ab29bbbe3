import { signedIn } from '../../contracts.ts';
import { readerOf, speaker, wordsOf } from '../../reader.ts';
import { pageOfGrants } from '../data-mart/grants.ts';
import { pageOfSchedules } from '../data-schedule/schedules.ts';
import { status } from '../evidence/tables.ts';
import { tasksIn } from '../evidence/task-rows.ts';
import { holdsAll } from '../identity/rights.ts';
import { everything as everyDecision, pageOfDecisions } from '../screening/decisions.ts';
import type { WaitingSource } from './sources.ts';

const none = { items: [], total: 0 };
/** Of schedules and grants, of which only some may be decided: all that are looked at, whatever is asked for. */
const mostLookedAt = 300;

/** Schedules somebody else applied for going on line or off line with (DATA-12). */
const schedules: WaitingSource = {
  at: '/data/schedule',
  async find(context) {
    if (!holdsAll(signedIn(context), ['data:schedule:approve'])) return none;
    const word = wordsOf(context);
    const pages = await Promise.all(
      (['applyOnline', 'applyOffline'] as const).map((state) =>
        pageOfSchedules(context, { keyword: '', state, pageNo: 1, pageSize: mostLookedAt }),
      ),
    );
    const mine = pages.flatMap(({ content }) => content).filter(({ canApprove }) => canApprove);
    const items = mine.map(({ bizId, title, state, appliedBy, appliedAt }) => ({
      ...{ id: bizId, title, detail: word(state === 'applyOnline' ? 'todo.goOnline' : 'todo.goOffline'), url: '/data/schedule' },
      ...{ from: appliedBy === null ? null : { account: appliedBy }, time: appliedAt ?? '', dueDate: null },
    }));
    return { items, total: items.length };
  },
};

/** Applications for data tables the user may decide (DATA-09). */
const grants: WaitingSource = {
  at: '/data/authorization',
  async find(context) {
    const user = signedIn(context);
    if (!holdsAll(user, ['data:authorization:list'])) return none;
    const filter = { side: 'decide', bizId: '', status: 'pending', keyword: '', pageNo: 1, pageSize: mostLookedAt } as const;
    const { content } = await pageOfGrants(context.db, user, filter, readerOf(context).timeZone);
    const mine = content.filter(({ canDecide }) => canDecide);
    const items = mine.map(({ id, tableTitle, reason, applicant, createTime }) => ({
      ...{ id, title: tableTitle, detail: reason, url: '/data/authorization' },
      ...{ from: applicant && { account: applicant.username }, time: createTime, dueDate: null },
    }));
    return { items, total: items.length };
  },
};

/** Bill tasks whose tickets are all there and wait for who looks through them (EVID-11). Of a closed project or a disabled client nobody can decide any. */
const evidence: WaitingSource = {
  at: '/flow/evidence',
  async find(context, most) {
    const user = signedIn(context);
    if (!holdsAll(user, ['flow:evidence:list', 'flow:evidence:approve'])) return none;
    const whichever = { clientCode: '', checkBatch: '', dealer: '', keyword: '', reviewObjectId: '' };
    const first = { unlocked: true, dueFirst: true, page: 1, limit: most } as const;
    const { list, total } = await tasksIn(context.db, { ...whichever, ...first, of: { user }, statuses: [status.auditing] });
    const items = list.map(({ id, taskName, clientName, dealerName, createTime, updateTime, endDate }) => ({
      ...{ id, title: taskName, detail: `${clientName} · ${dealerName}`, url: '/flow/evidence' },
      ...{ from: null, time: updateTime ?? createTime, dueDate: endDate },
    }));
    return { items, total };
  },
};

/** Decisions risk screening left to people (SCREEN-01). */
const screening: WaitingSource = {
  at: '/risk-screening/review',
  async find(context, most) {
    if (!holdsAll(signedIn(context), ['screening:review:list', 'screening:review:approve'])) return none;
    const say = speaker(context);
    const page = { pageNo: 1, pageSize: most, order: 'desc' } as const;
    const { content, total } = await pageOfDecisions(context.db, { ...everyDecision, state: 'waiting' }, page);
    const items = content.map(({ id, subject, key, setName, time }) => ({
      ...{ id, title: subject ?? key ?? id, detail: say(setName), url: '/risk-screening/review' },
      ...{ from: null, time, dueDate: null },
    }));
    return { items, total };
  },
};

export const approvalSources = { evidence, screening, schedule: schedules, grant: grants } as const;
