import pg from 'pg';
import type { FieldType } from '../../data-engine/index.ts';
import type { DatabaseSource } from '../../data-source-settings.ts';
import { longestText } from '../data-mart/cells.ts';
import { containing } from '../search.ts';
import { FeedError, type Heading, mostColumns, type Reading, type ReadingTerms } from './reading.ts';

/** Milliseconds until a connection stands, and that one statement takes. */
const patience = 10_000;
const longest = 600_000;
/** Values of one answer, and rows of it: each value has a length that is cut, so that an answer fits into memory. */
const valuesAtOnce = 20_000;
const atOnce = 5_000;
const mostRelations = 200;

/** Tables and views the account of the source may read, outside of the catalogues. */
const relations = `
  select c.oid, format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'p', 'f') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
    and ($1::text[] is null or n.nspname = any ($1)) and has_schema_privilege(n.oid, 'usage') and has_any_column_privilege(c.oid, 'select')`;

/** Names of tables and views that hold these letters, quoted as the database quotes them. @throws FeedError */
export async function relationsOf(source: DatabaseSource, keyword: string, signal: AbortSignal): Promise<string[]> {
  return await connected(source, signal, async (client) => {
    const asked = `${relations} and format('%I.%I', n.nspname, c.relname) ilike $2 order by 2 limit ${mostRelations}`;
    const { rows } = await client.query<{ name: string }>(asked, [source.schemas ?? null, containing(keyword)]);
    return rows.map(({ name }) => name);
  });
}

/** Reads a table or view, as `relationsOf` names it, as it stands at one moment. @throws FeedError */
export async function readRelation<Found>(
  source: DatabaseSource,
  relation: string,
  { signal, timeZone }: ReadingTerms,
  use: (reading: Reading) => Promise<Found>,
): Promise<Found> {
  return await connected(source, signal, async (client) => {
    const [found] = (
      await client.query<{ oid: number; name: string }>(`${relations} and format('%I.%I', n.nspname, c.relname) = $2`, [
        source.schemas ?? null,
        relation,
      ])
    ).rows;
    if (!found) throw new FeedError('noRelation', relation);
    const columns = await columnsOf(client, found.oid);
    if (columns.length > mostColumns) throw new FeedError('tooLarge', `${columns.length} > ${mostColumns}`);
    const list = columns.map(({ name, type }) => textOf(client.escapeIdentifier(name), type, client.escapeLiteral(timeZone))).join(', ');
    // Its name comes from the catalogue, quoted there.
    await client.query(`declare feed no scroll cursor for select ${list} from ${found.name}`);
    return await use({
      headings: columns.map(({ name, type }): Heading => ({ name, fieldType: fieldTypes[type] })),
      rows: fetched(client, Math.min(atOnce, Math.ceil(valuesAtOnce / Math.max(columns.length, 1)))),
    });
  });
}

async function* fetched(client: pg.Client, rowsAtOnce: number): AsyncGenerator<string[][]> {
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({ text: `fetch ${rowsAtOnce} from feed`, rowMode: 'array' });
    if (rows.length === 0) return;
    yield rows.map((row) => row.map((cell) => cell ?? ''));
  }
}

interface SourceColumn {
  name: string;
  /** As the catalogue calls it, without length and digits. */
  type: string;
}

async function columnsOf(client: pg.Client, oid: number): Promise<SourceColumn[]> {
  const { rows } = await client.query<SourceColumn>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1 and attnum > 0 and not attisdropped and has_column_privilege(attrelid, attnum, 'select') order by attnum limit ${mostColumns + 1}`,
    [oid],
  );
  return rows;
}

/** Types whose values are told from their type. */
const fieldTypes: Readonly<Partial<Record<string, FieldType>>> = {
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'number',
  real: 'float',
  'double precision': 'float',
  boolean: 'boolean',
  date: 'date',
  'time without time zone': 'time',
  'timestamp without time zone': 'timestamp',
  'timestamp with time zone': 'timestamp',
  text: 'string',
  'character varying': 'string',
  character: 'string',
  uuid: 'string',
};

/** A column as text, written as the values of tables are. */
function textOf(column: string, type: string, zone: string): string {
  if (type === 'date') return `to_char(${column}, 'YYYY-MM-DD')`;
  if (type === 'timestamp without time zone') return `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`;
  if (type === 'timestamp with time zone') return `to_char(${column} at time zone ${zone}, 'YYYY-MM-DD HH24:MI:SS')`;
  // A text longer than the longest stays too long, and leaves its row out.
  return `left(${column}::text, ${longestText + 1})`;
}

/** A connection that ends with `work`, or at once when `signal` says so. */
async function connected<Found>(source: DatabaseSource, signal: AbortSignal, work: (client: pg.Client) => Promise<Found>): Promise<Found> {
  const client = new pg.Client({
    connectionString: source.url,
    connectionTimeoutMillis: patience,
    application_name: 'targus',
  });
  // What breaks is told by the statement that waits.
  client.on('error', () => undefined);
  const end = () => void client.end();
  signal.addEventListener('abort', end);
  try {
    signal.throwIfAborted();
    await client.connect().catch((error: Error & { code?: string }) => {
      // Such as a certificate that is not trusted, or a password that is asked for: whatever it is, it is the way there.
      const fault = signal.aborted ? error : faultOf(error);
      throw signal.aborted || fault instanceof FeedError ? fault : new FeedError('unreachable', error.code, { cause: error });
    });
    // A statement whose reader is gone goes on for as long as it likes otherwise; databases before 14 know no such setting, those on Windows refuse it.
    await client
      .query("select set_config(name, '2s', false) from pg_settings where name = 'client_connection_check_interval'")
      .catch(() => undefined);
    await client.query('begin transaction isolation level repeatable read read only');
    // Of this transaction alone: what stands between may share the connection. Days are written in one order, also those of types made of them.
    await client.query(`set local statement_timeout = ${longest}; set local datestyle = 'ISO, YMD'`);
    return await work(client);
  } catch (error) {
    if (signal.aborted || !(error instanceof Error) || error instanceof FeedError) throw error;
    throw faultOf(error);
  } finally {
    signal.removeEventListener('abort', end);
    await client.end();
  }
}

const unknownCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'ETIMEDOUT', 'ECONNRESET', 'EAI_AGAIN'];

/** Errors of a statement have a code of five signs, and say nothing of the address. Everything else is the way there. */
function faultOf(error: Error & { code?: string }): Error {
  const { code = '' } = error;
  if (/^28|^3D|^42501$/.test(code)) return new FeedError('refused', code, { cause: error });
  if (code === '57014') return new FeedError('late', '', { cause: error });
  if (/^[0-9A-Z]{5}$/.test(code) && !/^08|^57P/.test(code)) return new FeedError('unreadable', code, { cause: error });
  const isWay = unknownCodes.includes(code) || /^08|^57P/.test(code) || /timeout|terminated|closed|SSL/i.test(error.message);
  return isWay ? new FeedError('unreachable', code, { cause: error }) : error;
}
