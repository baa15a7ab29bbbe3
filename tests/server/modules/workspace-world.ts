import { startApp, type TestApp } from '../../support/app.ts';
import { type Answer, call, tokenOf } from './client.ts';

interface Entry {
  userId: string;
  status: string;
  roleType: string;
  person: { username: string };
}
export interface Guest {
  id: string;
  token: string;
  username: string;
}

export const code = ({ body, status }: Answer) => [status, body.code];

/** The server with what tests of workspaces ask of it; the risk manager owns those they make. */
export class WorkspaceWorld {
  private made = 0;

  private constructor(
    readonly app: TestApp,
    readonly owner: string,
    readonly ownerId: number,
  ) {}

  static async start(): Promise<WorkspaceWorld> {
    const app = await startApp();
    return new WorkspaceWorld(app, await tokenOf(app, 'riskmanager'), await idOf(app, 'riskmanager'));
  }

  idOf(username: string): Promise<number> {
    return idOf(this.app, username);
  }

  /** A new workspace, nobody else in it. */
  async workspace(): Promise<string> {
    this.made += 1;
    const { db } = this.app;
    const row = await db
      .insertInto('workspace')
      .values({ name: `空间_${this.made}` })
      .returning(['id', 'biz_id'])
      .executeTakeFirstOrThrow();
    const member = { workspace_id: row.id, user_id: this.ownerId, role_type: '0', status: '0', answered_at: new Date() } as const;
    await db.insertInto('workspace_member').values(member).execute();
    return row.biz_id;
  }

  /** A new user, signed in. */
  async person(): Promise<Guest> {
    this.made += 1;
    const { db } = this.app;
    const username = `guest${this.made}`;
    const known = await db.selectFrom('app_user').select('password_hash').where('username', '=', 'auditor').executeTakeFirstOrThrow();
    const row = await db
      .insertInto('app_user')
      .values({ username, name: `客人${this.made}`, name_en: `Guest ${this.made}`, user_code: `G${this.made}`, ...known })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: String(row.id), token: await tokenOf(this.app, username), username };
  }

  post(path: string, token: string, body: unknown = {}): Promise<Answer> {
    return call(this.app, `/api/workspace/${path}`, { method: 'POST', token, body });
  }

  get(path: string, token: string): Promise<Answer> {
    return call(this.app, `/api/workspace/${path}`, { token });
  }

  invite(bizId: string, userIds: string[], { token = this.owner, roleType = '1' } = {}): Promise<Answer> {
    const invitees = userIds.map((userId) => ({ userId, roleType }));
    return this.post(`${bizId}/inviteTeamMember`, token, invitees);
  }

  answer(bizId: string, token: string, status: '0' | '1'): Promise<Answer> {
    return this.post(`${bizId}/agreeOrRefuse`, token, { status });
  }

  one(bizId: string, token: string): Promise<Answer> {
    return this.post('selectById', token, { bizId });
  }

  async acl(bizId: string, token = this.owner): Promise<Entry[]> {
    return (await this.post(`${bizId}/aclList`, token)).body.data as Entry[];
  }

  async pending(bizId: string, token: string): Promise<unknown> {
    return (await this.post('selectInvideAcl', token, { bizId })).body.data;
  }

  async list(token: string): Promise<{ bizId: string; roleType: string }[]> {
    return (await this.get('list', token)).body.data as { bizId: string; roleType: string }[];
  }

  /** What a user was told with a notice, oldest first. */
  told(userId: string | number, template: string, bizId?: string) {
    let messages = this.app.db.selectFrom('message').selectAll().where('template', '=', template).where('user_id', '=', Number(userId));
    if (bizId !== undefined) messages = messages.where('workspace_id', '=', bizId);
    return messages.orderBy('id').execute();
  }
}

async function idOf({ db }: TestApp, username: string): Promise<number> {
  return (await db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id;
}
