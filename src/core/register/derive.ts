import type { TextSource } from '../types.ts';
import type { RegisterDocument, RegisterField, RegisterMove } from './document.ts';

/** A node, a column or a step of a document. */
type Part = Record<string, unknown>;

const folder = 'registers';

/** Whether a path below schemas/ is that of a register, and the id of it. */
export function registerIdOf(path: string): string | undefined {
  return /^registers\/(.+)\.register\.json$/.exec(path)?.[1];
}

/** The contract of the calls that pages of registers make: a product without it has none of these pages. */
export const registerService = 'services/register.service.json';

/**
 * The documents a register stands for, by their path below schemas/: its page with list, form, moves and history, the table and the form. What an
 * own document has at such a path takes its place; a part of it is changed by an amendment.
 * Of what does not fit the meta-schema nothing is made: it says so itself, and costs nothing else.
 */
export function derivedDocuments(id: string, value: unknown): Record<string, unknown> {
  if (!isRegister(value)) return {};
  const document = value;
  const name = `${folder}/${id}`;
  const up = '../'.repeat(name.split('/').length);
  const of = (kind: string, rest: Part) => ({ $schema: `${up}meta/${kind}.schema.json`, version: 1, ...rest });
  return {
    [`pages/${name}.page.json`]: of('page', page(id, document)),
    [`tables/${name}.table.json`]: of('table', table(id, document)),
    [`forms/${name}.form.json`]: of('form', { fields: document.fields.filter(isTyped).map((field) => formField(id, field)) }),
  };
}

/** Whether a document has the shape that is gone through here. */
function isRegister(value: unknown): value is RegisterDocument {
  if (!isHolder(value) || !isText(value.title) || !isHolder(value.permissions) || typeof value.display !== 'string') return false;
  const { list, add, edit, remove } = value.permissions;
  const { fields, states = [], moves = [], warnings = [] } = value;
  return (
    typeof list === 'string' &&
    [add, edit, remove].every((permission) => permission === undefined || typeof permission === 'string') &&
    isListOf(fields, ({ name, type, label }) => typeof name === 'string' && typeof type === 'string' && isText(label)) &&
    isListOf(states, ({ name, label }) => typeof name === 'string' && isText(label)) &&
    isListOf(moves, ({ name, label, from }) => typeof name === 'string' && isText(label) && Array.isArray(from)) &&
    Array.isArray(warnings)
  );
}

function isListOf(list: unknown, fits: (entry: Record<string, unknown>) => boolean): boolean {
  return Array.isArray(list) && list.every((entry) => isHolder(entry) && fits(entry));
}
function isHolder(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
function isText(value: unknown): boolean {
  return typeof value === 'string' || isHolder(value);
}

const isTyped = ({ value }: RegisterField): boolean => value === undefined;

/** An expression for a text of a document: in the language of the window. */
function spoken(text: TextSource): string {
  return typeof text === 'string' ? `t(${quoted(text)})` : `localized(${literal(text)})`;
}
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
}
function literal(texts: object): string {
  return `{${Object.entries(texts)
    .map(([key, text]) => `${quoted(key)}: ${quoted(String(text))}`)
    .join(', ')}}`;
}

/** One of several values by the name something has, as an expression. */
function chosen(subject: string, entries: readonly (readonly [string, string])[], otherwise = "''"): string {
  return entries.reduceRight((rest, [name, value]) => `${subject} == ${quoted(name)} ? ${value} : ${rest}`, otherwise);
}

function page(id: string, document: RegisterDocument): Part {
  const { title, permissions, states = [] } = document;
  const names = document.fields.filter(isTyped).map(({ name }) => quoted(name));
  const reload = { refresh: states.length > 0 ? ['records', 'counts'] : ['records'] };
  return {
    title,
    access: { permission: permissions.list },
    ...(document.description !== undefined && { description: document.description }),
    state: { history: { initial: '' } },
    data: {
      ...(states.length > 0 && { counts: { call: 'register.counts', body: { register: id, by: ['state'] } } }),
      history: {
        call: 'register.history',
        with: { register: id, id: '{{ state.history }}' },
        when: '{{ !isEmpty(state.history) }}',
      },
    },
    actions: {
      ...(isWritten(document) && {
        save: [
          {
            call: 'register.save',
            body: {
              register: id,
              id: '{{ editor.with.record.id }}',
              version: '{{ editor.with.record.version }}',
              key: '{{ editor.with.key }}',
              values: `{{ pick(entry.values, [${names.join(', ')}]) }}`,
            },
          },
          { notify: 'common.saved' },
          reload,
        ],
      }),
      ...(asksReason(document) && {
        move: {
          steps: [
            {
              call: 'register.move',
              body: {
                register: id,
                id: '{{ mover.with.record.id }}',
                version: '{{ mover.with.record.version }}',
                move: '{{ mover.with.move }}',
                reason: '{{ reason.values.reason }}',
              },
            },
            { notify: 'common.saved' },
          ],
          finally: [reload],
        },
      }),
      ...(permissions.remove !== undefined && {
        remove: {
          steps: [
            { call: 'register.remove', body: { register: id, id: '{{ row.id }}', version: '{{ row.version }}' } },
            { notify: 'common.deleted' },
          ],
          finally: [reload],
        },
      }),
    },
    body: [
      { widget: 'stack', gap: 'medium', body: [header(title), ...tiles(document), section(id)] },
      ...(isWritten(document) ? [editor(id, document)] : []),
      ...(asksReason(document) ? [mover()] : []),
      detail(document),
    ],
  };
}

