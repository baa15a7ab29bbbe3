import { sql } from 'kysely';
import { listAddress } from '../../../src/core/register/list-address.ts';
import type { Calls } from '../../../src/generated/calls.ts';
import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { ApiError } from '../../errors.ts';
import { wordsOf } from '../../reader.ts';
import type {} from '../data-schedule/tables.ts';
import { openRecordsOf } from '../registers/open-work.ts';
import { livingPapers, pastDeadline } from '../risk/papers.ts';
import { placesFor } from '../todos/gather.ts';
import { enabled, role } from '../workspaces/tables.ts';
import { findAccount } from './repository.ts';

type OpenWork = Calls['system-user.openWork']['data'];

/**
 * What is open in somebody's name, for who is about to disable or delete the account: how much, and where it is given to others. Nothing of what it is
 * about is told, and the address only where the menu of whoever asks has the page. @throws ApiError NOT_FOUND
 */
export async function openWorkOf(context: WordedContext, id: string): Promise<OpenWork> {
  const account = await findAccount(context.db, id);
  if (!account) throw new ApiError('NOT_FOUND');
  const user = signedIn(context);
  const word = wordsOf(context);
  const places = placesFor(context);
  const [records, others] = await Promise.all([
    openRecordsOf(context.db, context.services.documents, account.id),
    countOthers(context, Number(account.id)),
  ]);
  const ofRegisters = records.map(({ register, field, count }) => {
    const { title, states = [] } = register.document;
    const open = states.filter(({ final }) => !final).map(({ name }) => name);
    const filters = { [field.name]: account.id, ...(open.length > 0 && { state: open }) };
    const url = places.ofPage(`registers/${register.id}`)?.url;
    return {
      ...{ id: `${register.id}.${field.name}`, title: word(title), as: word(field.label), count },
      // The list of who sees only some records would show fewer than there are.
      url: url == null || !user.permissions.has(register.document.permissions.list) ? null : listAddress(register.document, url, filters),
    };
  });
  const rest = otherKinds.flatMap((kind) =>
    others[kind] > 0 ? [{ id: kind, title: word(otherTitles[kind]), as: '', count: others[kind], url: null }] : [],
  );
  return [...ofRegisters, ...rest];
}

const otherTitles = {
  task: 'account.workTask',
  paper: 'account.workPaper',
  workspace: 'account.workWorkspace',
  schedule: 'account.workSchedule',
} as const;
type OtherKind = keyof typeof otherTitles;
const otherKinds = Object.keys(otherTitles) as OtherKind[];

/** Tasks of work plans that are not done, questionnaires not submitted in time, workspaces of theirs, and schedules that start something with their rights. */
async function countOthers({ db, services }: WordedContext, userId: number): Promise<Record<OtherKind, number>> {
  const { timeZone } = services.settings;
  const tasks = db
    .selectFrom('workspace_task')
    .innerJoin('workspace', 'workspace.id', 'workspace_task.workspace_id')
    .where('owner_id', '=', userId)
    .where('workspace_task.state', '<>', '2')
    .where('workspace.status', '=', enabled)
    .select((row) => row.fn.countAll<number>().as('total'));
  const papers = livingPapers(db, timeZone)
    .innerJoin('app_user as answering', 'answering.user_code', 'paper.user_code')
    .where('answering.id', '=', userId)
    .where('paper.submitted_at', 'is', null)
    .where(sql<boolean>`not ${pastDeadline(timeZone)}`);
  const workspaces = db
    .selectFrom('workspace_member')
    .where('user_id', '=', userId)
    .where('role_type', '=', role.owner)
    .select((row) => row.fn.countAll<number>().as('total'));
  const schedules = db
    .selectFrom('data_schedule')
    .where('owner_id', '=', userId)
    .where('state', 'in', ['live', 'applyOffline'])
    .select((row) => row.fn.countAll<number>().as('total'));
  const [task, paper, workspace, schedule] = await Promise.all([
    tasks.executeTakeFirstOrThrow(),
    papers.execute(),
    workspaces.executeTakeFirstOrThrow(),
    schedules.executeTakeFirstOrThrow(),
  ]);
  return { task: Number(task.total), paper: paper.length, workspace: Number(workspace.total), schedule: Number(schedule.total) };
}
