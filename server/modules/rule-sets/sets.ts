import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import type {} from '../screening/tables.ts';
import { containing, worded } from '../search.ts';
import type { KeptRuleSet } from './tables.ts';

/** A rule set as lists show it. */
export interface SetAnswer {
  id: string;
  code: string;
  name: LabelValue;
  remark: string | null;
  status: '0' | '1';
  /** Number of the version that decides, and the one the draft will get. */
  live: number | null;
  draft: number | null;
  rules: number;
  decisions: number;
  version: number;
  createTime: string;
  updateTime: string | null;
  updateBy: string | null;
}

const versionNumber = (which: ReturnType<typeof sql<boolean>>) =>
  sql<number | null>`(select number from rule_set_version one where one.rule_set_id = rule_set.id and ${which})`;

function selectSets(db: Database) {
  return db.selectFrom('rule_set').select([
    'id',
    'code',
    'name',
    'remark',
    'status',
    'version',
    'created_at',
    'updated_at',
    'updated_by',
    versionNumber(sql<boolean>`one.id = rule_set.live_id`).as('live'),
    versionNumber(sql<boolean>`one.published_at is null`).as('draft'),
    sql<number>`(select coalesce(jsonb_array_length(definition -> 'rules'), 0) from rule_set_version one
        where one.rule_set_id = rule_set.id order by (one.id = rule_set.live_id) is true desc, number desc limit 1)`.as('rules'),
    sql<number>`(select count(*) from screening_decision made
        where made.rule_set_id = rule_set.id and decided_at > now() - interval '30 days')`.as('decisions'),
  ]);
}

function toSet(row: Awaited<ReturnType<ReturnType<typeof selectSets>['executeTakeFirstOrThrow']>>): SetAnswer {
  const { created_at, updated_at, updated_by, ...rest } = row;
  return {
    ...rest,
    id: String(row.id),
    createTime: created_at.toISOString(),
    updateTime: updated_at?.toISOString() ?? null,
    updateBy: updated_by,
  };
}

/** A page of rule sets, by code. The keyword is looked for in code, name and remark. */
export async function pageOfSets(
  db: Database,
  { keyword, status, pageNo, pageSize }: { keyword: string; status: string; pageNo: number; pageSize: number },
): Promise<{ content: SetAnswer[]; total: number; current: number; size: number }> {
  const pattern = containing(keyword);
  const fits = sql<boolean>`(${status} = '' or status = ${status})
    and (${keyword} = '' or code ilike ${pattern} or ${worded('name', pattern)} or remark ilike ${pattern})`;
  const { total } = await db
    .selectFrom('rule_set')
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await selectSets(db).where(fits).orderBy('code').$call(onPage(pageNo, pageSize)).execute();
  return { content: rows.map(toSet), total, current: pageNo, size: pageSize };
}

export async function findSet(db: Database, id: string): Promise<SetAnswer | undefined> {
  const row = await selectSets(db).where('id', '=', Number(id)).executeTakeFirst();
  return row && toSet(row);
}

/** @throws ApiError NOT_FOUND */
export async function requireSet(db: Database, id: string): Promise<SetAnswer> {
  const set = await findSet(db, id);
  if (!set) throw new ApiError('NOT_FOUND');
  return set;
}

export type VersionState = 'draft' | 'live' | 'former';
export interface Version {
  id: number;
  number: number;
  state: VersionState;
  definition: KeptRuleSet;
  revision: number;
  note: string | null;
  publishedAt: Date | null;
  publishedBy: string | null;
}

function selectVersions(db: Database, setId: number) {
  return db
    .selectFrom('rule_set_version as one')
    .innerJoin('rule_set', 'rule_set.id', 'one.rule_set_id')
    .select([
      'one.id',
      'one.number',
      'one.definition',
      'one.revision',
      'one.note',
      'one.published_at as publishedAt',
      'one.published_by as publishedBy',
      sql<VersionState>`case when one.published_at is null then 'draft' when one.id = rule_set.live_id then 'live' else 'former' end`.as(
        'state',
      ),
    ])
    .where('one.rule_set_id', '=', setId)
    .orderBy('one.number', 'desc');
}

/** All versions of a set, the newest first. */
export async function versionsOf(db: Database, setId: number): Promise<Version[]> {
  return await selectVersions(db, setId).execute();
}

/** The version of a number; without one the draft, or else the live one, or else the newest. @throws ApiError NOT_FOUND */
export async function versionOf(db: Database, setId: number, number?: number): Promise<Version> {
  const all = await versionsOf(db, setId);
  const wanted = (state: VersionState) => all.find((version) => version.state === state);
  const found = number === undefined ? (wanted('draft') ?? wanted('live') ?? all[0]) : all.find((version) => version.number === number);
  if (!found) throw new ApiError('NOT_FOUND');
  return found;
}
