import { sql } from 'kysely';
import { isObject } from '../../../src/core/json-object.ts';
import { siteValues } from '../../../src/core/site-values.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';

/** A row of the configuration as an object; an empty one when there is none. */
export async function readConfig(db: Database, key: 'site' | 'site-file' | 'messages'): Promise<Record<string, unknown>> {
  const row = await db.selectFrom('config').select('value').where('key', '=', key).executeTakeFirst();
  return isObject(row?.value) ? row.value : {};
}

/** What an installation puts in the place of parts of its configuration (API-04). */
export async function readSiteFile(db: Database): Promise<Record<string, unknown>> {
  return siteValues(await readConfig(db, 'site-file'));
}

/**
 * What every start of the application needs, in one query: the ways to sign in, and the menu style of the dictionary
 * sys_property, entry 'menu style': 1 left, 2 top; 2 for anything else (LAYOUT-02).
 */
export async function readShared(db: Database): Promise<{ signIn: Record<string, unknown>; menuStyle: '1' | '2' }> {
  const { rows } = await sql<{ signIn: unknown; properties: { label: LabelValue; value: string }[] | null }>`
    select (select value from config where key = 'sign-in') as "signIn",
      (select json_agg(json_build_object('label', label, 'value', value) order by sort, id)
        from dictionary_entry where type = 'sys_property' and status = '0') as properties`.execute(db);
  const [row] = rows;
  const style = row?.properties?.find(({ label }) => namesOf(label).some(isMenuStyle));
  return { signIn: isObject(row?.signIn) ? row.signIn : {}, menuStyle: style?.value === '1' ? '1' : '2' };
}

/** Whether a label names the entry of the menu style. */
export function isMenuStyle(name: string): boolean {
  return name.toLowerCase().replaceAll(/[\s_-]/g, '') === 'menustyle';
}

function namesOf(label: LabelValue): string[] {
  return typeof label === 'string' ? [label] : label.map((entry) => entry.t);
}
