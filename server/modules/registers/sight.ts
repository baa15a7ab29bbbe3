import { type RawBuilder, sql } from 'kysely';
import { madeBy, type RegisterDocument, type RegisterField, type RegisterReach } from '../../../src/core/register/document.ts';
import { choosableStates, isTyped, movePermission, toldFields } from '../../../src/core/register/reading.ts';
import type { Database } from '../../database/connection.ts';
import type { ErrorDetail } from '../../errors.ts';
import { administratorsOf, holdersOf, holdsAny } from '../identity/holders.ts';
import { idsIn, unnested } from './pointing.ts';
import { finalsOf, firstState, type Register } from './registers.ts';
import type { RecordRow, RecordValues } from './tables.ts';

/**
 * Who sees which records of a register (decision 234): the one place that says so, in SQL. Whoever reads records for somebody begins with `seenRows` or
 * `seenIn`; what the product reads for itself, such as values that are computed of others, begins with `everyRecord` and shows nobody what it read.
 */

type Sighted = Pick<Register, 'document' | 'user'>;

/** How much of a register somebody sees: all records, those they reach, or none. */
function extentOf({ document: { permissions, reach = [] }, user }: Sighted): 'all' | 'reached' | 'none' {
  if (user.permissions.has(permissions.list)) return 'all';
  return reach.some(({ permission }) => user.permissions.has(permission)) ? 'reached' : 'none';
}

/** Whether the user sees anything of the register. */
export const seesRegister = (register: Sighted): boolean => extentOf(register) !== 'none';

/**
 * The states in which the user sees a record they see; undefined for any, as of whom the register tells of it. Several ways to see it count together.
 */
export async function statesSeen(
  db: Database,
  { document, user }: Sighted,
  { id, data }: Pick<RecordRow, 'id' | 'data'>,
): Promise<string[] | undefined> {
  if (extentOf({ document, user }) === 'all') return undefined;
  if (toldFields(document).some((name) => idsIn(data[name]).includes(user.id))) return undefined;
  const held = (document.reach ?? []).filter(({ permission }) => user.permissions.has(permission));
  const me = { id: sql`${Number(user.id)}::bigint` };
  const ways = held.map((way) => sql`coalesce(${reached(document, { ...way, states: undefined }, me)}, false)`);
  const { rows } = await sql<{
    open: boolean[];
  }>`select array[${sql.join(ways)}]::boolean[] as open from register_row where id = ${id}`.execute(db);
  const states = held.filter((_way, at) => rows[0]?.open[at]).map((way) => way.states);
  return states.some((one) => one === undefined) ? undefined : states.flatMap((one) => one ?? []);
}

/** The records of a register the user sees, as a condition for a statement `from register_row`. */
export function seenIn(register: Register): RawBuilder<boolean> {
  return sql<boolean>`(register = ${register.id} and ${seen(register)})`;
}

/** The same for what fields of other registers show of it: whoever sees nothing of a register is shown, as everybody, what points at its records. */
export function seenThrough(register: Register): RawBuilder<boolean> {
  return seesRegister(register) ? seenIn(register) : sql<boolean>`(register = ${register.id})`;
}

/**
 * The records a field of this register may be made to point at: those the user sees. Of a register they see nothing of, whoever sees all records here
 * chooses among all; whoever sees some, among what those point at by this field.
 */
export function offeredTo(register: Register, field: string, target: Register): RawBuilder<boolean> {
  const pointing = register.document.fields.find(({ name }) => name === field);
  const states = pointing && choosableStates(pointing, target.document);
  const pointable = pointableTo(register, field, target);
  return states === undefined ? pointable : sql<boolean>`(${pointable} and state = any(${[...states]}::text[]))`;
}

/** The same in any state: what lists are filtered by. */
export function pointableTo(register: Register, field: string, target: Register): RawBuilder<boolean> {
  if (seesRegister(target)) return seenIn(target);
  if (extentOf(register) === 'all') return sql<boolean>`(register = ${target.id})`;
  return sql<boolean>`(register = ${target.id} and id::text in (select pointed.id from (
    select ${unnested(field)} as id from register_row where ${seenIn(register)}) as pointed))`;
}

/** The records the user sees. */
export function seenRows(db: Database, register: Register) {
  return db.selectFrom('register_row').selectAll().where(seenIn(register));
}

