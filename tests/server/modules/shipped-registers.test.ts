import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordFile } from '../../../server/modules/registers/tables.ts';
import type { RegisterDocument, RegisterField, RegisterMove } from '../../../src/core/register/document.ts';
import { asksOf, isInForm, isTyped, openFields, registerFiles } from '../../../src/core/register/reading.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { readSheets } from '../../support/workbook.ts';
import { type Answer, call, tokenOf, uploadFile } from './client.ts';

const ids = readdirSync('schemas/registers').map((file) => file.replace('.register.json', ''));

let app: TestApp;
/** Two who may do everything, so that there is always somebody else. */
let tokens: [string, string];
let people: string[];
const chosen = new Map<string, string>();

beforeAll(async () => {
  app = await startApp();
  const role = await app.db.selectFrom('role').select('id').where('role_code', '=', 'Administrator').executeTakeFirstOrThrow();
  const second = await app.db.selectFrom('app_user').select('id').where('username', '=', 'auditor').executeTakeFirstOrThrow();
  await app.db.insertInto('user_role').values({ user_id: second.id, role_id: role.id }).execute();
  tokens = [await tokenOf(app, 'admin'), await tokenOf(app, 'auditor')];
  const users = await app.db.selectFrom('app_user').select('id').where('status', '=', '0').orderBy('id').limit(9).execute();
  people = users.map(({ id }) => String(id));
});
afterAll(async () => await app.close());

interface Kept {
  id: string;
  version: number;
  state: string;
  moves: string[];
  editable: boolean;
  values: Record<string, unknown>;
  made?: object;
}
const send = (path: string, body: object, by: 0 | 1 = 0): Promise<Answer> =>
  call(app, `/api/register/${path}`, { method: 'POST', token: tokens[by], body });
const kept = (answer: Answer): Kept => {
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.data as Kept;
};

/** Something a field takes; of choices the first one. */
async function sampleOf(
  register: string,
  { name, type, minimum = 0, maximum, rules = [], unique, typed }: RegisterField,
  nth: number,
): Promise<unknown> {
  switch (type) {
    case 'integer':
      return maximum ?? minimum + 1;
    case 'decimal':
      return minimum + 1;
    case 'date':
      // What is agreed on first is put off later, each time to a later day.
      if (typed === 'moves') return new Date(Date.UTC(2100, 0, ++putOff)).toISOString().slice(0, 10);
      return typed === 'first' ? '2099-01-31' : '2099-12-31';
    case 'boolean':
      return true;
    case 'user':
      return people[nth];
    case 'files':
      return [await uploaded(`${name}.png`)];
    case 'text':
      return rules.includes('url') ? 'https://example.com/a' : unique ? `${name} ${uniques++}` : 'Sample';
    default: {
      const key = `${register} ${name}`;
      if (!chosen.has(key)) chosen.set(key, await firstChoice(register, name, type));
      return chosen.get(key);
    }
  }
}
let uniques = 0;
let putOff = 0;

const picture = PNG.sync.write(new PNG({ width: 8, height: 8 }));

async function uploaded(name: string): Promise<RecordFile> {
  const answer = await uploadFile(app, '/api/birp/file/upload', tokens[0] ?? '', picture, name, { businessType: registerFiles });
  const { path } = answer.body.data as { path: string };
  return { name, path, size: picture.length };
}

async function firstChoice(register: string, name: string, type: string): Promise<string> {
  const field = app.documents.get('register', register)?.fields.find((one) => one.name === name);
  if (type === 'dictionary') {
    const entry = app.db
      .selectFrom('dictionary_entry')
      .select('value')
      .where('type', '=', field?.dictionary ?? '');
    return (await entry.where('status', '=', '0').orderBy('sort').executeTakeFirstOrThrow()).value;
  }
  const answer = await call(app, `/api/register/choices?register=${register}&field=${name}`, { token: tokens[0] });
  const { content } = answer.body.data as { content: { value: string }[] };
  // The oldest record: of clauses one that is complied with.
  const value = content.at(-1)?.value;
  if (value === undefined) throw new Error(`There is nothing to choose for ${register}.${name}`);
  return value;
}

