import { listsOf } from '../../../src/core/rule-set/index.ts';
import { literal, name, type Session } from '../../data-engine/index.ts';
import type { Database } from '../../database/connection.ts';
import { openRelation, type Relation } from '../data-mart/relation.ts';
import type { Column } from '../data-mart/repository.ts';
import type { SeenTable } from '../data-mart/rights.ts';
import { RightLacked, type RunContext, RunFailure } from '../data-runs/kinds.ts';
import { permissionsNow } from '../identity/access.ts';
import type { KeptRuleSet } from '../rule-sets/tables.ts';
import { companyForms } from '../screening/names.ts';
import { entriesOf, type Surroundings } from '../screening/ready.ts';
import { matchFields } from './matching.ts';
import type { Matches } from './tables.ts';
import type { PlacedSet } from './work/judge.ts';

/** Most rows that are judged in a run, and milliseconds it may take. */
const mostRows = 5_000_000;
export const longest = 3_600_000;
/** What is told of a thread that ended before its work. */
export const failures = { memory: 'ruletable.failure.memory', late: 'ruletable.failure.late' };

/** The permission may have been withdrawn since the run was asked for, or a schedule made. @throws RightLacked */
export async function requirePermission({ db, reader }: Pick<RunContext, 'db' | 'reader'>, permission: string): Promise<void> {
  if (!(await permissionsNow(db, Number(reader.id))).has(permission)) throw new RightLacked('reader', 'ruletable.failure.permission');
}

/** The columns of a version's fields as they were chosen, for fields it still has; it may have others since, which are found by name. */
export function matchAgain(version: Pick<KeptRuleSet, 'fields' | 'rules'>, columns: readonly Column[], chosen: Matches) {
  const isKnown = (field: string) => version.fields.some(({ name: own }) => own === field);
  const given = Object.entries(chosen).flatMap(([field, column]) => (isKnown(field) ? [{ field, column }] : []));
  return matchFields(version, columns, given);
}

/** The same in a run, which needs all of them. @throws RunFailure naming the fields that have none */
export function requireMatches(...asked: Parameters<typeof matchAgain>): Matches {
  const { matches, faults } = matchAgain(...asked);
  if (faults.length === 0) return matches;
  throw new RunFailure('ruletable.failure.match', { fields: [...new Set(faults.map(({ field }) => field))].join(', ') });
}

/** Entries of the watch lists in use that versions look into, and how names are read. */
export async function watched(db: Database, services: Surroundings, sets: readonly Pick<KeptRuleSet, 'rules'>[]) {
  const codes = [...new Set(sets.flatMap((set) => listsOf(set)))];
  const rows =
    codes.length === 0
      ? []
      : await db.selectFrom('watch_list').select(['id', 'code']).where('code', 'in', codes).where('status', '=', '0').execute();
  const lists = await Promise.all(rows.map(async (list) => [list.code, await entriesOf(db, list, services)] as const));
  return { lists: Object.fromEntries(lists), forms: companyForms(services.documents) };
}

/** The rows of the input within the engine, numbered, and the place of each column that is judged by in a row of the file they are written to. */
export interface OpenedRows {
  session: Session;
  relation: Relation;
  /** Writes the columns, in the order of the moment; the first value of a row is its number. */
  write(file: string): Promise<void>;
  placed(set: KeptRuleSet, matches: Matches): PlacedSet;
  moment: number | null;
}

/** What is read of an input: the columns that are judged by, those that stay, and the one rows are put in order by. */
interface Wanted {
  columns: readonly string[];
  kept?: readonly string[];
  moment: string | null;
}

/** @throws RunFailure where there are too many rows, or none */
export async function openRows(context: RunContext, input: SeenTable, { columns, kept = [], moment }: Wanted): Promise<OpenedRows> {
  const { db, files, settings } = context;
  const relation = await openRelation(db, files, settings.dataDir, input);
  if (relation.rows > mostRows) throw new RunFailure('ruletable.failure.tooManyRows', { most: String(mostRows) });
  if (relation.rows === 0) throw new RunFailure('ruletable.failure.empty');
  const session = await context.session({ files: relation.files });
  const judgedBy = [...new Set(moment === null ? columns : [...columns, moment])];
  const placeOf = (column: string) => judgedBy.indexOf(column) + 1;
  return {
    session,
    relation,
    moment: moment === null ? null : placeOf(moment),
    async write(file) {
      const read = [...new Set([...judgedBy, ...kept])].map(name);
      await session.query(
        `CREATE TEMP TABLE "#rows" AS SELECT ${[...read, 'row_number() OVER () AS "#"'].join(', ')} FROM ${relation.sql}`,
      );
      const list = ['"#"', ...judgedBy.map(name)].join(', ');
      const order = moment === null ? '"#"' : `${name(moment)} NULLS LAST, "#"`;
      await session.query(
        `COPY (SELECT ${list} FROM "#rows" ORDER BY ${order}) TO ${literal(file)} (FORMAT csv, HEADER false, FORCE_QUOTE *, ESCAPE '"')`,
      );
    },
    placed: ({ fields, rules, reviewFrom, blockFrom, subject }, matches) => ({
      set: { fields, rules, reviewFrom, blockFrom, ...(subject !== undefined && { subject }) },
      places: Object.fromEntries(
        fields.flatMap(({ name: field }) => {
          const column = matches[field];
          return typeof column === 'string' ? [[field, placeOf(column)]] : [];
        }),
      ),
    }),
  };
}

/** Columns rows can be put in order by. */
export function isMoment({ fieldType }: Column): boolean {
  return fieldType === 'date' || fieldType === 'timestamp';
}
