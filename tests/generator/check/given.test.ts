import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { checkBodies } from '../../../generator/check/bodies.ts';
import { checkOverlay } from '../../../generator/check/overlay.ts';
import { readProject } from '../../../generator/check/project.ts';
import { functionFacts } from '../../../generator/functions/index.ts';
import { compileTemplate, createScope } from '../../../src/core/expression/index.ts';
import { overlayFolder, root } from '../support/temporary-project.ts';

const words = (en: string) => ({ en, 'zh-Hans': en, 'zh-Hant': en });
const button = (onClick: object[]) => ({ body: [{ widget: 'button', text: words('Go'), onClick }] });
const source = (call: string, given: object) => ({
  data: { it: { call, ...given } },
  body: [{ widget: 'text', text: '{{ json(data.it) }}' }],
});
const columns = [{ name: 'title', title: words('T') }];

/** What is told of pages over that contract, warnings too, and of tables of the overlay. */
function seen(pages: object[], tables: Record<string, object> = {}): string[] {
  const page = (more: object) => ({ version: 1, title: words('M'), body: [], ...more });
  const files = Object.fromEntries(pages.map((more, index) => [`pages/given/p${index}.page.json`, page(more)]));
  const folder = overlayFolder({ 'services/orders.service.json': service, ...tables, ...files });
  return checkBodies(readProject(root, [folder])).flatMap(({ file, severity, pointer, message }) =>
    file.startsWith(folder) ? [`${severity} ${basename(file)} ${pointer} ${message}`] : [],
  );
}

/** What a contract says of a call of an overlay's own. */
const service = {
  $schema: '../meta/service.schema.json',
  version: 1,
  title: 'Orders',
  calls: {
    list: {
      ...{ summary: 'Orders of a shop.', method: 'GET', path: '/api/orders/{shop}', access: 'session' },
      params: { type: 'object', required: ['shop'], properties: { shop: { type: 'string', pattern: '^[0-9]{1,9}$' } } },
      query: {
        type: 'object',
        additionalProperties: false,
        required: ['year'],
        properties: {
          year: { type: 'integer', minimum: 2000, maximum: 2100 },
          state: { enum: ['open', 'closed', ''] },
          urgent: { type: 'boolean' },
          from: { type: 'string', format: 'date' },
          kind: { type: ['integer', 'null'], minimum: 1 },
          name: { type: 'string', maxLength: 3 },
          codes: { type: 'array', maxItems: 2, items: { type: 'string', maxLength: 3 } },
          pairs: { type: 'array', minItems: 2, items: { type: 'string' } },
        },
      },
      response: { type: 'array', items: { type: 'object', properties: { title: { type: 'string' } } } },
    },
    save: {
      ...{ summary: 'Saves an order.', method: 'POST', path: '/api/orders', access: 'session' },
      body: {
        type: 'object',
        additionalProperties: false,
        required: ['title', 'size'],
        properties: {
          title: { type: 'string', minLength: 1 },
          size: { type: 'integer', minimum: 1, default: 10 },
          price: { type: 'number' },
          isGift: { type: 'boolean' },
          mode: { enum: ['fast', 1, null] },
          lines: { type: 'array', items: { type: 'object', properties: { code: { type: 'string' }, count: { type: 'integer' } } } },
        },
      },
      response: {},
    },
    send: {
      ...{ summary: 'Sends an order as a form.', method: 'POST', path: '/api/orders/send', access: 'session', bodyType: 'form' },
      body: { type: 'object', additionalProperties: false, properties: { size: { type: 'integer' } } },
      response: {},
    },
    search: {
      ...{ summary: 'Orders of a year.', method: 'POST', path: '/api/orders/search', access: 'session' },
      query: { type: 'object', additionalProperties: false, required: ['year'], properties: { year: { type: 'integer' } } },
      body: {
        ...{ type: 'object', additionalProperties: false, required: ['title', 'p', 'size', 'by', 'order'] },
        properties: Object.fromEntries(['title', 'p', 'size', 'by', 'order', 'year'].map((name) => [name, {}])),
      },
      response: {
        type: 'object',
        properties: { content: { type: 'array', items: { type: 'object', properties: { title: { type: 'string' } } } } },
      },
    },
  },
};

