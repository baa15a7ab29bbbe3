import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type {} from '../../modules/risk/tables.ts';
import type { Database } from '../connection.ts';
import { labelOf, type Wording } from '../values.ts';
import { businessDomains, dimensions, levels, numbered, subCauses, templateNames } from './risk-words.ts';

interface Criterion {
  dimension: Wording;
  cause: Wording;
  subCause: Wording;
  explanation: Wording;
}
interface Domain {
  name: Wording;
  kinds: readonly { first: Wording; second: readonly Wording[] }[];
}

const evaluationNames = ['2025年度风险评估', '2026年一季度风险评估', '2026年二季度风险评估', '2026年三季度风险评估', '2026年度风险评估'];
const papersEach = 40;
const companies = ['华东分公司', '华南分公司', '华北分公司', '西南分公司'];

/** What becomes of the papers of an evaluation, by their number modulo ten. */
const fates = ['untouched', 'untouched', 'untouched', 'begun', 'begun', 'full', 'submitted', 'submitted', 'late', 'revoked'] as const;
type Fate = (typeof fates)[number];
/** How many of a hundred cells are answered. */
const shares: Record<Fate, number> = { untouched: 0, begun: 45, full: 100, submitted: 100, late: 60, revoked: 10 };

/** The uuid of a demo paper: the same on every fill, `evaluation` 1 to 5 and `number` 1 to 40. */
export function demoPaper(evaluation: number, number: number): string {
  return paperUuid(`${evaluation} ${number}`);
}
/** A uuid that is always the same for a name. */
export function paperUuid(name: string): string {
  const hex = createHash('sha256').update(`targus demo paper ${name}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
/** The large papers: 200 x 50 and 1000 x 100. */
export const largePapers = { large: demoPaper(6, 1), huge: demoPaper(7, 1) };

/**
 * Five evaluations of 60 criteria x 12 domains with 200 papers in all states (untouched, begun, full, submitted, past the
 * deadline, revoked), and two large papers. Days count from today, so that open papers stay open for a while.
 */
export async function fillRisk(db: Database, users: readonly { userCode: string; name: string; department: string }[]): Promise<void> {
  const standard = await fillTemplate(db, templateNames.standard, standardCriteria(), businessDomains);
  const fateOf = new Map<number, Fate>();
  for (const [index, name] of evaluationNames.entries()) {
    const evaluation = await fillEvaluation(db, name, standard.id);
    for (let number = 1; number <= papersEach; number += 1) {
      const fate = fates[number % 10] ?? 'untouched';
      const user = number % 3 === 0 ? undefined : users[number - 1];
      const paper = {
        evaluation,
        uuid: demoPaper(index + 1, number),
        template: standard,
        isLate: fate === 'late',
        isRevoked: fate === 'revoked',
      };
      fateOf.set(await fillPaper(db, { ...paper, user, number }), fate);
    }
  }
  for (const [name, uuid, size] of [
    [templateNames.large, largePapers.large, { rows: 200, dimensions: 10, businesses: 5 }],
    [templateNames.huge, largePapers.huge, { rows: 1000, dimensions: 20, businesses: 10 }],
  ] as const) {
    const template = await fillTemplate(db, name, countedCriteria(size.rows, size.dimensions), countedDomains(size.businesses));
    const evaluation = await fillEvaluation(db, name['zh-Hans'] ?? name.en, template.id);
    await fillPaper(db, { evaluation, uuid, template, isLate: false, isRevoked: false, user: undefined, number: 1 });
  }
  await fillAnswers(db, fateOf);
}

const label = (wording: Wording) => JSON.stringify(labelOf(wording));

interface Template {
  id: number;
  businessDomains: number[];
}

async function fillTemplate(db: Database, name: Wording, criteria: readonly Criterion[], domains: readonly Domain[]): Promise<Template> {
  const { id } = await db
    .insertInto('risk_template')
    .values({ name: label(name) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const levelTexts = JSON.stringify(levels.map(labelOf));
  const rows = criteria.map((row, index) => ({
    template_id: id,
    sort: index + 1,
    dimension: label(row.dimension),
    cause: label(row.cause),
    sub_cause: label(row.subCause),
    explanation: label(row.explanation),
    levels: levelTexts,
  }));
  await db.insertInto('risk_criteria').values(rows).execute();
  const ids: number[] = [];
  for (const [index, domain] of domains.entries()) {
    const values = { template_id: id, sort: index + 1, name: label(domain.name) };
    const business = await db.insertInto('risk_business_domain').values(values).returning('id').executeTakeFirstOrThrow();
    ids.push(business.id);
    const kinds = domain.kinds.flatMap(({ first, second }) => second.map((kind) => ({ first_kind: label(first), name: label(kind) })));
    await db
      .insertInto('risk_domain')
      .values(kinds.map((kind, sort) => ({ ...kind, business_domain_id: business.id, sort: sort + 1 })))
      .execute();
  }
  return { id, businessDomains: ids };
}

function standardCriteria(): Criterion[] {
  return dimensions.flatMap(({ name, causes }) =>
    causes.flatMap((cause) => subCauses.map((sub) => ({ dimension: name, cause, subCause: sub.name, explanation: sub.explanation }))),
  );
}

function countedCriteria(rows: number, dimensionCount: number): Criterion[] {
  return Array.from({ length: rows }, (_, index) => ({
    dimension: numbered.dimension(Math.floor((index * dimensionCount) / rows) + 1),
    cause: numbered.cause(Math.floor(index / 5) + 1),
    subCause: numbered.subCause(index + 1),
    explanation: numbered.explanation(index + 1),
  }));
}

/** Business domains of ten columns each, two first kinds of five. */
function countedDomains(count: number): Domain[] {
  return Array.from({ length: count }, (_, index) => ({
    name: numbered.business(index + 1),
    kinds: [0, 1].map((half) => ({
      first: numbered.first(index * 2 + half + 1),
      second: Array.from({ length: 5 }, (_column, column) => numbered.second(index * 10 + half * 5 + column + 1)),
    })),
  }));
}

async function fillEvaluation(db: Database, name: string, templateId: number): Promise<number> {
  const values = { name, template_id: templateId, end_on: day(60), created_by: 'riskmanager', removed_at: null };
  return (await db.insertInto('risk_evaluation').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

/** A day, counted from today. */
function day(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

interface NewPaper {
  evaluation: number;
  uuid: string;
  template: Template;
  user: { userCode: string; name: string; department: string } | undefined;
  number: number;
  isLate: boolean;
  isRevoked: boolean;
}

async function fillPaper(db: Database, { evaluation, uuid, template, user, number, isLate, isRevoked }: NewPaper): Promise<number> {
  const company = companies[number % companies.length] ?? '';
  const { id } = await db
    .insertInto('risk_paper')
    .values({
      uuid,
      evaluation_id: evaluation,
      template_id: template.id,
      business_domains: template.businessDomains,
      send_type: user ? 0 : 1,
      user_code: user?.userCode ?? null,
      inner_user_name: user?.name ?? null,
      out_user_name: user ? null : `外部专家${number}`,
      out_email: user ? null : `expert${number}@example.com`,
      send_company: user ? '集团总部' : company,
      send_department: user?.department ?? null,
      end_on: day(isLate ? -5 : 60),
      link_ends_on: day(400),
      created_at: new Date(Date.now() - 20 * 86_400_000),
      submitted_at: null,
      removed_at: isRevoked ? new Date() : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Eleven answers to draw from, by how serious a department takes a dimension: what lies before the committee is not the same everywhere. */
const moods = [
  [1, 1, 2, 1, 0, 1, 1, 2, 1, 1, 1],
  [1, 2, 1, 0, 2, 3, 1, 2, 1, 1, 2],
  [2, 3, 2, 0, 2, 3, 1, 2, 3, 2, 2],
  [3, 3, 2, 0, 3, 2, 3, 2, 3, 3, 1],
];

/** Answers by a fixed pattern, then the submits: a submitted paper takes no answers any more. */
async function fillAnswers(db: Database, fateOf: ReadonlyMap<number, Fate>): Promise<void> {
  const papers = [...fateOf].filter(([, fate]) => shares[fate] > 0);
  await sql`insert into risk_answer (paper_id, criteria_id, domain_id, value, version)
    select paper.id, criteria.id, domain.id, (${moods}::int[])[1 + mood.number][1 + mixed.number % 11], 1
    from unnest(${papers.map(([id]) => id)}::bigint[], ${papers.map(([, fate]) => shares[fate])}::int[]) as chosen (id, share)
    join risk_paper paper on paper.id = chosen.id
    join risk_criteria criteria on criteria.template_id = paper.template_id
    join risk_domain domain on domain.business_domain_id = any(paper.business_domains)
    cross join lateral (select (criteria.id * 7919 + domain.id * 104729 + paper.id * 1299709) as number) mixed
    cross join lateral (select get_byte(decode(md5(criteria.dimension || coalesce(paper.send_department, '')), 'hex'), 0) % ${moods.length}::int as number) mood
    where mixed.number % 100 < chosen.share`.execute(db);
  await sql`insert into risk_answer_history (paper_id, criteria_id, domain_id, version, value)
    select paper_id, criteria_id, domain_id, version, value from risk_answer`.execute(db);
  const submitted = papers.filter(([, fate]) => fate === 'submitted').map(([id]) => id);
  await sql`update risk_paper set state = 1, version = 2, submitted_at = created_at + interval '3 days'
    where id = any(${submitted})`.execute(db);
  await sql`insert into risk_receipt (number, paper_id, key, submitted_at, answers, digest)
    select 'DEMO' || lpad(paper.id::text, 6, '0'), paper.id, 'demo-' || paper.id, paper.submitted_at, count(*),
      encode(sha256(string_agg(criteria_id || ',' || domain_id || ',' || value || E'\\n', '' order by criteria_id, domain_id)::bytea), 'hex')
    from risk_paper paper join risk_answer on paper_id = paper.id where paper.id = any(${submitted}) group by paper.id`.execute(db);
}
