import type { WordedContext } from '../../context.ts';
import type { LabelValue } from '../../database/values.ts';
import { dayIn } from '../../days.ts';
import { ApiError } from '../../errors.ts';
import { readerOf } from '../../reader.ts';
import { type ChosenValue, referred } from './referred.ts';
import { fieldOf, type Register } from './registers.ts';
import { everyRecord, offeredTo, seesRegister } from './sight.ts';
import type { RecordValues } from './tables.ts';
import { asKept, saidValue } from './values.ts';

/** What a form of a new record begins with, in the shape of a record. */
export interface StartedRecord {
  values: RecordValues;
  names: Record<string, LabelValue>;
  chosen: Record<string, ChosenValue[]>;
}

/** What is found from one record leads to the next, such as from a working paper over its engagement: as far as this. */
const farthest = 3;

/**
 * What a new record begins with: the record `of` that its field `by` points at, and what fields say in `starts`. Nothing is kept, and of records the
 * user is not offered nothing is read. @throws ApiError NOT_FOUND where the user is not offered that record there
 */
export async function startedRecord(
  context: WordedContext,
  register: Register,
  { by, of }: { by?: string | undefined; of?: string | undefined },
): Promise<StartedRecord> {
  let values: RecordValues = by === undefined || of === undefined ? {} : await pointed(context, register, by, of);
  const rowOf = (data: RecordValues) => ({ data });
  const today = dayIn(readerOf(context).timeZone);
  let found = await referred(context, register, [rowOf(values)]);
  for (let step = 0; step < farthest; step++) {
    const before = values;
    const scope = { user: { id: register.user.id }, values, records: seenOf(context, register, values, found) };
    const started = register.document.fields.flatMap((field) => {
      if (field.starts === undefined || values[field.name] !== undefined) return [];
      const value = asKept(field, saidValue(field.starts, scope, today));
      if (value === undefined) return [];
      return [[field.name, field.multiple ? [String(value)] : value] as const];
    });
    if (started.length === 0) break;
    values = { ...before, ...Object.fromEntries(started) };
    found = await referred(context, register, [rowOf(values)]);
    // What its reader does not see, or a field does not offer in its state, is nothing to begin with.
    const hidden = [...found.hidden(rowOf(values)), ...(await notOffered(context, register, Object.fromEntries(started)))];
    values = Object.fromEntries(Object.entries(values).filter(([name]) => !hidden.includes(name)));
  }
  return { values, names: found.names(rowOf(values)), chosen: found.chosen(rowOf(values)) };
}

/** Which of the fields that take records of some states alone would begin with one they do not offer: saving refuses it. */
async function notOffered({ db, services }: WordedContext, register: Register, started: RecordValues): Promise<string[]> {
  const refused: string[] = [];
  for (const { name, states, register: id = '' } of register.document.fields) {
    const document = services.documents.get('register', id);
    if (states === undefined || document === undefined || started[name] === undefined) continue;
    const ids = [started[name]].flat().map(Number);
    const target = { id, document, user: register.user };
    const offered = await db
      .selectFrom('register_row')
      .select('id')
      .where('id', 'in', ids)
      .where(offeredTo(register, name, target))
      .execute();
    if (offered.length < ids.length) refused.push(name);
  }
  return refused;
}

/**
 * What expressions read of records the new one points at: those the user sees. Of registers they see nothing of they are shown what a record is called,
 * and no more.
 */
function seenOf(
  { services }: WordedContext,
  { document, user }: Register,
  values: RecordValues,
  found: Awaited<ReturnType<typeof referred>>,
): Record<string, RecordValues> {
  const hidden = found.hidden({ data: values });
  const isRead = (name: string) => {
    const field = fieldOf({ document }, name);
    const target = field && services.documents.get('register', field.register ?? '');
    return target !== undefined && seesRegister({ document: target, user }) && !hidden.includes(name);
  };
  return Object.fromEntries(Object.entries(found.records({ data: values })).filter(([name]) => isRead(name)));
}

async function pointed({ db, services }: WordedContext, register: Register, by: string, of: string): Promise<RecordValues> {
  const field = fieldOf(register, by);
  const document = field?.type === 'record' ? services.documents.get('register', field.register ?? '') : undefined;
  if (!field || !document) throw new ApiError('NOT_FOUND');
  const target = { id: field.register ?? '', document, user: register.user };
  const row = await everyRecord(db, target.id)
    .where('id', '=', Number(of))
    .where(offeredTo(register, field.name, target))
    .executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
  return { [field.name]: field.multiple ? [of] : of };
}
