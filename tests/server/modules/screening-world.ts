import { startApp, type TestApp } from '../../support/app.ts';
import { type Answer, call, tokenOf } from './client.ts';

export const code = ({ body, status }: Pick<Answer, 'body' | 'status'>) => [status, body.code];
export const dataOf = <Data>(answer: Answer) => answer.body.data as Data;

const label = (text: string) => [{ l: 'en', t: text, d: true }];
export const fields = [
  { name: 'payee', type: 'string', label: label('Payee'), required: true },
  { name: 'account', type: 'string', label: label('Account'), key: true },
  { name: 'amount', type: 'number', label: label('Amount') },
];
export const large = { all: [{ field: 'amount', operator: 'atLeast', value: '1000' }] };

/** The server with what tests of rule sets and screening ask of it. The demo has the live set PAYMENT and the lists SANCTIONS and BLACKLIST. */
export class ScreeningWorld {
  private made = 0;

  private constructor(
    readonly app: TestApp,
    readonly admin: string,
    readonly manager: string,
  ) {}

  static async start(): Promise<ScreeningWorld> {
    const app = await startApp();
    return new ScreeningWorld(app, await tokenOf(app, 'admin'), await tokenOf(app, 'riskmanager'));
  }

  post(path: string, body: unknown, token = this.admin): Promise<Answer> {
    return call(this.app, `/api/${path}`, { method: 'POST', token, body });
  }

  get(path: string, token = this.admin): Promise<Answer> {
    return call(this.app, `/api/${path}`, { token });
  }

  remove(path: string, token = this.admin): Promise<Answer> {
    return call(this.app, `/api/${path}`, { method: 'DELETE', token });
  }

  version(id: string, number?: number): Promise<Answer> {
    return this.get(`data/rule-set/get?id=${id}${number === undefined ? '' : `&number=${number}`}`);
  }

  /** A new set with fields and a rule that wants a review from an amount of 1000 on. */
  async draft(more: { condition?: object; outcome?: string; weight?: number }[] = []): Promise<{ id: string; code: string }> {
    this.made += 1;
    const set = { code: `SET-${this.made}`, name: label(`Set ${this.made}`) };
    const { id } = dataOf<{ id: string }>(await this.post('data/rule-set/create', set));
    const settings = { id, version: 1, fields, reviewFrom: 50, blockFrom: 80, subject: 'payee' };
    await this.post('data/rule-set/draft/settings', settings);
    const rules = [{ condition: large, outcome: 'score', weight: 50 }, ...more];
    for (const [index, rule] of rules.entries())
      await this.post('data/rule-set/draft/rule', {
        setId: id,
        name: label(`Rule ${index + 1}`),
        condition: large,
        outcome: 'score',
        weight: 10,
        ...rule,
      });
    return { id, code: set.code };
  }

  async publish(id: string): Promise<Answer> {
    const { revision } = dataOf<{ revision: number }>(await this.version(id));
    return await this.post('data/rule-set/publish', { id, revision });
  }

  /** The same, live. */
  async live(more: Parameters<ScreeningWorld['draft']>[0] = []): Promise<{ id: string; code: string }> {
    const set = await this.draft(more);
    const published = await this.publish(set.id);
    if (published.status !== 200) throw new Error(JSON.stringify(published.body));
    return set;
  }

  screen(setCode: string, record: object, key?: string, token = this.admin): Promise<Answer> {
    return this.post('risk/screening/execute', { setCode, record, ...(key !== undefined && { key }) }, token);
  }

  /** Actions of the operation log about something, oldest first. */
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
