import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { type Say, speaker } from '../../reader.ts';
import { BELOW } from './department-names.ts';
import type { Paper } from './papers.ts';
import { type CountedChoice, choicesOf, questionnaireOf } from './questionnaires.ts';

/** Business domains: those of `ids`, of a version of a template, or of the current versions of all templates or of one. */
export async function businessDomains(
  db: Database,
  say: Say,
  filter: { ids: readonly number[] } | { templateId: number } | { seriesId: number | undefined },
): Promise<{ id: string; name: string }[]> {
  let query = db.selectFrom('risk_business_domain').select(['id', 'name']);
  if ('ids' in filter) query = query.where('id', 'in', filter.ids);
  else if ('templateId' in filter) query = query.where('template_id', '=', filter.templateId);
  else {
    const current = sql<number>`(select distinct on (series_id) id from risk_template
      where published_at is not null and removed_at is null and (${filter.seriesId ?? 0} = 0 or series_id = ${filter.seriesId ?? 0})
      order by series_id, number desc)`;
    query = query.where('template_id', 'in', current);
  }
  const rows = await query.orderBy('template_id').orderBy('sort').orderBy('id').execute();
  return rows.map((row) => ({ id: String(row.id), name: say(row.name) }));
}

interface Header {
  firstKind: string;
  secondKinds: { id: string; name: string }[];
}

/**
 * Columns of the matrix; neighbours of the same first kind share a header (RISK-05, RISK-06). Columns of several business domains never do: a first kind that
 * stands in more than one of them is told with the name of its business domain.
 */
export async function headers(db: Database, say: Say, businessDomainIds: readonly number[]): Promise<Header[]> {
  if (businessDomainIds.length === 0) return [];
  const rows = await db
    .selectFrom('risk_domain')
    .innerJoin('risk_business_domain', 'risk_business_domain.id', 'risk_domain.business_domain_id')
    .select(['risk_domain.id', 'risk_domain.first_kind', 'risk_domain.name', 'business_domain_id', 'risk_business_domain.name as business'])
    .where('risk_business_domain.id', 'in', businessDomainIds)
    .orderBy('risk_business_domain.sort')
    .orderBy('risk_business_domain.id')
    .orderBy('risk_domain.sort')
    .orderBy('risk_domain.id')
    .execute();
  const said = rows.map((row) => ({ ...row, firstKind: say(row.first_kind) }));
  const businesses = new Map<string, Set<number>>();
  for (const { firstKind, business_domain_id } of said)
    businesses.set(firstKind, (businesses.get(firstKind) ?? new Set()).add(business_domain_id));
  const list: Header[] = [];
  let before: (typeof said)[number] | undefined;
  for (const row of said) {
    const isNext = before?.firstKind === row.firstKind && before.business_domain_id === row.business_domain_id;
    const last = isNext ? list.at(-1) : undefined;
    const isShared = (businesses.get(row.firstKind)?.size ?? 0) > 1;
    const header = last ?? { firstKind: isShared ? `${say(row.business)}${BELOW}${row.firstKind}` : row.firstKind, secondKinds: [] };
    if (header !== last) list.push(header);
    header.secondKinds.push({ id: String(row.id), name: say(row.name) });
    before = row;
  }
  return list;
}

interface CriteriaRow {
  id: string;
  dimension: string;
  cause: string;
  subCause: string;
  explanation: string;
  description: string[];
  /** The value of the column of this domain. */
  [domainId: string]: string | string[] | number;
}

/** Rows of the matrix with a value for every column, that of unanswered cells where there is none (RISK-06, RISK-07). */
export async function criteriaRows(context: WordedContext, paper: Paper, businessDomainIds: readonly number[]): Promise<CriteriaRow[]> {
  const { db } = context;
  const say = speaker(context);
  const { unanswered } = questionnaireOf(context.services, paper);
  const criteria = await db
    .selectFrom('risk_criteria')
    .selectAll()
    .where('template_id', '=', paper.templateId)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const domains = await db.selectFrom('risk_domain').select('id').where('business_domain_id', 'in', businessDomainIds).execute();
  const shown = new Set(domains.map((row) => row.id));
  const answers = await db
    .selectFrom('risk_answer')
    .select(['criteria_id', 'domain_id', 'value'])
    .where('paper_id', '=', paper.id)
    .execute();
  const values = new Map(
    criteria.map((row) => [row.id, Object.fromEntries(domains.map((domain) => [String(domain.id), unanswered.value]))]),
  );
  for (const { criteria_id, domain_id, value } of answers) {
    const row = values.get(criteria_id);
    if (row && shown.has(domain_id)) row[String(domain_id)] = value;
  }
  return criteria.map((row) => ({
    id: String(row.id),
    dimension: say(row.dimension),
    cause: say(row.cause),
    subCause: say(row.sub_cause),
    explanation: say(row.explanation),
    description: row.levels.map(say),
    ...values.get(row.id),
  }));
}

