import { sql } from 'kysely';
import { sendNotice } from '../../modules/messages/notices.ts';
import type { Database } from '../connection.ts';
import { type LabelValue, personName } from '../values.ts';

const hour = 3_600_000;
/** Tasks of which the known accounts heard in a message of its own. */
const told = 14;
/** Messages nobody has read yet. */
const unread = 6;
const areas = { audit: 'todo/audit', supervise: 'todo/supervise', risk: 'todo/risk' } as const;

/**
 * What the people of the demo were told when its events happened, through the same door as the product's own notices: a welcome for
 * who has tasks, and a message for each task that arrived last. The older ones have been read.
 */
export async function tellDemo(db: Database): Promise<void> {
  const users = await db
    .selectFrom('app_user')
    .select(['id', 'name', 'name_en as nameEn', 'created_at'])
    .where('id', 'in', (tasks) => tasks.selectFrom('todo_item').select('user_id'))
    .orderBy('id')
    .execute();
  for (const user of users) {
    await sendNotice(db, {
      template: 'account/welcome',
      userIds: [user.id],
      parameters: { name: personName(user) },
      link: '/home',
      at: user.created_at,
    });
    const tasks = await lastTasks(db, user.id);
    for (const task of tasks) {
      const template = areas[task.main_source as keyof typeof areas];
      await sendNotice(db, {
        template,
        userIds: [user.id],
        parameters: {
          by: task.submitter === null ? '-' : personName({ name: task.submitter, nameEn: task.submitterEn }),
          title: task.title,
          due: task.due_on ?? '-',
        },
        sourceId: String(task.id),
        level: isSoon(task) ? 'urgent' : template === 'todo/supervise' ? 'warning' : 'info',
        at: task.submitted_at,
      });
    }
  }
  await readOlder(db);
}

interface Task {
  id: number;
  main_source: string;
  title: LabelValue;
  submitter: string | null;
  submitterEn: string | null;
  submitted_at: Date;
  due_on: string | null;
}

async function lastTasks(db: Database, userId: number): Promise<Task[]> {
  return await db
    .selectFrom('todo_item')
    .leftJoin('app_user as submitter', 'submitter.user_code', 'todo_item.submit_user_code')
    .select([
      'todo_item.id',
      'main_source',
      'title',
      'submit_user_name as submitter',
      'submitter.name_en as submitterEn',
      'submitted_at',
      sql<string | null>`to_char(due_on, 'YYYY-MM-DD')`.as('due_on'),
    ])
    .where('todo_item.user_id', '=', userId)
    .where('main_source', 'in', Object.keys(areas))
    .orderBy('submitted_at', 'desc')
    .orderBy('todo_item.id')
    .limit(told)
    .execute();
}

/** Due within a week of its arrival. */
function isSoon({ submitted_at, due_on }: Task): boolean {
  return due_on !== null && new Date(due_on).getTime() - submitted_at.getTime() < 7 * 24 * hour;
}

/** Everybody has read all but the newest messages. */
async function readOlder(db: Database): Promise<void> {
  const ranked = db
    .selectFrom('message')
    .select(['id', sql<number>`row_number() over (partition by user_id order by created_at desc, id desc)`.as('rank')])
    .as('ranked');
  await db
    .updateTable('message')
    .from(ranked)
    .set((row) => ({ read_at: row.ref('message.created_at') }))
    .whereRef('message.id', '=', 'ranked.id')
    .where('ranked.rank', '>', unread)
    .execute();
}
