import { type DemoInvoice, invoicePicture } from '../../../server/database/demo/ticket-pictures.ts';
import { type Answer, call } from './client.ts';
import { FlowWorld } from './flow-world.ts';

export interface Task {
  id: string;
  version: number;
  status: string;
  taskName: string;
  rejectLog: string | null;
  ticketTypeCntPlan: number;
  ticketTypeCntReal: number;
}
export interface Link {
  id: string;
  version: number;
  copyUrl: string;
  urlCnt: number;
}

/** What tests of evidence collection ask of a server: review objects of clients of their own, links, tasks, and files. */
export class EvidenceWorld {
  private made = 0;

  private constructor(readonly flow: FlowWorld) {}

  static async start(): Promise<EvidenceWorld> {
    return new EvidenceWorld(await FlowWorld.start());
  }

  get app() {
    return this.flow.app;
  }

  post(path: string, body: unknown, token: string | undefined = this.flow.auditor): Promise<Answer> {
    return call(this.app, `/api/${path}`, { method: 'POST', token, body });
  }

  /** A call of somebody who is not signed in. */
  dealer(path: string, body: unknown, from?: string): Promise<Answer> {
    return call(this.app, `/api/${path}`, { method: 'POST', body, ...(from !== undefined && { from }) });
  }

  /** A review object of a new client, for which the auditor works unless told otherwise. */
  async object(usernames: readonly string[] = ['auditor']): Promise<{ id: string; clientCode: string; clientId: number; batch: string }> {
    this.made += 1;
    const { clientCode, id } = await this.flow.client(usernames);
    const clientId = Number(id);
    const batch = `B-${this.made}`;
    const project = await this.app.db
      .insertInto('flow_project')
      .values({ client_id: clientId, project_name: `项目 ${this.made}`, status: '1' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const row = await this.app.db
      .insertInto('flow_review_object')
      .values({ project_id: project.id, review_batch_no: batch, dealer_code: 'D1', dealer_name: '经销商 D1' })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id: String(row.id), clientCode, clientId, batch };
  }

  async link(reviewObjectId: string, more: Record<string, unknown> = {}): Promise<Link> {
    const body = { reviewObjectId, endDate: '2099-12-31', ticketTypes: ['vat-special', 'delivery-note'], ...more };
    const made = await this.post('flow-ticket-url/create', body);
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    return made.body.data as Link;
  }

  async task(reviewObjectId: string, more: Record<string, unknown> = {}): Promise<Task> {
    this.made += 1;
    const made = await this.post('flow-bill-collect/save', { reviewObjectId, taskName: `任务 ${this.made}`, ...more });
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    return made.body.data as Task;
  }

  async taskOf(id: string): Promise<Task> {
    return ((await this.post('flow-bill-ticket/queryList', { id })).body.data as { billInfo: Task }).billInfo;
  }

  /** Sends a file as a form does. */
  async upload(
    id: string,
    {
      content,
      name = 'ticket.png',
      copyUrl,
      token,
      type,
    }: { content: Buffer; name?: string; copyUrl?: string; token?: string; type?: string },
  ): Promise<Answer> {
    const boundary = 'part-of-the-body';
    const field = (key: string, value: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`;
    const fields = [field('id', id), ...(copyUrl ? [field('copyUrl', copyUrl)] : []), ...(type ? [field('ticketTypeCode', type)] : [])];
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`;
    const start = performance.now();
    const answer = await this.app.http.inject({
      method: 'POST',
      url: '/api/flow-bill-collect/uploadFile',
      headers: { ...(token && { authorization: `Bearer ${token}` }), 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([Buffer.from(fields.join('') + head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers, milliseconds: performance.now() - start };
  }

  /** Uploads a file by a link, and saves a ticket with it. */
  async bring(task: string, copyUrl: string, type: string, content: Buffer, more: Record<string, unknown> = {}): Promise<Answer> {
    const sent = await this.upload(task, { content, copyUrl, type });
    if (sent.status !== 200) return sent;
    const { filePath } = sent.body.data as { filePath: string };
    return await this.dealer('flow-bill-ticket/create', { id: task, ticketTypeCode: type, filePath, copyUrl, ...more });
  }
}

/** An invoice nobody else has. */
export function invoice(number: string, more: Partial<DemoInvoice> = {}): Promise<Buffer> {
  const usual = { kind: '04', code: '044001900111', amount: '1234.50', date: '2026-01-15', check: '12345678901234567890' } as const;
  return invoicePicture({ ...usual, number, ...more });
}