const header = (title: TextSource): Part => ({ widget: 'page-header', title });

function section(id: string): Part {
  return { widget: 'section', body: [{ widget: 'table', name: 'records', table: `${folder}/${id}` }] };
}

/** How many records there are of each state. */
function tiles({ states = [] }: RegisterDocument): Part[] {
  if (states.length === 0) return [];
  const body = states.map(({ name, label, tone = 'neutral' }) => ({
    widget: 'statistic',
    label,
    value: `{{ sum(where(data.counts.content ?? [], 'state', ${quoted(name)}), 'count') }}`,
    tone,
  }));
  return [{ widget: 'grid', columns: Math.min(states.length, 6), narrowColumns: 2, body }];
}

function editor(id: string, { fields }: RegisterDocument): Part {
  const isLong = fields.filter(isTyped).length > 5;
  return {
    widget: 'dialog',
    name: 'editor',
    title: "{{ isEmpty(editor.with.record) ? t('register.add') : t('register.edit', {code: editor.with.record.code}) }}",
    width: isLong ? 880 : 640,
    submit: 'entry',
    okText: 'common.save',
    body: [
      {
        widget: 'form',
        name: 'entry',
        form: `${folder}/${id}`,
        ...(isLong && { columns: 2 }),
        initial: '{{ editor.with.record.values ?? {} }}',
        guard: true,
        onSubmit: 'save',
      },
    ],
  };
}

/** Whether somebody adds or changes records by hand. */
const isWritten = ({ permissions }: RegisterDocument): boolean => permissions.add !== undefined || permissions.edit !== undefined;

const asksReason = ({ moves = [] }: RegisterDocument): boolean => moves.some(({ reason }) => reason);

function mover(): Part {
  return {
    widget: 'dialog',
    name: 'mover',
    title: '{{ mover.with.title }}',
    width: 560,
    submit: 'reason',
    body: [
      {
        widget: 'form',
        name: 'reason',
        guard: true,
        fields: [
          {
            widget: 'text-area',
            name: 'reason',
            label: 'register.reason',
            required: true,
            rules: ['visible-text'],
            maxLength: 500,
            rows: 4,
          },
        ],
        onSubmit: 'move',
      },
    ],
  };
}

/** Everything of one record, and what happened to it. */
function detail(document: RegisterDocument): Part {
  const { fields, states = [], warnings = [] } = document;
  const record = 'detail.with.record';
  const items = fields.map((field) => ({
    label: field.label,
    ...shownValue(field, record),
    ...(field.lines !== undefined && { span: 2 }),
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
          ...(warnings.length === 0 ? [] : [warningList(record)]),
          {
            widget: 'descriptions',
            columns: 2,
            look: 'bordered',
            items: [
              ...state,
              ...items,
              { label: 'common.createdAt', value: `{{ ${record}.createTime }}`, format: 'dateTime' },
              { label: 'register.createdBy', value: `{{ ${record}.createBy }}` },
            ],
          },
          { widget: 'text', text: 'register.history', element: 'h3' },
          {
            widget: 'table',
            name: 'history',
            title: 'register.history',
            rows: '{{ data.history.content ?? [] }}',
            loading: '{{ data.history == undefined }}',
            rowKey: 'key',
            paging: 'none',
            density: 'compact',
            columns: [
              { name: 'time', title: 'register.time', format: 'dateTime', pattern: 'YYYY-MM-DD HH:mm', width: 150 },
              { name: 'by', title: 'register.by', width: 130 },
              { name: 'what', title: 'register.what', width: 170 },
              { name: 'details', title: 'register.details', format: 'list', minWidth: 260 },
            ],
            emptyText: 'register.noHistory',
          },
        ],
      },
    ],
  };
}

