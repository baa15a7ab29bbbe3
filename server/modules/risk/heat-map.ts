import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import type { Say } from '../../reader.ts';
import { byName, departmentNames } from './department-names.ts';
import { type Counts, counts, type Sum, summed } from './reading.ts';

export interface HeatFilter {
  /** What the columns are. Default department. */
  columns?: 'department' | 'businessDomain' | undefined;
  /** Text of a dimension: the rows are its causes then, otherwise they are the dimensions. */
  firstRisk?: string | undefined;
  /** Name of a department, in any language. */
  department?: string | undefined;
}
type Totals = Omit<Sum, 'dimension' | 'cause' | 'subCause'>;
export interface HeatMap {
  rows: ({ name: string } & Totals)[];
  columns: ({ name: string } & Totals)[];
  /** One a pair that has answers. */
  cells: ({ row: string; column: string } & Totals)[];
  all: Totals;
}
interface Row extends Counts {
  dimension: LabelValue;
  cause: LabelValue;
  department: string | null;
  business: LabelValue;
}

const nothing: Counts = { low: 0, medium: 0, high: 0, none: 0, cells: 0 };

/** Totals of the submitted papers of an evaluation by risk and by department or business domain, and of every pair of them (API-90). */
export async function heatMap(db: Database, say: Say, evaluationId: number, filter: HeatFilter): Promise<HeatMap> {
  const { columns = 'department', firstRisk = '', department = '' } = filter;
  const { rows: found } = await sql<Row>`
    select criteria.dimension, criteria.cause, paper.send_department as department, business.name as business, ${counts}
    from risk_paper paper
    join risk_answer answer on answer.paper_id = paper.id
    join risk_criteria criteria on criteria.id = answer.criteria_id
    join risk_domain domain on domain.id = answer.domain_id and domain.business_domain_id = any(paper.business_domains)
    join risk_business_domain business on business.id = domain.business_domain_id
    where paper.evaluation_id = ${evaluationId} and paper.state = 1 and paper.removed_at is null
    group by criteria.dimension, criteria.cause, paper.send_department, business.id
    order by min(criteria.sort), min(criteria.id), min(business.sort), paper.send_department`.execute(db);
  const nameOf = await departmentNames(db, say);
  const chosen = found
    .filter((row) => firstRisk === '' || say(row.dimension) === firstRisk)
    .filter((row) => department === '' || nameOf(row.department ?? '') === nameOf(department));
  const rowOf = (row: Row) => say(firstRisk === '' ? row.dimension : row.cause);
  const columnOf = (row: Row) => (columns === 'businessDomain' ? say(row.business) : nameOf(row.department ?? ''));
  const named = (groups: Map<string, Counts>) => [...groups].map(([name, group]) => ({ name, ...summed(group) }));
  const byColumn = grouped(chosen, columnOf);
  const pairs = grouped(chosen, (row) => JSON.stringify([rowOf(row), columnOf(row)]));
  return {
    rows: named(grouped(chosen, rowOf)),
    columns: columns === 'department' ? named(byColumn).sort((one, other) => byName(one.name, other.name)) : named(byColumn),
    cells: [...pairs].map(([key, group]) => {
      const [row, column] = JSON.parse(key) as [string, string];
      return { row, column, ...summed(group) };
    }),
    all: summed(chosen.reduce(added, nothing)),
  };
}

function grouped(rows: readonly Row[], nameOf: (row: Row) => string): Map<string, Counts> {
  const groups = new Map<string, Counts>();
  for (const row of rows) groups.set(nameOf(row), added(groups.get(nameOf(row)) ?? nothing, row));
  return groups;
}

function added(one: Counts, other: Counts): Counts {
  return {
    low: one.low + Number(other.low),
    medium: one.medium + Number(other.medium),
    high: one.high + Number(other.high),
    none: one.none + Number(other.none),
    cells: one.cells + Number(other.cells),
  };
}