/** Every record of a register, whoever asks: for the product's own work alone. */
export function everyRecord(db: Database, registerId: string) {
  return db.selectFrom('register_row').selectAll().where('register', '=', registerId);
}

/** The records in no final state, as a condition for a statement `from register_row`: said by the states there are, so that their index serves. */
export function isOpen({ id, document }: Pick<Register, 'id' | 'document'>): RawBuilder<boolean> {
  // From one state to the next by the index, which holds as many entries as there are records.
  return sql<boolean>`state = any(array(
    with recursive held(state) as (
      select min(state) from register_row where register = ${id}
      union all
      select (select min(state) from register_row where register = ${id} and state > held.state) from held where held.state is not null)
    select state from held where ${isUnfinished(document)}))`;
}

/** The same for a statement that finds its few records by something else, whose states are looked at then. */
export function isUnfinished(document: Pick<RegisterDocument, 'states'>): RawBuilder<boolean> {
  return sql<boolean>`(state <> all(${finalsOf(document)}))`;
}

/** Which of these records the user would see once they are added. */
export async function wouldSee(db: Database, register: Register, given: readonly RecordValues[]): Promise<boolean[]> {
  if (extentOf(register) === 'all' || given.length === 0) return given.map(() => true);
  const { rows } = await sql<{ isSeen: boolean }>`
    select ${seen(register)} as "isSeen" from (
      select value as data, place, ${firstState(register)}::text as state, ${Number(register.user.id)}::bigint as made_by
      from jsonb_array_elements(${JSON.stringify(given)}::jsonb) with ordinality as given (value, place)
    ) as candidate order by place`.execute(db);
  return rows.map(({ isSeen }) => isSeen);
}

/** What is wrong with a record its maker would not see: at the first field of those it would be seen by that is typed. */
export function outOfSight({ document, user }: Register): ErrorDetail {
  const reach = (document.reach ?? []).filter(({ permission }) => user.permissions.has(permission));
  const names = reach.flatMap(({ by }) => by);
  const field = document.fields.find((one) => isTyped(one) && names.includes(one.name))?.name ?? '';
  return { field, message: 'You would not see this record', key: 'register.wouldNotSee' };
}

/** More than have a right in one register anywhere. */
const mostHolders = 5_000;

/** Active users who hold a permission of a register and see these of its records: gives their ids by the id of the record. */
export async function holdersWhoSee(
  db: Database,
  { document }: Pick<Register, 'document'>,
  rowIds: readonly number[],
  permission: string,
): Promise<(rowId: number) => string[]> {
  const all = await holdersOf(db, [document.permissions.list, permission]);
  const found = new Map(rowIds.map((id) => [id, new Set(all)]));
  for (const one of document.reach ?? []) {
    const holders = await holdersOf(db, [one.permission, permission], mostHolders);
    const limited = holders.filter((id) => !all.includes(id));
    if (limited.length === 0 || rowIds.length === 0) continue;
    const me = { id: sql`reader.id`, places: sql`known.places` };
    // The departments of somebody are found once for each of them: `offset 0` keeps them out of the join.
    const { rows } = await sql<{ row: number; reader: number }>`
      select register_row.id as row, reader.id as reader
      from app_user as reader
        join lateral (select array(${placesOf(one, me.id)}) as places offset 0) as known on true
        join register_row on register_row.id = any(${[...rowIds]}::bigint[])
      where reader.id = any(${limited}::bigint[]) and ${reached(document, one, me)}`.execute(db);
    for (const { row, reader } of rows) found.get(row)?.add(reader);
  }
  return (rowId) => [...(found.get(rowId) ?? [])].sort((one, other) => one - other).map(String);
}

/**
 * In which departments somebody sees records by this field and may make the move its people are to make (`actsBy`); undefined where it says nothing of it.
 * Administrators may everything and are nobody's department.
 */
