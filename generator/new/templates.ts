import { isObject, type JsonSchema, pascalCase } from '../json.ts';
import { type DocumentKind, folders } from '../read/documents.ts';

/** What `new` can make. */
export const newKinds = [
  'page',
  'form',
  'table',
  'register',
  'rule',
  'service',
  'dictionary',
  'menu',
  'locale',
  'amendment',
  'widget',
] as const;
export type NewKind = (typeof newKinds)[number];

const languages = ['en', 'zh-Hans', 'zh-Hant'] as const;

/** Files of a start, by path. They are few, say what belongs where, and pass `check` as they are. Of an amendment: `amendmentFiles`. */
export function templateFiles(kind: Exclude<NewKind, 'amendment'>, id: string): Record<string, string> {
  if (kind === 'widget') return widgetFiles(id);
  if (kind === 'locale')
    return Object.assign(
      {},
      ...languages.map((language) => written(kind, `${language}/${id}`, { language, texts: { title: words(id)[language] } })),
    );
  return written(kind, id, contents[kind](id));
}

/**
 * An amendment of a document as it is now (`target`), which changes nothing yet: it says what stands there. `id` is the place of the document,
 * such as tables/system/users.
 */
export function amendmentFiles(id: string, target: JsonSchema): Record<string, string> {
  const { fields } = target;
  const key = ['title', 'label', 'name', 'message', 'description'].find((one) => target[one] !== undefined);
  const first = Array.isArray(fields) && isObject(fields[0]) ? fields[0] : undefined;
  const change =
    key !== undefined
      ? { op: 'replace', path: `/${key}`, value: target[key] }
      : first?.label !== undefined
        ? { op: 'replace', path: `/fields/name=${String(first.name)}/label`, value: first.label }
        : { op: 'add', path: '/description', value: 'What is changed here, and why.' };
  return written('amendment', id, { description: 'What is changed, and why.', changes: [change] });
}

function written(kind: DocumentKind, id: string, content: object): Record<string, string> {
  const path = documentPath(kind, id);
  const depth = '../'.repeat(path.split('/').length - 2);
  return { [path]: text({ $schema: `${depth}meta/${kind}.schema.json`, version: 1, ...content }) };
}

function documentPath(kind: DocumentKind, id: string): string {
  return `schemas/${folders[kind]}/${id}.${kind}.json`;
}

const contents: Record<Exclude<NewKind, 'widget' | 'locale' | 'amendment'>, (id: string) => object> = {
  dictionary: (id) => ({
    type: id.replaceAll('/', '-'),
    label: words(id),
    entries: [
      { value: '1', label: { en: 'First', 'zh-Hans': '第一项', 'zh-Hant': '第一項' }, tone: 'info', sort: 10 },
      { value: '2', label: { en: 'Second', 'zh-Hans': '第二项', 'zh-Hant': '第二項' }, tone: 'neutral', sort: 20 },
    ],
  }),
  menu: (id) => {
    const key = id.replaceAll('/', '-');
    const { en } = words(id);
    return {
      description: 'Rows an administrator takes over: System management > Menus > Compare with the documents.',
      use: 'seed',
      items: [
        {
          menuId: key,
          parentId: '0',
          type: '0',
          name: en,
          nameHans: en,
          nameHant: en,
          nameEn: en,
          url: `/${id}`,
          icon: 'appstore',
          sort: 900,
        },
        {
          ...{ menuId: `${key}-view`, parentId: key, type: '2', name: '查看', nameHans: '查看', nameHant: '檢視', nameEn: 'View' },
          perms: `${areaOf(id)}:view`,
        },
      ],
    };
  },
  page: (id) => ({
    title: words(id),
    description: 'What this screen is for.',
    access: 'session',
    body: [
      { widget: 'page-header', title: words(id) },
      { widget: 'section', body: [{ widget: 'text', text: words(id) }] },
    ],
  }),
  form: () => ({
    description: 'Used by {"widget": "form", "name": "edit", "form": "<this id>"}.',
    fields: [
      { widget: 'input', name: 'name', label: { en: 'Name', 'zh-Hans': '名称', 'zh-Hant': '名稱' }, required: true },
      { widget: 'text-area', name: 'remark', label: { en: 'Remark', 'zh-Hans': '备注', 'zh-Hant': '備註' } },
    ],
  }),
  table: (id) => ({
    title: words(id),
    rows: [{ id: '1', name: 'First' }],
    rowKey: 'id',
    columns: [{ name: 'name', title: { en: 'Name', 'zh-Hans': '名称', 'zh-Hant': '名稱' } }],
  }),
  register: (id) => ({
    title: words(id),
    description: 'What is kept here.',
    code: { prefix: `${id.replace(/.*\//, '').slice(0, 1).toUpperCase()}-` },
    permissions: { list: `${areaOf(id)}:list`, add: `${areaOf(id)}:add`, edit: `${areaOf(id)}:edit`, remove: `${areaOf(id)}:remove` },
    fields: [
      { name: 'name', label: { en: 'Name', 'zh-Hans': '名称', 'zh-Hant': '名稱' }, type: 'text', required: true },
      { name: 'due', label: { en: 'Due', 'zh-Hans': '期限', 'zh-Hant': '期限' }, type: 'date' },
    ],
    display: 'name',
    states: [
      { name: 'open', label: { en: 'Open', 'zh-Hans': '进行中', 'zh-Hant': '進行中' }, tone: 'info' },
      { name: 'done', label: { en: 'Done', 'zh-Hans': '已完成', 'zh-Hant': '已完成' }, tone: 'success', final: true },
    ],
    moves: [{ name: 'finish', label: { en: 'Finish', 'zh-Hans': '完成', 'zh-Hant': '完成' }, from: ['open'], to: 'done' }],
    due: 'due',
  }),
  rule: () => ({
    description: 'Named in the rules of a field and of a call.',
    pattern: '^[A-Z][A-Z0-9]*$',
    maxLength: 20,
    message: {
      en: 'Capital letters and digits, starting with a letter, 20 at most',
      'zh-Hans': '大写字母和数字，以字母开头，最多20个',
      'zh-Hant': '大寫字母和數字，以字母開頭，最多20個',
    },
  }),
  service: (id) => ({
    title: words(id).en,
    calls: {
      list: {
        summary: `Everything of ${words(id).en.toLowerCase()}`,
        method: 'GET',
        path: `/api/${id}`,
        access: 'session',
        response: {
          type: 'array',
          items: {
            type: 'object',
            additionalProperties: false,
            required: ['id', 'name'],
            properties: { id: { type: 'string' }, name: { type: 'string' } },
          },
        },
      },
    },
  }),
};

