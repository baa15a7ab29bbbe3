import { liveFields } from './computed.ts';
import { filterOf } from './derived-form.ts';
import { bulkActions } from './derived-many.ts';
import { moveAction } from './derived-moves.ts';
import { emptyText } from './derived-reach.ts';
import { dangerLast, fileNames, type Part, quoted, startedRecord, stateTag } from './derived-words.ts';
import type { RegisterDocument, RegisterField } from './document.ts';
import { formerNames } from './names.ts';

/** The list of a register: filters, columns, and what is done with a record. */
export function table(id: string, document: RegisterDocument): Part {
  const { title, fields, states = [], moves = [], warnings = [] } = document;
  return {
    title,
    source: { call: 'register.page', place: 'body', body: { register: id } },
    rowKey: 'id',
    syncAddress: true,
    columnChooser: true,
    filters: filtersOf(id, document),
    linkedFilters: linkedFiltersOf(id, document),
    ...aliasesOf(document),
    toolbar: toolbarOf(id, document, usualName),
    selection: 'multiple',
    bulkActions: bulkActions(document),
    columns: [
      { name: 'code', title: 'register.code', format: 'link', sortable: true, width: 120, onClick: showDetail },
      ...fields.flatMap((field) => [
        ...(field.column === 'never' ? [] : [column(document, field)]),
        ...(field.name === document.display && states.length > 0 ? [stateColumn(document)] : []),
      ]),
      ...(warnings.length === 0 ? [] : [{ ...warningColumn, ...(states.length > 0 && { hidden: true }) }]),
      {
        ...{ name: 'updateTime', title: 'common.updatedAt', format: 'dateTime', pattern: 'YYYY-MM-DD HH:mm', width: 150, hidden: true },
        sortable: true,
      },
    ],
    onRow: showDetail,
    actions: dangerLast([
      ...moves.map(moveAction),
      ...changeActions(document),
      ...linkActions(document),
      { text: 'register.open', onClick: showDetail },
    ]),
    actionsShown: 2,
    actionsWidth: 190,
    emptyText: emptyText(document),
  };
}

/** By which names links and choices of columns may know the fields. */
function aliasesOf(document: RegisterDocument): Part {
  const former = [...formerNames(document)];
  if (former.length === 0) return {};
  const named = former.flatMap(([alias, name]) => ['', 'values.', 'names.'].map((part) => [part + alias, part + name]));
  return { aliases: Object.fromEntries(named) };
}

/** What the list of all records is called in a page. */
export const usualName = 'records';

export const addButton = (id: string, { fields }: Pick<RegisterDocument, 'fields'>, permission: string): Part => {
  const isStarted = fields.some(({ starts }) => starts !== undefined);
  const start = { call: 'register.start', with: { register: id }, as: 'start' };
  return {
    ...{ widget: 'button', text: 'register.add', icon: 'plus', type: 'primary', permission },
    onClick: [...(isStarted ? [start] : []), { open: 'editor', with: { key: '{{ uuid() }}', record: isStarted ? startedRecord : null } }],
  };
};

/** What stands above the list of this name; `adds`: whether what is added is shown in it. */
export function toolbarOf(id: string, document: RegisterDocument, list: string, adds = true): Part[] {
  const { add, export: exports } = document.permissions;
  return [...(adds && add !== undefined ? [addButton(id, document, add)] : []), exportButton(id, list, exports)];
}

/** Exports what the list of this name shows, on all its pages. */
const exportButton = (id: string, list: string, permission: string | undefined): Part => ({
  ...{ widget: 'button', text: 'common.export', icon: 'download', ...(permission !== undefined && { permission }) },
  onClick: [{ download: 'register.export', body: `{{ merge({register: ${quoted(id)}}, ${list}.query ?? {}) }}` }],
});

/** Keyword, state, lateness, and the fields that are offered; `without`: those that are decided already. */
export function filtersOf(id: string, { fields, states = [], due }: RegisterDocument, without: readonly string[] = []): Part[] {
  return [
    { widget: 'input', name: 'keyword', label: 'common.keyword', rules: ['keyword'], maxLength: 50, clearable: true },
    ...(states.length === 0 || without.includes('state')
      ? []
      : [
          {
            widget: 'select',
            name: 'state',
            label: 'register.state',
            multiple: true,
            options: states.map(({ name, label }) => ({ value: name, label })),
          },
        ]),
    ...(due === undefined || without.includes('overdue')
      ? []
      : [{ widget: 'select', name: 'overdue', label: 'register.overdue', options: [{ value: true, label: 'register.yes' }] }]),
    ...fields.filter(({ name, filter }) => filter && !without.includes(name)).map((field) => filterOf(id, field)),
  ];
}