/** `any`: also what moves alone ask for. */
async function filled(register: string, document: RegisterDocument, extent: 'required' | 'all' | 'any'): Promise<Record<string, unknown>> {
  // What comes after another record of its own register waits for that one.
  const typed = document.fields.filter(
    (field) => (extent === 'any' ? isTyped : isInForm)(field) && (extent === 'required' ? field.required : field.register !== register),
  );
  const values: Record<string, unknown> = {};
  for (const [nth, field] of typed.entries()) values[field.name] = await sampleOf(register, field, nth % people.length);
  return values;
}

/** What has to have happened in other registers before a move is let through. */
const before: Readonly<Record<string, (record: Kept) => Promise<unknown>>> = {
  'engagement close': ({ id }) =>
    app.db
      .insertInto('register_row')
      .values({ register: 'audit-report', number: 9_000 + Number(id), state: 'issued', data: JSON.stringify({ engagement: id }) })
      .execute(),
  'audit-report issue': async ({ values }) => {
    const of = (register: string, ...states: string[]) =>
      app.db
        .updateTable('register_row')
        .where('register', '=', register)
        .where('state', 'in', states)
        .where(sql`data ->> 'engagement'`, '=', String(values.engagement));
    await of('audit-finding', 'draft', 'agreed').set({ state: 'dropped' }).execute();
    // It would be the second one.
    await of('audit-report', 'issued').set({ state: 'draft' }).execute();
    await app.db.updateTable('register_row').set({ state: 'reporting' }).where('id', '=', Number(values.engagement)).execute();
  },
};

const isTypedIn = ({ fields }: RegisterDocument, name: string): boolean => fields.some((one) => one.name === name && isTyped(one));

/** The moves that lead from the first state to this one. */
function pathTo({ states = [], moves = [] }: RegisterDocument, state: string): RegisterMove[] {
  const found = new Map<string, RegisterMove[]>([[states[0]?.name ?? '', []]]);
  for (const [from, path] of found)
    for (const move of moves) if (move.from.includes(from) && !found.has(move.to)) found.set(move.to, [...path, move]);
  const path = found.get(state);
  if (!path) throw new Error(`No way leads to ${state}`);
  return path;
}

