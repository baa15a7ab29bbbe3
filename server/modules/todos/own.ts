import { sql } from 'kysely';
import { signedIn } from '../../contracts.ts';
import { labelsOf } from '../dictionaries/labels.ts';
import { answerPath } from '../risk/handover.ts';
import { kindNames } from '../risk/kinds.ts';
import { livingPapers, pastDeadline } from '../risk/papers.ts';
import { pendingInvitations } from '../workspaces/people.ts';
import { enabled } from '../workspaces/tables.ts';
import type { WaitingSource } from './sources.ts';

/** What the work plans of workspaces give to the user, as long as it is not done (WS-08). A disabled workspace is only read. */
const plans: WaitingSource = {
  at: '/workbench/:id/plan',
  async find(context, most) {
    const mine = context.db
      .selectFrom('workspace_task')
      .innerJoin('workspace', 'workspace.id', 'workspace_task.workspace_id')
      .where('owner_id', '=', Number(signedIn(context).id))
      .where('workspace_task.state', '<>', '2')
      .where('workspace.status', '=', enabled);
    const [rows, { total }] = await Promise.all([
      mine
        .select(['workspace_task.id', 'title', 'workspace_task.state', 'workspace.biz_id as bizId', 'workspace.name'])
        .select(['workspace_task.created_at as createdAt', sql<string>`to_char(ends_on, 'YYYY-MM-DD')`.as('dueDate')])
        .orderBy('ends_on')
        .orderBy('workspace_task.created_at', 'desc')
        .orderBy('workspace_task.id')
        .limit(most)
        .execute(),
      mine.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    ]);
    const states = await labelsOf(context, 'work-task-state');
    const items = rows.map(({ id, title, state, bizId, name, createdAt, dueDate }) => ({
      ...{ id: String(id), title, detail: `${name} · ${states(state)}`, url: `/workbench/${bizId}/plan` },
      ...{ from: null, time: createdAt.toISOString(), dueDate },
    }));
    return { items, total: Number(total) };
  },
};

/** Questionnaires the user has not submitted, as long as they may (RISK-01). */
const papers: WaitingSource = {
  at: '/risk/questionnaire',
  isPersonal: true,
  async find(context, most) {
    const { db, services } = context;
    const user = signedIn(context);
    const nameOf = kindNames(context);
    const open = livingPapers(db, services.settings.timeZone)
      .innerJoin('app_user as answering', 'answering.user_code', 'paper.user_code')
      .where('answering.id', '=', Number(user.id))
      .where('paper.submitted_at', 'is', null)
      .where(sql<boolean>`not ${pastDeadline(services.settings.timeZone)}`);
    const first = open.select('paper.created_at as createdAt').orderBy('paper.end_on').orderBy('paper.created_at', 'desc');
    const [rows, { total }] = await Promise.all([
      first.orderBy('paper.id').limit(most).execute(),
      open
        .clearSelect()
        .select((row) => row.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow(),
    ]);
    const items = rows.map(({ id, projectName, endTime, createdAt, ...paper }) => ({
      ...{ id: String(id), title: projectName, detail: nameOf(paper), url: answerPath(paper), from: null },
      ...{ time: createdAt.toISOString(), dueDate: endTime },
    }));
    return { items, total: Number(total) };
  },
};

/** Workspaces somebody invited the user into (INVITE-01). */
const invitations: WaitingSource = {
  at: '/workbench/list',
  isPersonal: true,
  async find(context) {
    const rows = await pendingInvitations(context.db, Number(signedIn(context).id));
    const items = rows.map(({ bizId, name, remark, inviter, inviteTime }) => ({
      ...{ id: bizId, title: name, detail: remark ?? '', url: '/workbench/list' },
      ...{ from: inviter && { account: inviter.username }, time: inviteTime, dueDate: null },
    }));
    return { items, total: items.length };
  },
};

export const ownSources = { plan: plans, paper: papers, invitation: invitations } as const;
