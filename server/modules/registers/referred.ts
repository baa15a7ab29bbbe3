import type { RegisterField } from '../../../src/core/register/document.ts';
import { byPresentNames } from '../../../src/core/register/names.ts';
import type { WordedContext } from '../../context.ts';
import { type LabelValue, listed } from '../../database/values.ts';
import { calledPerson } from '../../reader.ts';
import { wordingOf } from '../../wording.ts';
import { figured } from './figures.ts';
import { idsIn } from './pointing.ts';
import { codeOf, type Register } from './registers.ts';
import { everyRecord, seenThrough, seesRegister } from './sight.ts';
import type { RecordRow, RecordValues } from './tables.ts';

/** One of several that are chosen. */
export interface ChosenValue {
  value: string;
  label: LabelValue;
  /** A record the reader does not see, and cannot open: the label says no more, but what it is called where they see nothing of its register. */
  unseen?: true;
}

/** What a field points at. */
interface Target {
  name: LabelValue;
  values?: RecordValues;
  /** The reader sees some records of its register, and not this one: it is not named. */
  isHidden?: boolean;
  /** The reader sees nothing of its register: it is named, as it always was, and opens nothing. */
  isShut?: boolean;
}

/**
 * What records point at, with the values of records and the `state` they are in: one statement a kind. What the user does not see is called so; its
 * values are for what the document says of the record that points there, which is the same for everybody.
 */
export async function referred({ db, services }: WordedContext, register: Register, rows: readonly Pick<RecordRow, 'data'>[]) {
  const pointing = register.document.fields.filter(({ type }) => type === 'user' || type === 'department' || type === 'record');
  const found = new Map<string, Target>();
  const keyOf = (field: RegisterField, value: unknown) => `${field.type}:${field.register ?? ''}:${String(value)}`;
  const idsOf = (fields: readonly RegisterField[]) => [
    ...new Set(fields.flatMap(({ name }) => rows.flatMap(({ data }) => idsIn(data[name]).map(Number)))),
  ];
  const users = idsOf(pointing.filter(({ type }) => type === 'user'));
  if (users.length > 0) {
    for (const { id, ...user } of await db
      .selectFrom('person')
      .select(['id', 'name', 'name_en as nameEn', 'has_left as hasLeft'])
      .where('id', 'in', users)
      .execute())
      found.set(`user::${id}`, { name: calledPerson(services.documents, user) });
  }
  const departments = idsOf(pointing.filter(({ type }) => type === 'department'));
  if (departments.length > 0) {
    for (const { id, name } of await db.selectFrom('department').select(['id', 'name']).where('id', 'in', departments).execute())
      found.set(`department::${id}`, { name });
  }
  for (const field of pointing.filter(({ type }) => type === 'record')) {
    const document = services.documents.get('register', field.register ?? '');
    const ids = idsOf([field]);
    if (!document || ids.length === 0) continue;
    const target = { id: field.register ?? '', document, user: register.user };
    const kept = await everyRecord(db, target.id).select(seenThrough(target).as('isSeen')).where('id', 'in', ids).execute();
    const targets = kept.map((row) => ({ ...row, data: byPresentNames(document, row.data) }));
    const valuesOf = await figured(db, { document }, targets);
    for (const row of targets) {
      const values = { ...valuesOf(row), state: row.state };
      const name = `${codeOf({ document }, row.number)} ${String(row.data[document.display] ?? '')}`.trim();
      const hidden = { name: wordingOf(services.documents, 'register.unseen'), values, isHidden: true };
      found.set(keyOf(field, row.id), row.isSeen ? { name, values, isShut: !seesRegister(target) } : hidden);
    }
  }
  const targetsOf = (row: Pick<RecordRow, 'data'>, field: RegisterField) =>
    idsIn(row.data[field.name]).flatMap((id) => {
      const target = found.get(keyOf(field, id));
      return target ? [{ value: id, ...target }] : [];
    });
  const fieldsWith = (row: Pick<RecordRow, 'data'>, fits: (target: Target) => boolean): string[] =>
    pointing.filter((field) => targetsOf(row, field).some(fits)).map(({ name }) => name);
  const one = pointing.filter(({ multiple }) => !multiple);
  return {
    /** Of several in one text. */
    names: (row: Pick<RecordRow, 'data'>): Record<string, LabelValue> =>
      Object.fromEntries(
        pointing.flatMap((field) => {
          const names = targetsOf(row, field).map(({ name }) => name);
          return names.length === 0 ? [] : [[field.name, names.length === 1 ? (names[0] as LabelValue) : listed(names)] as const];
        }),
      ),
    /** Each of several, by the names of the fields that take some. */
    chosen: (row: Pick<RecordRow, 'data'>): Record<string, ChosenValue[]> =>
      Object.fromEntries(
        pointing
          .filter(({ multiple }) => multiple)
          .map((field) => [
            field.name,
            targetsOf(row, field).map((target) => ({
              value: target.value,
              label: target.name,
              ...(isClosed(target) && { unseen: true as const }),
            })),
          ]),
      ),
    /** The fields that point at a record the user does not see. */
    unseen: (row: Pick<RecordRow, 'data'>): string[] => fieldsWith(row, isClosed),
    /** Those of them whose record is not named either, as the user sees others of its register. */
    hidden: (row: Pick<RecordRow, 'data'>): string[] => fieldsWith(row, ({ isHidden }) => isHidden === true),
    records: (row: Pick<RecordRow, 'data'>): Record<string, RecordValues> =>
      Object.fromEntries(one.flatMap((field) => targetsOf(row, field).flatMap(({ values }) => (values ? [[field.name, values]] : [])))),
  };
}

const isClosed = ({ isHidden, isShut }: Target): boolean => isHidden === true || isShut === true;
