import type { Decision } from '../../../src/core/rule-set/index.ts';
import type { Context } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { ask, name, type Value } from '../../data-engine/index.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { openRelation } from '../data-mart/relation.ts';
import { requireTable } from '../data-mart/rights.ts';
import { hiddenColumns } from '../data-mart/rows.ts';
import type { OutputNames } from './tables.ts';

/** Most characters of a cell. */
const longestCell = 500;

/** How a table was filled by a rule set. @throws ApiError NOT_FOUND for another table */
export async function findOutput(db: Database, tableId: number) {
  const found = await db
    .selectFrom('rule_output')
    .innerJoin('rule_set', 'rule_set.id', 'rule_output.rule_set_id')
    .innerJoin('data_table as input', 'input.id', 'rule_output.input_id')
    .select(['rule_set.id as setId', 'rule_set.code', 'rule_set.name', 'input.title as inputTitle', 'rule_output.filled'])
    .where('rule_output.table_id', '=', tableId)
    .executeTakeFirst();
  if (!found) throw new ApiError('NOT_FOUND');
  return found;
}

export interface JudgedFilter {
  bizId: string;
  /** One of the decisions; none: all. */
  decision?: string | undefined;
  /** Looked for in the names of the rules hit. */
  rule?: string | undefined;
  /** Scores from this on. */
  least?: number | null | undefined;
  pageNo?: number | undefined;
  pageSize?: number | undefined;
}

/** A page of the rows of a judged table, the highest scores first, with how many there are of each decision. @throws ApiError NOT_FOUND, FORBIDDEN */
export async function judgedRows(context: Context, filter: JudgedFilter) {
  const { db, services } = context;
  const seen = await requireTable(db, signedIn(context), filter.bizId, 'view');
  const { setId, code, name: setName, inputTitle, filled } = await findOutput(db, seen.table.id);
  const about = {
    title: seen.table.title,
    set: { id: String(setId), code, name: setName as LabelValue },
    inputTitle,
    refreshTime: seen.table.refreshedAt?.toISOString() ?? null,
    hidden: await hiddenColumns(context, seen),
  };
  const { pageNo = 1, pageSize = 10 } = filter;
  const nothing = { columns: [], content: [], total: 0, tableRows: 0, decisions: [], current: pageNo, size: pageSize };
  if (filled === null) return { ...about, ...nothing };
  requireAdded(seen.columns, filled);
  const relation = await openRelation(db, services.files, services.settings.dataDir, seen);
  const { conditions, parameters } = conditionsOf(filter, filled);
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const judging = name(filled.judging);
  const { files, caller } = relation;
  const [counted, matching, page] = [
    await ask({ sql: `SELECT ${judging}, count(*) FROM ${relation.sql} GROUP BY 1`, files, caller }),
    await ask({ sql: `SELECT count(*) FROM ${relation.sql} ${where}`, parameters, files, caller }),
    await ask({
      sql: `SELECT * FROM ${relation.sql} ${where} ORDER BY ${name(filled.score)} DESC, length(${name(filled.judgement)}), ${name(filled.judgement)}
        LIMIT ${pageSize} OFFSET ${(pageNo - 1) * pageSize}`,
      ...{ parameters, files, caller, most: pageSize },
    }),
  ];
  const place = (column: string) => relation.columns.findIndex((one) => one.name === column);
  const [judgement, score, decision, rules] = [filled.judgement, filled.score, filled.judging, filled.rules].map(place) as [
    number,
    number,
    number,
    number,
  ];
  return {
    ...about,
    // What judging added stands apart.
    columns: relation.columns
      .map(({ title, name: own }, at) => ({ title, name: own, place: at }))
      .filter(({ place: at }) => ![judgement, score, decision, rules].includes(at)),
    content: page.rows.map((cells) => ({
      judgement: String(cells[judgement]),
      score: Number(cells[score]),
      decision: String(cells[decision]) as Decision,
      rules: cells[rules] === null || cells[rules] === undefined ? null : String(cells[rules]),
      cells: cells.map((cell) => (typeof cell === 'string' && cell.length > longestCell ? `${cell.slice(0, longestCell)}…` : cell)),
    })),
    total: Number(matching.rows[0]?.[0] ?? 0),
    tableRows: seen.table.rows,
    decisions: (['approve', 'review', 'block'] as const).map((one) => ({
      decision: one,
      count: Number(counted.rows.find(([value]) => value === one)?.[1] ?? 0),
    })),
    current: pageNo,
    size: pageSize,
  };
}

/** What judging added is one thing: whoever may not see a part of it sees none of it here. @throws ApiError FORBIDDEN */
export function requireAdded(columns: readonly { name: string }[], names: OutputNames): void {
  if (Object.values(names).some((one: string) => !columns.some((column) => column.name === one))) throw new ApiError('FORBIDDEN');
}

function conditionsOf({ decision, rule, least }: JudgedFilter, names: OutputNames): { conditions: string[]; parameters: Value[] } {
  const given: [string, Value][] = [];
  if (decision) given.push([`${name(names.judging)} = ?`, decision]);
  if (rule?.trim()) given.push([`contains(lower(${name(names.rules)}), lower(?))`, rule.trim()]);
  if (least !== undefined && least !== null) given.push([`${name(names.score)} >= CAST(? AS DECIMAL(24,6))`, String(least)]);
  return { conditions: given.map(([text]) => text), parameters: given.map(([, value]) => value) };
}
