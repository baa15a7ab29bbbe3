import { sql } from 'kysely';
import type { RegisterField } from '../../../src/core/register/document.ts';
import { toldFields } from '../../../src/core/register/reading.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { type LabelValue, personName } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { calledPerson } from '../../reader.ts';
import { markedName } from '../../wording.ts';
import { containing, holds, worded } from '../search.ts';
import { largestNumber } from './numbers.ts';
import { unnested } from './pointing.ts';
import { codeOf, fieldOf, type Register } from './registers.ts';
import { departmentsThatAct, offeredTo, pointableTo, seenIn, wouldSeeBy } from './sight.ts';

export interface Choice {
  value: string;
  label: LabelValue;
}

const most = 50;

interface Asked {
  keyword: string;
  isFilter: boolean;
  chosen?: readonly number[] | undefined;
  /** The record the field stands in. */
  self?: number | undefined;
}

/**
 * What a field that points elsewhere may be: active people (of those a field makes hear of the record first who sees it; of the others it is said), departments, records of another register as far as they are offered to the user; the first that fit the keyword.
 * `isFilter`: what records may point at already counts, too, such as people who left. `chosen`: of these alone, whatever became of their accounts. `self`: no record is offered to itself.
 * @throws ApiError NOT_FOUND
 */
export async function choicesOf(
  { db, services }: Pick<Context, 'db' | 'services'>,
  register: Register,
  name: string,
  { keyword, isFilter, chosen, self }: Asked,
): Promise<Choice[]> {
  const field = fieldOf(register, name);
  switch (field?.type) {
    case 'user': {
      if (isFilter || chosen) return await peopleNamed({ db, services }, register, field, { keyword, chosen });
      const sees = toldFields(register.document).includes(name) ? wouldSeeBy(register, name) : sql<boolean>`true`;
      const people = await db
        .selectFrom('app_user')
        .select(['id', 'name', 'name_en as nameEn', 'username', sees.as('sees')])
        .where('status', '=', '0')
        .where((is) => is.or(['name', 'name_en', 'username'].map((column) => holds(sql.ref(column), keyword))))
        .orderBy('sees', 'desc')
        .orderBy('id')
        .limit(most)
        .execute();
      return people.map(({ id, sees: isSeer, ...person }) => {
        const label = personName(person);
        // Whoever is given a record they cannot open does nothing with it: said before somebody waits for them.
        return { value: String(id), label: isSeer ? label : markedName(services.documents, 'register.seesNone', label) };
      });
    }
    case 'department': {
      const departments = await db
        .selectFrom('department')
        .select(['id', 'name'])
        .where(sql<boolean>`(${worded('name', containing(keyword))} or ${holds(sql`code`, keyword)})`)
        .$if(chosen !== undefined, (query) => query.where('id', 'in', [...(chosen ?? [])]))
        .orderBy('sort')
        .orderBy('id')
        .limit(most)
        .execute();
      const isStaffed = isFilter ? undefined : await departmentsThatAct(db, register, field);
      return departments.map(({ id, name: label }) => ({
        value: String(id),
        // Whatever is sent there waits for nobody: said before it is.
        label: isStaffed?.(id) === false ? markedName(services.documents, 'register.nobodyActs', label) : label,
      }));
    }
    case 'record': {
      const document = services.documents.get('register', field.register ?? '');
      if (!document) return [];
      const number = Number(/(\d+)$/.exec(keyword)?.[1] ?? 0);
      const target = { id: field.register ?? '', document, user: register.user };
      const rows = await db
        .selectFrom('register_row')
        .selectAll()
        .where((isFilter ? pointableTo : offeredTo)(register, field.name, target))
        .where(sql<boolean>`(${holds(sql`data ->> ${document.display}`, keyword)} or number = ${Math.min(number, largestNumber)})`)
        .$if(chosen !== undefined, (query) => query.where('id', 'in', [...(chosen ?? [])]))
        .$if(self !== undefined && target.id === register.id, (query) => query.where('id', '<>', self ?? 0))
        .orderBy('id', 'desc')
        .limit(most)
        .execute();
      return rows.map((row) => ({
        value: String(row.id),
        label: `${codeOf({ document }, row.number)} ${String(row.data[document.display] ?? '')}`.trim(),
      }));
    }
    default:
      throw new ApiError('NOT_FOUND');
  }
}

/** Whom records can be looked for by: active people, and of the others those in whose name records stand that the reader sees. */
async function peopleNamed(
  { db, services }: Pick<Context, 'db' | 'services'>,
  register: Register,
  field: RegisterField,
  { keyword, chosen }: { keyword: string; chosen: readonly number[] | undefined },
): Promise<Choice[]> {
  const fitting = db
    .selectFrom('person')
    .$if(chosen !== undefined, (query) => query.where('id', 'in', [...(chosen ?? [])]))
    .where((is) => is.or(['name', 'name_en', 'username'].map((column) => holds(sql.ref(column), keyword))));
  const inactive = await fitting.select('id').where('is_active', '=', false).execute();
  const others = await namedIn(db, register, field, inactive);
  const people = await fitting
    .select(['id', 'name', 'name_en as nameEn', 'has_left as hasLeft'])
    .where(sql<boolean>`(is_active or ${chosen ? sql`not has_left or` : sql``} id = any(${others}::bigint[]))`)
    .$if(chosen === undefined, (query) => query.orderBy('is_active', 'desc'))
    .orderBy('id')
    .limit(most)
    .execute();
  return people.map(({ id, ...person }) => ({ value: String(id), label: calledPerson(services.documents, person) }));
}

/** Which of some people stand in a field of a record the reader sees: the records are read once, and only where there is somebody to look for. */
async function namedIn(db: Database, register: Register, { name }: RegisterField, people: readonly { id: number }[]): Promise<string[]> {
  if (people.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select named.id from (select distinct ${unnested(name)} as id from register_row where ${seenIn(register)}) as named
    where named.id = any(${people.map(({ id }) => String(id))}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}