/** What figures of records lead here by besides: fields that are kept without being offered. Each is offered while a link gives it a value. */
export function linkedFiltersOf(id: string, document: RegisterDocument, without: readonly string[] = []): Part[] {
  const live = liveFields(document);
  const isCounted = ({ name, type, filter }: RegisterField) => !filter && type !== 'text' && type !== 'files' && !live.has(name);
  return document.fields.filter((field) => isCounted(field) && !without.includes(field.name)).map((field) => filterOf(id, field));
}

/** What leads to the pages about one record. */
export const linkActions = ({ links = [] }: RegisterDocument): Part[] =>
  links.map(({ label, to }) => {
    const at = to.indexOf(':id');
    const parts = [quoted(to.slice(0, at)), 'row.id', ...(to.endsWith(':id') ? [] : [quoted(to.slice(at + 3))])];
    return { text: label, onClick: [{ navigate: `{{ ${parts.join(' + ')} }}` }] };
  });

export const showDetail: Part[] = [{ open: 'detail', with: { record: '{{ row }}' } }];

/** Where records have states, their cells tell how many there are. */
const warningColumn: Part = {
  name: 'warnings',
  title: 'register.warnings',
  minWidth: 180,
  format: 'list',
};

function stateColumn(document: RegisterDocument): Part {
  return {
    name: 'state',
    title: 'register.state',
    minWidth: 150,
    cell: [
      {
        widget: 'stack',
        direction: 'horizontal',
        gap: 'small',
        wrap: true,
        body: [
          stateTag(document, 'row'),
          { widget: 'tag', when: '{{ row.overdue }}', text: 'register.overdue', tone: 'danger' },
          {
            widget: 'tag',
            when: '{{ !isEmpty(row.warnings) }}',
            text: "{{ t('register.warned', {count: len(row.warnings)}) }}",
            tone: 'warning',
          },
        ],
      },
    ],
  };
}

/** Changing and deleting a record, by who may. */
export function changeActions({ permissions, display }: RegisterDocument): Part[] {
  const closed = (right: 'editable' | 'removable'): Part => ({
    disabled: `{{ !row.${right} }}`,
    reason: `{{ row.${right} ? '' : t('register.isFinal') }}`,
  });
  const edit = {
    text: 'common.edit',
    permission: permissions.edit,
    ...closed('editable'),
    onClick: [{ open: 'editor', with: { record: '{{ row }}' } }],
  };
  const confirm = `{{ t('register.confirmRemove', {name: row.code + ' ' + (row.values.${display} ?? '')}) }}`;
  const remove = {
    text: 'common.delete',
    danger: true,
    permission: permissions.remove,
    ...closed('removable'),
    confirm,
    onClick: 'remove',
  };
  return [...(permissions.edit === undefined ? [] : [edit]), ...(permissions.remove === undefined ? [] : [remove])];
}

function column(document: RegisterDocument, field: RegisterField): Part {
  const { name, label, type, dictionary, digits, grouping = true, column: seen } = field;
  const rest = { ...(seen === 'chosen' && { hidden: true }) };
  const sorted = liveFields(document).has(name) ? {} : { sortable: true, sortName: name };
  switch (type) {
    case 'dictionary':
      return { name: `values.${name}`, title: label, format: 'tag', dictionary: dictionary ?? '', width: 140, ...sorted, ...rest };
    case 'user':
    case 'record':
    case 'department':
      return {
        name: `names.${name}`,
        title: label,
        value: `{{ localized(row.names.${name}) }}`,
        width: 160,
        minWidth: type === 'record' ? 140 : 100,
        ellipsis: true,
        ...rest,
      };
    case 'date':
      return { name: `values.${name}`, title: label, format: 'date', width: 130, minWidth: 120, ...sorted, ...rest };
    case 'integer':
      return {
        name: `values.${name}`,
        title: label,
        ...(grouping && { format: 'number' }),
        align: 'right',
        width: 110,
        ...sorted,
        ...rest,
      };
    case 'decimal':
      return {
        name: `values.${name}`,
        title: label,
        ...(grouping && { format: 'number', digits: digits ?? 2 }),
        align: 'right',
        width: 140,
        ...sorted,
        ...rest,
      };
    case 'files':
      return { name: `values.${name}`, title: label, value: fileNames(`row.values.${name}`), format: 'list', minWidth: 160, ...rest };
    case 'boolean':
      return { name: `values.${name}`, title: label, format: 'boolean', width: 100, ...rest };
    default:
      return {
        name: `values.${name}`,
        title: label,
        ...(name === document.display ? { lead: true, minWidth: 220 } : { minWidth: 160 }),
        ellipsis: true,
        ...sorted,
        ...rest,
      };
  }
}
