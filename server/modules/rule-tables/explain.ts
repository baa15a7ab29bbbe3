import type { Hit, Told } from '../../../src/core/rule-set/index.ts';
import { accountCaller } from '../../caller.ts';
import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { ask, literal } from '../../data-engine/index.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { localFile } from '../data-mart/parts.ts';
import { type Reader, requireTable, type SeenTable, seeTable } from '../data-mart/rights.ts';
import { listNames } from '../rule-sets/detail.ts';
import { requireSet, versionOf } from '../rule-sets/sets.ts';
import { ruleSayer, words } from '../rule-sets/wording.ts';
import { findOutput, requireAdded } from './judged.ts';
import type { Matches, OutputNames } from './tables.ts';

/** What stands beside each judged row, the same for all rows of a run. */
interface About {
  setId: string;
  number: number;
  /** Number of the table that was judged. */
  input: string;
  matches: Matches;
  /** Columns of the input that stayed; rows judged by earlier versions do not say. */
  columns?: string[];
}

/**
 * Why a row of a judged table has its score and decision: the rules hit as they were then, their weights, and the values that met their conditions. A value of a column
 * the reader may not see is not told.
 * @throws ApiError NOT_FOUND, FORBIDDEN
 */
export async function explainRow(context: WordedContext, { bizId, judgement }: { bizId: string; judgement: string }) {
  const { db, services } = context;
  const reader = signedIn(context);
  const seen = await requireTable(db, reader, bizId, 'view');
  const { filled } = await findOutput(db, seen.table.id);
  if (filled === null) throw new ApiError('NOT_FOUND');
  requireAdded(seen.columns, filled);
  const [runId, row] = judgement.split('-').map(Number);
  const part = await db
    .selectFrom('data_part')
    .select('beside')
    .where('table_id', '=', seen.table.id)
    .where('run_id', '=', runId ?? 0)
    .where('dropped_at', 'is', null)
    .executeTakeFirst();
  if (!part?.beside) throw new ApiError('NOT_FOUND');
  const file = await localFile({ files: services.files, dataDir: services.settings.dataDir }, part.beside);
  const { rows } = await ask({
    sql: `SELECT score, decision, hits, about, "values" FROM read_parquet([${literal(file)}]) WHERE "row" = ?`,
    ...{ parameters: [row ?? 0], files: [file], caller: accountCaller(reader), most: 1 },
  });
  const [found] = rows;
  if (!found) throw new ApiError('NOT_FOUND');
  const [score, decision, hitText, aboutText, valueText] = found;
  const values = JSON.parse(String(valueText)) as Record<string, string | null>;
  const hits = JSON.parse(String(hitText)) as Hit[];
  const about = JSON.parse(String(aboutText)) as About;
  const [set, { definition, number }] = [await requireSet(db, about.setId), await versionOf(db, Number(about.setId), about.number)];
  const sayer = ruleSayer(context, definition.fields, await listNames(db));
  const hidden = words(context)('hiddenValue');
  const mayTell = await visibleFields(db, reader, { ...seen, filled }, about);
  const isTold = ({ field, expected }: Told) => mayTell(field) && mayTell(summed(expected));
  return {
    judgement,
    set: { id: about.setId, code: set.code, name: set.name },
    number,
    score: Number(score),
    decision: String(decision) as 'approve' | 'review' | 'block',
    hits: hits.map(({ id, name, weight, outcome, told }) => ({
      id,
      name: name as LabelValue,
      weight,
      outcome,
      told: told.map((one) => {
        if (isTold(one)) return { field: sayer.field(one.field), seen: one.seen, text: sayer.told(one), hidden: false };
        const { match: _match, ...rest } = one;
        return { field: sayer.field(one.field), seen: null, text: sayer.told({ ...rest, seen: hidden }), hidden: true };
      }),
    })),
    values: Object.entries(values).map(([field, value]) => {
      const isSeen = mayTell(field);
      return { field: sayer.field(field), value: isSeen ? value : hidden, hidden: !isSeen };
    }),
  };
}

/** The field a sum of earlier records is of. */
function summed(expected: unknown): string | undefined {
  const of: unknown = typeof expected === 'object' && expected !== null ? Reflect.get(expected, 'of') : undefined;
  return typeof of === 'string' ? of : undefined;
}

/**
 * Whether somebody may be told the value of a field: its column stayed in the output and they see it there, or they see it in the table that was judged. A column that judging
 * added may be called as one of the input that did not stay.
 */
export async function visibleFields(
  db: Database,
  reader: Reader,
  output: Pick<SeenTable, 'columns'> & { filled: OutputNames | null },
  { matches, input, columns }: Pick<About, 'matches' | 'input' | 'columns'>,
): Promise<(field: string | undefined) => boolean> {
  const rights = await seeTable(db, reader, input).then(
    ({ rights: { permissions } }) => ['view', 'reference'].map((one) => permissions.get(one as 'view' | 'reference')),
    (error: unknown) => {
      if (error instanceof ApiError) return [];
      throw error;
    },
  );
  const added = new Set<string>(Object.values(output.filled ?? {}));
  const stayed = (column: string) => !added.has(column) && columns?.includes(column) !== false;
  return (field) => {
    if (field === undefined) return true;
    const column = matches[field];
    if (typeof column !== 'string') return true;
    if (stayed(column) && output.columns.some(({ name }) => name === column)) return true;
    return rights.some((allowed) => allowed === null || allowed?.has(column) === true);
  };
}