/** order-list -> Order list, until somebody writes the three languages. */
function words(id: string): { en: string; 'zh-Hans': string; 'zh-Hant': string } {
  const last = id.split('/').at(-1) ?? id;
  const plain = last.replaceAll('-', ' ');
  const title = plain.charAt(0).toUpperCase() + plain.slice(1);
  return { en: title, 'zh-Hans': title, 'zh-Hant': title };
}

function widgetFiles(key: string): Record<string, string> {
  const name = pascalCase(key);
  const folder = `renderers/displays/${key}`;
  const options = {
    $schema: '../../../schemas/meta/widget.schema.json',
    description: 'What it shows, in one sentence.',
    'x-kind': 'display',
    'x-keyboard': 'Plain text; takes no focus.',
    'x-example': { widget: key, text: words(key) },
    type: 'object',
    additionalProperties: false,
    required: ['text'],
    properties: { text: { type: 'string', 'x-targus': 'text', description: 'What is shown.' } },
  };
  const component = [
    "import type { WidgetProps } from '../../../src/engine/types.ts';",
    `import type { ${name}Options } from '../../../src/generated/options.ts';`,
    '',
    `export function ${name}({ options, id }: WidgetProps<${name}Options>) {`,
    '  return <span id={id}>{options.text}</span>;',
    '}',
    '',
  ];
  const index = [
    "import { defineWidget } from '../../../src/engine/index.ts';",
    `import type { ${name}Options } from '../../../src/generated/options.ts';`,
    `import { ${name} } from './${name}.tsx';`,
    '',
    `export default defineWidget<${name}Options>(${name});`,
    '',
  ];
  return {
    [`${folder}/options.schema.json`]: text(options),
    [`${folder}/${name}.tsx`]: component.join('\n'),
    [`${folder}/index.ts`]: index.join('\n'),
  };
}

/** renderers/index.ts with one more entry: at the head of the displays, or of the list. */
export function withRegistryEntry(registry: string, key: string): string {
  const property = /^[a-z]+$/.test(key) ? key : `'${key}'`;
  const line = `  ${property}: () => import('./displays/${key}/index.ts'),\n`;
  const start = registry.includes('  // displays\n') ? '  // displays\n' : (/^const widgets.*= \{\n/m.exec(registry)?.[0] ?? '');
  if (start === '') throw new Error('renderers/index.ts has no list "const widgets"');
  return registry.replace(start, `${start}${line}`);
}

function text(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The permissions of a start: `visit` and `shop/visit` give `visit:register` and `shop:visit`. */
function areaOf(id: string): string {
  const [first = '', second = 'register'] = id.split('/').map((part) => part.replaceAll('-', '_'));
  return `${first}:${second}`;
}
