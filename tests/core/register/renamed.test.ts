import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { RegisterDocument } from '../../../src/core/register/document.ts';
import { registerFaults } from '../../../src/core/register/faults.ts';
import { byAllNames, byPresentNames, withFormerNames } from '../../../src/core/register/names.ts';
import { withPaths, withPresentNames } from '../../../src/core/register/renamed.ts';

const words = (en: string) => ({ en });
const base = { version: 1 as const, code: { prefix: 'V-' }, permissions: { list: 'a:b:c', edit: 'a:b:e' } };
const room: RegisterDocument = {
  ...{ ...base, title: words('Rooms'), display: 'name', due: 'until', owner: 'keeper' },
  fields: [
    { name: 'name', label: words('Name'), type: 'text' },
    { name: 'ends', aliases: ['until'], label: words('Until'), type: 'date' },
    { name: 'host', aliases: ['keeper', 'warden'], label: words('Host'), type: 'user' },
    { name: 'begins', label: words('Begins'), type: 'date', starts: '{{ values.until }}' },
    { name: 'late', label: words('Late'), type: 'integer', value: "{{ isEmpty(values.until) ? 0 : len(values['warden']) }}" },
  ],
  states: [
    { name: 'open', label: words('Open'), editable: ['until', 'name'], waitsFor: ['warden', { move: 'end' }], waitsFrom: 'until' },
    { name: 'done', label: words('Done'), final: true },
    { name: 'held', label: words('Held'), editable: { except: ['until'] } },
  ],
  moves: [
    { name: 'hold', label: words('Hold'), from: ['open'], to: 'held' },
    {
      ...{ name: 'end', label: words('End'), from: ['open'], to: 'done', asks: ['until', { field: 'keeper' }], notify: ['keeper'] },
      ...{ require: '{{ values.until > "values.until" }}', message: words('Late') },
      ...{ notBy: ['warden'], shows: ['until'], sets: { until: '{{ addDays(values.until, 1) }}', keeper: null } },
    },
  ],
  views: ['list', { name: 'mine', as: 'calendar', date: 'until', where: { keeper: '1' } }],
  warnings: [{ when: '{{ values.until < today() }}', text: words('Over') }],
  reach: [{ permission: 'a:b:d', by: ['keeper'] }],
};
const visit: RegisterDocument = {
  ...{ ...base, title: words('Visits'), display: 'title' },
  fields: [
    { name: 'title', label: words('Title'), type: 'text', value: "{{ records.hall.until + ' ' + records['hall'].name }}" },
    { name: 'room', aliases: ['hall'], label: words('Room'), type: 'record', register: 'room' },
    {
      name: 'last',
      label: words('Last'),
      type: 'date',
      over: { register: 'room', by: 'visit', how: 'maximum', of: 'until', where: { keeper: '1' } },
    },
  ],
};

it('what registers say of a field by a name it had is said by the one it has', () => {
  const present = withPresentNames(
    new Map([
      ['room', room],
      ['visit', visit],
    ]),
  );
  const now = present.get('room');
  expect(now).toMatchObject({
    ...{ due: 'ends', owner: 'host', reach: [{ by: ['host'] }], warnings: [{ when: '{{ values.ends < today() }}' }] },
    states: [
      { editable: ['ends', 'name'], waitsFor: ['host', { move: 'end' }], waitsFrom: 'ends' },
      {},
      { editable: { except: ['ends'] } },
    ],
    moves: [{}, { asks: ['ends', { field: 'host' }], notify: ['host'], require: '{{ values.ends > "values.until" }}' }],
    views: ['list', { date: 'ends', where: { host: '1' } }],
  });
  expect(now?.moves?.[1]).toMatchObject({ notBy: ['host'], shows: ['ends'], sets: { ends: '{{ addDays(values.ends, 1) }}', host: null } });
  expect(now?.fields[3]?.starts).toBe('{{ values.ends }}');
  expect(now?.fields[4]?.value).toBe("{{ isEmpty(values.ends) ? 0 : len(values['host']) }}");
  expect(now && registerFaults(now)).toEqual([]);
  expect(present.get('visit')?.fields).toMatchObject([
    { value: "{{ records.room.ends + ' ' + records['room'].name }}" },
    {},
    { over: { of: 'ends', where: { host: '1' } } },
  ]);
  // The same object for the same documents, and where nothing says a former name.
  expect(
    withPresentNames(
      new Map([
        ['room', room],
        ['visit', visit],
      ]),
    ).get('room'),
  ).toBe(now);
  const plain = { ...visit, fields: visit.fields.slice(1, 2) };
  expect(
    withPresentNames(
      new Map([
        ['room', room],
        ['visit', plain],
      ]),
    ).get('visit'),
  ).toBe(plain);
});

it('a former name is that of one field alone', () => {
  const [name, ...fields] = room.fields;
  const faults = (aliases: string[]) =>
    registerFaults({ ...visit, display: 'name', fields: [{ ...name, aliases } as (typeof fields)[0], ...fields.slice(0, 2)] }).map(
      ({ pointer, message }) => `${pointer} ${message}`,
    );
  expect(faults(['label'])).toEqual([]);
  expect(faults(['ends', 'state'])).toEqual([
    '/fields/0/aliases/0 "ends" is the name of a field',
    '/fields/0/aliases/1 every record has a property "state", which no field was called',
  ]);
  expect(faults(['until'])).toEqual(['/fields/1/aliases/0 "until" is what "name" was called']);
});

