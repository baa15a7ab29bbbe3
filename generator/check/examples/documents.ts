import type { ProblemExample } from './example.ts';
import { exampleCalls, exampleProject } from './project.ts';

const head = (kind: string) => ({ $schema: `../meta/${kind}.schema.json`, version: 1 });
const field = (name: string, more: object = {}) => ({ widget: 'input', name, label: 'shop.name', ...more });
const numbered = (count: number) => Array.from({ length: count }, (_, index) => field(`field${index}`));
const call = (more: object) => ({ summary: 'A', method: 'GET', path: '/api/extra', access: 'session', response: {}, ...more });
const locales = (language: string) => ({ $schema: '../../meta/locale.schema.json', version: 1, language });
const texts = (language: string, more: object) => ({
  ...locales(language),
  texts: { title: 'Shop', name: 'Name', save: 'Save', empty: 'Nothing here', count: '{{n}} people', app: 'Example', ...more },
});
const locale = (language: string) => `schemas/locales/${language}/shop.locale.json`;
const status = { ...head('dictionary'), label: { en: 'S', 'zh-Hans': '状态', 'zh-Hant': '狀態' }, entries: [] };
const noticeTypes = {
  ...{ ...status, type: 'notice-type' },
  entries: [{ value: '1', label: { en: 'Plain', 'zh-Hans': '普通', 'zh-Hant': '普通' } }],
};
const notice = (body: string) => ({
  ...{ ...head('notice'), type: '1', topic: 'work', parameters: { name: 'text' } },
  body: { en: body, 'zh-Hans': body, 'zh-Hant': body },
});
const register = (display: string) => ({
  ...{ ...head('register'), title: 'shop.title', code: { prefix: 'V-' }, permissions: { list: 'shop:visit:list' } },
  ...{ fields: [{ name: 'name', label: 'shop.name', type: 'text' }], display },
});
const placed = { ...register('name'), fields: [...register('name').fields, { name: 'place', label: 'shop.name', type: 'text' }] };
const calledRoom = (...more: object[]) => ({
  ...head('amendment'),
  $schema: '../../meta/amendment.schema.json',
  changes: [...more, { op: 'replace', path: '/fields/name=place/name', value: 'room' }],
});
const recogniser = (pattern: string) => ({
  ...{ ...head('recogniser'), name: { en: 'Contract number', 'zh-Hans': '合同编号', 'zh-Hant': '合約編號' } },
  patterns: [pattern],
});
const amendment = (path: string) => ({ ...head('amendment'), changes: [{ op: 'replace', path, value: '^[a-z]' }] });
const grown = (text: string) => ({
  ...exampleProject['schemas/app/example.app.json'],
  grownMenus: [
    { under: { topType: 'People' }, call: 'shop.list', rows: '{{ result }}', id: '{{ row.id }}', text, url: '/people/{{ row.id }}' },
  ],
});
const theme = (bannerText: string) => ({
  ...{ ...head('theme'), code: 'theme-dusk', label: { en: 'Dusk', 'zh-Hans': '暮色', 'zh-Hant': '暮色' }, tone: 'dark', tokens: {} },
  surfaces: {
    ...{ page: '#101010', header: '#101010', menu: '#101010', tile: '#181818', banner: '#222222', bannerText },
    ...{ low: '#8fd8b0', medium: '#f0c060', high: '#ff9a90', neutral: '#c0c0c0' },
  },
});
const widget = (more: object) => ({
  ...{ $schema: '../../../schemas/meta/widget.schema.json', description: 'A note.', 'x-kind': 'display' },
  ...{ 'x-example': { widget: 'note', text: { en: 'Note', 'zh-Hans': '注', 'zh-Hant': '註' } }, 'x-keyboard': 'Not operable.' },
  ...{ type: 'object', additionalProperties: false, properties: { text: { 'x-targus': 'text', description: 'Text.' } }, ...more },
});
const named = { type: 'object', properties: { name: { type: 'string' } } };
const namedBody = { type: 'object', properties: { ...named.properties, others: { type: 'array', items: named } } };

