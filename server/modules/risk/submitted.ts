import { type RawBuilder, sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { speaker } from '../../reader.ts';
import { departmentsCalled } from './department-names.ts';
import { type CountedChoice, choicesOf } from './questionnaires.ts';
import { type Counts, countsOf, evaluationQuestionnaire, type Sum, type SumRow, toSum } from './reading.ts';

/** The submitted papers of an evaluation, that results rest on, as a condition of SQL. */
function isSubmitted(evaluationId: number) {
  return sql<boolean>`(evaluation_id = ${evaluationId} and state = 1 and removed_at is null and statement is null)`;
}

/** A criterion people were asked. */
export interface Asked {
  id: number;
  template_id: number;
  dimension: LabelValue;
  cause: LabelValue;
  sub_cause: LabelValue;
}

/** The criteria of the submitted papers of an evaluation, in their order. */
export async function askedCriteria(db: Database, evaluationId: number): Promise<Asked[]> {
  return await db
    .selectFrom('risk_criteria')
    .select(['id', 'template_id', 'dimension', 'cause', 'sub_cause'])
    .where('template_id', 'in', (papers) => papers.selectFrom('risk_paper').select('template_id').where(isSubmitted(evaluationId)))
    .orderBy('sort')
    .orderBy('id')
    .execute();
}

/** Criteria put together as lines, each under a number from 0. */
export interface Lines {
  /** Of each line its first criterion. */
  first: Asked[];
  /** Of each criterion its line. */
  numbers: Map<number, number>;
  /** Of each line how many criteria it has, by template. */
  sizes: Map<number, number>[];
}

/** Criteria with equal keys are one line; lines come in the order of their first criteria. */
export function linesOf(criteria: readonly Asked[], keyOf: (criterion: Asked) => string): Lines {
  const known = new Map<string, number>();
  const lines: Lines = { first: [], numbers: new Map(), sizes: [] };
  for (const criterion of criteria) {
    const key = keyOf(criterion);
    const number = known.get(key) ?? lines.first.push(criterion) - 1;
    known.set(key, number);
    lines.numbers.set(criterion.id, number);
    const sizes = lines.sizes[number] ?? new Map<number, number>();
    lines.sizes[number] = sizes.set(criterion.template_id, (sizes.get(criterion.template_id) ?? 0) + 1);
  }
  return lines;
}

/** What stands in a line beneath each other. */
export type Across = 'department' | 'businessDomain' | 'nothing';

/** Of the papers of one department (an empty text for none) or of one business domain, or of all. */
interface Place {
  department: string;
  businessId: number;
}
/** Counts of a line, at one place of it. */
export interface LineCounts extends Counts, Place {
  line: number;
}

/**
 * How many cells the submitted papers of an evaluation ask for, whether anybody touched them or not, and how often each choice was chosen.
 * Cells are counted by papers, not one by one, so that only answers cost time; nothing is told apart that is put together afterwards.
 */
export async function lineCounts(
  db: Database,
  { evaluationId, lines, choices }: { evaluationId: number; lines: Lines; choices: readonly CountedChoice[] },
  across: Across,
  fits: RawBuilder<boolean> = sql`true`,
): Promise<LineCounts[]> {
  const department = across === 'department' ? sql`coalesce(send_department, '')` : sql`''`;
  const business = across === 'businessDomain' ? sql`domain.business_domain_id` : sql`0`;
  const papers = sql`(
    select id, template_id, business_domains, ${department} as department from risk_paper where ${isSubmitted(evaluationId)} and ${fits}
  )`;
  const { rows: asked } = await sql<Place & { templateId: number; cells: number }>`
    select paper.template_id as "templateId", paper.department, ${business} as "businessId", count(*) as cells
    from ${papers} paper
    join risk_domain domain on domain.business_domain_id = any(paper.business_domains)
    join risk_business_domain business on business.id = domain.business_domain_id
    group by 1, 2, 3 order by min(business.sort), 3, 2`.execute(db);
  // Paper by paper, along the key of its answers: whatever is asked how often, no plan for many papers is taken for few, or the other way round.
  const { rows: given } = await sql<Place & { line: number; chosen: number[] }>`
    select line.number as line, paper.department, given.business_id as "businessId",
      array[${sql.join(choices.map((_, index) => sql`sum(given.chosen[${sql.lit(index + 1)}])::int`))}]::int[] as chosen
    from ${papers} paper
    cross join lateral (
      select answer.criteria_id, ${business} as business_id, ${countsOf(choices)}
      from risk_answer answer
      join risk_domain domain on domain.id = answer.domain_id and domain.business_domain_id = any(paper.business_domains)
      where answer.paper_id = paper.id group by 1, 2
    ) given
    join unnest(${[...lines.numbers.keys()]}::bigint[], ${[...lines.numbers.values()]}::int[]) as line (criteria_id, number)
      on line.criteria_id = given.criteria_id
    group by 1, 2, 3`.execute(db);
  return together(lines, asked, given);
}

/** The cells of every line at every place, and what was chosen there. */
function together(
  { sizes }: Lines,
  asked: readonly (Place & { templateId: number; cells: number })[],
  given: readonly (Place & { line: number; chosen: number[] })[],
): LineCounts[] {
  const keyOf = (line: number, { department, businessId }: Place) => `${line} ${businessId} ${department}`;
  const chosenAt = new Map(given.map((row) => [keyOf(row.line, row), row.chosen]));
  const all = new Map<string, LineCounts>();
  for (const [line, criteria] of sizes.entries()) {
    for (const { templateId, department, businessId, cells } of asked) {
      const size = criteria.get(templateId);
      if (size === undefined) continue;
      const key = keyOf(line, { department, businessId });
      const before = all.get(key)?.cells ?? 0;
      all.set(key, { line, department, businessId, cells: before + size * cells, chosen: chosenAt.get(key) ?? [] });
    }
  }
  return [...all.values()];
}

/** Whether a risk has a name in any language: who chose it may read another one by now. */
export function isCalled(label: LabelValue, name: string): boolean {
  return typeof label === 'string' ? label === name : label.some(({ t }) => t === name);
}

/** Totals of the causes over the submitted papers of an evaluation (API-90). */
export async function causeSums(
  context: WordedContext,
  evaluationId: number,
  filter: { firstRisk?: string | undefined; department?: string | undefined; withoutDepartment?: '0' | '1' | undefined },
): Promise<Sum[]> {
  const { db } = context;
  const say = speaker(context);
  const choices = choicesOf(context, await evaluationQuestionnaire(db, evaluationId));
  const departments = filter.department ? await departmentsCalled(db, say, filter.department) : undefined;
  const fits = sql<boolean>`(${filter.withoutDepartment !== '1'} or coalesce(send_department, '') = '')
    and (${departments === undefined} or send_department = any(${departments ?? []}::text[]))`;
  const criteria = (await askedCriteria(db, evaluationId)).filter(
    ({ dimension }) => !filter.firstRisk || isCalled(dimension, filter.firstRisk),
  );
  const lines = linesOf(criteria, ({ dimension, cause, sub_cause }) => JSON.stringify([dimension, cause, sub_cause]));
  const counts = await lineCounts(db, { evaluationId, lines, choices }, 'nothing', fits);
  return counts.flatMap(({ line, ...rest }) => {
    const criterion = lines.first[line];
    return criterion ? [toSum({ ...criterion, ...rest } satisfies SumRow, choices, say)] : [];
  });
}