/** The errors of pages over that contract, of each with where they stand. */
function told(pages: object[]): string[][] {
  const files: Record<string, object> = { 'services/orders.service.json': service };
  const path = (index: number) => `pages/given/p${index}.page.json`;
  for (const [index, more] of pages.entries())
    files[path(index)] = { $schema: '../../meta/page.schema.json', version: 1, title: words('M'), body: [], ...more };
  const documents = Object.entries(files).map(([at, value]) => ({ path: at, file: at, text: JSON.stringify(value) }));
  const { errors } = checkOverlay(root, documents);
  const known = Object.keys(files);
  expect(errors.filter((error) => !known.includes(error.path))).toEqual([]);
  return pages.map((_page, index) =>
    errors.flatMap((error) => (error.path === path(index) ? `${error.code} ${error.pointer} ${error.message}` : [])),
  );
}

const asked = (values: object) => source('orders.list', { with: { shop: '7', year: 2026, ...values } });
const saved = (body: unknown) => button([{ call: 'orders.save', body }]);
const table = (given: object, more: object = {}) => ({
  body: [
    { widget: 'table', name: 'rows', title: words('T'), rowKey: 'title', columns, source: { call: 'orders.list', ...given }, ...more },
  ],
});
const choices = (given: object) => {
  const field = { widget: 'select', name: 'o', label: words('O'), call: 'orders.list', valueField: 'title' };
  return { body: [{ widget: 'form', name: 'f', fields: [{ ...field, ...given }] }] };
};

it('takes what the contract takes, as it arrives in an address: numbers and yes or no as text, one for a list, nothing', () => {
  const query = { from: { type: 'string' } };
  const filters = [{ widget: 'number', name: 'year', label: words('Y') }];
  const pages = [
    { query, ...asked({ shop: 7, year: '2026', urgent: 'true', state: '', codes: 'A', from: '{{ query.from }}' }) },
    asked({ kind: '', name: '😀😀😀' }),
    asked({ year: "{{ number('2026') }}", state: '{{ undefined }}', codes: '{{ [] }}' }),
    saved({ title: "{{ user.name ?? 'A' }}", price: '{{ user.id }}', lines: [{ code: 'A', count: 1 }] }),
    table({ with: { shop: '1' } }, { paging: 'none', filters }),
    choices({ with: { year: 2026 }, searchParameter: 'shop' }),
    asked({ name: ['ABC'], from: ['2026-02-03'] }),
    saved({ title: 'A', mode: '{{ undefined }}' }),
    button([{ call: 'orders.send', body: { size: '3' } }]),
  ];
  expect(told(pages)).toEqual(pages.map(() => []));
});

it('tells parameters that are refused', () => {
  const cases: [object, string, string?][] = [
    [{ year: 'this' }, 'expected integer, got "this"'],
    [{ year: 1999 }, '1999 is less than 2000'],
    [{ state: 'opne' }, '"opne" is not one of open, closed'],
    [{ kind: 'all' }, 'expected integer, got "all"'],
    [{ name: '😀😀😀😀' }, '"😀😀😀😀" is more than 3 characters'],
    [{ urgent: 'yes' }, 'expected boolean, got "yes"'],
    [{ from: '2026-02-30' }, '"2026-02-30" is no day'],
    [{ from: ['2026-02-03', '2026-02-04'] }, 'expected string, got a list'],
    [{ codes: ['A', 'B', 'C'] }, 'this list has more than 2 entries'],
    [{ pairs: ['A'] }, 'this list has fewer than 2 entries'],
    [{ name: ['ABCD'] }, '"ABCD" is more than 3 characters', '/0'],
    [{ codes: ['A', 'BBBB'] }, '"BBBB" is more than 3 characters', '/1'],
    [{ shop: 'north' }, '"north" does not have the form ^[0-9]{1,9}$'],
    [{ state: "{{ 'opne' }}" }, '"opne" is not one of open, closed'],
    [{ year: '{{ user.id == 1 }}' }, 'expected integer, got a boolean'],
  ];
  expect(told(cases.map(([values]) => asked(values)))).toEqual(
    cases.map(([values, message, at = '']) => [`CALL_ARGUMENT /data/it/with/${Object.keys(values)[0]}${at} ${message}`]),
  );
});

