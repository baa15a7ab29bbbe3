import { sql } from 'kysely';

/** Of records in a register: what a column of whole numbers holds. */
export const largestNumber = 2_147_483_647;

/** The number a field holds; none where it was of another type when the record was saved. */
export const numberIn = (name: string) => sql`case when jsonb_typeof(data -> ${name}) = 'number' then (data ->> ${name})::numeric end`;
