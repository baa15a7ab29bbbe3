import { expect } from 'vitest';
import { uploadFile } from './client.ts';
import type { FlowWorld } from './flow-world.ts';

export interface Process {
  id: string;
  reviewObjectId: string | null;
  fileType: string;
  status: string;
  version: number;
  rows: number;
  rejected: number;
  unmatched: number;
  elsewhere: number;
  mapping: object | null;
  [more: string]: unknown;
}

/** Rows as CSV of UTF-8. */
export function csv(rows: readonly (readonly (string | number)[])[]): Buffer {
  return Buffer.from(
    rows
      .map((row) => row.map((cell) => (/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : cell)).join(','))
      .join('\r\n'),
  );
}

export const headings = ['日期', '产品编码', '产品名称', '规格', '数量', '单价', '金额', '经销商'];

/** A client with two dealers, three products and a batch of them whose processes are made. */
export class ProcessWorld {
  private constructor(
    readonly flow: FlowWorld,
    readonly clientCode: string,
    readonly clientId: number,
    readonly projectId: string,
    readonly processes: readonly Process[],
  ) {}

  static async start(flow: FlowWorld): Promise<ProcessWorld> {
    const { clientCode, id } = await flow.client();
    const products = [
      ['P1', '纯牛奶', '200ml×12'],
      ['P2', '纯牛奶', '250ml×16'],
      ['P3', '酸奶（原味）', null],
    ] as const;
    await flow.app.db
      .insertInto('flow_client_product')
      .values(
        products.map(([product_code, product_name, product_spec]) => ({ client_id: Number(id), product_code, product_name, product_spec })),
      )
      .execute();
    // A dealer of another batch.
    await flow.app.db
      .insertInto('flow_dealer')
      .values({ client_id: Number(id), dealer_code: 'D9', dealer_name: '经销商 D9' })
      .execute();
    const { id: projectId } = await flow.project(clientCode);
    const executorId = await flow.idOf('auditor');
    await flow.post('flow-audit-review-object/save', { projectId, reviewBatchNo: 'B1', dealerCodes: ['D1', 'D2'], executorId });
    const made = await flow.get(`flow-audit-data-process/initDataProcessByReviewBatchNo?projectId=${projectId}&reviewBatchNo=B1`);
    expect(made.body.data).toEqual({ created: 7, total: 7 });
    const page = await flow.post('flow-audit-data-process/pageList', { projectId, reviewBatchNo: 'B1' });
    return new ProcessWorld(flow, clientCode, Number(id), projectId, (page.body.data as { content: Process[] }).content);
  }

  /** The review object of the first dealer, or the second. */
  object(dealer = 0): string {
    return this.of('dealer-purchase', dealer).reviewObjectId ?? '';
  }

  /** The process of the first dealer, or the second; of shipments that of the batch. */
  of(fileType: string, dealer = 0): Process {
    const found = this.processes.filter((process) => process.fileType === fileType)[dealer];
    if (!found) throw new Error(`There is no ${fileType}`);
    return found;
  }

  post(path: string, body: unknown, token?: string) {
    return this.flow.post(`flow-audit-data-process/${path}`, body, token);
  }

  get(path: string, token?: string) {
    return this.flow.get(`flow-audit-data-process/${path}`, token);
  }

  async now(id: string): Promise<Process> {
    return (await this.get(`detail?id=${id}`)).body.data as Process;
  }

  async upload(id: string, content: Buffer, name = 'flow.csv', token = this.flow.auditor) {
    const { version } = await this.now(id);
    return await uploadFile(
      this.flow.app,
      `/api/flow-audit-data-process/dataEidtedUploadMinIO?id=${id}&version=${version}`,
      token,
      content,
      name,
    );
  }

  /** Maps the columns as they are proposed. */
  async map(id: string): Promise<Process> {
    const proposed = (await this.post('getPersistColumnMapping', { id })).body.data as { mapping: object };
    const { version } = await this.now(id);
    const mapped = await this.post('updateDataProcess', { id, version, mapping: proposed.mapping });
    expect(mapped.body.code).toBe('000000');
    return mapped.body.data as Process;
  }

  /** Uploads and maps rows below the usual headings. */
  async fill(id: string, rows: readonly (readonly (string | number)[])[]): Promise<Process> {
    const uploaded = await this.upload(id, csv([headings, ...rows]));
    expect(uploaded.body.code).toBe('000000');
    return this.map(id);
  }
}