export async function departmentsThatAct(
  db: Database,
  { document }: Pick<Register, 'document'>,
  { name, actsBy }: RegisterField,
): Promise<((department: number) => boolean) | undefined> {
  const permission = (document.moves ?? []).flatMap((move) => (move.name === actsBy ? (movePermission(document, move) ?? []) : []))[0];
  if (permission === undefined) return undefined;
  const administrators = new Set(await administratorsOf(db));
  const found = new Set<number>();
  for (const way of (document.reach ?? []).filter(({ by }) => by.includes(name))) {
    const people = (await holdersOf(db, [way.permission, permission], mostHolders)).filter((id) => !administrators.has(id));
    const own = sql`select department_id from app_user where id = any(${people}::bigint[]) and department_id is not null`;
    const below = sql`select department.id from department join acting on department.parent_id = acting.id`;
    const { rows } = await sql<{ id: number }>`
      with recursive acting (id) as (${own} ${way.departments === 'own' ? sql`` : sql`union ${below}`}) select id from acting`.execute(db);
    for (const { id } of rows) found.add(id);
  }
  return (department) => found.has(department);
}

/** Whether an `app_user` of the query would see a record that names them in this field. */
export function wouldSeeBy({ document }: Pick<Register, 'document'>, field: string): RawBuilder<boolean> {
  const told = toldFields(document);
  const ways = (document.reach ?? []).filter(({ by }) => by.includes(field) || told.includes(field)).map(({ permission }) => permission);
  return holdsAny([document.permissions.list, ...ways]);
}

/** Of the columns `data`, `state` and `made_by` of a record. */
function seen({ document, user }: Sighted): RawBuilder<boolean> {
  if (user.permissions.has(document.permissions.list)) return sql<boolean>`true`;
  const me = { id: sql`${Number(user.id)}::bigint` };
  const parts = (document.reach ?? [])
    .filter(({ permission }) => user.permissions.has(permission))
    .map((one) => reached(document, one, me));
  // Fields without a value compare as unknown, which is neither true nor false where the condition is a value itself.
  return sql<boolean>`((${sql.join([...parts, sql`false`], sql` or `)}) is true)`;
}

/** Whoever reads, as expressions: `id`, and the ids of their departments as an array of texts where they are known already. */
interface Reader {
  id: RawBuilder<unknown>;
  places?: RawBuilder<unknown>;
}

/** By one word of the document, or as one of those it tells of the record: nobody is told of what they do not see. Fields there are not show nothing. */
function reached(document: RegisterDocument, reach: RegisterReach, me: Reader): RawBuilder<boolean> {
  const { by, states } = reach;
  const fields = (type: RegisterField['type'], names: readonly string[]) =>
    document.fields.filter((field) => field.type === type && names.includes(field.name));
  const any = (parts: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join([...parts, sql`false`], sql` or `)})`;
  const names = fields('user', by).map((field) => namesPerson(field, me.id));
  const own = any([
    ...names,
    ...fields('department', by).map((field) => namesPlace(field, me.places, placesOf(reach, me.id))),
    ...(by.includes(madeBy) ? [sql<boolean>`made_by = ${me.id}`] : []),
  ]);
  const told = fields('user', toldFields(document)).map((field) => namesPerson(field, me.id));
  return any([states === undefined ? own : sql<boolean>`(state = any(${[...states]}::text[]) and ${own})`, ...told]);
}

/** The key of a JSON list, and of what was saved while the field took one, which is no list. */
function namesPerson({ name, multiple }: RegisterField, id: RawBuilder<unknown>): RawBuilder<boolean> {
  return multiple ? sql<boolean>`data -> ${name} ? (${id})::text` : sql<boolean>`data ->> ${name} = (${id})::text`;
}

/** Departments may be many: where they are not at hand they are looked up as a hashed list, found once for the statement. */
function namesPlace(
  { name, multiple }: RegisterField,
  known: RawBuilder<unknown> | undefined,
  places: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (multiple) return sql<boolean>`data -> ${name} ?| ${known ?? sql`array(${places})`}`;
  return known ? sql<boolean>`data ->> ${name} = any(${known})` : sql<boolean>`data ->> ${name} in (${places})`;
}

/** A statement for the ids of the departments that count as somebody's, as texts. */
function placesOf({ departments }: RegisterReach, id: RawBuilder<unknown>): RawBuilder<unknown> {
  const own = sql`select department_id from app_user where app_user.id = ${id} and department_id is not null`;
  if (departments === 'own') return sql`select place.department_id::text from (${own}) as place`;
  return sql`
    with recursive below (id) as (
      ${own} union select department.id from department join below on department.parent_id = below.id
    ) select below.id::text from below`;
}
