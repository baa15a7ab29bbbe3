import { sql } from 'kysely';
import { addTo } from '../../../src/core/lists.ts';
import type { Database } from '../../database/connection.ts';
import type { Actor } from './actors.ts';
import type { Recognised } from './tables.ts';
import type { Words } from './words.ts';

/** Tasks that have the very same file. */
export interface Twin {
  id: string;
  taskName: string;
}

function selectTickets(db: Database) {
  return db
    .selectFrom('flow_bill_ticket as ticket')
    .innerJoin('flow_ticket_upload as upload', 'upload.path', 'ticket.file_path')
    .selectAll('ticket')
    .select([
      'upload.origin_name',
      'upload.type',
      'upload.size',
      'upload.sha256',
      'upload.recognised',
      sql<string | null>`to_char(ticket.ticket_date, 'YYYY-MM-DD')`.as('day'),
    ]);
}
type Selected = Awaited<ReturnType<ReturnType<typeof selectTickets>['execute']>>[number];

/** A ticket of a task (TICKET-02), its codes not yet worded. */
export type TicketRow = ReturnType<typeof toTicket>;

const nothing: Omit<Recognised, 'source' | 'reason'> = {
  ocrCode: null,
  ocrNum: null,
  ocrDate: null,
  ocrCheckNum: null,
  ocrBuyer: null,
  ocrSeller: null,
  ocrAmount: null,
};

function toTicket(row: Selected) {
  const { source = null, reason: _reason, ...ocr } = row.recognised ?? { ...nothing, source: undefined, reason: null };
  return {
    id: String(row.id),
    version: row.version,
    collectId: String(row.collect_id),
    ticketTypeCode: row.ticket_type_code,
    filePath: row.file_path,
    originName: row.origin_name,
    fileType: row.type,
    size: row.size,
    sha256: row.sha256,
    ...ocr,
    ocrSource: source,
    ticketCode: row.ticket_code,
    ticketDate: row.day,
    ticketNum: row.ticket_num,
    checkNum: row.check_num,
    ticketAmount: row.ticket_amount,
    isPass: row.is_pass,
    diffReason: row.diff_reason,
    isReal: row.is_real ?? ('' as const),
    verifyResult: row.verify_result,
    verifiedBy: row.verified_by,
    verifyTime: row.verified_at?.toISOString() ?? null,
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at?.toISOString() ?? null,
    updateBy: row.updated_by,
  };
}

/** A ticket by the words of its reader, with the tasks that have the same file. Who brings evidence by a link reads no names of staff. */
export function wordedTicket(ticket: TicketRow, words: Words, actor: Pick<Actor, 'kind'>, duplicates: readonly Twin[] = []) {
  return {
    ...toldTicket(ticket, actor),
    ticketTypeName: words.label('ticket-type', ticket.ticketTypeCode),
    verifyResultName: ticket.verifyResult === null ? null : words.label('invoice-verification', ticket.verifyResult),
    simulated: ticket.verifiedBy === 'simulator',
    duplicates: [...duplicates],
  };
}

/** A ticket as it is. Who comes by a link reads no names of staff. */
export function toldTicket({ sha256: _sha256, verifiedBy: _verifiedBy, ...ticket }: TicketRow, actor: Pick<Actor, 'kind'>) {
  return { ...ticket, ...(actor.kind === 'link' && { updateBy: null }) };
}

/** A ticket whoever asks, for what was admitted before. */
export async function findTicket(db: Database, id: string): Promise<TicketRow | undefined> {
  const row = await selectTickets(db).where('ticket.id', '=', Number(id)).executeTakeFirst();
  return row && toTicket(row);
}

/** The tickets of a task, oldest first. */
export async function ticketsOf(db: Database, taskId: number): Promise<TicketRow[]> {
  const rows = await selectTickets(db).where('ticket.collect_id', '=', taskId).orderBy('ticket.id').execute();
  return rows.map(toTicket);
}

/**
 * Tasks with other tickets of the same bytes, by the hash of each: those of the same client, or of one review object alone, where a dealer
 * asks, who must learn nothing of others. The task itself is one of them where it has the file twice; of a file that was just `uploaded`
 * also where the other one waits to be saved.
 */
export async function twinsOf(
  db: Database,
  hashes: readonly string[],
  task: { id: number; reviewObjectId: number },
  within: 'client' | 'review-object',
  uploaded?: string,
): Promise<Map<string, Twin[]>> {
  const twins = new Map<string, Twin[]>();
  if (hashes.length === 0) return twins;
  const scope =
    within === 'review-object'
      ? sql`other.review_object_id = ${task.reviewObjectId}`
      : sql`project.client_id = (select project.client_id from flow_review_object object join flow_project project on project.id = object.project_id
          where object.id = ${task.reviewObjectId})`;
  const { rows } = await sql<Twin & { sha256: string }>`
    select upload.sha256, other.id::text, other.task_name as "taskName"
    from flow_ticket_upload upload
    join flow_bill_collect other on other.id = upload.collect_id
    left join flow_bill_ticket ticket on ticket.file_path = upload.path
    join flow_review_object object on object.id = other.review_object_id
    join flow_project project on project.id = object.project_id
    where upload.sha256 = any(${[...hashes]}) and ${scope} and upload.path <> ${uploaded ?? ''}
      and (ticket.id is not null or other.id = ${task.id} and ${uploaded !== undefined}
        and not exists (select 1 from flow_evidence_event event where event.file_path = upload.path))
    group by upload.sha256, other.id, other.task_name
    having other.id <> ${task.id} or count(*) > ${uploaded === undefined ? 1 : 0}
    order by other.id limit 100`.execute(db);
  for (const { sha256, ...twin } of rows) addTo(twins, sha256, twin);
  return twins;
}
