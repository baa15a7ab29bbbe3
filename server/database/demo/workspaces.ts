import { nameOfUser } from '../../modules/messages/people.ts';
import { tellInvited } from '../../modules/workspaces/invitations.ts';
import { type InvitedRole, type MemberState, role, state } from '../../modules/workspaces/tables.ts';
import type { Database } from '../connection.ts';
import type { Person } from './people.ts';

/** Somebody of the demo by account, or the n-th active one of a role. */
type Somebody = string | { role: string; n: number };
interface DemoWorkspace {
  name: string;
  remark: string;
  owner: Somebody;
  people: readonly { who: Somebody; roleType: InvitedRole; status: MemberState }[];
  /** Of the owner, oldest first. */
  notices?: readonly string[];
  disabled?: boolean;
  /** Its work plan: who, from which day for how many days, how far. */
  tasks?: readonly { title: string; who: Somebody; day: number; days: number; progress: number }[];
}

const { collaborator, viewer } = role;
const { agreed, rejected, pending } = state;
const analyst = (n: number): Somebody => ({ role: 'dataAnalyst', n });
const martAdministrator: Somebody = { role: 'dataMartAdministrator', n: 0 };
const marketManager: Somebody = { role: 'marketManager', n: 0 };

const workspaces: readonly DemoWorkspace[] = [
  {
    name: '采购审计专题',
    remark: '供应商集中度、拆单与围标线索的联合分析',
    owner: 'admin',
    people: [
      { who: analyst(0), roleType: collaborator, status: agreed },
      { who: marketManager, roleType: viewer, status: agreed },
      { who: analyst(1), roleType: viewer, status: pending },
      { who: martAdministrator, roleType: collaborator, status: rejected },
    ],
    tasks: [
      { title: '汇总供应商主数据', who: analyst(0), day: 0, days: 5, progress: 100 },
      { title: '识别拆单采购', who: analyst(0), day: 5, days: 10, progress: 60 },
      { title: '核对围标线索', who: 'admin', day: 9, days: 8, progress: 20 },
      { title: '编写专题报告', who: 'admin', day: 21, days: 7, progress: 0 },
    ],
    notices: ['供应商主数据已更新到上月末，请以新口径为准。', '周五 15:00 核对围标线索，请先在各自的清单里标注存疑供应商。'],
  },
  {
    name: '费用合规',
    remark: '差旅与招待费用的合规抽查',
    owner: analyst(0),
    people: [{ who: 'admin', roleType: collaborator, status: agreed }],
  },
  {
    name: '经销商返利',
    remark: '返利计算口径核对，每月一次',
    owner: martAdministrator,
    people: [
      { who: 'admin', roleType: collaborator, status: pending },
      { who: analyst(1), roleType: viewer, status: agreed },
    ],
  },
  { name: '历史归档', remark: '2025 年度专题，已停用', owner: 'admin', people: [], disabled: true },
];

const made = new Date(Date.UTC(2026, 1, 2, 1));
const noticed = new Date(Date.UTC(2026, 2, 12, 2));
const oneDay = 86_400_000;
/** Yesterday: what waits for an answer is among the newest messages. */
const invited = () => new Date(Math.floor(Date.now() / oneDay) * oneDay - oneDay + 2 * 3_600_000);

/** Workspaces of the demo, two pending invitations among them, with the messages of these. */
export async function fillWorkspaces(db: Database, userIds: ReadonlyMap<string, number>, persons: readonly Person[]): Promise<void> {
  for (const { name, remark, owner, people, notices = [], tasks = [], disabled } of workspaces) {
    const ownerId = idOf(owner, userIds, persons);
    const workspace = await db
      .insertInto('workspace')
      .values({ name, remark, status: disabled ? '1' : '0', created_at: made })
      .returning(['id', 'biz_id as bizId', 'name'])
      .executeTakeFirstOrThrow();
    const members = people.map(({ who, ...rest }) => ({ ...rest, userId: idOf(who, userIds, persons) }));
    await db
      .insertInto('workspace_member')
      .values([
        { workspace_id: workspace.id, user_id: ownerId, role_type: role.owner, status: agreed, invited_at: made, answered_at: made },
        ...members.map(({ userId, roleType, status }) => ({
          workspace_id: workspace.id,
          user_id: userId,
          role_type: roleType,
          status,
          invited_by: ownerId,
          invited_at: status === pending ? invited() : made,
          answered_at: status === pending ? null : made,
        })),
      ])
      .execute();
    for (const [index, content] of notices.entries()) {
      const created_at = new Date(noticed.getTime() + index * oneDay);
      await db.insertInto('workspace_notice').values({ workspace_id: workspace.id, user_id: ownerId, content, created_at }).execute();
    }
    for (const { title, who, day, days, progress } of tasks) {
      const on = (offset: number) => new Date(made.getTime() + (day + offset) * 86_400_000).toISOString().slice(0, 10);
      await db
        .insertInto('workspace_task')
        .values({
          workspace_id: workspace.id,
          title,
          owner_id: idOf(who, userIds, persons),
          starts_on: on(0),
          ends_on: on(days - 1),
          state: progress === 100 ? '2' : progress > 0 ? '1' : '0',
          progress,
        })
        .execute();
    }
    const waiting = members
      .filter(({ status }) => status === pending)
      .map(({ userId, roleType }) => ({ userId: String(userId), roleType }));
    await tellInvited(db, workspace, waiting, await nameOfUser(db, String(ownerId)), invited());
  }
}

function idOf(who: Somebody, userIds: ReadonlyMap<string, number>, persons: readonly Person[]): number {
  const username = typeof who === 'string' ? who : holders(persons, who.role)[who.n];
  const id = username === undefined ? undefined : userIds.get(username);
  if (id === undefined) throw new Error(`The demo data have nobody for ${JSON.stringify(who)}`);
  return id;
}

function holders(persons: readonly Person[], roleCode: string): string[] {
  return persons.filter(({ roles, status }) => status === '0' && roles.includes(roleCode)).map(({ username }) => username);
}
