import { sql } from 'kysely';
import type { Context, WordedContext } from '../../context.ts';
import { type FileAnswer, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { ApiError } from '../../errors.ts';
import { wordsOf } from '../../reader.ts';
import { labelsOf } from '../dictionaries/labels.ts';
import { type Cell, workbook } from '../spreadsheets/workbook.ts';
import { numberIn, plain } from './cells.ts';
import { type Dealers, dealersOf } from './dealers.ts';
import { columnLetter } from './headings.ts';
import type { NameKind, Target } from './kinds.ts';
import { type ProcessAnswer, requireProcess } from './processes.ts';
import type { RowFault } from './tables.ts';

type Part = '' | 'accepted' | 'rejected' | 'unmatched' | 'elsewhere';

/** Numbers of names, looked up once for a statement and not once a row. */
function numbersOf(id: string, kind: NameKind, which: ReturnType<typeof sql>) {
  return sql`(select number from flow_data_name where process_id = ${Number(id)} and kind = ${kind} and ${which})`;
}

function selectRows(db: Database, { id, fileType }: ProcessAnswer, { codes, isNeeded }: Dealers, part: Part) {
  const isOpen = sql`target_code is null`;
  const isShipment = fileType === 'client-shipment';
  const otherDealers = numbersOf(id, 'dealer', sql`target_code <> all (${codes}::text[])`);
  const isElsewhere = isShipment ? sql<boolean>`coalesce(row.dealer in ${otherDealers}, false)` : sql<boolean>`false`;
  const isNameless = sql`coalesce(row.product in ${numbersOf(id, 'product', isOpen)}, false)`;
  // A row that names nobody is in no list of names, and in an empty one it is not even unknown: it is asked for by itself.
  const isOfNobody = sql`case when row.dealer is null then ${isNeeded}::boolean else row.dealer in ${numbersOf(id, 'dealer', isOpen)} end`;
  const isUnmatched = isShipment ? sql<boolean>`(${isNameless} or ${isOfNobody})` : sql<boolean>`${isNameless}`;
  const isGood = sql<boolean>`row.faults is null`;
  const fits = {
    '': sql<boolean>`true`,
    accepted: isGood,
    rejected: sql<boolean>`row.faults is not null`,
    elsewhere: sql<boolean>`${isGood} and ${isElsewhere}`,
    unmatched: sql<boolean>`${isGood} and not ${isElsewhere} and ${isUnmatched}`,
  }[part];
  return db
    .selectFrom('flow_data_row as row')
    .innerJoin('flow_data_line as line', (on) => on.onRef('line.process_id', '=', 'row.process_id').onRef('line.line', '=', 'row.line'))
    .where('row.process_id', '=', Number(id))
    .where(fits)
    .select([
      'row.line',
      'line.cells',
      'row.faults',
      sql<string | null>`to_char(row.day, 'YYYY-MM-DD')`.as('day'),
      'row.quantity',
      'row.unit_price',
      'row.amount',
      'row.product',
      isElsewhere.as('elsewhere'),
      isUnmatched.as('unmatched'),
    ]);
}

/** What products of rows were matched to, by their numbers. */
async function productsOf(db: Database, id: string, numbers: readonly (number | null)[]) {
  const wanted = [...new Set(numbers.flatMap((number) => number ?? []))];
  const rows = await db
    .selectFrom('flow_data_name')
    .select(['number', 'target_code', 'target_name'])
    .where('process_id', '=', Number(id))
    .where('kind', '=', 'product')
    .where(sql<boolean>`number = any(${wanted})`)
    .execute();
  return new Map(rows.map((row) => [row.number, row]));
}

/** A page of the rows of a process as they were understood (FLOW-05). @throws ApiError NOT_FOUND */
export async function pageOfRows(
  context: Context,
  { id, part, pageNo, pageSize }: { id: string; part: Part; pageNo: number; pageSize: number },
) {
  const { process } = await requireProcess(context.db, signedIn(context), id);
  const total = countOf(process, part);
  const dealers = await dealersOf(context.db, process);
  const rows =
    total === 0 ? [] : await selectRows(context.db, process, dealers, part).orderBy('row.line').$call(onPage(pageNo, pageSize)).execute();
  const headings = await headingsOf(context.db, id);
  const products = await productsOf(
    context.db,
    id,
    rows.map(({ product }) => product),
  );
  const content = rows.map((row) => {
    const text = (target: Target) => {
      const column = process.mapping?.[target];
      return typeof column === 'number' ? plain(row.cells[column]) : '';
    };
    return {
      key: String(row.line),
      line: row.line,
      day: row.day,
      productCode: text('productCode'),
      productName: text('productName'),
      productSpec: text('productSpec'),
      targetCode: products.get(row.product ?? 0)?.target_code ?? null,
      targetName: products.get(row.product ?? 0)?.target_name ?? null,
      quantity: row.quantity,
      unitPrice: row.unit_price,
      amount: row.amount,
      counterpart: text('counterpart'),
      elsewhere: row.faults === null && row.elsewhere,
      faults: (row.faults ?? []).map(({ fault, column }) => ({
        fault,
        column: column === null ? '' : nameOf(headings, column),
        text: column === null ? '' : (row.cells[column] ?? ''),
      })),
    };
  });
  return { content, total, current: pageNo, size: pageSize };
}

/** Counted when the rows were read; nothing while they are not. */
function countOf({ mapping, rows, rejected, unmatched, elsewhere }: ProcessAnswer, part: Part): number {
  if (mapping === null) return 0;
  return { '': rows, accepted: rows - rejected, rejected, unmatched, elsewhere }[part];
}

async function headingsOf(db: Database, id: string): Promise<string[]> {
  return (await db.selectFrom('flow_data_process').select('headings').where('id', '=', Number(id)).executeTakeFirstOrThrow()).headings;
}

function nameOf(headings: readonly string[], column: number): string {
  return headings[column]?.trim() || columnLetter(column);
}

/** Rows of one statement. */
const atOnce = 2_000;

/**
 * Rows of a process as a workbook with the columns of its file, and behind them what is wrong with each: corrected it can be uploaded again
 * (API-133). It is read while it is sent. @throws ApiError NOT_FOUND, FLOW_FILE_MISSING
 */
export async function dataFile(context: WordedContext, id: string, part: 'all' | 'rejected' | 'unmatched'): Promise<FileAnswer> {
  const { process } = await requireProcess(context.db, signedIn(context), id);
  if (process.mapping === null) throw new ApiError('FLOW_FILE_MISSING');
  const headings = await headingsOf(context.db, id);
  const dealers = await dealersOf(context.db, process);
  const word = wordsOf(context);
  const faultWords = await labelsOf(context, 'flow-row-fault');
  const width = Math.max(headings.length, ...Object.values(process.mapping).map((column) => (column ?? 0) + 1));
  const columns = [
    ...Array.from({ length: width }, (_, column) => ({ title: nameOf(headings, column), width: 18 })),
    { title: word('flow-data.lineColumn'), width: 14 },
    { title: word('flow-data.problemColumn'), width: 60 },
  ];
  const numeric = new Set(['quantity', 'unitPrice', 'amount'].flatMap((target) => process.mapping?.[target as Target] ?? []));
  const told = ({ faults, unmatched, elsewhere }: Selected) => {
    const said = (faults ?? []).map(({ fault, column }) =>
      [column === null ? '' : nameOf(headings, column), faultWords(fault)].filter(Boolean).join(': '),
    );
    if (faults !== null) return said.join('; ');
    if (elsewhere) return word('flow-data.elsewhere');
    return unmatched ? word('flow-data.unmatched') : '';
  };
  async function* rows(): AsyncGenerator<Cell[]> {
    let last = 0;
    for (;;) {
      const found = await selectRows(context.db, process, dealers, part === 'all' ? '' : part)
        .where('row.line', '>', last)
        .orderBy('row.line')
        .limit(atOnce)
        .execute();
      for (const row of found) {
        const cells = Array.from({ length: width }, (_, column) => cellOf(row.cells[column] ?? '', numeric.has(column)));
        yield [...cells, row.line, told(row)];
      }
      if (found.length < atOnce) return;
      last = found.at(-1)?.line ?? last;
    }
  }
  const name = [process.dealerName ?? process.clientName, (await labelsOf(context, 'flow-file-type'))(process.fileType)].join(' ');
  return workbook(name, [{ name: process.sheet ?? '', columns, rows: rows() }]);
}

interface Selected {
  faults: RowFault[] | null;
  elsewhere: boolean;
  unmatched: boolean;
}

/** What was read as a number is one in the workbook; everything else stays as it was written. */
function cellOf(cell: string, isNumeric: boolean): Cell {
  const decimal = isNumeric ? numberIn(plain(cell)) : undefined;
  return decimal === undefined ? cell : { decimal };
}