it('tells bodies that are refused, also deep inside and within what expressions write', () => {
  const cases: [unknown, string, string][] = [
    [{ title: '{{ now() }}' }, '/title', 'expected string, got a number'],
    [{ title: 'A', size: '{{ user.id }} pieces' }, '/size', 'expected integer, got a text'],
    [{ title: 'A', price: "{{ '' + 5 }}" }, '/price', 'expected number, got a text'],
    [{ title: 'A', isGift: 'true' }, '/isGift', 'expected boolean, got "true"'],
    [{ title: '{{ [user.id] }}' }, '/title', 'expected string, got a list'],
    [{ title: 'A', lines: [{ code: 'A', count: '{{ true }}' }] }, '/lines/0/count', 'expected integer, got true'],
    [{ title: 'A', lines: "{{ [{code: 'A', count: 'two'}] }}" }, '/lines', 'expected integer, got "two"'],
    ["{{ merge({title: 'A'}, {isGfit: true}) }}", '', 'the body of orders.save has no "isGfit"'],
    [{ title: 'A', mode: '{{ user.id == 1 }}' }, '/mode', 'expected string or number, got a boolean'],
    [{ title: 'A', mode: '{{ periodDays({}, today()) }}' }, '/mode', 'expected string or number, got an object'],
    [{ price: 1 }, '', 'the call orders.save needs "title" in its body'],
  ];
  expect(told(cases.map(([body]) => saved(body)))).toEqual(
    cases.map(([, at, message]) => [`CALL_BODY /body/0/onClick/0/body${at} ${message}`]),
  );
});

it('warns of what is one of several outcomes, and says nothing of what stands in while a condition holds the call back', () => {
  const query = { tab: { type: 'string' } };
  const wrong = [
    asked({ state: "{{ query.tab ? 'open' : 'opne' }}" }),
    asked({ year: "{{ query.tab ?? 'all' }}" }),
    saved({ title: 'A', size: '{{ user.id || 0 }}' }),
    saved({ title: 'A', size: "{{ 'all' || user.id }}" }),
  ];
  const waiting = source('orders.list', {
    when: '{{ query.tab }}',
    with: { shop: "{{ query.tab ?? '' }}", year: '{{ query.tab ? query.tab : 0 }}', state: "{{ query.tab || '' }}" },
  });
  const body = { title: "{{ query.tab ?? '' }}", size: '{{ query.tab ?? 0 }}', lines: '{{ query.tab || null }}' };
  const steps = [{ if: '{{ query.tab }}', ...Object.fromEntries(['then', 'else'].map((word) => [word, [{ call: 'orders.save', body }]])) }];
  const hidden = { widget: 'section', when: '{{ query.tab }}', ...saved(body) };
  // What && asks is not what is sent.
  const asking = saved({ title: 'A', size: '{{ (user.id == 1) && 5 }}' });
  const right = [waiting, button(steps), { body: [hidden] }, asking];
  const certain = source('orders.list', { when: '{{ query.tab }}', with: { shop: '7', year: '{{ 0 }}' } });
  expect(seen([...wrong, ...right, certain].map((page) => ({ query, ...page })))).toEqual([
    'warning p0.page.json /data/it/with/state "opne" is not one of open, closed',
    'warning p1.page.json /data/it/with/year expected integer, got "all"',
    'warning p2.page.json /body/0/onClick/0/body/size 0 is less than 1',
    'warning p3.page.json /body/0/onClick/0/body/size expected integer, got "all"',
    'error p8.page.json /data/it/with/year 0 is less than 2000',
  ]);
});

