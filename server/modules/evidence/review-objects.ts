import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { isProjectSeenBy } from '../flow/rights.ts';
import { containing } from '../search.ts';

const most = 200;

/** Review objects of the user's clients, newest first, for choosing one; `without: 'link'` leaves out those that have a share link. */
export async function listReviewObjects(
  db: Database,
  user: Principal,
  { keyword, clientCode, without }: { keyword: string; clientCode: string; without?: 'link' | undefined },
) {
  const pattern = containing(keyword);
  const rows = await db
    .selectFrom('flow_review_object as object')
    .innerJoin('flow_project as project', 'project.id', 'object.project_id')
    .innerJoin('flow_client as client', 'client.id', 'project.client_id')
    .leftJoin('flow_ticket_url as link', 'link.review_object_id', 'object.id')
    .select([
      'object.id',
      'object.review_batch_no as checkBatch',
      'object.dealer_code as dealerCode',
      'object.dealer_name as dealerName',
      'client.client_code as clientCode',
      'client.client_name as clientName',
      'link.id as linkId',
    ])
    .where(isProjectSeenBy(user))
    .where('client.status', '=', '0')
    .where('project.status', '<>', '2')
    .$if(clientCode !== '', (query) => query.where('client.client_code', '=', clientCode))
    .$if(without === 'link', (query) => query.where('link.id', 'is', null))
    .$if(keyword !== '', (query) =>
      query.where((is) =>
        is.or([
          is('object.review_batch_no', 'ilike', pattern),
          is('object.dealer_code', 'ilike', pattern),
          is('object.dealer_name', 'ilike', pattern),
          is('client.client_name', 'ilike', pattern),
        ]),
      ),
    )
    .orderBy('object.id', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ id, linkId, ...row }) => ({
    id: String(id),
    linkId: linkId === null ? null : String(linkId),
    label: `${row.checkBatch} · ${row.dealerName} · ${row.clientName}`,
    ...row,
  }));
}
