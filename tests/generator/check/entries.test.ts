import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { type Files, page, root, temporaryProject } from '../support/temporary-project.ts';

const words = (text: string) => ({ en: text, 'zh-Hans': text, 'zh-Hant': text });
const entry = (value: string) => ({ value, label: words(value) });
const dictionary = {
  ...{ $schema: '../meta/dictionary.schema.json', version: 1, type: 'colour', label: words('Colour') },
  entries: [entry('red'), entry('green'), entry('blue')],
};
const row = { type: 'object', properties: { name: { type: 'string' }, hue: { type: 'string' }, hues: { type: 'array' } } };
const call = {
  ...{ summary: 'A', method: 'GET', path: '/api/list', access: 'session' },
  response: { type: 'object', properties: { content: { type: 'array', maxItems: 10, items: row } } },
};
const widgets = ['fields/select', 'fields/radio', 'fields/checkbox', 'displays/line-chart'];
const files: Files = {
  'schemas/dictionaries/colour.dictionary.json': dictionary,
  'schemas/services/shop.service.json': {
    ...{ $schema: '../meta/service.schema.json', version: 1, title: 'S' },
    calls: { list: call },
  },
  ...Object.fromEntries(
    widgets.map((widget) => {
      const path = `renderers/${widget}/options.schema.json`;
      return [path, readFileSync(join(root, path), 'utf8')];
    }),
  ),
};

/** What is found in a page, but for what only says that something is not used. */
function found(body: object, more: Files = {}): string[] {
  const all = runChecks(
    readProject(temporaryProject({ ...files, ...more, 'schemas/pages/a.page.json': page({ title: words('A'), ...body }) })),
  );
  const told = all.filter(({ code }) => !code.endsWith('_UNUSED'));
  return told.map(({ code, severity, pointer, message, hint }) => `${severity} ${code} ${pointer}: ${message}; ${hint}`);
}
const text = (expression: string) => ({ widget: 'text', text: `{{ ${expression} }}` });
const strange = (pointer: string, value: string, hint: string) =>
  `warning UNKNOWN_ENTRY ${pointer}: the dictionary colour has no entry "${value}"; ${hint}`;
const field = (widget: string, name: string, more: object = {}) => ({
  ...{ widget, name, label: words(name), dictionary: 'colour' },
  ...more,
});

describe('values of dictionaries in the expressions of pages', () => {
  const fields = [
    field('select', 'one'),
    field('select', 'many', { multiple: true }),
    field('select', 'either', { multiple: '{{ user.many }}' }),
    field('radio', 'radio'),
    field('checkbox', 'boxes'),
    { ...field('select', 'own'), dictionary: undefined, options: [{ value: 'gren', label: words('x') }] },
  ];
  const form = { widget: 'form', name: 'edit', fields };

  it('are those the fields offer', () => {
    const compared = [
      "edit.values.one == 'gren'",
      "'gren' != edit.values.one",
      "edit.values['one'] === 'gren'",
      "contains(edit.values.many, 'gren')",
      "edit.values.radio == 'gren'",
      "contains(edit.values.boxes, 'gren')",
    ];
    const told = found({ body: [form, ...compared.map(text)] });
    expect(told).toEqual(compared.map((_, index) => strange(`/body/${index + 1}/text`, 'gren', 'did you mean "green"?')));
  });

  it('are left alone where nothing else is offered, or nobody knows', () => {
    const compared = [
      "edit.values.one == 'green' || edit.values.one == ''",
      "contains(edit.values.one ?? '', 're')",
      "edit.values.either == 'gren' || contains(edit.values.either, 'gren')",
      "edit.values.own == 'gren'",
      "edit.values[user.by] == 'gren'",
      'edit.values.one == user.hue',
    ];
    expect(found({ body: [form, ...compared.map(text)] })).toEqual([]);
  });

  it('knows them also of a record the form is given', () => {
    const body = [
      { ...form, initial: '{{ first(data.shop.content) }}', fields: [field('select', 'hue')] },
      text("edit.values.hue == 'gren'"),
    ];
    expect(found({ data: { shop: { call: 'shop.list' } }, body })).toEqual([strange('/body/1/text', 'gren', 'did you mean "green"?')]);
  });

  it('knows them of the columns and filters of a table, in a page and in a document of its own', () => {
    const columns = [
      { name: 'hue', title: words('Hue'), dictionary: 'colour' },
      { name: 'hues', title: words('Hues'), dictionary: 'colour', format: 'list' },
      { name: 'name', title: words('Name'), dictionary: 'colour', value: '{{ row.hue }}' },
    ];
    const actions = [
      {
        text: words('Go'),
        when: "{{ row.hue == 'bleu' || contains(row.hues, 'gren') || row.name == 'gren' }}",
        onClick: [{ reload: true }],
      },
    ];
    const table = { source: { call: 'shop.list' }, columns, filters: [field('select', 'hue')], actions };
    const document = { $schema: '../meta/table.schema.json', version: 1, ...table };
    const body = [
      { widget: 'table', name: 'list', ...table },
      { widget: 'table', name: 'other', table: 'own' },
      text("list.filters.hue == 'gren' || first(list.selected).hue == 'gren'"),
    ];
    const hint = 'did you mean "green"?';
    const of = (pointer: string) => [strange(pointer, 'bleu', 'did you mean "blue"?'), strange(pointer, 'gren', hint)];
    const told = found({ body }, { 'schemas/tables/own.table.json': document }).filter((one) => one.includes('UNKNOWN_ENTRY'));
    expect(told).toEqual([
      ...of('/body/0/actions/0/when'),
      strange('/body/2/text', 'gren', hint),
      strange('/body/2/text', 'gren', hint),
      ...of('/actions/0/when'),
    ]);
  });
});