const warningList = (record: string): Part => ({
  widget: 'alert',
  level: 'warning',
  each: `{{ ${record}.warnings ?? [] }}`,
  as: 'warning',
  text: '{{ warning }}',
});

/** How a field of a record is shown among others. */
function shownValue({ name, type, dictionary, digits }: RegisterField, record: string): Part {
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
    case 'boolean':
      return { value, format: 'boolean' };
    case 'integer':
      return { value, format: 'number' };
    case 'decimal':
      return { value, format: 'number', digits: digits ?? 2 };
    default:
      return { value };
  }
}

function stateLabel({ states = [] }: RegisterDocument, subject: string): string {
  return chosen(
    subject,
    states.map(({ name, label }) => [name, spoken(label)]),
  );
}

function table(id: string, document: RegisterDocument): Part {
  const { title, permissions, fields, states = [], moves = [], warnings = [] } = document;
  return {
    title,
    source: { call: 'register.page', place: 'body', body: { register: id } },
    rowKey: 'id',
    syncAddress: true,
    columnChooser: true,
    filters: [
      { widget: 'input', name: 'keyword', label: 'common.keyword', rules: ['keyword'], maxLength: 50, clearable: true },
      ...(states.length === 0
        ? []
        : [
            {
              widget: 'select',
              name: 'state',
              label: 'register.state',
              options: states.map(({ name, label }) => ({ value: name, label })),
            },
          ]),
      ...fields.filter(({ filter }) => filter).map((field) => filterOf(id, field)),
    ],
    toolbar: [
      ...(permissions.add === undefined
        ? []
        : [
            {
              ...{ widget: 'button', text: 'register.add', icon: 'plus', type: 'primary', permission: permissions.add },
              onClick: [{ open: 'editor', with: { key: '{{ uuid() }}' } }],
            },
          ]),
      {
        ...{ widget: 'button', text: 'common.export', icon: 'download' },
        onClick: [{ download: 'register.export', with: { register: id } }],
      },
    ],
    columns: [
      { name: 'code', title: 'register.code', format: 'link', sortable: true, width: 120, onClick: showDetail },
      ...fields.flatMap((field) => [
        ...(field.column === 'never' ? [] : [column(document, field)]),
        ...(field.name === document.display && states.length > 0 ? [stateColumn(document)] : []),
      ]),
      ...(warnings.length === 0 ? [] : [warningColumn]),
      {
        ...{ name: 'updateTime', title: 'common.updatedAt', format: 'dateTime', pattern: 'YYYY-MM-DD HH:mm', width: 150, hidden: true },
        sortable: true,
      },
    ],
    actions: [
      ...moves.map(moveAction(id)),
      ...(permissions.edit === undefined
        ? []
        : [
            {
              text: 'common.edit',
              permission: permissions.edit,
              disabled: '{{ !row.editable }}',
              reason: "{{ row.editable ? '' : t('register.isFinal') }}",
              onClick: [{ open: 'editor', with: { record: '{{ row }}' } }],
            },
          ]),
      { text: 'register.open', onClick: showDetail },
      ...(permissions.remove === undefined
        ? []
        : [
            {
              text: 'common.delete',
              danger: true,
              permission: permissions.remove,
              disabled: '{{ !row.editable }}',
              reason: "{{ row.editable ? '' : t('register.isFinal') }}",
              confirm: `{{ t('register.confirmRemove', {name: row.code + ' ' + (row.values.${document.display} ?? '')}) }}`,
              onClick: 'remove',
            },
          ]),
    ],
    actionsShown: 2,
    actionsWidth: 190,
    emptyText: 'register.none',
  };
}

const showDetail: Part[] = [{ set: { 'state.history': '{{ row.id }}' } }, { open: 'detail', with: { record: '{{ row }}' } }];

const warningColumn: Part = {
  name: 'warnings',
  title: 'register.warnings',
  minWidth: 180,
  hidden: true,
  format: 'list',
};

function stateTag(document: RegisterDocument, record: string): Part {
  const tones = (document.states ?? []).map(({ name, tone = 'neutral' }) => [name, quoted(tone)] as const);
  const subject = `${record}.state`;
  return { widget: 'tag', text: `{{ ${stateLabel(document, subject)} }}`, tone: `{{ ${chosen(subject, tones, "'neutral'")} }}` };
}

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

