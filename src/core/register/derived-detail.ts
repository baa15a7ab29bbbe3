import { moveAction } from './derived-moves.ts';
import { changeActions, linkActions } from './derived-table.ts';
import { folder, type Part, quoted, stateTag } from './derived-words.ts';
import type { RegisterDocument, RegisterField, RegisterMove } from './document.ts';
import { permissionsToSee } from './reading.ts';

/** Everything of one record, and what happened to it. */
export function detail(id: string, document: RegisterDocument): Part {
  const { warnings = [] } = document;
  const record = 'detail.with.record';
  return {
    widget: 'drawer',
    name: 'detail',
    title: `{{ isEmpty(${record}) ? '' : ${record}.code + ' · ' + (${record}.values.${document.display} ?? '') }}`,
    width: 820,
    hideFooter: true,
    body: [
      {
        widget: 'stack',
        gap: 'medium',
        body: [
          ...commands(document, record),
          ...(warnings.length === 0 ? [] : [warningList(record)]),
          ...facts(id, document, record, `${record}.id`),
        ],
      },
    ],
  };
}

/** A record to be read alone, wherever something refers to it: a part of other pages. */
export function recordPage(id: string, document: RegisterDocument): Part {
  const { title, warnings = [] } = document;
  const record = 'data.record';
  return {
    title,
    access: { permission: permissionsToSee(document) },
    params: { id: { type: 'string', description: 'The record.' } },
    data: { record: { call: 'register.get', with: { register: id, id: '{{ params.id }}' } } },
    body: [
      {
        ...{ widget: 'stack', gap: 'medium' },
        body: [...(warnings.length === 0 ? [] : [warningList(record)]), ...facts(id, document, record, 'params.id')],
      },
      ...windows(document),
    ],
  };
}

/** What is known of a record, what points at it, and what happened to it; `key` is an expression for its id. */
function facts(id: string, document: RegisterDocument, record: string, key: string): Part[] {
  const { fields, states = [] } = document;
  const items = fields.map((field) => ({
    label: field.label,
    ...shownValue(field, record),
    ...((field.lines !== undefined || field.type === 'files') && { span: 2 }),
    ...(field.hideEmpty && { visible: `{{ !isEmpty(${record}.values.${field.name}) }}` }),
  }));
  const state = states.length === 0 ? [] : [{ label: 'register.state', body: [stateTag(document, record)] }];
  const given = { register: id, id: `{{ ${key} }}` };
  return [
    {
      widget: 'descriptions',
      columns: 2,
      look: 'bordered',
      items: [
        ...state,
        ...items,
        { label: 'common.createdAt', value: `{{ ${record}.createTime }}`, format: 'dateTime' },
        { label: 'register.createdBy', value: `{{ ${record}.createByName }}` },
      ],
    },
    { widget: 'part', page: 'register/related', with: given },
    { widget: 'part', page: 'register/history', with: given },
  ];
}

/** The windows that open from what is known of a record: its files, the records it refers to, and those its `moves` make. */
export function windows({ fields }: RegisterDocument, moves: readonly RegisterMove[] = []): Part[] {
  const types = fields.map(({ type }) => type);
  const isOther = types.includes('record') || moves.some(({ makes }) => makes);
  return [...(types.includes('files') ? [viewer] : []), ...(isOther ? [other] : [])];
}

/** What can be done with the record that is shown, as in a row of the list: its name is the same here. */
function commands(document: RegisterDocument, record: string): Part[] {
  const actions = [...(document.moves ?? []).map(moveAction), ...linkActions(document), ...changeActions(document)];
  if (actions.length === 0) return [];
  const body = actions.map((action) => ({ widget: 'button', size: 'small', ...action }));
  const one = { each: `{{ isEmpty(${record}) ? [] : [${record}] }}`, as: 'row' };
  return [{ widget: 'stack', direction: 'horizontal', gap: 'small', wrap: true, ...one, body }];
}

const warningList = (record: string): Part => ({
  widget: 'alert',
  level: 'warning',
  each: `{{ ${record}.warnings ?? [] }}`,
  as: 'warning',
  text: '{{ warning }}',
});

