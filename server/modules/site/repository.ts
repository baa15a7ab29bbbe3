import type { Database } from '../../database/connection.ts';
import { isRecord, type LabelValue } from '../../database/values.ts';

/** A row of the configuration as an object; an empty one when there is none. */
export async function readConfig(db: Database, key: 'site' | 'site-file' | 'sign-in'): Promise<Record<string, unknown>> {
  const row = await db.selectFrom('config').select('value').where('key', '=', key).executeTakeFirst();
  return isRecord(row?.value) ? row.value : {};
}

/** The menu style of the dictionary sys_property, entry 'menu style': 1 left, 2 top; 2 for anything else (LAYOUT-02). */
export async function readMenuStyle(db: Database): Promise<'1' | '2'> {
  const entries = await db
    .selectFrom('dictionary_entry')
    .select(['label', 'value'])
    .where('type', '=', 'sys_property')
    .where('status', '=', '0')
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const entry = entries.find(({ label }) => namesOf(label).some((name) => name.toLowerCase().replaceAll(/[\s_-]/g, '') === 'menustyle'));
  return entry?.value === '1' ? '1' : '2';
}

function namesOf(label: LabelValue): string[] {
  return typeof label === 'string' ? [label] : label.map((entry) => entry.t);
}
