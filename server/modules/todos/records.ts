import { type RawBuilder, sql } from 'kysely';
import type { RegisterDocument, RegisterPeople } from '../../../src/core/register/document.ts';
import { movePermission, waitsFor } from '../../../src/core/register/reading.ts';
import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { dayIn } from '../../days.ts';
import { readerOf, wordsOf } from '../../reader.ts';
import { actorId } from '../changes.ts';
import { recordsOf } from '../registers/finding.ts';
import { pointsAt } from '../registers/pointing.ts';
import { codeOf, fieldOf, type Register, stateOf } from '../registers/registers.ts';
import { seenIn, seesRegister } from '../registers/sight.ts';
import { holds } from '../search.ts';
import { placesFor } from './gather.ts';
import type { Place } from './places.ts';
import type { Gathered, WaitingFilter } from './sources.ts';

/** Records of a register as far as they wait for who asks. */
interface WaitingRegister extends Register {
  place: Place | undefined;
  fits: RawBuilder<boolean>;
  /** Whether the record is theirs, and not just one they may decide. */
  isOwn: RawBuilder<boolean>;
}

/** The registers with records that may wait for who asks, each with the condition of those that do. */
function waitingRegisters(context: WordedContext, filter: WaitingFilter): WaitingRegister[] {
  const user = signedIn(context);
  const { documents } = context.services;
  const places = placesFor(context);
  const today = dayIn(readerOf(context).timeZone);
  return documents.ids('register').flatMap((id) => {
    const document = documents.get('register', id);
    if (!document || (filter.source !== undefined && filter.source !== id)) return [];
    const register = { id, document, user };
    const place = places.ofPage(`registers/${id}`);
    if (!seesRegister(register) || !filter.hasPlace(place)) return [];
    const states = (document.states ?? []).flatMap((state) =>
      waitsFor(document, state).flatMap((one) => {
        const condition = waitsForUser(register, one);
        const isTime = state.waitsFrom === undefined ? sql`true` : sql`coalesce(data ->> ${state.waitsFrom}, '') <= ${today}`;
        return condition
          ? [{ isOwn: one === document.owner, fits: sql<boolean>`(state = ${state.name} and ${isTime} and ${condition})` }]
          : [];
      }),
    );
    if (states.length === 0) return [];
    const any = (parts: readonly RawBuilder<boolean>[]) => sql<boolean>`(${sql.join([...parts, sql`false`], sql` or `)})`;
    const isOwn = any(states.filter((one) => one.isOwn).map(({ fits }) => fits));
    return [{ ...register, place, fits: sql<boolean>`${seenIn(register)} and ${any(states.map(({ fits }) => fits))}`, isOwn }];
  });
}

/** Whether the words of a document stand for who asks; undefined: for no record. */
function waitsForUser({ document, user }: Register, one: RegisterPeople): RawBuilder<boolean> | undefined {
  if (typeof one === 'string') return pointsAt([namedField(document, one)], user.id);
  if ('permission' in one) return user.permissions.has(one.permission) ? sql<boolean>`true` : undefined;
  const move = document.moves?.find(({ name }) => name === one.move);
  const permission = move && movePermission(document, move);
  if (!move || permission === undefined || !user.permissions.has(permission)) return undefined;
  const me = actorId(user);
  const parts = [
    ...(move.byAnother ? [sql`moved_by is distinct from ${me}`] : []),
    ...(move.notBy ?? []).flatMap((name) => [user.id, me].map((id) => sql`not ${pointsAt([namedField(document, name)], id)}`)),
    ...(move.byNoEditor ? [sql`not ${String(me)} = any(edited_by)`] : []),
  ];
  return sql<boolean>`${sql.join([sql`true`, ...parts], sql` and `)}`;
}

const namedField = (document: RegisterDocument, name: string) => ({ name, multiple: fieldOf({ document }, name)?.multiple === true });

const since = sql<Date>`coalesce(updated_at, created_at)`;

