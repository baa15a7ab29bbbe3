import type { Database } from '../../database/connection.ts';
import type { Say } from '../../reader.ts';
import { headers } from '../risk/reading.ts';
import { businessesOf, criteriaOf } from './content.ts';

/** The matrix of a version as people will see it, without answers (RISK-05, RISK-06). */
export async function preview(db: Database, say: Say, templateId: number) {
  const criteria = await criteriaOf(db, templateId);
  const businesses = await businessesOf(db, templateId);
  return {
    columns: await headers(
      db,
      say,
      businesses.map(({ id }) => Number(id)),
    ),
    rows: criteria.map((row) => ({
      id: row.id,
      dimension: say(row.dimension),
      cause: say(row.cause),
      subCause: say(row.subCause),
      explanation: say(row.explanation),
      description: [row.level1, row.level2, row.level3].map(say),
    })),
  };
}
