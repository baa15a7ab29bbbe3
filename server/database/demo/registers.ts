import type { RegisterField } from '../../../src/core/register/document.ts';
import type { Documents } from '../../documents.ts';
import type { RecordValues } from '../../modules/registers/tables.ts';
import { withComputed } from '../../modules/registers/values.ts';
import type { Database } from '../connection.ts';
import { type DemoRecord, demoRecords } from './register-words.ts';

const made = new Date(Date.UTC(2026, 1, 2, 1));
const day = 86_400_000;

interface Organisation {
  userIds: ReadonlyMap<string, number>;
  departmentIds: ReadonlyMap<string, number>;
}

/** Records of the registers the product ships, register by register: one may refer to records of those before it. */
export async function fillRegisters(db: Database, documents: Pick<Documents, 'get'>, organisation: Organisation): Promise<void> {
  const idsByRegister = new Map<string, number[]>();
  for (const [register, records] of Object.entries(demoRecords)) {
    const document = documents.get('register', register);
    if (!document) continue;
    const fields = new Map(document.fields.map((field) => [field.name, field]));
    const rows = records.map((record, index) => ({
      ...{ register, number: index + 1, state: record.state ?? document.states?.[0]?.name ?? '' },
      data: JSON.stringify(withComputed({ document }, valuesOf(record, fields, { ...organisation, idsByRegister }))),
      ...{ created_at: new Date(made.getTime() + index * day), created_by: record.by ?? 'riskmanager' },
      moved_by: organisation.userIds.get(record.by ?? 'riskmanager') ?? null,
    }));
    await db.insertInto('register_number').values({ register, last: rows.length }).execute();
    const ids = await db.insertInto('register_row').values(rows).returning('id').execute();
    idsByRegister.set(
      register,
      ids.map(({ id }) => id),
    );
  }
}

interface Known extends Organisation {
  idsByRegister: ReadonlyMap<string, readonly number[]>;
}

/** People are written by their account, departments by their code, records by their number, days as days from today. */
function valuesOf({ values }: DemoRecord, fields: ReadonlyMap<string, RegisterField>, known: Known): RecordValues {
  const entries = Object.entries(values).map(([name, value]): [string, RecordValues[string]] => {
    const field = fields.get(name);
    if (field?.type === 'date') return [name, new Date(Date.now() + Number(value) * day).toISOString().slice(0, 10)];
    const id =
      field?.type === 'user'
        ? known.userIds.get(String(value))
        : field?.type === 'department'
          ? known.departmentIds.get(String(value))
          : field?.type === 'record'
            ? known.idsByRegister.get(field.register ?? '')?.[Number(value) - 1]
            : undefined;
    return [name, id === undefined ? value : String(id)];
  });
  return Object.fromEntries(entries);
}
