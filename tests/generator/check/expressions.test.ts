import { describe, expect, it } from 'vitest';
import { readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { type Files, page, temporaryProject } from '../support/temporary-project.ts';

const person = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    address: { type: 'object', properties: { city: { type: 'string' } } },
    tags: { type: 'array', items: { type: 'string' } },
  },
};
const paged = { type: 'object', properties: { content: { type: 'array', maxItems: 100, items: person }, total: { type: 'integer' } } };
const call = (path: string, response: object, more: object = {}) => ({
  summary: 'A',
  method: 'GET',
  path,
  access: 'session',
  response,
  ...more,
});
const services: Files = {
  'schemas/services/shop.service.json': {
    ...{ $schema: '../meta/service.schema.json', version: 1, title: 'S' },
    calls: {
      list: call('/api/list', paged, { query: { type: 'object', properties: { name: { type: 'string' }, current: { type: 'integer' } } } }),
      one: call('/api/one', person),
      open: call('/api/open', { type: 'object', additionalProperties: true }),
    },
  },
};

/** Places and hints of UNKNOWN_FIELD in one page, as `pointer column hint`. */
function fields(body: object, more: Files = {}): string[] {
  const found = runChecks(readProject(temporaryProject({ ...services, ...more, 'schemas/pages/a.page.json': page(body) })));
  const strange = found.filter(({ code, severity }) => code !== 'UNKNOWN_FIELD' && severity === 'error');
  expect(strange.map(({ code, file, message }) => `${code} ${file} ${message}`)).toEqual([]);
  return found.filter(({ code }) => code === 'UNKNOWN_FIELD').map(({ pointer, hint }) => `${pointer}: ${hint}`);
}

const data = { people: { call: 'shop.list' }, one: { call: 'shop.one' }, open: { call: 'shop.open' } };
const values = { person: '{{ data.one }}', made: '{{ {person: data.one, count: 1} }}', list: '{{ [{a: 1}, {a: data.open.x}] }}' };
const text = (expression: string) => ({ widget: 'text', text: `{{ ${expression} }}` });

describe('fields of answers', () => {
  it.each([
    ['data.one.nam', 'did you mean "name"?'],
    ['data.one.address.town', 'it has city'],
    ["data.one['nam']", 'did you mean "name"?'],
    ['data.one.name.first', undefined],
    ['data.people.content[0].nam', 'did you mean "name"?'],
    ['first(data.people.content).nam', 'did you mean "name"?'],
    ["find(data.people.content, 'nam', 1).address", 'did you mean "name"?'],
    ["join(pluck(data.people.content, 'address.citi'), ',')", 'did you mean "city"?'],
    ["sum(sortBy(data.people.content, '-nam'), 'x')", 'did you mean "name"?'],
    ['(data.one.tags ? data.one : data.one).nam', 'did you mean "name"?'],
    ['(data.people.content ?? []).naem', undefined],
    ['(data.open.x ? undefined : data.one).nam', 'did you mean "name"?'],
    ['first(data.open.x ? data.people.content : []).nam', 'did you mean "name"?'],
    ['values.person.nam', 'did you mean "name"?'],
    ["pick(data.one, ['name', 'naem'])", 'did you mean "name"?'],
    ['values.made.person.nam', 'did you mean "name"?'],
    ['values.made.persno', 'did you mean "person"?'],
    ['first(values.list).b', 'it has a'],
    ['status.one.loadin', 'did you mean "loading"?'],
    ['status.one.error.mesage', 'did you mean "message"?'],
    ['page.titel', 'did you mean "title"?'],
    ['navigation.lft', 'did you mean "left"?'],
  ])('reports {{ %s }}', (expression, hint) => {
    const found = fields({ data, values, body: [text(expression)] });
    expect(found[0]).toBe(`/body/0/text: ${hint}`);
  });

  it('reports properties of choices that a column of an array-table asks a call for', () => {
    const owner = { name: 'owner', title: { en: 'Owner' }, type: 'select', call: 'shop.list', valueField: 'nam', labelField: 'name' };
    const field = { widget: 'array-table', name: 'rows', columns: [{ name: 'a', title: { en: 'A' } }, owner] };
    expect(fields({ body: [{ widget: 'form', fields: [field] }] })).toEqual([
      '/body/0/fields/0/columns/1/valueField: did you mean "name"?',
    ]);
  });

  it.each([
    'data.one.name',
    'data.one.tags.length',
    'data.one.name.length',
    'data.open.anything.below',
    'len(data.people.content)',
    'data.people.total',
    'data.one.tags[0]',
    '(data.open.x ? {a: 1} : {b: 2}).b',
    '(data.open.x ?? {a: 1}).b',
    'status.one.outdated || page.framed || navigation.activeKeys',
    'merge({a: 1}, data.one).whatever',
  ])('accepts {{ %s }}', (expression) => expect(fields({ data, body: [text(expression)] })).toEqual([]));

  it('points at the member', () => {
    const files = { ...services, 'schemas/pages/a.page.json': page({ data, body: [text('data.one.name + data.one.nam')] }) };
    const [found] = runChecks(readProject(temporaryProject(files))).filter(({ code }) => code === 'UNKNOWN_FIELD');
    expect(found?.excerpt.slice((found?.column ?? 0) - 1)).toMatch(/^nam }}/);
  });

  it('knows what select keeps, what each repeats and what steps before answered', () => {
    const found = fields({
      data: { list: { call: 'shop.list', select: '{{ result.content }}' }, lost: { call: 'shop.list', select: '{{ result.contents }}' } },
      body: [
        { widget: 'section', each: '{{ data.list }}', body: [text('item.name'), text('item.nam')] },
        { widget: 'section', each: '{{ data.list }}', as: 'person', body: [text('person.nam')] },
        {
          widget: 'button',
          text: { en: 'x' },
          onClick: [
            { call: 'shop.one' },
            { notify: '{{ result.nam }}' },
            { call: 'shop.list', as: 'all' },
            { each: '{{ all.content }}', do: [{ notify: '{{ item.nam + result.name }}' }] },
          ],
        },
      ],
    });
    expect(found.map((entry) => entry.split(':')[0]).sort()).toEqual([
      '/body/0/body/1/text',
      '/body/1/body/0/text',
      '/body/2/onClick/1/notify',
      '/body/2/onClick/3/do/0/notify',
      '/data/lost/select',
    ]);
  });
});

