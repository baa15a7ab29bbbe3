import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { RegisterDocument } from '../../../src/core/register/document.ts';
import { projectRoot } from '../paths.ts';
import { fillStatement, placeRegisters } from './records.ts';
import { sizes } from './sizes.ts';
import {
  afterRecords,
  dataMart,
  department,
  flowAudit,
  helpers,
  logsAndMessages,
  organisation,
  person,
  questionnaires,
  screening,
} from './statements.ts';

/**
 * Fills a database that holds the demo data with what a large company has after five years: the same rows for the same seed, written by the
 * database itself. Not for a database somebody needs: nothing of it can be taken back.
 * @param share of the sizes, 1 unless only a part is wanted.
 * @throws Error when the database was filled before.
 */
export async function fill(url: string, say: (line: string) => void, { seed = 2026, share = 1 } = {}): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("select 1 from app_user where username = 'bench1'");
    if (rowCount) throw new Error('The database is filled already');
    const shared = Object.fromEntries(Object.entries(sizes).map(([name, size]) => [name, Math.ceil(size * share)])) as {
      [Name in keyof typeof sizes]: number;
    };
    // What is written is whole: keys that point elsewhere and what is refused once it is submitted need no look at every row.
    await client.query(
      "set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB'; set jit = off; set session_replication_role = replica",
    );
    const run = async (what: string, statements: readonly string[]) => {
      const began = performance.now();
      for (const statement of statements) await client.query(statement);
      say(`  ${what.padEnd(24)} ${((performance.now() - began) / 1000).toFixed(1)} s`);
    };
    await run('helpers', helpers(seed));
    await run('organisation', organisation(shared));
    const indexes = await indexesOf(client, ['register_row', 'message', 'audit_log']);
    await run(
      'without indexes',
      indexes.map(({ name }) => `drop index ${name}`),
    );
    await run('registers', await recordStatements(client, shared.records));
    await run('their history and files', afterRecords);
    await run('questionnaires', questionnaires(shared));
    await run('logs and messages', logsAndMessages(shared));
    await run('flow audit', flowAudit(shared));
    await run('data mart', dataMart(shared));
    await run('risk screening', screening(shared));
    await run(
      'indexes',
      indexes.map(({ definition }) => definition),
    );
    await run('sequences', await sequenceStatements(client));
    await run('statistics', ['drop schema bench cascade', 'vacuum (analyze)', 'checkpoint']);
  } finally {
    await client.end();
  }
}

async function recordStatements(client: pg.Client, records: number): Promise<string[]> {
  const folder = join(projectRoot, 'schemas', 'registers');
  const names = readdirSync(folder).filter((name) => name.endsWith('.register.json'));
  const documents = new Map(
    names
      .sort()
      .map((name) => [name.replace('.register.json', ''), JSON.parse(readFileSync(join(folder, name), 'utf8')) as RegisterDocument]),
  );
  const { rows } = await client.query<{ type: string; values: string[] }>(
    'select type, array_agg(value order by sort, id) as values from dictionary_entry group by 1',
  );
  const entries = new Map(rows.map(({ type, values }) => [type, values]));
  const first = (await client.query<{ last: number }>('select coalesce(max(id), 0)::integer as last from register_row')).rows[0]?.last ?? 0;
  const registers = placeRegisters(documents, records, first);
  const choices = { person, department, entries: (dictionary: string) => entries.get(dictionary) ?? [], registers };
  return registers.map((register) => fillStatement(register, choices));
}

/** Indexes of large tables that keep nothing unique: made at the end, in a fraction of the time. */
async function indexesOf(client: pg.Client, tables: readonly string[]): Promise<{ name: string; definition: string }[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    'select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index where not indisunique and indrelid = any($1::regclass[])',
    [tables],
  );
  return rows;
}

/** Ids were given by hand: the next ones go on after them. */
async function sequenceStatements(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string }>(
    "select attrelid::regclass::text as table from pg_attribute join pg_class on pg_class.oid = attrelid where attidentity <> '' and attname = 'id' and relnamespace = 'public'::regnamespace",
  );
  return rows.map(
    ({ table }) => `select setval(pg_get_serial_sequence('${table}', 'id'), greatest(1, (select coalesce(max(id), 1) from ${table})))`,
  );
}