it('asks for what the call of a table document needs where a node shows it, which may give it', () => {
  const rows = { version: 1, rowKey: 'title', columns, paging: 'none', source: { call: 'orders.list' } };
  const filters = [{ widget: 'number', name: 'year', label: words('Y') }];
  const shown = { widget: 'table', name: 'rows', title: words('T'), table: 'years' };
  const whole = { ...shown, source: { call: 'orders.list', with: { shop: '1' } }, filters };
  const tables = { 'tables/years.table.json': rows };
  expect(seen([{ body: [whole] }], tables)).toEqual([]);
  expect(seen([{ body: [{ ...shown, filters }] }], tables)).toEqual([
    'error years.table.json /source/call the call orders.list needs the parameter "shop"',
  ]);
});

it('tells what rows and choices lack that neither the document nor the widget gives', () => {
  expect(told([table({ with: { shop: '1' } }, { paging: 'none' }), choices({ with: { year: 2026 } })])).toEqual([
    ['CALL_ARGUMENT /body/0/source/call the call orders.list needs the parameter "year"'],
    ['CALL_ARGUMENT /body/0/fields/0/call the call orders.list needs the parameter "shop"'],
  ]);
});

it('counts what a table adds to its call where it adds it: filters, page and order by their names, in the address or in the body', () => {
  const named = { pageName: 'p', sortName: 'by', list: '{{ result.content }}', total: '{{ 1 }}' };
  const filter = (name: string) => [{ widget: 'input', name, label: words('Y') }];
  const search = (given: object, name: string) => table({ call: 'orders.search', ...named, ...given }, { filters: filter(name) });
  const lacks = (name: string) => `CALL_BODY /body/0/source/call the call orders.search needs "${name}" in its body`;
  const year = 'CALL_ARGUMENT /body/0/source/call the call orders.search needs the parameter "year"';
  expect(
    told([
      search({ place: 'body', with: { year: 2026 } }, 'title'),
      search({ place: 'body' }, 'year'),
      search({}, 'year'),
      search({ place: 'body', with: { year: 2026 }, pageName: 'page' }, 'title'),
    ]),
  ).toEqual([[], [year, lacks('title')], ['title', 'p', 'size', 'by', 'order'].map(lacks), [lacks('p')]]);
});

/** Calls of functions whose example shows a part of what they give. */
const shownInPart: Readonly<Record<string, string>> = {
  where: "where([{a: 1}], 'a', 1)",
  whereNot: "whereNot([{a: 1}], 'a', 2)",
  whereIn: "whereIn([{a: 1}], 'a', [1])",
  whereHas: "whereHas([{a: ['b']}], 'a', 'b')",
  sortBy: "sortBy([{a: 1}], 'a')",
  periodDays: "periodDays({span: 'previous', unit: 'month'}, '2026-03-31')",
};

/** What the host gives cannot be called here. */
const ofHost = [
  't',
  'localized',
  'dict',
  'personName',
  'menuName',
  'formatDate',
  'today',
  'uuid',
  'now',
  'hour',
  'can',
  'hasRole',
  'dictEntries',
];

it('knows of functions what they give', () => {
  const scope = createScope({}, undefined, { functions: {} });
  const uncalled: string[] = [];
  for (const [name, { gives, example }] of Object.entries(functionFacts)) {
    if (gives === undefined) continue;
    const expression = shownInPart[name] ?? example?.expression;
    if (!expression?.startsWith(`${name}(`)) {
      uncalled.push(name);
      continue;
    }
    const value = compileTemplate(`{{ ${expression} }}`).evaluate(scope);
    expect(`${name}: ${Array.isArray(value) ? 'array' : typeof value}`).toBe(`${name}: ${gives}`);
  }
  expect(uncalled.sort()).toEqual([...ofHost].sort());
});

it('knows which functions take a list and nothing else, as people read it', () => {
  for (const [name, { takes, use }] of Object.entries(functionFacts))
    expect([name, takes === 'list']).toEqual([name, use.startsWith(`${name}(list`) && !use.includes(' or ')]);
});
