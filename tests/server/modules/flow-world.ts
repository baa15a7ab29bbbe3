import { startApp, type TestApp } from '../../support/app.ts';
import { type Answer, call, tokenOf } from './client.ts';

export const code = ({ body, status }: Answer) => [status, body.code];

/** The server with what tests of the flow audit ask of it. The demo has the clients HENGYI and LANFENG, for which the auditor works, and QINGHE. */
export class FlowWorld {
  private made = 0;

  private constructor(
    readonly app: TestApp,
    readonly admin: string,
    readonly auditor: string,
  ) {}

  static async start(): Promise<FlowWorld> {
    const app = await startApp();
    return new FlowWorld(app, await tokenOf(app, 'admin'), await tokenOf(app, 'auditor'));
  }

  post(path: string, body: unknown, token = this.auditor): Promise<Answer> {
    return call(this.app, `/api/${path}`, { method: 'POST', token, body });
  }

  get(path: string, token = this.auditor): Promise<Answer> {
    return call(this.app, `/api/${path}`, { token });
  }

  async idOf(username: string): Promise<string> {
    const { db } = this.app;
    return String((await db.selectFrom('app_user').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id);
  }

  /** A new client with two dealers, for which these users work. */
  async client(usernames: readonly string[] = ['auditor']): Promise<{ clientCode: string; id: string }> {
    this.made += 1;
    const clientCode = `C-${this.made}`;
    const memberIds = await Promise.all(usernames.map((username) => this.idOf(username)));
    const made = await this.post('flow-audit-client/save', { clientCode, clientName: `客户 ${this.made}`, memberIds }, this.admin);
    const { id } = made.body.data as { id: string };
    await this.app.db
      .insertInto('flow_dealer')
      .values(['D1', 'D2'].map((dealer_code) => ({ client_id: Number(id), dealer_code, dealer_name: `经销商 ${dealer_code}` })))
      .execute();
    return { clientCode, id };
  }

  /** A new project of a client, under way. */
  async project(clientCode: string): Promise<{ id: string; version: number }> {
    this.made += 1;
    const body = { clientCode, projectName: `项目 ${this.made}`, status: '1' };
    return (await this.post('flow-audit-project/save', body)).body.data as { id: string; version: number };
  }

  /** Actions of the audit log about something, oldest first. */
  async audited(targetType: string, targetId: string): Promise<string[]> {
    const rows = await this.app.db
      .selectFrom('audit_log')
      .select('action')
      .where('target_type', '=', targetType)
      .where('target_id', '=', targetId)
      .orderBy('id')
      .execute();
    return rows.map((row) => row.action);
  }
}