describe.each(ids)('the register %s', (id) => {
  const document = () => {
    const found = app.documents.get('register', id);
    if (!found) throw new Error(`There is no register ${id}`);
    return found;
  };
  const made = async (extent: 'required' | 'all') =>
    kept(await send('save', { register: id, values: await filled(id, document(), extent) }));
  const move = (record: Kept, { name, reason }: RegisterMove, by: 0 | 1, values?: Record<string, unknown>) => {
    const how = { move: name, ...(reason && { reason: 'So it is' }), ...(values && { values }) };
    return send('move', { register: id, id: record.id, version: record.version, ...how }, by);
  };
  const asked = async (one: RegisterMove) => {
    const names = asksOf(one).map(({ field }) => field);
    return Object.fromEntries(Object.entries(await filled(id, document(), 'any')).filter(([name]) => names.includes(name)));
  };

  it('takes a record with what is required alone, lists, changes, exports and deletes it, and the demo shows it', async () => {
    const record = await made('required');
    const values = { ...record.values, ...(await filled(id, document(), 'all')) };
    for (const field of document().fields) if (!isTyped(field)) delete values[field.name];
    const changed = kept(await send('save', { register: id, id: record.id, version: record.version, values }));
    const page = (await send('page', { register: id, size: 200 })).body.data as { content: Kept[]; total: number };
    expect(page.total).toBeGreaterThan(2);
    expect(page.content[0]).toMatchObject({ id: record.id, editable: true });
    const file = await app.http.inject({
      ...{ method: 'POST', url: '/api/register/export', payload: { register: id } },
      headers: { authorization: `Bearer ${tokens[ids.indexOf(id) % 2]}` },
    });
    expect(Object.values(await readSheets(file.rawPayload))[0]).toHaveLength(page.total + 1);
    const gone = await send('remove', { register: id, id: record.id, version: changed.version });
    expect(gone.status).toBe(200);
  });

  it('goes every way its moves lead, refuses what is missing and who may not, and keeps final records as they are', async () => {
    const { states = [], moves = [] } = document();
    for (const wanted of moves) {
      for (const from of wanted.from) {
        let record = await made('all');
        let last: 0 | 1 = 0;
        const go = async (one: RegisterMove) => {
          const other = last === 0 ? 1 : 0;
          await before[`${id} ${one.name}`]?.(record);
          if (one.byAnother) {
            const own = await move(record, one, last);
            expect([one.name, own.status, own.body.code]).toEqual([one.name, 409, 'MOVE_REFUSED']);
          }
          record = kept(await move(record, one, other, one.asks && (await asked(one))));
          if (one.makes && one.makes.when === undefined) expect(record.made).toMatchObject({ register: one.makes.register });
          last = other;
        };
        for (const step of pathTo(document(), from)) await go(step);
        await go(wanted);
        expect(record.state).toBe(wanted.to);
        const { final, editable } = states.find(({ name }) => name === wanted.to) ?? {};
        expect(record.editable).toBe(final !== true && editable !== false);
        if (final || editable !== undefined)
          expect((await send('remove', { register: id, id: record.id, version: record.version })).body.code).toBe('RECORD_FINAL');
      }
      if (wanted.byNoEditor) {
        // Whoever wrote something approves nothing, whoever asked for it.
        let record = await made('all');
        for (const [nth, step] of pathTo(document(), wanted.from[0] ?? '').entries())
          record = kept(await move(record, step, nth % 2 === 0 ? 1 : 0, step.asks && (await asked(step))));
        const own = Object.fromEntries(Object.entries(record.values).filter(([name]) => isTypedIn(document(), name)));
        const open = openFields(document(), record.state);
        const written = document().fields.find(
          ({ name, type, rules = [] }) => open.includes(name) && (type === 'user' || (type === 'text' && rules.length === 0)),
        );
        if (!written) throw new Error(`Nothing of ${id} is written in the state ${record.state}`);
        for (const by of [0, 1] as const) {
          const another = people.find((person, nth) => nth > 3 && person !== record.values[written.name]);
          const values = { ...own, [written.name]: written.type === 'user' ? another : `Written by ${by}` };
          record = kept(await send('save', { register: id, id: record.id, version: record.version, values }, by));
        }
        for (const by of [0, 1] as const) expect((await move(record, wanted, by)).body.code).toBe('MOVE_REFUSED');
      }
      // What a move asks for is asked of a record with no more than is required.
      const asks = asksOf(wanted);
      if ((wanted.require === undefined && asks.length === 0) || !wanted.from.includes(states[0]?.name ?? '')) continue;
      const bare = await made('required');
      const missing = asks.filter(({ field, required }) => required && bare.values[field] === undefined).map(({ field }) => ({ field }));
      const refused = await move(bare, wanted, 1);
      if (missing.length > 0)
        expect(refused.body).toMatchObject({
          code: 'PARAMETER_ERROR',
          details: expect.arrayContaining(missing.map((one) => expect.objectContaining(one))),
        });
      const answer = missing.length > 0 ? await move(bare, wanted, 1, await asked(wanted)) : refused;
      if (answer.status !== 200) expect(answer.body).toMatchObject({ code: 'MOVE_REFUSED', msg: expect.stringMatching(/\p{L}/u) });
    }
  });
});