it('values are given and read by either name; what stands under the present one counts', () => {
  expect(byPresentNames(room, { until: '1', name: 'A' })).toEqual({ ends: '1', name: 'A' });
  expect(byPresentNames(room, { until: '1', ends: '2' })).toEqual({ ends: '2' });
  expect(byAllNames(room, { ends: '2', host: '3' })).toEqual({ ends: '2', until: '2', host: '3', keeper: '3', warden: '3' });
  expect(withFormerNames(room, ['name', 'host'])).toEqual(['name', 'host', 'keeper', 'warden']);
});

it('a text that cannot be read stays as it is', () => {
  const rename = (path: readonly string[]) => (path.at(-1) === 'old' ? 'new' : undefined);
  expect(withPaths('{{ values.old + (', rename)).toBe('{{ values.old + (');
  expect(withPaths('A {{ values.old }} of {{ values.old.old + "{{" }}', rename)).toBe('A {{ values.new }} of {{ values.new.new + "{{" }}');
});

it('what does not fit its meta-schema is left for others to tell', () => {
  const torn = {
    ...room,
    warnings: [null, { when: 1 }],
    moves: [{ ...room.moves?.[0], require: 2, makes: 'x' }],
    dueSteps: { escalate: [null] },
  };
  const present = withPresentNames(new Map([['room', torn as unknown as RegisterDocument]]));
  expect(present.get('room')).toMatchObject({ due: 'ends', warnings: [null, { when: 1 }], dueSteps: { escalate: [null] } });
});

it('of a field that is given by both its names the one that was changed counts', () => {
  const kept = { host: '1', ends: '2026-01-31' };
  const given = (values: object) => byPresentNames(room, { ...kept, keeper: '1', ...values }, kept);
  expect(given({ keeper: '2' })).toEqual({ ...kept, host: '2' });
  expect(given({ host: '3' })).toEqual({ ...kept, host: '3' });
  expect(given({ host: '3', keeper: '2' })).toEqual({ ...kept, host: '3' });
});

interface Words {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Words[];
  items?: Words;
  properties?: Record<string, Words>;
  additionalProperties?: Words | false;
}

const schema = JSON.parse(readFileSync('schemas/meta/register.schema.json', 'utf8')) as Words & { definitions: Record<string, Words> };

/** Every value of the schema there may be in place of a text, each with `text` wherever one is open, also as the name of a property. */
function saying(words: Words, text: string): unknown[] {
  const own = /^#.definitions.(.+)$/.exec(words.$ref ?? '')?.[1];
  if (own !== undefined) return saying(schema.definitions[own] ?? {}, text);
  // Of texts and expressions, which are documents of their own.
  if (words.$ref !== undefined) return [text];
  if (words.anyOf) return words.anyOf.flatMap((one) => saying(one, text));
  if (words.items) return [saying(words.items, text)];
  if (words.properties)
    return [Object.fromEntries(Object.entries(words.properties).map(([name, below]) => [name, saying(below, text)[0]]))];
  if (words.additionalProperties) return [{ [text]: saying(words.additionalProperties, text)[0] }];
  return words.enum === undefined && words.const === undefined && [words.type].flat().includes('string') ? [text] : [];
}

/** Where `text` stands in a value, as a whole: `moves 0 to`; where it is the name of a property: `moves 0 sets =`. */
function placesOf(value: unknown, text: string, at = ''): string[] {
  if (value === text) return [at];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, below]) => {
    const way = (key: string) => `${at} ${key}`.trim();
    return name === text ? [way('='), ...placesOf(below, text, way('*'))] : placesOf(below, text, way(name));
  });
}

/** Words that say something else; every other one names a field, or is read as an expression. */
const nameNoField = [
  ...['$schema', 'version', 'description', 'requirements 0', 'title', 'recordTitle', 'noticeType', 'code prefix'],
  ...['list', 'add', 'edit', 'remove', 'export'].map((right) => `permissions ${right}`),
  ...['reach 0 permission', 'reach 0 states 0'],
  ...[
    'name',
    'aliases 0',
    'label',
    'hint',
    'rules 0',
    'dictionary',
    'register',
    'states 0',
    'over register',
    'over states 0',
    'permission',
    'actsBy',
  ].map((word) => `fields 0 ${word}`),
  ...['name', 'label', 'waitsFor 1 permission', 'waitsFor 2 move'].map((word) => `states 0 ${word}`),
  ...[
    'name',
    'label',
    'from 0',
    'to',
    'permission',
    'message',
    'makes register',
    'notify 1 permission',
    'notify 2 move',
    'takenFrom 0 permission',
  ].map((word) => `moves 0 ${word}`),
  ...['views 0 name', 'views 0 label', 'links 0 label', 'links 0 to'],
  ...['dueSteps escalate 0 notify 1 permission', 'dueSteps escalate 0 notify 2 move'],
  ...['warnings 0 text', 'watch list', 'watch states 0'],
];

it('every word of a register is known to name fields, or not to', () => {
  const left = (text: string) => {
    const sample = saying(schema, text)[0] as RegisterDocument;
    const fields = [...sample.fields, { name: 'present', aliases: ['former'], label: words('Present'), type: 'date' as const }];
    // It is the register that it refers to, too.
    const renamed = withPresentNames(new Map([['former', { ...sample, fields }]])).get('former');
    return placesOf({ ...renamed, fields: renamed?.fields.slice(0, 1) }, text);
  };
  const unread = new Set(left('{{ values.former }}'));
  expect(left('former').filter((place) => place.endsWith('=') || unread.has(place))).toEqual(nameNoField);
});
