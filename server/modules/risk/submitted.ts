import { type RawBuilder, sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import { speaker } from '../../reader.ts';
import { departmentsCalled } from './department-names.ts';
import { type CountedChoice, choicesOf } from './questionnaires.ts';
import { countsOf, evaluationQuestionnaire, type Sum, type SumRow, toSum } from './reading.ts';

/**
 * The cells of the submitted papers of an evaluation as a relation of SQL: for each of their `criteria_id`, `department` and `business_id`
 * how many `cells` were asked for, whether anybody touched them or not, and how often each choice was `chosen`. Cells are counted by
 * papers, not one by one, so that only answers cost time.
 */
export function submittedCells(evaluationId: number, choices: readonly CountedChoice[], fits: RawBuilder<boolean> = sql`true`) {
  return sql`(
    with paper as (
      select id, template_id, business_domains, coalesce(send_department, '') as department from risk_paper
      where evaluation_id = ${evaluationId} and state = 1 and removed_at is null and statement is null and ${fits}
    ), asked as (
      select paper.template_id, paper.department, domain.business_domain_id, count(*) as cells
      from paper join risk_domain domain on domain.business_domain_id = any(paper.business_domains)
      group by paper.template_id, paper.department, domain.business_domain_id
    ), given as (
      select answer.criteria_id, paper.department, domain.business_domain_id, ${countsOf(choices)}
      from paper join risk_answer answer on answer.paper_id = paper.id
      join risk_domain domain on domain.id = answer.domain_id and domain.business_domain_id = any(paper.business_domains)
      group by answer.criteria_id, paper.department, domain.business_domain_id
    )
    select criteria.id as criteria_id, asked.department, asked.business_domain_id as business_id, asked.cells, given.chosen
    from asked join risk_criteria criteria on criteria.template_id = asked.template_id
    left join given on given.criteria_id = criteria.id and given.department = asked.department
      and given.business_domain_id = asked.business_domain_id
  )`;
}

/** Columns `chosen` and `cells` of SQL over groups of `submittedCells` named `part`. */
export function addedCounts(choices: readonly CountedChoice[]) {
  const each = choices.map((_, index) => sql`coalesce(sum(part.chosen[${sql.lit(index + 1)}]), 0)::int`);
  return sql`array[${sql.join(each)}]::int[] as chosen, sum(part.cells) as cells`;
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
  const { rows } = await sql<SumRow>`
    select criteria.dimension, criteria.cause, criteria.sub_cause, ${addedCounts(choices)}
    from ${submittedCells(evaluationId, choices, fits)} part
    join risk_criteria criteria on criteria.id = part.criteria_id
    group by criteria.dimension, criteria.cause, criteria.sub_cause order by min(criteria.sort), min(criteria.id)`.execute(db);
  const sums = rows.map((row) => toSum(row, choices, say));
  return filter.firstRisk ? sums.filter((sum) => sum.dimension === filter.firstRisk) : sums;
}