/** What one choice was chosen. */
export interface ChoiceCount {
  value: number;
  label: string;
  count: number;
}
/** Numbers of a group of cells: by tone of the choices, and of those that do not count. */
export interface Totals {
  low: number;
  medium: number;
  high: number;
  notInvolved: number;
  unanswered: number;
  cells: number;
  sum: number;
  average: number | null;
}
export interface Sum extends Totals {
  dimension: string;
  cause?: string;
  subCause?: string;
  choices: ChoiceCount[];
}
/** How often each choice was chosen, in their order, of how many cells. */
export interface Counts {
  chosen: number[];
  cells: number;
}
export interface SumRow extends Counts {
  dimension: LabelValue;
  cause: LabelValue | null;
  sub_cause: LabelValue | null;
}

/** Totals of a dimension (RISK-09), counted by the database. */
export async function dimensionSums(context: WordedContext, paper: Paper, businessDomainIds: readonly number[]): Promise<Sum[]> {
  const choices = choicesOf(context, paper.questionnaire);
  const { rows } = await sql<SumRow>`
    select criteria.dimension, null as cause, null as sub_cause, ${countsOf(choices)}
    from risk_criteria criteria
    join risk_domain domain on domain.business_domain_id = any(${businessDomainIds})
    left join risk_answer answer on answer.paper_id = ${paper.id} and answer.criteria_id = criteria.id and answer.domain_id = domain.id
    where criteria.template_id = ${paper.templateId}
    group by criteria.dimension order by min(criteria.sort), min(criteria.id)`.execute(context.db);
  return rows.map((row) => toSum(row, choices, speaker(context)));
}

/** The questionnaire of an evaluation: that of its template, which all its papers share. @throws ApiError NOT_FOUND */
export async function evaluationQuestionnaire(db: Database, evaluationId: number): Promise<string> {
  const row = await db
    .selectFrom('risk_evaluation as evaluation')
    .innerJoin('risk_template as template', 'template.id', 'evaluation.template_id')
    .select('template.questionnaire')
    .where('evaluation.id', '=', evaluationId)
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  return row.questionnaire;
}

/** Columns `chosen` and `cells` of SQL over the answers named `answer`. */
export function countsOf(choices: readonly CountedChoice[]) {
  const each = choices.map(({ value }) => sql`(count(*) filter (where answer.value = ${value}))::int`);
  return sql`array[${sql.join(each)}]::int[] as chosen, count(*) as cells`;
}

/** What counts say; sum and average are of the choices that count, the average null without any. */
export function summed({ chosen, cells }: Counts, choices: readonly CountedChoice[]): Totals {
  const counts = choices.map((choice, index) => ({ ...choice, count: chosen[index] ?? 0 }));
  const number = (fits: (choice: CountedChoice) => boolean) => counts.reduce((sum, choice) => sum + (fits(choice) ? choice.count : 0), 0);
  const counted = number(({ isCounted }) => isCounted);
  const notInvolved = number(({ isCounted }) => !isCounted);
  const sum = counts.reduce((total, { isCounted, value, count }) => total + (isCounted ? value * count : 0), 0);
  return {
    low: number(({ isCounted, tone }) => isCounted && tone === 'low'),
    medium: number(({ isCounted, tone }) => isCounted && tone === 'medium'),
    high: number(({ isCounted, tone }) => isCounted && tone === 'high'),
    notInvolved,
    unanswered: Number(cells) - counted - notInvolved,
    cells: Number(cells),
    sum,
    average: counted === 0 ? null : Math.round((sum / counted) * 100) / 100,
  };
}

export function toSum(row: SumRow, choices: readonly CountedChoice[], say: Say): Sum {
  return {
    dimension: say(row.dimension),
    ...(row.cause !== null && { cause: say(row.cause) }),
    ...(row.sub_cause !== null && { subCause: say(row.sub_cause) }),
    ...summed(row, choices),
    choices: choices.map(({ value, label }, index) => ({ value, label, count: row.chosen[index] ?? 0 })),
  };
}
