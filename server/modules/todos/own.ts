import { sql } from 'kysely';
import { signedIn } from '../../contracts.ts';
import { readerOf, wordsOf } from '../../reader.ts';
import { labelsOf } from '../dictionaries/labels.ts';
import { accessOfPrincipal } from '../identity/access.ts';
import { codeOf, has, stateOf } from '../registers/registers.ts';
import { rowsOf } from '../registers/rows.ts';
import { namesOfCodes } from '../users/names.ts';
import { enabled } from '../workspaces/tables.ts';
import { countTodos, listTodos } from './repository.ts';
import type { Waiting, WaitingSource } from './waiting.ts';

const open = '0';

/** Tasks that were given to the user (API-28). */
const tasks: WaitingSource = async (context, most) => {
  const owner = { id: Number(signedIn(context).id) };
  const { say } = readerOf(context);
  const [rows, total] = await Promise.all([
    listTodos(context.db, owner, { taskStatus: open }, { current: 1, size: most }),
    countTodos(context.db, owner, { taskStatus: open }),
  ]);
  const nameOf = await namesOfCodes(
    context,
    rows.map(({ submitUserCode, submitUserName }) => ({ code: submitUserCode, name: submitUserName })),
  );
  const items = rows.map(({ id, title, url, submitUserCode, submitUserName, submitDate, dueDate }) => ({
    ...{ id, title: say(title), detail: '', url, time: submitDate, dueDate },
    from: nameOf({ code: submitUserCode, name: submitUserName }),
  }));
  return { items, total };
};

/** What the work plans of workspaces give to the user, as long as it is not done (WS-08). A disabled workspace is only read. */
const plans: WaitingSource = async (context, most) => {
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
};

/** Records of registers the user stands in as owner and that are not in a final state. */
const records: WaitingSource = async (context, most) => {
  const user = signedIn(context);
  const { documents } = context.services;
  const { menus } = accessOfPrincipal(user);
  const word = wordsOf(context);
  const items: Waiting[] = [];
  let total = 0;
  for (const id of documents.ids('register')) {
    const document = documents.get('register', id);
    if (document?.owner === undefined || !has({ id, document, user }, 'list')) continue;
    const { owner, due, display, states = [] } = document;
    const menu = menus.find(({ component, url }) => url !== null && component?.split('#').at(-1) === `registers/${id}`);
    const finals = states.filter(({ final }) => final).map(({ name }) => name);
    const mine = rowsOf(context.db, id).where(sql<boolean>`data ->> ${owner} = ${user.id} and state <> all(${finals})`);
    const rows = await mine
      .orderBy(due === undefined ? sql`id` : sql`data ->> ${due} nulls last`)
      .orderBy('id')
      .limit(most)
      .execute();
    const { count } = await mine
      .clearSelect()
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    total += Number(count);
    for (const row of rows) {
      const code = codeOf({ document }, row.number);
      const state = stateOf({ document }, row.state);
      items.push({
        id: `${id}-${row.id}`,
        title: `${code} ${String(row.data[display] ?? '')}`.trim(),
        detail: [word(document.title), state && word(state.label)].filter(Boolean).join(' · '),
        url: menu?.url == null ? null : `${menu.url}?keyword=${encodeURIComponent(code)}`,
        from: { account: row.created_by },
        time: (row.updated_at ?? row.created_at).toISOString(),
        dueDate: due === undefined ? null : textOf(row.data[due]),
      });
    }
  }
  return { items, total };
};

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

export const ownSources = { task: tasks, plan: plans, record: records } as const;