/** One branch of the statement over all registers. */
function branch(
  context: WordedContext,
  register: WaitingRegister,
  filter: WaitingFilter,
  columns: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const { code, display } = register.document;
  const parts: RawBuilder<unknown>[] = [register.fits];
  if (filter.keyword !== '') {
    const number = sql`number::text`;
    const digits = sql`greatest(${code.digits ?? 4}::integer, length(${number}))`;
    parts.push(
      holds(sql`${code.prefix}::text || lpad(${number}, ${digits}, '0') || ' ' || coalesce(data ->> ${display}, '')`, filter.keyword),
    );
  }
  if (filter.submitUserCode !== undefined)
    parts.push(sql`moved_by in (select id from app_user where user_code = ${filter.submitUserCode})`);
  if (filter.submitDate !== undefined)
    parts.push(sql`to_char(${since} at time zone ${readerOf(context).timeZone}, 'YYYY-MM-DD') = ${filter.submitDate}`);
  if (filter.whose !== undefined) parts.push(filter.whose === 'own' ? register.isOwn : sql`not ${register.isOwn}`);
  const first = filter.since?.(register.place) ?? null;
  if (first !== null) parts.push(sql`${since} >= ${first}`);
  return sql`(select ${columns} from register_row where ${sql.join(parts, sql` and `)})`;
}

/** How many records wait for who asks: their own, and those they may decide. One statement over all registers. */
export async function countWaitingRecords(context: WordedContext, filter: WaitingFilter): Promise<{ own: number; asked: number }> {
  const registers = waitingRegisters(context, filter);
  if (registers.length === 0) return { own: 0, asked: 0 };
  const branches = registers.map((register) =>
    branch(context, register, filter, sql`count(*) as total, count(*) filter (where ${register.isOwn}) as own`),
  );
  const { rows } = await sql<{ total: number; own: number }>`
    select coalesce(sum(total), 0)::integer as total, coalesce(sum(own), 0)::integer as own from (${sql.join(branches, sql` union all `)}) as counts`.execute(
    context.db,
  );
  const { total = 0, own = 0 } = rows[0] ?? {};
  return { own, asked: total - own };
}

/** Where a record stands among what waits. */
export interface WaitingRecord {
  id: number;
  isOwn: boolean;
  dueDate: string | null;
  time: string;
}

/** Which records wait for who asks, those due first in front: at most `most`. */
export async function waitingRecords(context: WordedContext, filter: WaitingFilter, most: number): Promise<WaitingRecord[]> {
  const registers = waitingRegisters(context, filter);
  if (registers.length === 0 || most === 0) return [];
  const branches = registers.map((register) => {
    const { due } = register.document;
    const day = due === undefined ? sql`null` : sql`data ->> ${due}`;
    return branch(context, register, filter, sql`id, ${register.isOwn} as is_own, ${day} as due, ${since} as since`);
  });
  const { rows } = await sql<{ id: number; isOwn: boolean; due: string | null; since: Date }>`
    select id, is_own as "isOwn", due, since from (${sql.join(branches, sql` union all `)}) as every
    order by due nulls last, since desc, id desc limit ${most}`.execute(context.db);
  return rows.map(({ id, isOwn, due, since: time }) => ({ id, isOwn, dueDate: due === '' ? null : due, time: time.toISOString() }));
}

/** Those of the records that are shown, in their order, with what they are. One that went meanwhile is left out. */
export async function describedRecords(context: WordedContext, found: readonly WaitingRecord[]): Promise<Gathered[]> {
  if (found.length === 0) return [];
  const { documents } = context.services;
  const places = placesFor(context);
  const rows = await recordsOf(
    context.db,
    found.map(({ id }) => id),
  );
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const word = wordsOf(context);
  return found.flatMap(({ id, isOwn, dueDate, time }) => {
    const row = rowOf.get(id);
    const document = row && documents.get('register', row.register);
    if (!document) return [];
    const { register: of, number, state, data, moved_by: movedBy } = row;
    const place = places.ofPage(`registers/${of}`);
    const code = codeOf({ document }, number);
    const label = stateOf({ document }, state)?.label;
    return {
      kind: isOwn ? ('record' as const) : ('approval' as const),
      source: of,
      id: `${of}-${id}`,
      title: `${code} ${String(data[document.display] ?? '')}`.trim(),
      detail: [word(document.title), word(label)].filter((text) => text !== '').join(' · '),
      url: place?.url == null ? null : `${place.url}?record=${id}`,
      place,
      from: movedBy === null ? null : { id: Number(movedBy) },
      time,
      dueDate,
    };
  });
}
