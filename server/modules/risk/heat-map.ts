import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { type Say, speaker } from '../../reader.ts';
import { textKey } from '../risk-templates/texts.ts';
import { type Scale, scaleOf } from './bands.ts';
import { byName, type DepartmentReader, departmentReader } from './department-names.ts';
import { choicesOf } from './questionnaires.ts';
import { businessDomains, type Counts, evaluationQuestionnaire, summed, type Totals } from './reading.ts';
import { type Asked, askedCriteria, isCalled, type LineCounts, lineCounts, linesOf } from './submitted.ts';

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
const nothing: Counts = { chosen: [], cells: 0 };

/** Totals of the submitted papers of an evaluation by risk and by department or business domain, and of every pair of them (API-90). */
export async function heatMap(context: WordedContext, evaluationId: number, filter: HeatFilter): Promise<HeatMap> {
  const { db } = context;
  const say = speaker(context);
  const choices = choicesOf(context, await evaluationQuestionnaire(db, evaluationId));
  const { columns = 'department', firstRisk = '', department = '', withoutDepartment } = filter;
  const { rows: papers } = await sql<PaperCount & { department: string }>`
    select coalesce(send_department, '') as department, count(*)::int as sent, (count(*) filter (where state = 1))::int as submitted
    from risk_paper where evaluation_id = ${evaluationId} and removed_at is null and statement is null group by 1`.execute(db);
  const { nameOf, keyOf } = await departmentReader(db, say);
  const wanted = department === '' ? undefined : nameOf(department);
  const meant = papers.filter(
    ({ department: name }) => (withoutDepartment !== '1' || name === '') && (wanted === undefined || nameOf(name) === wanted),
  );
  const criteria = (await askedCriteria(db, evaluationId)).filter(({ dimension }) => firstRisk === '' || isCalled(dimension, firstRisk));
  const risk = ({ dimension, cause }: Asked) => (firstRisk === '' ? dimension : cause);
  const lines = linesOf(criteria, (criterion) => textKey(risk(criterion)));
  const isMeant = sql<boolean>`coalesce(send_department, '') = any(${meant.map((row) => row.department)}::text[])`;
  const found = await lineCounts(db, { evaluationId, lines, choices }, columns, isMeant);
  const rowLabel = lines.first.map((criterion) => ({ key: textKey(risk(criterion)), name: say(risk(criterion)) }));
  const rowOf = ({ line }: LineCounts) => rowLabel[line] ?? { key: '', name: '' };
  const columnOf = columns === 'businessDomain' ? await byBusiness(db, say, found) : byDepartment(found, { nameOf, keyOf });
  const pairs = grouped(found, (row) => `${row.line} ${columnOf(row).key}`);
  const toLine =
    (labelOf: (row: LineCounts) => Label) =>
    ({ first, counts }: Grouped): Line => ({ ...labelOf(first), ...summed(counts, choices) });
  const across = grouped(found, (row) => columnOf(row).key).map(toLine(columnOf));
  return {
    rows: grouped(found, (row) => String(row.line)).map(toLine(rowOf)),
    columns: columns === 'department' ? across.sort((one, other) => byName(one.name, other.name)) : across,
    cells: pairs.map(({ first, counts }) => ({
      ...{ row: rowOf(first).name, column: columnOf(first).name, rowKey: rowOf(first).key, columnKey: columnOf(first).key },
      ...summed(counts, choices),
    })),
    all: summed(found.reduce(added, nothing), choices),
    papers: meant.reduce((sum, { sent, submitted }) => ({ sent: sum.sent + sent, submitted: sum.submitted + submitted }), {
      sent: 0,
      submitted: 0,
    }),
    ...scaleOf(choices),
  };
}

/** What tells a row or column apart, and what people read. */
interface Label {
  key: string;
  name: string;
}

function byDepartment(found: readonly LineCounts[], { nameOf, keyOf }: DepartmentReader): (row: LineCounts) => Label {
  const labels = new Map<string, Label>();
  for (const { department } of found) {
    if (!labels.has(department)) labels.set(department, { key: keyOf(department), name: nameOf(department) });
  }
  return ({ department }) => labels.get(department) ?? { key: '', name: '' };
}

async function byBusiness(db: Database, say: Say, found: readonly LineCounts[]): Promise<(row: LineCounts) => Label> {
  const ids = [...new Set(found.map(({ businessId }) => businessId))];
  const domains = ids.length === 0 ? [] : await businessDomains(db, say, { ids });
  const names = new Map(domains.map(({ id, name }) => [id, name]));
  return ({ businessId }) => ({ key: String(businessId), name: names.get(String(businessId)) ?? '' });
}

interface Grouped {
  first: LineCounts;
  counts: Counts;
}

function grouped(rows: readonly LineCounts[], keyOf: (row: LineCounts) => string): Grouped[] {
  const groups = new Map<string, Grouped>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.counts = added(group.counts, row);
    else groups.set(key, { first: row, counts: added(nothing, row) });
  }
  return [...groups.values()];
}

function added(one: Counts, { chosen, cells }: Counts): Counts {
  const most = Math.max(one.chosen.length, chosen.length);
  return {
    chosen: Array.from({ length: most }, (_, index) => (one.chosen[index] ?? 0) + (chosen[index] ?? 0)),
    cells: one.cells + cells,
  };
}