describe('what charts, bands and forms say', () => {
  it('names figures and places the rows of the answer have', () => {
    const chart = {
      ...{ widget: 'line-chart', title: words('T'), xTitle: words('X'), yTitle: words('Y'), rows: '{{ data.shop.content }}' },
      ...{
        x: 'nam',
        series: [
          { name: 'hue', label: words('H') },
          { name: 'huse', label: words('H') },
        ],
      },
    };
    expect(found({ data: { shop: { call: 'shop.list' } }, body: [chart] })).toEqual([
      'error UNKNOWN_FIELD /body/0/x: a row of shop.list has no "nam"; did you mean "name"?',
      'error UNKNOWN_FIELD /body/0/series/1/name: a row of shop.list has no "huse"; did you mean "hue"?',
    ]);
  });

  it('has a result for every band, where both lists are written out', () => {
    const bands = [
      "band(user.x, [1, 2], ['a', 'b'])",
      "band(user.x, [1], ['a', 'b', 'c'])",
      "band(user.x, [1], ['a', 'b']) + band(user.x, user.bounds, ['a'])",
    ];
    const wrong = (pointer: string, numbers: string) =>
      expect.stringContaining(`error FUNCTION_ARGUMENTS ${pointer}: band needs one result more than bounds, got ${numbers};`);
    expect(found({ body: bands.map(text) })).toEqual([
      wrong('/body/0/text', '2 bounds and 2 results'),
      wrong('/body/1/text', '1 bounds and 3 results'),
    ]);
  });

  it('warns of a form that makes something of no record', () => {
    const made = { town: '{{ record.name }}' };
    const input = { widget: 'input', name: 'name', label: words('Name') };
    const document = { $schema: '../meta/form.schema.json', version: 1, fields: [input] };
    const body = [
      { widget: 'form', name: 'alone', fields: [input], made },
      { widget: 'form', name: 'new', form: 'person', made },
      { widget: 'form', name: 'old', form: 'person', made, initial: { name: 'x' } },
    ];
    const warning = (pointer: string) => expect.stringContaining(`warning MISSING_OPTION ${pointer}: nothing is made here`);
    expect(found({ body }, { 'schemas/forms/person.form.json': document })).toEqual([warning('/body/0/made'), warning('/body/1/made')]);
  });
});

it('records of registers have values of dictionaries, and are counted by them and by their states; what only says where a name stands is no name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'targus-entries-'));
  const counts = (by: string[]) => ({ call: 'register.counts', body: { register: 'finding', by, spread: true } });
  const body = [
    text("data.record.values.severity == '9'"),
    text("first(data.grave.content).counts['9']"),
    text("first(data.grave.content).counts['3'] + first(data.grave.content).counts.none"),
    text('first(data.stated.content).counts.opne'),
  ];
  const data = {
    record: { call: 'register.get', with: { register: 'finding', id: 'x' } },
    grave: counts(['department', 'severity']),
    stated: counts(['department', 'state']),
  };
  const register = JSON.parse(readFileSync(join(root, 'schemas/registers/task.register.json'), 'utf8'));
  const level = { type: 'dictionary', dictionary: 'risk-level', label: words('Level') };
  const before = register.fields.length;
  register.fields.push(
    { ...level, name: 'byText', value: "{{ values['priority'] == 'urgnet' ? '3' : '2' }}" },
    { ...level, name: 'byName', value: "{{ values[values.title] == 'urgnet' ? '3' : '2' }}" },
  );
  const documents = { 'pages/own.page.json': { version: 1, title: words('Own'), data, body }, 'registers/task.register.json': register };
  for (const [path, document] of Object.entries(documents)) {
    mkdirSync(dirname(join(folder, path)));
    writeFileSync(join(folder, path), JSON.stringify(document, null, 2));
  }
  const told = runChecks(readProject(root, [folder])).filter(({ file, code }) => file.includes(folder) && code.startsWith('UNKNOWN'));
  rmSync(folder, { recursive: true });
  expect(told.map(({ code, pointer, severity }) => `${severity} ${code} ${pointer}`)).toEqual([
    'warning UNKNOWN_ENTRY /body/0/text',
    'warning UNKNOWN_ENTRY /body/1/text',
    'error UNKNOWN_FIELD /body/3/text',
    `warning UNKNOWN_ENTRY /fields/${before}/value`,
  ]);
});
