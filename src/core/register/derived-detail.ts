import { moveAction } from './derived-moves.ts';
import { changeActions, linkActions } from './derived-table.ts';
import { shownValue } from './derived-value.ts';
import { dangerLast, folder, type Part, stateTag } from './derived-words.ts';
import type { RegisterDocument, RegisterMove } from './document.ts';
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
          // It may change under its window, and has another history then.
          ...facts(id, document, record, `${record}.id`, `${record}.version`),
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

/** What is known of a record, what points at it, and what happened to it; `key` and `version` are expressions for its id and its version. */
function facts(id: string, document: RegisterDocument, record: string, key: string, version?: string): Part[] {
  const { fields, states = [] } = document;
  const items = fields.map((field) => ({
    label: field.label,
    ...shownValue(field, record),
    ...((field.lines !== undefined || field.type === 'files') && { span: 2 }),
    ...(field.hideEmpty && { visible: `{{ !isEmpty(${record}.values.${field.name}) }}` }),
  }));
  const state = states.length === 0 ? [] : [{ label: 'register.state', body: [stateTag(document, record)] }];
  const given = { register: id, id: `{{ ${key} }}`, ...(version !== undefined && { version: `{{ ${version} }}` }) };
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
  const actions = dangerLast([...(document.moves ?? []).map(moveAction), ...linkActions(document), ...changeActions(document)]);
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
