import { createHash } from 'node:crypto';
import { newPath } from '../../files/names.ts';
import type { FileStore } from '../../files/store.ts';
import { keepDecision, keepTicket } from '../../modules/evidence/history.ts';
import { addCopy } from '../../modules/evidence/links.ts';
import { readInvoiceCode } from '../../modules/evidence/recognition/invoice-qr.ts';
import { type Status, status } from '../../modules/evidence/tables.ts';
import { report } from '../../modules/flow-bill-report/execute.ts';
import type { Database } from '../connection.ts';
import { seeded } from './random.ts';
import { type DemoInvoice, invoicePicture, notePicture } from './ticket-pictures.ts';

const made = new Date(Date.UTC(2026, 2, 9, 1));
const asked = ['vat-special', 'delivery-note', 'bank-slip'] as const;
const tasksOfDealer = 15;
/** In turn, so that every status is on the first pages. */
const states: readonly Status[] = [status.notStarted, status.collecting, status.auditing, status.completed, status.collecting];
const rejected = '送货单盖章不清晰，请重新拍照上传。';

/** Two dealers of a batch with share links, thirty bill tasks in all states, and tickets for those that were begun. */
export async function fillEvidence(db: Database, files: FileStore): Promise<void> {
  const random = seeded(20_260_309);
  const objects = await db
    .selectFrom('flow_review_object as object')
    .innerJoin('flow_project as project', 'project.id', 'object.project_id')
    .innerJoin('flow_client as client', 'client.id', 'project.client_id')
    .select(['object.id', 'object.review_batch_no as batch', 'project.client_id as clientId'])
    .where('client.client_code', '=', 'HENGYI')
    .where('project.status', '=', '1')
    .orderBy('object.id')
    .limit(2)
    .execute();
  for (const [index, object] of objects.entries()) {
    const { id } = await db
      .insertInto('flow_ticket_url')
      .values({
        review_object_id: object.id,
        // Far enough that links of a demo go on working.
        end_date: '2030-12-31',
        remarks: '请按任务逐笔上传发票、送货单和银行回单，照片须清晰完整。',
        ticket_types: [...asked],
        created_at: made,
        updated_by: 'auditor',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await addCopy(db, id, 'auditor');
    await fillTasks(db, files, { ...object, start: index * tasksOfDealer, random });
    if (index > 0) continue;
    await db.updateTable('flow_review_object').set({ status: '1' }).where('id', '=', object.id).where('status', '=', '0').execute();
    await report(db, object.id, 'auditor');
  }
  await db.updateTable('flow_evidence_event').set({ created_at: made }).execute();
}

interface Work {
  id: number;
  batch: string;
  clientId: number;
  /** Number of tasks made before. */
  start: number;
  random: () => number;
}

async function fillTasks(db: Database, files: FileStore, { id, batch, clientId, start, random }: Work): Promise<void> {
  const products = await db
    .selectFrom('flow_client_product')
    .select(['product_code', 'product_name', 'product_spec'])
    .where('client_id', '=', clientId)
    .orderBy('id')
    .limit(tasksOfDealer)
    .execute();
  const types = ['sample', 'quantity', 'price', 'missing'];
  for (const [index, product] of products.entries()) {
    const number = start + index + 1;
    const state = states[index % states.length] ?? status.notStarted;
    const date = `2026-0${1 + (index % 2)}-${String(1 + Math.floor(random() * 27)).padStart(2, '0')}`;
    const isRejected = index === 4;
    const { id: taskId } = await db
      .insertInto('flow_bill_collect')
      .values({
        review_object_id: id,
        task_name: `${batch}-${String(number).padStart(3, '0')} ${product.product_name}`,
        task_type: types[index % types.length] ?? null,
        ticket_date: date,
        ...product,
        qty: 20 + Math.floor(random() * 400),
        flow_type: index % 4 === 3 ? 'return' : index % 2 === 0 ? 'sale' : 'purchase',
        status: state,
        reject_log: isRejected ? rejected : null,
        rejected_at: isRejected ? made : null,
        created_at: new Date(made.getTime() + index * 60_000),
        updated_by: 'auditor',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const brought = state === status.notStarted ? 0 : state === status.collecting ? 1 : asked.length;
    for (const [at, type] of asked.slice(0, brought).entries()) {
      await fillTicket(db, files, { taskId, type, serial: number * 10 + at, date, random });
    }
    const decided = { taskId: String(taskId), before: status.auditing, reason: rejected, by: 'auditor' };
    if (isRejected || state === status.completed) await keepDecision(db, { ...decided, after: state });
  }
}

async function fillTicket(
  db: Database,
  files: FileStore,
  { taskId, type, serial, date, random }: { taskId: number; type: string; serial: number; date: string; random: () => number },
): Promise<void> {
  const isInvoice = type === 'vat-special';
  const amount = `${100 + Math.floor(random() * 90_000)}.${10 + Math.floor(random() * 90)}`;
  const invoice: DemoInvoice = { kind: '01', code: '044002600111', number: String(20_260_000 + serial), amount, date, check: '' };
  const content = isInvoice ? await invoicePicture(invoice) : notePicture(`2026-${String(serial).padStart(6, '0')}`);
  const read = isInvoice
    ? readInvoiceCode(`01,01,${invoice.code},${invoice.number},${amount},${date.replaceAll('-', '')},,A1B2,`)
    : undefined;
  const upload = await keepPicture(db, files, { taskId, type, name: `${type}-${serial}.png`, content });
  if (read) {
    const recognised = JSON.stringify({ ...read, source: 'qr', reason: null });
    await db.updateTable('flow_ticket_upload').set({ recognised }).where('path', '=', upload).execute();
  }
  const { id } = await db
    .insertInto('flow_bill_ticket')
    .values({
      collect_id: taskId,
      ticket_type_code: type,
      file_path: upload,
      ticket_code: read?.ocrCode ?? null,
      ticket_num: read?.ocrNum ?? `2026-${String(serial).padStart(6, '0')}`,
      ticket_date: date,
      ticket_amount: read?.ocrAmount ?? null,
      created_at: made,
      updated_by: 'link',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepTicket(db, id, 'brought', 'link');
}

async function keepPicture(
  db: Database,
  files: FileStore,
  { taskId, type, name, content }: { taskId: number; type: string; name: string; content: Buffer },
): Promise<string> {
  const path = newPath('png');
  const sha256 = createHash('sha256').update(content).digest();
  await files.put(path, content);
  const common = { path, origin_name: name, type: 'image/png', size: content.length, created_at: made };
  const { id } = await db
    .insertInto('flow_ticket_upload')
    .values({ ...common, collect_id: taskId, ticket_type_code: type, sha256: sha256.toString('hex'), created_by: 'link' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('stored_file')
    .values({
      ...common,
      business_type: 'evidence-ticket',
      business_id: id,
      scope: String(taskId),
      extension: 'png',
      sha256,
      user_id: null,
      created_by: null,
      kept_at: made,
    })
    .execute();
  return path;
}
