import { type RawBuilder, sql } from 'kysely';

/** The process with what the client shipped to the dealer of a review object: a file for this dealer alone where there is one, otherwise that of the batch. */
export function shipmentOf(objectId: number | RawBuilder<number>): RawBuilder<number | null> {
  return sql<
    number | null
  >`(select shipment.id from flow_review_object whose join flow_data_process shipment on shipment.file_type = 'client-shipment'
      and (shipment.review_object_id = whose.id or (shipment.project_id = whose.project_id and shipment.review_batch_no = whose.review_batch_no))
    where whose.id = ${objectId} order by shipment.review_object_id nulls last limit 1)`;
}
