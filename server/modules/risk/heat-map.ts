import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import type { LabelValue } from '../../database/values.ts';
import { speaker } from '../../reader.ts';
import { textKey } from '../risk-templates/texts.ts';
import { type Scale, scaleOf } from './bands.ts';
import { byName, departmentReader } from './department-names.ts';
import { choicesOf } from './questionnaires.ts';
import { type Counts, evaluationQuestionnaire, summed, type Totals } from './reading.ts';
import { addedCounts, submittedCells } from './submitted.ts';

export interface HeatFilter {
  /** What the columns are. Default department. */
  columns?: 'department' | 'businessDomain' | undefined;
  /** Text of a dimension: the rows are its causes then, otherwise they are the dimensions. */
  firstRisk?: string | undefined;
  /** Name of a department, in any language. */
  department?: string | undefined;
  /** 1: the papers that have no department. */
  withoutDepartment?: '0' | '1' | undefined;
}
/** A row or column; two of them may have the same name in the language of the reader. */
interface Line extends Totals {
  key: string;
  name: string;
}
export interface HeatMap extends Scale {
  rows: Line[];
  columns: Line[];
  /** One a pair that was asked for: the names of its row and column, and their keys. */
  cells: ({ row: string; column: string; rowKey: string; columnKey: string } & Totals)[];
  all: Totals;
  /** The questionnaires it can rest on, of the departments it is about, and those it rests on. */
  papers: PaperCount;
}
interface PaperCount {
  sent: number;
  submitted: number;
}
interface Row extends Counts {
  dimension: LabelValue;
  cause: LabelValue;
  /** Empty without one. */
  department: string;
  business: LabelValue;
  businessId: number;
}

const nothing: Counts = { chosen: [], cells: 0 };

/** Totals of the submitted papers of an evaluation by risk and by department or business domain, and of every pair of them (API-90). */
export async function heatMap(context: WordedContext, evaluationId: number, filter: HeatFilter): Promise<HeatMap> {
  const { db } = context;
  const say = speaker(context);
  const choices = choicesOf(context, await evaluationQuestionnaire(db, evaluationId));
  const { columns = 'department', firstRisk = '', department = '', withoutDepartment } = filter;
  const { rows: found } = await sql<Row>`
    select criteria.dimension, criteria.cause, part.department, business.name as business, business.id as "businessId",
      ${addedCounts(choices)}
    from ${submittedCells(evaluationId, choices)} part
    join risk_criteria criteria on criteria.id = part.criteria_id
    join risk_business_domain business on business.id = part.business_id
    group by criteria.dimension, criteria.cause, part.department, business.id
    order by min(criteria.sort), min(criteria.id), min(business.sort), part.department`.execute(db);
  const { rows: papers } = await sql<PaperCount & { department: string }>`
    select coalesce(send_department, '') as department, count(*)::int as sent, (count(*) filter (where state = 1))::int as submitted
    from risk_paper where evaluation_id = ${evaluationId} and removed_at is null and statement is null group by 1`.execute(db);
  const { nameOf, keyOf } = await departmentReader(db, say);
  const isMeant = (name: string) =>
    (withoutDepartment !== '1' || name === '') && (department === '' || nameOf(name) === nameOf(department));
  const chosen = found.filter((row) => firstRisk === '' || say(row.dimension) === firstRisk).filter((row) => isMeant(row.department));
  const risk = (row: Row) => (firstRisk === '' ? row.dimension : row.cause);
  const rowOf: Group = { keyOf: (row) => textKey(risk(row)), nameOf: (row) => say(risk(row)) };
  const columnOf: Group =
    columns === 'businessDomain'
      ? { keyOf: (row) => String(row.businessId), nameOf: (row) => say(row.business) }
      : { keyOf: (row) => keyOf(row.department), nameOf: (row) => nameOf(row.department) };
  const toLine = ({ key, name, counts: group }: Grouped): Line => ({ key, name, ...summed(group, choices) });
  const byColumn = grouped(chosen, columnOf);
  const pairs = grouped(chosen, { keyOf: (row) => JSON.stringify([rowOf.keyOf(row), columnOf.keyOf(row)]), nameOf: () => '' });
  return {
    rows: grouped(chosen, rowOf).map(toLine),
    columns: (columns === 'department' ? byColumn.sort((one, other) => byName(one.name, other.name)) : byColumn).map(toLine),
    cells: pairs.map(({ first, counts: group }) => ({
      ...{ row: rowOf.nameOf(first), column: columnOf.nameOf(first), rowKey: rowOf.keyOf(first), columnKey: columnOf.keyOf(first) },
      ...summed(group, choices),
    })),
    all: summed(chosen.reduce(added, nothing), choices),
    papers: papers
      .filter((row) => isMeant(row.department))
      .reduce((sum, { sent, submitted }) => ({ sent: sum.sent + sent, submitted: sum.submitted + submitted }), { sent: 0, submitted: 0 }),
    ...scaleOf(choices),
  };
}

/** What rows are put together by: what tells them apart, and what people read. */
interface Group {
  keyOf: (row: Row) => string;
  nameOf: (row: Row) => string;
}
interface Grouped {
  key: string;
  name: string;
  first: Row;
  counts: Counts;
}

function grouped(rows: readonly Row[], { keyOf, nameOf }: Group): Grouped[] {
  const groups = new Map<string, Grouped>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key) ?? { key, name: nameOf(row), first: row, counts: nothing };
    groups.set(key, { ...group, counts: added(group.counts, row) });
  }
  return [...groups.values()];
}

function added(one: Counts, other: Counts): Counts {
  return {
    chosen: other.chosen.map((count, index) => count + (one.chosen[index] ?? 0)),
    cells: one.cells + Number(other.cells),
  };
}
