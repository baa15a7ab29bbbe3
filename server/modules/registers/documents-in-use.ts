import { sql } from 'kysely';
import { registerIdOf } from '../../../src/core/register/derive.ts';
import type { RegisterDocument } from '../../../src/core/register/document.ts';
import type { Database } from '../../database/connection.ts';
import type { DataGuard } from '../../documents/guard.ts';

/** A register with records stays, with every state a record is in: who is in none that is known has no moves and stands in no count. */
export function recordsInUse(db: Database): DataGuard {
  return async (path, text) => {
    const id = registerIdOf(path);
    if (id === undefined || !(await hasTable(db))) return [];
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*)::integer as count from register_row where register = ${id} group by state order by state`.execute(db);
    if (rows.length === 0) return [];
    if (text === undefined) {
      const count = rows.reduce((sum, row) => sum + row.count, 0);
      return [{ message: `${counted(count)} kept by this document: it stays until they are deleted` }];
    }
    const document = JSON.parse(text) as RegisterDocument;
    const { states = [] } = document;
    // Without any states nobody asks for one, and records that had none are given the first.
    const lost = rows.filter(({ state }) => state !== '' && states.length > 0 && !states.some(({ name }) => name === state));
    return [
      ...lost.map(({ state, count }) => ({
        pointer: '/states',
        message: `${counted(count)} in the state "${state}", which is gone`,
        hint: 'keep the state, or move them to another one and save the document again; its label is free',
      })),
      ...(await severalInOne(db, id, document)),
    ];
  };
}

/** What records hold several of does not fit a field that takes one. */
async function severalInOne(
  db: Database,
  id: string,
  { fields }: RegisterDocument,
): Promise<{ pointer: string; message: string; hint: string }[]> {
  const { rows } = await sql<{ name: string; count: number }>`
    select value.key as name, count(*)::integer as count from register_row, jsonb_each(data) as value
    where register = ${id} and jsonb_typeof(value.value) = 'array' and jsonb_typeof(value.value -> 0) = 'string' group by value.key`.execute(
    db,
  );
  return rows.flatMap(({ name, count }) => {
    const index = fields.findIndex((field) => field.name === name || field.aliases?.includes(name));
    if (index < 0 || fields[index]?.multiple) return [];
    const message = `${count === 1 ? '1 record holds' : `${count} records hold`} several in "${name}"`;
    return [
      { pointer: `/fields/${index}`, message, hint: 'keep "multiple", or give the field another name: what they hold stays with them' },
    ];
  });
}

function counted(count: number): string {
  return count === 1 ? '1 record is' : `${count} records are`;
}

/** Documents are looked at before migrations are run. */
async function hasTable(db: Database): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('register_row') is not null as there`.execute(db);
  return rows[0]?.there === true;
}
