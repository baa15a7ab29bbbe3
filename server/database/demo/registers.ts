import type { RegisterField } from '../../../src/core/register/document.ts';
import type { Documents } from '../../documents.ts';
import type { RecordValues } from '../../modules/registers/tables.ts';
import { referredBy, withComputed } from '../../modules/registers/values.ts';
import type { Database } from '../connection.ts';
import { demoRecords } from './register-words/index.ts';
import type { DemoRecord } from './register-words/record.ts';

const made = new Date(Date.UTC(2026, 1, 2, 1));
const day = 86_400_000;

interface Organisation {
  userIds: ReadonlyMap<string, number>;
  departmentIds: ReadonlyMap<string, number>;
}

/** Records of the registers the product ships, register by register. */
export async function fillRegisters(db: Database, documents: Pick<Documents, 'get'>, organisation: Organisation): Promise<void> {
  const idsByRegister = new Map<string, number[]>();
  const held = new Map<string, RecordValues>();
  for (const [register, records] of demoRecords) {
    const document = documents.get('register', register);
    if (!document) continue;
    const fields = new Map(document.fields.map((field) => [field.name, field]));
    const kept: RecordValues[] = [];
    for (const record of records) {
      const values = valuesOf(record, fields, { ...organisation, idsByRegister });
      kept.push(withComputed({ document }, values, await referredBy({ document }, values, async (_register, id) => held.get(id))));
    }
    const rows = records.map((record, index) => ({
      ...{ register, number: index + 1, state: record.state || (document.states?.[0]?.name ?? '') },
      data: JSON.stringify(kept[index]),
      ...{ created_at: new Date(made.getTime() + index * day), created_by: record.by },
      moved_by: organisation.userIds.get(record.by) ?? null,
      made_by: organisation.userIds.get(record.by) ?? null,
      ...toldOf(kept[index]?.[document.due ?? '']),
    }));
    const ids = (await db.insertInto('register_row').values(rows).returning('id').execute()).map(({ id }) => id);
    idsByRegister.set(register, ids);
    for (const [index, id] of ids.entries()) held.set(String(id), kept[index] ?? {});
  }
  const numbers = [...idsByRegister].map(([register, ids]) => ({ register, last: ids.length }));
  await db.insertInto('register_number').values(numbers).execute();
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

/** People are written by their account, departments by their code, records by their number, several with blanks between, days as days from today or as they are. */
function valuesOf({ values }: DemoRecord, fields: ReadonlyMap<string, RegisterField>, known: Known): RecordValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, text]) => {
      const field = fields.get(name);
      const several = field?.multiple ? text.split(' ').map((part) => readValue(field, part, known)) : [];
      const value = field?.multiple
        ? several.flatMap((id) => (id === undefined ? [] : [String(id)]))
        : field && readValue(field, text, known);
      if (value === undefined || several.includes(undefined)) throw new Error(`The demo data say of ${name} what cannot be: ${text}`);
      return [name, value];
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
