import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { ReadSheet } from '../spreadsheets/unreadable.ts';
import type { FileType, Mapping } from './kinds.ts';
import { match } from './matching.ts';
import { reader, type Understood } from './understand.ts';
import './tables.ts';

/** Rows of one statement. */
const atOnce = 5_000;

interface Line {
  line: number;
  cells: string[];
  shared: number[] | null;
}

/** Keeps the rows of a file in the place of those before. Use the transaction that holds the process. */
export async function replaceLines(db: Database, processId: number, rows: ReadSheet['rows']): Promise<void> {
  await db.deleteFrom('flow_data_row').where('process_id', '=', processId).execute();
  await db.deleteFrom('flow_data_name').where('process_id', '=', processId).execute();
  await db.deleteFrom('flow_data_line').where('process_id', '=', processId).execute();
  for (let at = 0; at < rows.length; at += atOnce) {
    // PostgreSQL keeps no zeros in a text, and no halves of signs.
    const lines = rows.slice(at, at + atOnce).map(({ number, cells, shared = null }) => ({
      number,
      cells: cells.map((cell) => cell.replaceAll('\0', ' ').replaceAll(/\p{Cs}/gu, '\uFFFD')),
      shared,
    }));
    await sql`insert into flow_data_line (process_id, line, cells, shared)
      select ${processId}, line.number, line.cells, line.shared from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as line (number integer, cells jsonb, shared smallint[])`.execute(
      db,
    );
  }
}

/** The rows of a process below a row, in order, some thousand at a time. */
async function* linesOf(db: Database, processId: number, above: number): AsyncGenerator<Line[]> {
  let last = above;
  for (;;) {
    const lines = await db
      .selectFrom('flow_data_line')
      .select(['line', 'cells', 'shared'])
      .where('process_id', '=', processId)
      .where('line', '>', last)
      .orderBy('line')
      .limit(atOnce)
      .execute();
    if (lines.length > 0) yield lines;
    if (lines.length < atOnce) return;
    last = lines.at(-1)?.line ?? last;
  }
}

/** Reads the rows of a process by its mapping and matches their names, in the place of what was understood before. Use the transaction that holds it. */
export async function understandRows(
  db: Database,
  { id, fileType, headingRow, mapping }: { id: number; fileType: FileType; headingRow: number; mapping: Mapping },
): Promise<void> {
  await db.deleteFrom('flow_data_row').where('process_id', '=', id).execute();
  await db.deleteFrom('flow_data_name').where('process_id', '=', id).execute();
  const { read, names } = reader(mapping, fileType);
  for await (const lines of linesOf(db, id, headingRow)) {
    await insertRows(
      db,
      id,
      lines.map(({ line, cells, shared }) => read(line, cells, shared)),
    );
  }
  await sql`insert into flow_data_name (process_id, kind, number, code, name, spec, rows)
    select ${id}, kind, number, code, name, spec, rows
    from jsonb_to_recordset(${JSON.stringify(names())}::jsonb) as given (kind text, number integer, code text, name text, spec text, rows integer)`.execute(
    db,
  );
  await match(db, id);
}

async function insertRows(db: Database, id: number, rows: readonly Understood[]): Promise<void> {
  const given = rows.map(({ faults, ...row }) => ({ ...row, faults: faults.length > 0 ? faults : null }));
  await sql`insert into flow_data_row (process_id, line, day, product, dealer, quantity, unit_price, amount, faults)
    select ${id}, line, day, product, dealer, quantity, "unitPrice", amount, nullif(faults, 'null')
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as given (line integer, day date, product integer, dealer integer, quantity numeric, "unitPrice" numeric, amount numeric, faults jsonb)`.execute(
    db,
  );
}
