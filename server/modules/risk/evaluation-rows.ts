import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { dayIn } from '../../days.ts';
import type { Reader } from '../../reader.ts';

/** open: can be answered. ended: its last day has passed. closed: by its manager, for good. */
export type EvaluationState = 'open' | 'ended' | 'closed';

export interface EvaluationAnswer {
  id: string;
  name: string;
  templateId: string;
  templateName: string;
  endTime: string;
  version: number;
  papers: number;
  submitted: number;
  matrixPapers: number;
  matrixSubmitted: number;
  state: EvaluationState;
  closedAt: string | null;
  closedBy: string | null;
  closedByName: string | null;
  createBy: string;
  createByName: string;
  createTime: string;
  createDay: string;
  updateTime: string;
}

/** Evaluations that were not removed. */
export function evaluations(db: Database) {
  return db
    .selectFrom('risk_evaluation as evaluation')
    .innerJoin('risk_template as template', 'template.id', 'evaluation.template_id')
    .where('evaluation.removed_at', 'is', null);
}

/** The state of an `evaluation` of the query, by the day in a time zone. */
export function stateOf(timeZone: string) {
  return sql<EvaluationState>`case when evaluation.closed_at is not null then 'closed'
    when (clock_timestamp() at time zone ${timeZone})::date > evaluation.end_on then 'ended' else 'open' end`;
}

/** How many papers of `evaluation` meet a condition. */
function papersWhere(condition: RawBuilder<unknown>) {
  return sql<number>`(select count(*) from risk_paper where evaluation_id = evaluation.id and removed_at is null and ${condition})`;
}

/** Evaluations as they are told, to the language and the day of a reader. */
export function answers(db: Database, { say, nameOf, timeZone }: Reader) {
  const query = evaluations(db)
    .leftJoin('account_person as creator', 'creator.username', 'evaluation.created_by')
    .leftJoin('account_person as closer', 'closer.username', 'evaluation.closed_by')
    .select([
      'evaluation.id',
      'evaluation.name',
      'template.series_id',
      'template.name as template_name',
      sql<string>`to_char(evaluation.end_on, 'YYYY-MM-DD')`.as('end_on'),
      'evaluation.version',
      'evaluation.closed_at',
      'evaluation.closed_by',
      stateOf(timeZone).as('state'),
      'evaluation.created_by',
      'creator.name as creator_name',
      'creator.name_en as creator_name_en',
      'creator.has_left as creator_left',
      'closer.name as closer_name',
      'closer.name_en as closer_name_en',
      'closer.has_left as closer_left',
      'evaluation.created_at',
      'evaluation.updated_at',
      papersWhere(sql`true`).as('papers'),
      papersWhere(sql`state = 1`).as('submitted'),
      papersWhere(sql`statement is null`).as('matrixPapers'),
      papersWhere(sql`statement is null and state = 1`).as('matrixSubmitted'),
    ]);
  const toAnswer = (row: Awaited<ReturnType<typeof query.executeTakeFirstOrThrow>>): EvaluationAnswer => ({
    id: String(row.id),
    name: row.name,
    templateId: String(row.series_id),
    templateName: say(row.template_name),
    endTime: row.end_on,
    version: row.version,
    papers: row.papers,
    submitted: row.submitted,
    matrixPapers: row.matrixPapers,
    matrixSubmitted: row.matrixSubmitted,
    state: row.state,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closed_by,
    closedByName: nameOf({ name: row.closer_name, nameEn: row.closer_name_en, hasLeft: row.closer_left }) ?? row.closed_by,
    createBy: row.created_by,
    createByName: nameOf({ name: row.creator_name, nameEn: row.creator_name_en, hasLeft: row.creator_left }) ?? row.created_by,
    createTime: row.created_at.toISOString(),
    createDay: dayIn(timeZone, row.created_at),
    updateTime: row.updated_at.toISOString(),
  });
  return { query, toAnswer };
}
