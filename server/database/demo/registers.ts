import type { RegisterField } from '../../../src/core/register/document.ts';
import type { Documents } from '../../documents.ts';
import type { RecordValues } from '../../modules/registers/tables.ts';
import { referredBy, withComputed } from '../../modules/registers/values.ts';
import type { Database } from '../connection.ts';
import { keepStories, type Step, storiesOf } from './register-history.ts';
import { demoRecords } from './register-words/index.ts';
import type { DemoRecord } from './register-words/record.ts';

const [day, hour, minute] = [86_400_000, 3_600_000, 60_000];

interface Organisation {
  userIds: ReadonlyMap<string, number>;
  departmentIds: ReadonlyMap<string, number>;
}

/** Records of the registers the product ships, register by register, each with its history. */
export async function fillRegisters(db: Database, documents: Pick<Documents, 'get'>, organisation: Organisation): Promise<void> {
  const idsByRegister = new Map<string, number[]>();
  const held = new Map<string, RecordValues>();
  const told = new Map<number, readonly Step[]>();
  for (const [place, [register, records]] of demoRecords.entries()) {
    const document = documents.get('register', register);
    if (!document) continue;
    const fields = new Map(document.fields.map((field) => [field.name, field]));
    const kept: RecordValues[] = [];
    for (const record of records) {
      const values = valuesOf(record, fields, { ...organisation, idsByRegister });
      kept.push(withComputed({ document }, values, await referredBy({ document }, values, async (_register, id) => held.get(id))));
    }
    const states = (document.states ?? []).map(({ name }) => name);
    const placed = records.map((record, index) => ({
      ...{ number: index + 1, state: states.includes(record.state) ? record.state : (states[0] ?? ''), data: kept[index] ?? {} },
      ...{ lastAt: momentOf(demoRecords.length - place, index), by: record.by },
    }));
    const stories = await storiesOf(db, register, document, placed, organisation.userIds);
    const rows = placed.map(({ number, state, data, by }, index) => ({
      ...{ register, number, state, data: JSON.stringify(data), created_at: stories[index]?.[0]?.at, created_by: by },
      moved_by: organisation.userIds.get(stories[index]?.at(-1)?.by ?? by) ?? null,
      made_by: organisation.userIds.get(by) ?? null,
      ...toldOf(data[document.due ?? '']),
    }));
    const ids = (await db.insertInto('register_row').values(rows).returning('id').execute()).map(({ id }) => id);
    for (const [index, id] of ids.entries()) told.set(id, stories[index] ?? []);
    idsByRegister.set(register, ids);
    for (const [index, id] of ids.entries()) held.set(String(id), kept[index] ?? {});
  }
  await keepStories(db, told, organisation.userIds);
  const numbers = [...idsByRegister].map(([register, ids]) => ({ register, last: ids.length }));
  await db.insertInto('register_number').values(numbers).execute();
}

/** So many days ago, in the morning, one record after the other: what others refer to came to its state before them. */
function momentOf(days: number, index: number): Date {
  return new Date(Math.floor(Date.now() / day) * day - days * day + hour + index * 20 * minute);
}

/** Whoever starts the demo finds what is late or due soon, and is not called for all of it at once. */
function toldOf(due: unknown) {
  const isOver = typeof due === 'string' && due <= new Date().toISOString().slice(0, 10);
  return {
    overdue_told_at: isOver ? new Date() : null,
    due_told_day: typeof due === 'string' ? due : null,
    due_told_step: isOver ? lastStep : 0,
  };
}

/** No step comes after it. */
const lastStep = 365;

interface Known extends Organisation {
  idsByRegister: ReadonlyMap<string, readonly number[]>;
}

/**
 * People are written by their account, departments by their code, records by their number, several with blanks between, days as days from today or as they
 * are. What the register has no field for, or one that cannot take it, is left out: an overlay may say otherwise than the product.
 */
function valuesOf({ values }: DemoRecord, fields: ReadonlyMap<string, RegisterField>, known: Known): RecordValues {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, text]) => {
      const field = fields.get(name);
      if (!field) return [];
      const read = (field.multiple ? text.split(' ') : [text]).flatMap((part) => {
        const value = readValue(field, part, known);
        return value === undefined || Number.isNaN(value) ? [] : [value];
      });
      const [only] = read;
      if (only === undefined) return [];
      return [[name, field.multiple ? read.map(String) : only]];
    }),
  );
}

function readValue({ type, register = '' }: RegisterField, text: string, known: Known): string | number | undefined {
  const asId = (id: number | undefined) => (id === undefined ? undefined : String(id));
  switch (type) {
    case 'integer':
    case 'decimal':
      return Number(text);
    case 'date':
      return /^-?\d+$/.test(text) ? new Date(Date.now() + Number(text) * day).toISOString().slice(0, 10) : text;
    case 'user':
      return asId(known.userIds.get(text));
    case 'department':
      return asId(known.departmentIds.get(text));
    case 'record':
      return asId(known.idsByRegister.get(register)?.[Number(text) - 1]);
    default:
      return text;
  }
}
