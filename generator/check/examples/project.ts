/** The small project the examples stand in: a shop with people. Complete and without a finding, so that whatever is found is the example's. */
const meta = (kind: string, depth = 1) => `${'../'.repeat(depth)}meta/${kind}.schema.json`;
const head = (kind: string, depth = 1) => ({ $schema: meta(kind, depth), version: 1 });

const texts = { title: 'Shop', name: 'Name', save: 'Save', empty: 'Nothing here', count: '{{n}} people', app: 'Example' };
const ref = { $ref: '../entities/person.entity.json#/schema' };
const people = { type: 'object', properties: { content: { type: 'array', items: ref }, total: { type: 'integer' } } };
const id = { type: 'object', required: ['id'], properties: { id: { type: 'string' } } };
const body = { type: 'object', additionalProperties: false, properties: { name: { type: 'string' }, status: { type: 'string' } } };
const size = { type: 'integer', minimum: 1, maximum: 200 };
const sort = { enum: ['name', ''] };
const query = { type: 'object', properties: { name: { type: 'string' }, current: { type: 'integer' }, size, sort } };

export const exampleCalls = {
  list: { summary: 'A page of people.', method: 'GET', path: '/api/people', access: 'session', query, response: people },
  all: { summary: 'All people.', method: 'GET', path: '/api/people/all', access: 'session', response: { type: 'array', items: ref } },
  get: { summary: 'One person.', method: 'GET', path: '/api/people/{id}', access: 'session', params: id, response: ref },
  note: { summary: 'Notes something.', method: 'POST', path: '/api/notes', access: 'session', body, response: {} },
  create: { summary: 'A new person.', method: 'POST', path: '/api/people', access: { permission: 'shop:person:add' }, body, response: ref },
};

const label = { en: 'Status', 'zh-Hans': '状态', 'zh-Hant': '狀態' };
const field = { widget: 'input', name: 'name', label: 'shop.name', rules: ['name'] };
const columns = [{ name: 'name', title: 'shop.name' }];

export const exampleRow = {
  menuId: '1',
  parentId: '0',
  type: '1',
  name: 'People',
  url: '/people',
  component: 'main#people',
};

const locale = (language: string) => [
  `schemas/locales/${language}/shop.locale.json`,
  { $schema: meta('locale', 2), version: 1, language, texts },
];

/** Documents by path. The example itself becomes the page `example`, the form `example` and so on, or replaces one of these. */
export const exampleProject: Record<string, object> = {
  'schemas/app/example.app.json': {
    ...head('app'),
    ...{ name: 'shop.app', apps: [], languages: [{ code: 'en', label: 'English' }], defaultLanguage: 'en', fallbackLanguage: 'en' },
    ...{ themes: [], defaultTheme: 'light', routes: { root: '/', login: '/login', home: '/people', external: '/external' } },
    ...{ pages: { notFound: 'people', noPermission: 'people', broken: 'people' }, mainLayout: 'main', calls: {} },
  },
  'schemas/layouts/main.layout.json': { ...head('layout'), title: 'shop.title', body: [{ widget: 'outlet' }] },
  'schemas/menus/example.menu.json': {
    ...head('menu'),
    ...{
      use: 'seed',
      items: [
        exampleRow,
        { ...exampleRow, menuId: '2', url: '/example', component: 'main#example', perms: 'shop:person:edit,shop:person:note' },
      ],
    },
  },
  'schemas/pages/people.page.json': {
    ...head('page'),
    title: 'shop.title',
    body: [
      { widget: 'text', text: "{{ t('shop.count', {n: len(people.rows)}) }}" },
      { widget: 'table', name: 'people', table: 'people', emptyText: 'shop.empty' },
      { widget: 'form', name: 'edit', form: 'person', onSubmit: [{ validate: 'edit' }, { notify: 'shop.save' }] },
    ],
  },
  'schemas/pages/example.page.json': { ...head('page'), title: 'shop.title', body: [] },
  'schemas/forms/person.form.json': { ...head('form'), fields: [field] },
  'schemas/tables/people.table.json': { ...head('table'), source: { call: 'shop.list' }, columns },
  'schemas/rules/name.rule.json': { ...head('rule'), pattern: '^[A-Z]', message: 'shop.name' },
  'schemas/dictionaries/status.dictionary.json': { ...head('dictionary'), type: 'status', label, entries: [{ value: '0', label: 'On' }] },
  'schemas/services/shop.service.json': { ...head('service'), title: 'Shop', calls: exampleCalls },
  'schemas/entities/person.entity.json': {
    ...head('entity'),
    schema: { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' }, status: { type: 'string' } } },
  },
  ...Object.fromEntries(['en', 'zh-Hans', 'zh-Hant'].map(locale)),
};
