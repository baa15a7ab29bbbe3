import { sql } from 'kysely';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { today } from '../delegations/calendar.ts';
import { isProjectSeenBy } from '../flow/rights.ts';
import { holdsAll } from '../identity/rights.ts';
import { containing } from '../search.ts';
import { type Lock, lockedBy, writes } from './sight.ts';
import { status } from './tables.ts';
import type { Words } from './words.ts';

/** A share link on the wire (FLOW-02), its types not yet worded. */
export interface LinkRow {
  id: string;
  version: number;
  reviewObjectId: string;
  clientCode: string;
  clientName: string;
  projectName: string;
  /** What keeps its tasks and tickets as they are. */
  lockedBy: Lock | null;
  checkBatch: string;
  companyCode: string;
  dealerName: string;
  email: string | null;
  copyUrl: string | null;
  url: string | null;
  /** No URL of it works, whoever asks. */
  revoked: boolean;
  endDate: string;
  /** The last day is over, or something keeps it as it is. */
  closed: boolean;
  remarks: string | null;
  ticketTypes: string[];
  urlCnt: number;
  totalCnt: number;
  finishedCnt: number;
  auditCnt: number;
  createTime: string;
  updateTime: string | null;
  updateBy: string | null;
}

/** Where a dealer opens a link. The token is its secret. */
function pathOfLink(token: string): string {
  return `/evidence/collectiont/link?copyUrl=${token}`;
}

function selectLinks(db: Database, timeZone: string) {
  const tasks = (wanted?: string) => sql<number>`(select count(*) from flow_bill_collect task
    where task.review_object_id = link.review_object_id and ${wanted === undefined ? sql`true` : sql`task.status = ${wanted}`})`;
  return db
    .selectFrom('flow_ticket_url as link')
    .innerJoin('flow_review_object as object', 'object.id', 'link.review_object_id')
    .innerJoin('flow_project as project', 'project.id', 'object.project_id')
    .innerJoin('flow_client as client', 'client.id', 'project.client_id')
    .leftJoin('flow_dealer as dealer', (join) =>
      join.onRef('dealer.client_id', '=', 'client.id').onRef('dealer.dealer_code', '=', 'object.dealer_code'),
    )
    .leftJoin('flow_ticket_url_copy as copy', (join) => join.onRef('copy.link_id', '=', 'link.id').on('copy.revoked_at', 'is', null))
    .select([
      'link.id',
      'link.version',
      'link.review_object_id',
      'client.client_code',
      'client.client_name',
      'project.project_name',
      'object.review_batch_no',
      'object.dealer_code',
      'object.dealer_name',
      'dealer.email',
      'copy.token',
      'link.remarks',
      'link.ticket_types',
      'link.created_at',
      'link.updated_at',
      'link.updated_by',
      sql<string>`to_char(link.end_date, 'YYYY-MM-DD')`.as('end_day'),
      lockedBy.as('lockedBy'),
      sql<boolean>`(${today(timeZone)} > link.end_date or ${lockedBy} is not null)`.as('closed'),
      sql<number>`(select count(*) from flow_ticket_url_copy counted where counted.link_id = link.id)`.as('urls'),
      tasks().as('total'),
      tasks(status.completed).as('finished'),
      tasks(status.auditing).as('auditing'),
    ]);
}

type Selected = Awaited<ReturnType<ReturnType<typeof selectLinks>['execute']>>[number];

function toLink(row: Selected): LinkRow {
  return {
    id: String(row.id),
    version: row.version,
    reviewObjectId: String(row.review_object_id),
    clientCode: row.client_code,
    clientName: row.client_name,
    projectName: row.project_name,
    lockedBy: row.lockedBy,
    checkBatch: row.review_batch_no,
    companyCode: row.dealer_code,
    dealerName: row.dealer_name,
    email: row.email,
    copyUrl: row.token,
    url: row.token === null ? null : pathOfLink(row.token),
    revoked: row.token === null,
    endDate: row.end_day,
    closed: row.closed,
    remarks: row.remarks,
    ticketTypes: row.ticket_types,
    urlCnt: row.urls,
    totalCnt: row.total,
    finishedCnt: row.finished,
    auditCnt: row.auditing,
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at?.toISOString() ?? null,
    updateBy: row.updated_by,
  };
}

/** A link whoever asks, for what was admitted before. */
export async function findLink(db: Database, id: string, timeZone: string): Promise<LinkRow | undefined> {
  const row = await selectLinks(db, timeZone).where('link.id', '=', Number(id)).executeTakeFirst();
  return row && toLink(row);
}

/** The links of review objects, for who changes their tasks already. */
export async function findLinksOf(db: Database, reviewObjectIds: readonly string[], timeZone: string): Promise<LinkRow[]> {
  if (reviewObjectIds.length === 0) return [];
  const rows = await selectLinks(db, timeZone)
    .where('link.review_object_id', 'in', reviewObjectIds.map(Number))
    .orderBy('link.id')
    .execute();
  return rows.map(toLink);
}

/** A link of one of the user's clients. */
export async function findSeenLink(db: Database, user: Principal, id: string, timeZone: string): Promise<LinkRow | undefined> {
  const row = await selectLinks(db, timeZone).where('link.id', '=', Number(id)).where(isProjectSeenBy(user)).executeTakeFirst();
  return row && toLink(row);
}

export interface LinkFilter {
  clientCode: string;
  checkBatch: string;
  keyword: string;
  page: number;
  limit: number;
}

/** A page of the links of the user's clients, newest first. */
export async function listLinks(
  db: Database,
  user: Principal,
  filter: LinkFilter,
  timeZone: string,
): Promise<{ list: LinkRow[]; total: number }> {
  const { clientCode, checkBatch, keyword } = filter;
  const pattern = containing(keyword);
  const fitting = selectLinks(db, timeZone)
    .where(isProjectSeenBy(user))
    .$if(clientCode !== '', (query) => query.where('client.client_code', '=', clientCode))
    .$if(checkBatch !== '', (query) => query.where('object.review_batch_no', '=', checkBatch))
    .$if(keyword !== '', (query) =>
      query.where((is) =>
        is.or([
          is('object.dealer_name', 'ilike', pattern),
          is('object.dealer_code', 'ilike', pattern),
          is('object.review_batch_no', 'ilike', pattern),
          is('link.remarks', 'ilike', pattern),
        ]),
      ),
    );
  const rows = await fitting
    .select(sql<number>`count(*) over ()`.as('all'))
    .orderBy('link.id', 'desc')
    .$call(onPage(filter.page, filter.limit))
    .execute();
  // A page beyond the last has no row that says how many there are.
  const counted = async () => {
    const count = fitting.clearSelect().select((row) => row.fn.countAll<number>().as('all'));
    return (await count.executeTakeFirstOrThrow()).all;
  };
  return { list: rows.map(toLink), total: rows[0]?.all ?? (filter.page === 1 ? 0 : await counted()) };
}

/** A link as the reader may see it: its secret changes evidence in the name of the dealer, which who only looks must not. */
export function seenBy(user: Principal, link: LinkRow): LinkRow {
  return holdsAll(user, [writes]) ? link : { ...link, copyUrl: null, url: null };
}

/** A link with its ticket types by the words of the reader. */
export function worded(link: LinkRow, words: Words) {
  return { ...link, ticketTypeList: typesOf(link.ticketTypes, words) };
}

/** Ticket types as pages list them (EVID-04). */
export function typesOf(codes: readonly string[], words: Words) {
  return codes.map((code) => ({
    ticketTypeCode: code,
    ticketTypeName: words.label('ticket-type', code),
    isAvailable: '1' as const,
  }));
}
