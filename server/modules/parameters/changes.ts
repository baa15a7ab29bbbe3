import { sql } from 'kysely';
import { isObject } from '../../../src/core/json-object.ts';
import type { AppDocument } from '../../../src/core/types.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { type Author, signature } from '../changes.ts';
import { readSiteFile } from '../site/repository.ts';
import { optionsOf, type Parameter, parameterOf, parameters } from './definitions.ts';
import { admitted, type Given, type Kept, readKept, valueIn, writeValue } from './values.ts';
import './tables.ts';

/** A parameter as the API shows it: its value stands in the property of its kind. */
export interface ParameterAnswer {
  key: string;
  kind: Parameter['kind'];
  wording: LabelValue | null;
  text: string | null;
  flag: boolean | null;
  choice: string | null;
  roles: { code: string; name: LabelValue }[] | null;
  options: string[];
  isInitial: boolean;
  /** The file /config/data.json has another value, which wins (API-04). */
  isReplaced: boolean;
  version: number;
  updateTime: string | null;
  updateBy: string | null;
}
/** Names of the roles by their codes, in the order of the roles. */
type Roles = ReadonlyMap<string, LabelValue>;
type Change = { version: number; updated_at: Date; updated_by: string | null };

export async function listParameters(db: Database, app: AppDocument): Promise<ParameterAnswer[]> {
  const [kept, file, changes, roles] = await Promise.all([readKept(db), readSiteFile(db), changesOf(db), rolesOf(db)]);
  return parameters.map((parameter) => toAnswer(parameter, app, { kept, file, roles, change: changes.get(parameter.key) }));
}

async function rolesOf(db: Database): Promise<Roles> {
  const rows = await db.selectFrom('role').select(['role_code as code', 'name']).orderBy('sort').orderBy('id').execute();
  return new Map(rows.map(({ code, name }) => [code, name]));
}

/** The roles a parameter may name. */
export async function listRoles(db: Database) {
  return [...(await rolesOf(db))].map(([code, name]) => ({ code, name }));
}

function choicesOf(parameter: Parameter, app: AppDocument, roles: Roles): readonly string[] {
  return parameter.kind === 'roles' ? [...roles.keys()] : optionsOf(parameter, app);
}

async function changesOf(db: Database): Promise<Map<string, Change>> {
  const rows = await db.selectFrom('parameter_change').selectAll().execute();
  return new Map(rows.map(({ key, ...change }) => [key, change]));
}

interface State {
  kept: Kept;
  file: Record<string, unknown>;
  roles: Roles;
  change: Change | undefined;
}

function toAnswer(parameter: Parameter, app: AppDocument, { kept, file, roles, change }: State): ParameterAnswer {
  const { key, kind, initial, config = 'site' } = parameter;
  const value = valueIn(parameter, kept);
  const replacing = config === 'site' ? file[key] : undefined;
  return {
    key,
    kind,
    wording: kind === 'wording' ? wordingOf(value) : null,
    text: kind === 'picture' && typeof value === 'string' ? value : null,
    flag: kind === 'flag' ? isYes(value) : null,
    choice: kind === 'choice' && typeof value === 'string' ? value : null,
    // A role that is gone keeps its code, so that it is seen and can be taken out.
    roles: kind === 'roles' && Array.isArray(value) ? value.map((code) => ({ code, name: roles.get(code) ?? code })) : null,
    options: [...choicesOf(parameter, app, roles)],
    isInitial: isSameValue(value, initial),
    isReplaced: replacing !== undefined && replacing !== null && replacing !== '',
    version: change?.version ?? 0,
    updateTime: change?.updated_at.toISOString() ?? null,
    updateBy: change?.updated_by ?? null,
  };
}

const isYes = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true';

function wordingOf(value: unknown): LabelValue | null {
  if (typeof value === 'string') return value === '' ? null : [{ l: 'zh-Hans', t: value, d: true }];
  return Array.isArray(value) ? (value as LabelValue) : null;
}

function isSameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

/** The database keeps the properties of objects in an order of its own. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((name) => [name, sorted(value[name])]),
  );
}

interface ParameterChange {
  app: AppDocument;
  key: string;
  version: number;
  given: Given | 'initial';
  /** Whether people can sign in without an account and a password, too. */
  isSingleSignOn?: boolean;
}

/** Gives a parameter another value, or back its first one. @throws ApiError NOT_FOUND, PARAMETER_ERROR, CONFLICT with the current state */
export async function changeParameter(
  db: Database,
  { user, origin }: Author,
  { app, key, version, given, isSingleSignOn = true }: ParameterChange,
): Promise<ParameterAnswer> {
  const parameter = parameterOf(key);
  if (!parameter) throw new ApiError('NOT_FOUND');
  const roles = await rolesOf(db);
  const value = given === 'initial' ? parameter.initial : admitted(parameter, choicesOf(parameter, app, roles), given);
  if (key === 'showLogin' && value === false && !isSingleSignOn)
    throw wrong('flag', 'There is no other way to sign in', 'parameter.onlyWay');
  return await db.transaction().execute(async (transaction) => {
    // One after the other: parameters are parts of one row.
    await sql`select pg_advisory_xact_lock(hashtextextended('parameters', 0))`.execute(transaction);
    const kept = await readKept(transaction, true);
    const file = await readSiteFile(transaction);
    const before = toAnswer(parameter, app, { kept, file, roles, change: (await changesOf(transaction)).get(key) });
    if (before.version !== version) throw new ApiError('CONFLICT', { data: before });
    if (isSameValue(value, valueIn(parameter, kept))) return before;
    await writeValue(transaction, parameter, value, kept);
    const changed = { version: version + 1, updated_at: new Date(), updated_by: signature(user) };
    await transaction
      .insertInto('parameter_change')
      .values({ key, ...changed })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(changed))
      .execute();
    await record(transaction, origin, {
      action: given === 'initial' ? 'parameter_reset' : 'parameter_update',
      targetType: 'parameter',
      targetId: key,
      actor: user,
      detail: { before: { value: valueIn(parameter, kept) }, after: { value } },
    });
    return toAnswer(parameter, app, { kept: await readKept(transaction), file, roles, change: changed });
  });
}

/** What a parameter was changed from and to, the latest first; from the operation log. @throws ApiError NOT_FOUND */
export async function historyOf(db: Database, key: string) {
  if (!parameterOf(key)) throw new ApiError('NOT_FOUND');
  const rows = await db
    .selectFrom('audit_log')
    .select(['id', 'at', 'actor', 'action', 'detail'])
    .where('target_type', '=', 'parameter')
    .where('target_id', '=', key)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ id, at, actor, action, detail }) => ({
    id: String(id),
    time: at.toISOString(),
    actor,
    action,
    before: shown(detail, 'before'),
    after: shown(detail, 'after'),
  }));
}

/** A value as one text; pages word yes and no. */
function shown(detail: unknown, side: 'before' | 'after'): LabelValue | null {
  const part = isObject(detail) ? detail[side] : undefined;
  const value = isObject(part) ? part.value : undefined;
  if (value === null || value === undefined) return null;
  if (!Array.isArray(value)) return String(value);
  return value.every((entry) => typeof entry === 'string') ? value.join(', ') : (value as LabelValue);
}