describe('rows and named nodes', () => {
  const columns = [
    { name: 'name', title: { en: 'N' } },
    { name: 'address.citi', title: { en: 'C' } },
    { name: 'any', title: { en: 'V' }, value: '{{ row.nam }}' },
  ];

  it('knows the entries of the list a column stands for', () => {
    const column = {
      name: 'tags',
      title: { en: 'T' },
      each: '{{ data.people.content }}',
      eachTitle: '{{ item.nam }}',
      value: '{{ item.name }}',
    };
    expect(fields({ data, body: [{ widget: 'table', name: 'here', rows: '{{ data.people.content }}', columns: [column] }] })).toEqual([
      '/body/0/columns/0/eachTitle: did you mean "name"?',
    ]);
  });

  it('knows the columns of a table over a call, in a page and in a document of its own', () => {
    const table = { $schema: '../meta/table.schema.json', version: 1, source: { call: 'shop.list' }, rowKey: 'nam', columns };
    const body = [
      { widget: 'table', name: 'here', source: { call: 'shop.list' }, rowKey: 'name', columns },
      { widget: 'table', name: 'there', table: 'people' },
    ];
    expect(fields({ body }, { 'schemas/tables/people.table.json': table }).map((entry) => entry.split(':')[0])).toEqual([
      '/body/0/columns/1/name',
      '/body/0/columns/2/value',
      '/rowKey',
      '/columns/1/name',
      '/columns/2/value',
    ]);
  });

  it('knows what filters look into, and which filters there are', () => {
    const table = {
      ...{ widget: 'table', name: 'here', rows: '{{ data.people.content }}', columns: columns.slice(0, 1) },
      filters: [{ widget: 'input', name: 'keyword', label: { en: 'Keyword' } }],
      filterFields: { keyword: ['name', 'nam'], keywrod: ['name'] },
    };
    expect(fields({ data, body: [table] })).toEqual([
      '/body/0/filterFields/keyword/1: did you mean "name"?',
      '/body/0/filterFields/keywrod: did you mean "keyword"?',
    ]);
  });

  it('knows the row an action is started from, its selection, and what a widget exposes', () => {
    const actions = { show: [{ notify: '{{ row.nam }}' }], other: [{ notify: '{{ row.nam }}' }] };
    const table = {
      ...{ widget: 'table', name: 'people', rowKey: 'name', rows: '{{ data.people.content }}', columns: columns.slice(0, 1) },
      actions: [
        { text: { en: 'x' }, onClick: 'show' },
        { text: { en: 'y' }, onClick: 'other' },
      ],
    };
    const button = { widget: 'button', text: '{{ first(people.selected).nam + people.selectd }}', onClick: 'other' };
    const found = fields({ data, actions, body: [table, button] });
    expect(found.map((entry) => entry.split(':')[0]).sort()).toEqual(['/actions/show/0/notify', '/body/1/text', '/body/1/text']);
  });

  it('knows the record a form makes something of, and what it made', () => {
    const made = { town: '{{ record.address.town }}', place: '{{ record.address.city }}' };
    const form = { widget: 'form', name: 'edit', initial: '{{ data.one }}', made, body: [text('edit.values.place + edit.values.plce')] };
    const field = { widget: 'input', name: 'name', label: { en: 'x' } };
    expect(fields({ data, body: [{ ...form, fields: [field] }] })).toEqual([
      '/body/0/made/town: it has city',
      expect.stringContaining('did you mean "place"'),
    ]);
  });
});
