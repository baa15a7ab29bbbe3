import { changeActions, moveAction } from './derived-table.ts';
import { type Part, stateTag } from './derived-words.ts';
import type { RegisterDocument, RegisterField } from './document.ts';

/** Everything of one record, and what happened to it. */
export function detail(id: string, document: RegisterDocument): Part {
  const { fields, states = [], warnings = [] } = document;
  const record = 'detail.with.record';
  const items = fields.map((field) => ({
    label: field.label,
    ...shownValue(field, record),
    ...((field.lines !== undefined || field.type === 'files') && { span: 2 }),
  }));
  const state = states.length === 0 ? [] : [{ label: 'register.state', body: [stateTag(document, record)] }];
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
          { widget: 'part', page: 'register/history', with: { register: id, id: `{{ ${record}.id }}` } },
        ],
      },
    ],
  };
}

/** What can be done with the record that is shown, as in a row of the list: its name is the same here. */
function commands(document: RegisterDocument, record: string): Part[] {
  const actions = [...(document.moves ?? []).map(moveAction), ...changeActions(document)];
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

/** The window that shows a file of a record. */
export const viewer: Part = {
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
function shownValue({ name, type, dictionary, digits, grouped = true }: RegisterField, record: string): Part {
  const value = `{{ ${record}.values.${name} }}`;
  switch (type) {
    case 'user':
    case 'record':
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
      return { value, ...(grouped && { format: 'number' }) };
    case 'decimal':
      return { value, format: 'number', digits: digits ?? 2 };
    default:
      return { value };
  }
}
