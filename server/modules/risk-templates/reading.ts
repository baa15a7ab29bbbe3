import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { speaker, wordsOfArea } from '../../reader.ts';
import { limitsOf } from '../risk/questionnaires.ts';
import { containing } from '../search.ts';
import { namesOfAccounts } from '../users/names.ts';
import { businessesOf, criteriaOf, type Problem, problemsOf, says } from './content.ts';
import { type Version, versionsOf } from './versions.ts';

export interface TemplateRow {
  id: string;
  name: LabelValue;
  /** Number of the published version new questionnaires get; null before the first. */
  current: number | null;
  /** Number the draft will get; null without a draft. */
  draft: number | null;
  /** Of the newest version, and how often that was changed. */
  number: number;
  revision: number;
  criteria: number;
  domains: number;
  evaluations: number;
  /** Those among them that are not closed. */
  inUse: number;
  updateTime: string;
  updateBy: string | null;
  updateByName: string | null;
}

/** A page of templates: what is current, whether there is a draft, how many evaluations use them. */
export async function listTemplateSeries(
  context: WordedContext,
  { keyword, pageNo, pageSize }: { keyword: string; pageNo: number; pageSize: number },
): Promise<{ content: TemplateRow[]; total: number; current: number; size: number }> {
  const series = sql`(select distinct on (series_id) * from risk_template where removed_at is null order by series_id, number desc) newest`;
  const fits = sql<boolean>`(${keyword} = '' or ${says('newest.name', containing(keyword))})`;
  const { rows } = await sql<Omit<TemplateRow, 'id' | 'updateTime' | 'updateByName'> & { id: number; updateTime: Date; total: number }>`
    select newest.series_id as id, newest.name, live.number as current,
      case when newest.published_at is null then newest.number end as draft, newest.number, newest.revision,
      (select count(*) from risk_criteria where template_id = newest.id) as criteria,
      (select count(*) from risk_domain join risk_business_domain business on business.id = business_domain_id
        where business.template_id = newest.id) as domains,
      (select count(*) from risk_evaluation join risk_template used on used.id = template_id
        where used.series_id = newest.series_id and risk_evaluation.removed_at is null) as evaluations,
      (select count(*) from risk_evaluation join risk_template used on used.id = template_id
        where used.series_id = newest.series_id and risk_evaluation.removed_at is null and closed_at is null) as "inUse",
      newest.updated_at as "updateTime", newest.updated_by as "updateBy", count(*) over () as total
    from ${series}
    left join lateral (
      select number from risk_template where series_id = newest.series_id and published_at is not null and removed_at is null
      order by number desc limit 1
    ) live on true
    where ${fits}
    order by newest.updated_at desc, newest.series_id desc
    limit ${pageSize} offset ${(pageNo - 1) * pageSize}`.execute(context.db);
  // A page beyond the last has no row that says how many there are.
  const counted = async () =>
    (await sql<{ total: number }>`select count(*) as total from ${series} where ${fits}`.execute(context.db)).rows[0];
  const told = rows[0] ?? (pageNo === 1 ? undefined : await counted());
  const nameOf = await namesOfAccounts(
    context,
    rows.map(({ updateBy }) => updateBy),
  );
  return {
    content: rows.map(({ total: _total, ...row }) => ({
      ...row,
      id: String(row.id),
      criteria: Number(row.criteria),
      domains: Number(row.domains),
      evaluations: Number(row.evaluations),
      inUse: Number(row.inUse),
      updateTime: row.updateTime.toISOString(),
      updateByName: nameOf(row.updateBy),
    })),
    total: Number(told?.total ?? 0),
    current: pageNo,
    size: pageSize,
  };
}

export interface VersionAnswer {
  number: number;
  state: 'draft' | 'current' | 'former';
  publishedAt: string | null;
  publishedBy: string | null;
  publishedByName: string | null;
  updateTime: string;
  updateBy: string | null;
  updateByName: string | null;
  /** Papers sent with it. */
  papers: number;
}
export interface TemplateAnswer {
  id: string;
  number: number;
  state: VersionAnswer['state'];
  name: LabelValue;
  questionnaire: string;
  revision: number;
  publishedAt: string | null;
  publishedBy: string | null;
  publishedByName: string | null;
  updateTime: string;
  updateBy: string | null;
  updateByName: string | null;
  criteria: number;
  domains: number;
  /** What keeps the draft from being published; nothing for published versions. */
  problems: { kind: Problem['kind']; name: string; text: string }[];
  versions: VersionAnswer[];
}

function stateOf(version: Version, all: readonly Version[]): VersionAnswer['state'] {
  if (version.publishedAt === null) return 'draft';
  return version === all.find(({ publishedAt }) => publishedAt !== null) ? 'current' : 'former';
}

/** A version of a template with what the designer must know; without `number` its draft or current one. @throws ApiError NOT_FOUND */
export async function templateOf(context: WordedContext, seriesId: number, number?: number, db = context.db): Promise<TemplateAnswer> {
  const all = await versionsOf(db, seriesId);
  const version = number === undefined ? all[0] : all.find((one) => one.number === number);
  if (!version) throw new ApiError('NOT_FOUND');
  const [criteria, businesses] = [await criteriaOf(db, version.id), await businessesOf(db, version.id)];
  const papers = await db
    .selectFrom('risk_paper')
    .select(['template_id', (row) => row.fn.countAll<number>().as('papers')])
    .where('removed_at', 'is', null)
    .where(
      'template_id',
      'in',
      all.map(({ id }) => id),
    )
    .groupBy('template_id')
    .execute();
  const say = speaker(context);
  const nameOf = await namesOfAccounts(
    context,
    all.flatMap(({ publishedBy, updatedBy }) => [publishedBy, updatedBy]),
  );
  const problems = version.publishedAt === null ? problemsOf(criteria, businesses, limitsOf(context.services, version.questionnaire)) : [];
  return {
    id: String(seriesId),
    name: version.name,
    questionnaire: version.questionnaire,
    revision: version.revision,
    ...timesOf(version, nameOf),
    number: version.number,
    state: stateOf(version, all),
    criteria: criteria.length,
    domains: businesses.reduce((count, { children }) => count + children.length, 0),
    problems: problems.map(({ kind, name, ...numbers }) => {
      const said = { kind, name: say(name) };
      return { ...said, text: wordOf(context, `${kind}Problem`, { name: said.name, ...numbers }) };
    }),
    versions: all.map((one) => ({
      number: one.number,
      state: stateOf(one, all),
      ...timesOf(one, nameOf),
      papers: papers.find((row) => row.template_id === one.id)?.papers ?? 0,
    })),
  };
}

function timesOf({ publishedAt, publishedBy, updatedAt, updatedBy }: Version, nameOf: NameAccount) {
  return {
    ...{ publishedAt: publishedAt?.toISOString() ?? null, publishedBy, publishedByName: nameOf(publishedBy) },
    ...{ updateTime: updatedAt.toISOString(), updateBy: updatedBy, updateByName: nameOf(updatedBy) },
  };
}

type NameAccount = (username: string | null) => string | null;

/** A text of schemas/locales/<language>/template in the language of the caller. */
export function wordOf(context: WordedContext, key: string, values: Record<string, string | number> = {}): string {
  return wordsOfArea(context, (name) => `template.${name}`)(key, values);
}
