import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { containing } from '../search.ts';
import { textKey } from './texts.ts';

/** A row of the matrix as the designer edits it. */
export interface Criterion {
  id: string;
  version: number;
  dimension: LabelValue;
  cause: LabelValue;
  subCause: LabelValue;
  explanation: LabelValue;
  /** What the levels 1 to 3 mean. */
  level1: LabelValue;
  level2: LabelValue;
  level3: LabelValue;
}
/** A column of the matrix. */
export interface Domain {
  key: string;
  kind: 'domain';
  id: string;
  version: number;
  businessId: string;
  firstKind: LabelValue;
  name: LabelValue;
}
/** A business domain with its columns. */
export interface Business {
  key: string;
  kind: 'business';
  id: string;
  version: number;
  name: LabelValue;
  children: Domain[];
}

/** Limits of a template, within those of the matrix (schemas/questionnaires/risk-exam). */
export const mostCriteria = 1_000;
export const mostDomains = 200;

export async function criteriaOf(db: Database, templateId: number, keyword = ''): Promise<Criterion[]> {
  let query = db.selectFrom('risk_criteria').selectAll().where('template_id', '=', templateId);
  if (keyword !== '') {
    const pattern = containing(keyword);
    query = query.where((row) => row.or((['dimension', 'cause', 'sub_cause', 'explanation'] as const).map((name) => says(name, pattern))));
  }
  const rows = await query.orderBy('sort').orderBy('id').execute();
  return rows.map(({ id, version, dimension, cause, sub_cause, explanation, levels }) => ({
    id: String(id),
    version,
    dimension,
    cause,
    subCause: sub_cause,
    explanation,
    level1: levels[0] ?? '',
    level2: levels[1] ?? '',
    level3: levels[2] ?? '',
  }));
}

/** Whether one of the wordings of a text contains a pattern, as a condition of SQL. */
export function says(column: string, pattern: string) {
  const text = sql.ref(column);
  return sql<boolean>`(case jsonb_typeof(${text}) when 'array'
    then exists (select 1 from jsonb_array_elements(${text}) entry where entry ->> 't' ilike ${pattern})
    else ${text} #>> '{}' ilike ${pattern} end)`;
}

export async function businessesOf(db: Database, templateId: number): Promise<Business[]> {
  const businesses = await db
    .selectFrom('risk_business_domain')
    .select(['id', 'version', 'name'])
    .where('template_id', '=', templateId)
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const domains = await db
    .selectFrom('risk_domain')
    .innerJoin('risk_business_domain', 'risk_business_domain.id', 'risk_domain.business_domain_id')
    .select(['risk_domain.id', 'risk_domain.version', 'business_domain_id', 'first_kind', 'risk_domain.name'])
    .where('template_id', '=', templateId)
    .orderBy('risk_domain.sort')
    .orderBy('risk_domain.id')
    .execute();
  return businesses.map(({ id, version, name }) => ({
    key: `business-${id}`,
    kind: 'business',
    id: String(id),
    version,
    name,
    children: domains.filter((row) => row.business_domain_id === id).map(toDomain),
  }));
}

function toDomain(row: { id: number; version: number; business_domain_id: number; first_kind: LabelValue; name: LabelValue }): Domain {
  const { id, version, business_domain_id, first_kind, name } = row;
  return {
    key: `domain-${id}`,
    kind: 'domain',
    id: String(id),
    version,
    businessId: String(business_domain_id),
    firstKind: first_kind,
    name,
  };
}

/** What keeps a draft from being published; `name` is the text of the row it is about. Of too many there are `count`, and at most `most` are answered. */
export interface Problem {
  kind: 'noCriteria' | 'noDomains' | 'tooManyCriteria' | 'tooManyDomains' | 'emptyBusiness' | 'sameCriterion' | 'sameDomain';
  name: LabelValue;
  count?: number;
  most?: number;
}

/** @param most rows and columns its questionnaire takes in one paper, see `limitsOf`: a larger matrix is shown to nobody */
export function problemsOf(
  criteria: readonly Criterion[],
  businesses: readonly Business[],
  most: { rows: number; columns: number },
): Problem[] {
  const domains = businesses.flatMap(({ children }) => children);
  return [
    ...(criteria.length === 0 ? [{ kind: 'noCriteria', name: '' } as const] : []),
    ...(domains.length === 0 ? [{ kind: 'noDomains', name: '' } as const] : []),
    ...tooMany('tooManyCriteria', criteria.length, most.rows),
    // A paper may be of one business domain alone.
    ...tooMany('tooManyDomains', Math.max(0, ...businesses.map(({ children }) => children.length)), most.columns),
    ...businesses.filter(({ children }) => children.length === 0).map(({ name }) => ({ kind: 'emptyBusiness', name }) as const),
    ...repeated(criteria, criterionKey).map(({ subCause }) => ({ kind: 'sameCriterion', name: subCause }) as const),
    ...repeated(domains, domainKey).map(({ name }) => ({ kind: 'sameDomain', name }) as const),
  ];
}

function tooMany(kind: 'tooManyCriteria' | 'tooManyDomains', count: number, most: number): Problem[] {
  return count > most ? [{ kind, name: '', count, most }] : [];
}

/** Equal for criteria people could not tell apart. */
export function criterionKey({ dimension, cause, subCause }: Pick<Criterion, 'dimension' | 'cause' | 'subCause'>): string {
  return [dimension, cause, subCause].map(textKey).join();
}

/** Equal for columns people could not tell apart. */
export function domainKey({ businessId, firstKind, name }: Pick<Domain, 'businessId' | 'firstKind' | 'name'>): string {
  return [businessId, textKey(firstKind), textKey(name)].join();
}

function repeated<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const key = keyOf(row);
    const isSeen = seen.has(key);
    seen.add(key);
    return isSeen;
  });
}
