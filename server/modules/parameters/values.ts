import { sql } from 'kysely';
import { isObject } from '../../../src/core/json-object.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { wrong } from '../../errors.ts';
import { isMenuStyle } from '../site/repository.ts';
import type { Parameter } from './definitions.ts';

/** A value as forms give it: the property that fits its kind counts. */
export interface Given {
  wording?: Exclude<LabelValue, string> | null | undefined;
  text?: string | null | undefined;
  flag?: boolean | null | undefined;
  choice?: string | null | undefined;
  roles?: string[] | null | undefined;
}

/** Everything parameters are kept in. */
export interface Kept {
  site: Record<string, unknown>;
  security: Record<string, unknown>;
  messages: Record<string, unknown>;
  menuStyle: string | undefined;
}

/** `lock`: held against others until the transaction ends. */
export async function readKept(db: Database, lock = false): Promise<Kept> {
  const configs = db.selectFrom('config').select(['key', 'value']).where('key', 'in', ['site', 'security', 'messages']);
  const rows = await (lock ? configs.forUpdate() : configs).execute();
  const style = await menuStyleEntry(db);
  const keptOf = (name: string) => {
    const value = rows.find(({ key }) => key === name)?.value;
    return isObject(value) ? value : {};
  };
  return { site: keptOf('site'), security: keptOf('security'), messages: keptOf('messages'), menuStyle: style?.value };
}

async function menuStyleEntry(db: Database) {
  const rows = await db
    .selectFrom('dictionary_entry')
    .select(['id', 'value', 'label'])
    .where('type', '=', 'sys_property')
    .where('status', '=', '0')
    .orderBy('sort')
    .orderBy('id')
    .execute();
  return rows.find(({ label }) => (typeof label === 'string' ? [label] : label.map(({ t }) => t)).some(isMenuStyle));
}

export function valueIn({ place, config = 'site', initial }: Parameter, kept: Kept): unknown {
  if (place === 'menuStyle') return kept.menuStyle ?? null;
  const found = place.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), kept[config]);
  // An older installation has no such configuration yet; of the site, what is not there is none.
  return found ?? (config === 'site' ? null : initial);
}

/** Writes a value where it is kept, in the transaction of the caller. */
export async function writeValue(db: Database, { place, config = 'site' }: Parameter, value: unknown, kept: Kept): Promise<void> {
  if (place !== 'menuStyle') {
    const next = JSON.stringify(placed(kept[config], place, value));
    await sql`insert into config (key, value) values (${config}, ${next}::jsonb) on conflict (key) do update set value = excluded.value`.execute(
      db,
    );
    return;
  }
  const entry = await menuStyleEntry(db);
  if (!entry) throw wrong('choice', 'The dictionary sys_property has no entry for the menu style', 'parameter.noMenuStyle');
  await db
    .updateTable('dictionary_entry')
    .set({ value: String(value), version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', entry.id)
    .execute();
}

/** The object with a value at a place; what has none leaves it. */
function placed(object: Record<string, unknown>, [name = '', ...rest]: readonly string[], value: unknown): Record<string, unknown> {
  const { [name]: inner, ...others } = object;
  if (rest.length > 0) return { ...others, [name]: placed(isObject(inner) ? inner : {}, rest, value) };
  return value === null ? others : { ...others, [name]: value };
}

/** A path of this site: pages show pictures of no other. Whether there is one only who looks at it can tell. */
const path = /^\/(?![/\\])[^\s\\]{1,300}$/;

/** The value a parameter is to have. @throws ApiError PARAMETER_ERROR at the field of its kind */
export function admitted(parameter: Parameter, options: readonly string[], given: Given): unknown {
  const { key, kind, most = 200 } = parameter;
  if (kind === 'flag') {
    if (typeof given.flag !== 'boolean') throw wrong('flag', 'Yes or no', 'error.PARAMETER_ERROR');
    return given.flag;
  }
  if (kind === 'choice') {
    if (!options.includes(given.choice ?? '')) throw wrong('choice', 'This is none of the choices', 'error.PARAMETER_ERROR');
    return given.choice;
  }
  if (kind === 'roles') {
    const roles = [...new Set(given.roles ?? [])].sort();
    if (roles.some((role) => !options.includes(role))) throw wrong('roles', 'A role no longer exists', 'error.NOT_FOUND');
    return roles;
  }
  if (kind === 'picture') {
    const text = (given.text ?? '').trim();
    if (text !== '' && !options.includes(text) && !path.test(text))
      throw wrong('text', 'Neither a code nor a path of this site', 'parameter.codeOrPath');
    return text === '' ? null : text;
  }
  const entries = (given.wording ?? []).map((entry) => ({ ...entry, t: entry.t.trim() })).filter(({ t }) => t !== '');
  if (entries.some(({ t }) => t.length > most))
    throw wrong('wording', `At most ${most} characters`, 'parameter.tooLong', { most: String(most) });
  if (key === 'sysAgreementPage' && entries.some(({ t }) => !isPageAddress(t)))
    throw wrong('wording', 'No address of a page', 'parameter.noAddress');
  if (key === 'sysTitle' && entries.length === 0) throw wrong('wording', 'The title cannot be empty', 'parameter.titleMissing');
  return entries.length === 0 ? null : entries;
}

function isPageAddress(text: string): boolean {
  if (/^\/(?![/\\])/.test(text)) return true;
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