/** The files of a record by their names, each of which opens it in a window that can save it. */
function fileList(files: string): Part {
  return {
    widget: 'stack',
    gap: 'small',
    align: 'start',
    body: [
      {
        ...{ widget: 'link', each: `{{ ${files} ?? [] }}`, as: 'file', icon: 'file' },
        text: "{{ file.name + ' (' + formatBytes(file.size) + ')' }}",
        onClick: [{ open: 'viewing', with: { path: '{{ file.path }}', name: '{{ file.name }}' } }],
      },
      { widget: 'text', when: `{{ isEmpty(${files}) }}`, tone: 'muted', text: "{{ '–' }}" },
    ],
  };
}

/** The record another one refers to, as a link that opens it. */
function reference({ name, register = '' }: RegisterField, record: string): Part {
  const value = `${record}.values.${name}`;
  const title = `{{ localized(${record}.names.${name}) }}`;
  const isThere = `!isEmpty(${record}.names.${name})`;
  const isSeen = `${isThere} && !contains(${record}.unseen ?? [], ${quoted(name)})`;
  return {
    ...{ widget: 'stack', gap: 'small', align: 'start' },
    body: [
      {
        ...{ widget: 'link', when: `{{ ${isSeen} }}`, text: title },
        onClick: [{ open: 'other', with: { page: `${register}/record`, id: `{{ ${value} }}`, title } }],
      },
      {
        ...{ widget: 'text', when: `{{ !(${isSeen}) }}`, tone: 'muted' },
        text: `{{ ${isThere} ? localized(${record}.names.${name}) : ${value} ?? '–' }}`,
      },
    ],
  };
}

/** Each of several records another one refers to, as links. */
function references({ name, register = '' }: RegisterField, record: string): Part {
  const title = '{{ localized(one.label) }}';
  const chosen = `${record}.chosen.${name}`;
  return {
    ...{ widget: 'stack', gap: 'small', align: 'start' },
    body: [
      {
        ...{ widget: 'stack', each: `{{ ${chosen} ?? [] }}`, as: 'one' },
        body: [
          {
            ...{ widget: 'link', when: '{{ one.unseen != true }}', text: title },
            onClick: [{ open: 'other', with: { page: `${register}/record`, id: '{{ one.value }}', title } }],
          },
          { widget: 'text', when: '{{ one.unseen == true }}', tone: 'muted', text: title },
        ],
      },
      { widget: 'text', when: `{{ isEmpty(${chosen}) }}`, tone: 'muted', text: "{{ '–' }}" },
    ],
  };
}

/** The window that shows a record that is referred to. */
const other: Part = {
  ...{ widget: 'drawer', name: 'other', title: "{{ other.with.title ?? '' }}", width: 760, hideFooter: true },
  body: [{ widget: 'part', folder, chosen: "{{ other.with.page ?? '' }}", with: { id: "{{ other.with.id ?? '' }}" } }],
};

/** The window that shows a file of a record. */
const viewer: Part = {
  ...{ widget: 'dialog', name: 'viewing', title: "{{ viewing.with.name ?? '' }}", width: 1080, hideFooter: true },
  body: [
    {
      widget: 'part',
      page: 'file/view',
      with: { path: "{{ viewing.with.path ?? '' }}", name: "{{ viewing.with.name ?? '' }}" },
    },
  ],
};

/** How a field of a record is shown among others. */
function shownValue(field: RegisterField, record: string): Part {
  const { name, type, dictionary, digits, grouping = true } = field;
  const value = `{{ ${record}.values.${name} }}`;
  switch (type) {
    case 'record':
      return { body: [field.multiple ? references(field, record) : reference(field, record)] };
    case 'user':
    case 'department':
      return { value: `{{ localized(${record}.names.${name}) }}` };
    case 'dictionary':
      return { value, dictionary: dictionary ?? '' };
    case 'date':
      return { value };
    case 'files':
      return { body: [fileList(`${record}.values.${name}`)] };
    case 'boolean':
      return { value, format: 'boolean' };
    case 'integer':
      return grouping ? { value, format: 'number' } : { value };
    case 'decimal':
      return grouping ? { value, format: 'number', digits: digits ?? 2 } : { value };
    default:
      return { value };
  }
}