/** A move that asks for a reason opens a window, another one is made at once. */
function moveAction(id: string): (move: RegisterMove) => Part {
  return ({ name, label, reason, danger }) => {
    const body = { register: id, id: '{{ row.id }}', version: '{{ row.version }}', move: name };
    const ask = [{ open: 'mover', with: { record: '{{ row }}', move: name, title: `{{ ${spoken(label)} }}` } }];
    const make = [{ call: 'register.move', body }, { notify: 'common.saved' }, { refresh: ['records', 'counts'] }];
    return {
      text: label,
      when: `{{ contains(row.moves, ${quoted(name)}) }}`,
      ...(danger && { danger }),
      ...(!reason && { confirm: "{{ t('register.confirmMove', {name: row.code}) }}" }),
      onClick: reason ? ask : make,
    };
  };
}

function column(document: RegisterDocument, field: RegisterField): Part {
  const { name, label, type, dictionary, digits, column: seen } = field;
  const rest = { ...(seen === 'chosen' && { hidden: true }) };
  const sorted = { sortable: true, sortName: name };
  switch (type) {
    case 'dictionary':
      return { name: `values.${name}`, title: label, format: 'tag', dictionary: dictionary ?? '', width: 140, ...sorted, ...rest };
    case 'user':
    case 'record':
    case 'department':
      return { name: `names.${name}`, title: label, value: `{{ localized(row.names.${name}) }}`, width: 160, ellipsis: true, ...rest };
    case 'date':
      return { name: `values.${name}`, title: label, width: 130, minWidth: 120, ...sorted, ...rest };
    case 'integer':
      return { name: `values.${name}`, title: label, format: 'number', align: 'right', width: 110, ...sorted, ...rest };
    case 'decimal':
      return {
        name: `values.${name}`,
        title: label,
        format: 'number',
        digits: digits ?? 2,
        align: 'right',
        width: 140,
        ...sorted,
        ...rest,
      };
    case 'boolean':
      return { name: `values.${name}`, title: label, format: 'boolean', width: 100, ...rest };
    default:
      return { name: `values.${name}`, title: label, minWidth: name === document.display ? 220 : 160, ellipsis: true, ...sorted, ...rest };
  }
}

/** What a field that points elsewhere is chosen from. */
function choices(id: string, field: RegisterField): Part {
  return {
    widget: 'select',
    call: 'register.choices',
    with: { register: id, field: field.name },
    searchParameter: 'keyword',
    search: true,
  };
}

function filterOf(id: string, field: RegisterField): Part {
  const own = { name: field.name, label: field.label };
  switch (field.type) {
    case 'dictionary':
      return { ...own, widget: 'select', dictionary: field.dictionary ?? '' };
    case 'user':
    case 'record':
    case 'department':
      return { ...own, ...choices(id, field) };
    case 'boolean':
      return {
        ...own,
        widget: 'select',
        options: [
          { value: 'true', label: 'register.yes' },
          { value: 'false', label: 'register.no' },
        ],
      };
    case 'date':
      return { ...own, widget: 'date-range' };
    default:
      return { ...own, widget: 'input', maxLength: 100, clearable: true };
  }
}

function formField(id: string, field: RegisterField): Part {
  const { name, label, hint, required, rules, type, minimum, maximum } = field;
  const own: Part = {
    ...{ name, label },
    ...(hint !== undefined && { hint }),
    ...(required && { required }),
    ...(Array.isArray(rules) && { rules: [...rules] }),
  };
  const bounds = { ...(minimum !== undefined && { min: minimum }), ...(maximum !== undefined && { max: maximum }) };
  switch (type) {
    case 'dictionary':
      return { ...own, widget: 'select', dictionary: field.dictionary ?? '' };
    case 'user':
    case 'record':
    case 'department':
      return {
        ...own,
        ...choices(id, field),
        known: `{{ isEmpty(editor.with.record.values.${name}) ? [] : [{value: editor.with.record.values.${name}, label: editor.with.record.names.${name}}] }}`,
      };
    case 'date':
      return { ...own, widget: 'date' };
    case 'integer':
      return { ...own, widget: 'number', precision: 0, ...bounds };
    case 'decimal':
      return { ...own, widget: 'number', precision: field.digits ?? 2, ...bounds };
    case 'boolean':
      return { ...own, widget: 'switch' };
    default:
      return field.lines === undefined
        ? { ...own, widget: 'input', maxLength: field.maxLength ?? 200 }
        : { ...own, widget: 'text-area', maxLength: field.maxLength ?? 2_000, rows: field.lines };
  }
}