/** Examples of what is wrong in forms, tables, rules, contracts, texts, dictionaries and widgets. */
export const documentExamples: Record<string, ProblemExample> = {
  JSON_SYNTAX: {
    in: 'text',
    wrong: "{'version': 1}",
    right: '{"$schema": "../meta/page.schema.json", "version": 1, "title": "shop.title", "body": []}',
  },
  REPEATED_KEY: {
    in: 'text',
    wrong: '{"$schema": "../meta/page.schema.json", "version": 1, "title": "shop.name", "title": "shop.title", "body": []}',
    right: '{"$schema": "../meta/page.schema.json", "version": 1, "title": "shop.title", "body": []}',
  },
  JSON_TOO_LARGE: {
    in: 'answer',
    wrong: () => JSON.stringify('x'.repeat(3 * 1024 * 1024)),
    right: () => JSON.stringify('x'.repeat(300 * 1024)),
    shown: { wrong: 'a menu of 3 MiB', right: 'a menu of 300 kB' },
  },
  JSON_TOO_DEEP: {
    in: 'answer',
    wrong: () => '['.repeat(50) + ']'.repeat(50),
    right: '[[1]]',
    shown: { wrong: 'a list in a list in a list, 50 times', right: '[[1]]' },
  },
  JSON_TOO_MANY: {
    in: 'answer',
    wrong: () => `[${'0,'.repeat(400_000)}0]`,
    right: '[0, 0]',
    shown: { wrong: 'an answer of 400,000 values', right: '[0, 0]' },
  },
  AMENDMENT_TARGET: {
    in: 'files',
    wrong: { 'schemas/amendments/rules/nmae.amendment.json': amendment('/pattern') },
    right: { 'schemas/amendments/rules/name.amendment.json': amendment('/pattern') },
    shown: { wrong: 'amendments/rules/nmae.amendment.json', right: 'amendments/rules/name.amendment.json, beside rules/name.rule.json' },
  },
  AMENDMENT_PATH: {
    in: 'files',
    wrong: { 'schemas/amendments/rules/name.amendment.json': amendment('/patern') },
    right: { 'schemas/amendments/rules/name.amendment.json': amendment('/pattern') },
    shown: {
      wrong: '{"op": "replace", "path": "/patern", "value": "^[a-z]"}',
      right: '{"op": "replace", "path": "/pattern", "value": "^[a-z]"}',
    },
  },
  UNKNOWN_DOCUMENT_KIND: {
    in: 'files',
    wrong: { 'schemas/rules/code.json': { ...head('rule'), pattern: 'a', message: 'shop.name' } },
    right: { 'schemas/rules/code.rule.json': { ...head('rule'), pattern: 'a', message: 'shop.name' } },
  },
  DOCUMENT_SCHEMA_LINE: {
    in: 'page',
    wrong: { $schema: '../meta/form.schema.json' },
    right: { $schema: '../meta/page.schema.json' },
  },
  DOCUMENT_UNUSED: {
    in: 'files',
    wrong: { 'schemas/forms/lost.form.json': { ...head('form'), fields: [] } },
    right: {
      'schemas/forms/found.form.json': { ...head('form'), fields: [] },
      'schemas/pages/example.page.json': { ...head('page'), title: 'shop.title', body: [{ widget: 'form', name: 'edit', form: 'found' }] },
    },
  },
  RECOGNISER: {
    in: 'files',
    wrong: { 'schemas/recognisers/contract.recogniser.json': recogniser('(?<=HT-)\\d+') },
    right: { 'schemas/recognisers/contract.recogniser.json': recogniser('HT-\\d{4,10}') },
  },
  NOTICE: {
    in: 'files',
    wrong: { 'schemas/notices/sent.notice.json': notice('{{ nmae }} has come') },
    right: {
      'schemas/notices/sent.notice.json': notice('{{ name }} has come'),
      'schemas/dictionaries/notice-type.dictionary.json': noticeTypes,
    },
    shown: {
      wrong: '{"parameters": {"name": "text"}, "body": {"en": "{{ nmae }} has come", ...}}',
      right: '{"parameters": {"name": "text"}, "body": {"en": "{{ name }} has come", ...}}',
    },
  },
  REGISTER: {
    in: 'files',
    wrong: { 'schemas/registers/visits.register.json': register('nmae') },
    right: { 'schemas/registers/visits.register.json': register('name') },
    shown: {
      wrong: '{"fields": [{"name": "name", "type": "text", ...}], "display": "nmae", ...}',
      right: '{"fields": [{"name": "name", "type": "text", ...}], "display": "name", ...}',
    },
  },
  FIELD_LOST: {
    in: 'files',
    wrong: { 'schemas/registers/visits.register.json': placed, 'schemas/amendments/registers/visits.amendment.json': calledRoom() },
    right: {
      'schemas/registers/visits.register.json': placed,
      'schemas/amendments/registers/visits.amendment.json': calledRoom({ op: 'add', path: '/fields/name=place/aliases', value: ['place'] }),
    },
    shown: {
      wrong: '{"op": "replace", "path": "/fields/name=place/name", "value": "room"}',
      right:
        '{"op": "add", "path": "/fields/name=place/aliases", "value": ["place"]}, {"op": "replace", "path": "/fields/name=place/name", "value": "room"}',
    },
  },
  GROWN_MENU: {
    in: 'files',
    wrong: { 'schemas/app/example.app.json': grown('{{ item.name }}') },
    right: { 'schemas/app/example.app.json': grown('{{ row.name }}') },
    shown: {
      wrong: '{"grownMenus": [{"call": "shop.list", "text": "{{ item.name }}", ...}]}',
      right: '{"grownMenus": [{"call": "shop.list", "text": "{{ row.name }}", ...}]}',
    },
  },
  THEME_COLOUR: {
    in: 'files',
    wrong: { 'schemas/themes/dusk.theme.json': theme('wite') },
    right: { 'schemas/themes/dusk.theme.json': theme('#f0f0f0') },
    shown: { wrong: '{"surfaces": {"bannerText": "wite", ...}}', right: '{"surfaces": {"bannerText": "#f0f0f0", ...}}' },
  },
  THEME_CONTRAST: {
    in: 'files',
    wrong: { 'schemas/themes/dusk.theme.json': theme('#444444') },
    right: { 'schemas/themes/dusk.theme.json': theme('#f0f0f0') },
    shown: {
      wrong: '{"surfaces": {"banner": "#222222", "bannerText": "#444444", ...}}',
      right: '{"surfaces": {"banner": "#222222", "bannerText": "#f0f0f0", ...}}',
    },
  },
  DOUBLE_NAME: {
    in: 'files',
    wrong: { 'schemas/dictionaries/state.dictionary.json': { ...status, type: 'status' } },
    right: { 'schemas/dictionaries/state.dictionary.json': { ...status, type: 'state' } },
  },
  OUTLET_COUNT: { in: 'layout', wrong: { body: [] }, right: { body: [{ widget: 'outlet' }] } },
  UNKNOWN_RULE: {
    in: 'form',
    wrong: { fields: [field('name', { rules: ['nmae'] })] },
    right: { fields: [field('name', { rules: ['name'] })] },
  },
  REFERENCE_CYCLE: {
    in: 'form',
    wrong: { fields: [{ widget: 'section', body: [{ widget: 'form', name: 'again', form: 'person' }] }] },
    right: { fields: [field('name')] },
  },
  CALCULATION_CIRCLE: {
    in: 'form',
    wrong: { fields: [field('net'), field('tax')], calculations: { net: '{{ form.values.tax }}', tax: '{{ form.values.net }}' } },
    right: { fields: [field('net'), field('tax')], calculations: { tax: '{{ form.values.net }}' } },
  },
  FORM_SIZE: {
    in: 'form',
    wrong: () => ({ fields: numbered(501) }),
    right: () => ({ fields: numbered(40) }),
    shown: { wrong: 'a form of 501 fields', right: 'a form of 40 fields' },
  },
  RULE_PATTERN: { in: 'rule', wrong: { pattern: '([a-z]+' }, right: { pattern: '([a-z]+)' } },
  CALL_PARAMETERS: {
    in: 'calls',
    wrong: { extra: call({ path: '/api/extra/{id}' }) },
    right: {
      extra: call({ path: '/api/extra/{id}', params: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } }),
    },
  },
  CALL_ADDRESS: { in: 'calls', wrong: { extra: call({ path: '/extra' }) }, right: { extra: call({ path: '/api/extra' }) } },
  CALL_DOUBLE: { in: 'calls', wrong: { extra: call({ path: exampleCalls.list.path }) }, right: { extra: call({ path: '/api/extra' }) } },
  CALL_SENDER: {
    in: 'calls',
    wrong: { extra: call({ method: 'POST', access: 'public', bodyLimit: 4_194_304, body: namedBody }) },
    right: { extra: call({ method: 'POST', access: 'public', bodyLimit: 4_194_304, body: namedBody, sender: 'name' }) },
  },
  CALL_ECHO: {
    in: 'calls',
    wrong: { extra: call({ method: 'POST', echo: true }) },
    right: { extra: call({ method: 'POST', echo: true, body: namedBody }) },
  },
  CALL_RULE: {
    in: 'calls',
    wrong: { extra: call({ method: 'POST', body: namedBody, rules: { name: 'name', 'others[].nmae': 'name' } }) },
    right: { extra: call({ method: 'POST', body: namedBody, rules: { name: 'name', 'others[].name': 'name' } }) },
  },
  UNKNOWN_ENTITY: {
    in: 'calls',
    wrong: { extra: call({ response: { $ref: '../entities/persn.entity.json#/schema' } }) },
    right: { extra: call({ response: { $ref: '../entities/person.entity.json#/schema' } }) },
  },
  TEXT_AREA: {
    in: 'files',
    wrong: { 'schemas/locales/en/own.locale.json': { ...locales('en'), area: 'shpo', texts: { title: 'Our shop' } } },
    right: { 'schemas/locales/en/own.locale.json': { ...locales('en'), area: 'shop', texts: { title: 'Our shop' } } },
  },
  TEXT_LANGUAGE: {
    in: 'files',
    wrong: {
      [locale('en')]: texts('en', { more: 'More' }),
      'schemas/pages/example.page.json': { ...head('page'), title: 'shop.more', body: [] },
    },
    right: {
      [locale('en')]: texts('en', { more: 'More' }),
      [locale('zh-Hans')]: texts('zh-Hans', { more: '更多' }),
      [locale('zh-Hant')]: texts('zh-Hant', { more: '更多' }),
      'schemas/pages/example.page.json': { ...head('page'), title: 'shop.more', body: [] },
    },
  },
  TEXT_PLACEHOLDER: {
    in: 'files',
    wrong: { [locale('zh-Hans')]: texts('zh-Hans', { count: '{{m}} 人' }) },
    right: { [locale('zh-Hans')]: texts('zh-Hans', { count: '{{n}} 人' }) },
  },
  TEXT_UNUSED: {
    in: 'texts',
    wrong: { idle: 'Nobody shows this' },
    right: {},
  },
  WIDGET_DOUBLE: {
    in: 'files',
    wrong: { 'renderers/displays/section/options.schema.json': widget({ 'x-example': { widget: 'section', body: [] } }) },
    right: { 'renderers/displays/note/options.schema.json': widget({}) },
  },
  WIDGET_OPTIONS: {
    in: 'files',
    wrong: { 'renderers/displays/note/options.schema.json': widget({ required: ['txet'] }) },
    right: { 'renderers/displays/note/options.schema.json': widget({ required: ['text'] }) },
  },
};
