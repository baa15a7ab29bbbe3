import type { ProblemExample } from './example.ts';

const text = (expression: string) => ({ widget: 'text', text: `{{ ${expression} }}` });
const body = (...nodes: object[]) => ({ body: nodes });
const expressions = (wrong: string, right: string): ProblemExample => ({ in: 'page', wrong: body(text(wrong)), right: body(text(right)) });
const button = (more: object) => ({ widget: 'button', text: 'shop.save', ...more });
const person = (expression: string) => ({ data: { person: { call: 'shop.get', with: { id: '1' } } }, ...body(text(expression)) });
const sections = (levels: number): object =>
  levels === 0 ? { widget: 'section', body: [] } : { widget: 'section', body: [sections(levels - 1)] };
const save = [{ call: 'shop.create', body: { name: 'Li' } }];
const note = [{ call: 'shop.note', body: { name: 'Li' } }];
const taken = { widget: 'table', source: { call: 'shop.list' }, download: { call: 'shop.note' } };
const instant = { widget: 'form', name: 'edit', form: 'person', instant: true };

/** Examples of what is wrong in a page, in its expressions, nodes and actions. */
export const pageExamples: Record<string, ProblemExample> = {
  EXPRESSION_SYNTAX: expressions('state = 0', 'user.mode == 0'),
  EXPRESSION_FORBIDDEN: expressions('user.constructor', 'user.name'),
  EXPRESSION_LIMIT: {
    in: 'page',
    wrong: () => body(text(`'${'x'.repeat(2000)}'`)),
    right: () => body(text("'x'")),
    shown: { wrong: 'an expression of 2,001 characters', right: 'a shorter one, with its parts in `values`' },
  },
  EXPRESSION_TYPE: { in: 'expression', wrong: "{{ 'abc' * 2 }}", right: "{{ number('12') * 2 }}" },
  UNKNOWN_FUNCTION: expressions('length(query)', 'len(query)'),
  FUNCTION_ARGUMENTS: expressions("dict('status')", "dict('status', user.status)"),
  FUNCTION_FAILED: { in: 'expression', wrong: "{{ formatDate('yesterday') }}", right: "{{ formatDate('2024-05-01') }}" },
  UNKNOWN_NAME: expressions('usr.name', 'user.name'),
  UNKNOWN_FIELD: { in: 'page', wrong: person('data.person.nmae'), right: person('data.person.name') },
  UNKNOWN_ENTRY: expressions("dict('status', '7')", "dict('status', '0')"),
  RESERVED_NAME: {
    in: 'page',
    wrong: body({ widget: 'form', name: 'data', fields: [] }),
    right: body({ widget: 'form', name: 'edit', fields: [] }),
  },
  DUPLICATE_NAME: {
    in: 'page',
    wrong: body({ widget: 'form', name: 'edit', fields: [] }, { widget: 'form', name: 'edit', fields: [] }),
    right: body({ widget: 'form', name: 'edit', fields: [] }, { widget: 'form', name: 'search', fields: [] }),
  },
  UNKNOWN_WIDGET: { in: 'page', wrong: body({ widget: 'txet', text: 'shop.name' }), right: body({ widget: 'text', text: 'shop.name' }) },
  UNKNOWN_OPTION: {
    in: 'page',
    wrong: body({ widget: 'button', txet: 'shop.save' }),
    right: body({ widget: 'button', text: 'shop.save' }),
  },
  MISSING_OPTION: { in: 'page', wrong: body({ widget: 'section' }), right: body({ widget: 'section', body: [] }) },
  BAD_OPTION: {
    in: 'page',
    wrong: body({ widget: 'text', when: 'yes', text: 'shop.name' }),
    right: body({ widget: 'text', when: "{{ user.mode == 'full' }}", text: 'shop.name' }),
  },
  FIELD_OUTSIDE_FORM: {
    in: 'page',
    wrong: body({ widget: 'input', name: 'code', label: 'shop.name' }),
    right: body({ widget: 'form', name: 'edit', fields: [{ widget: 'input', name: 'code', label: 'shop.name' }] }),
  },
  UNKNOWN_ACTION: {
    in: 'page',
    wrong: { actions: {}, ...body(button({ onClick: 'save' })) },
    right: { actions: { save: [{ notify: 'shop.save' }] }, ...body(button({ onClick: 'save' })) },
  },
  ACTION_CYCLE: {
    in: 'page',
    wrong: { actions: { save: [{ run: 'show' }], show: [{ run: 'save' }] }, ...body(button({ onClick: 'save' })) },
    right: { actions: { save: [{ run: 'show' }], show: [{ notify: 'shop.save' }] }, ...body(button({ onClick: 'save' })) },
  },
  ACTION_UNUSED: {
    in: 'page',
    wrong: { actions: { save: [{ notify: 'shop.save' }] }, body: [] },
    right: { actions: { save: [{ notify: 'shop.save' }] }, ...body(button({ onClick: 'save' })) },
  },
  BAD_STEP: {
    in: 'page',
    wrong: body(button({ onClick: [{ notfy: 'shop.save' }] })),
    right: body(button({ onClick: [{ notify: 'shop.save' }] })),
  },
  UNKNOWN_CALL: {
    in: 'page',
    wrong: { data: { all: { call: 'shop.lists' } }, ...body(text('data.all.total')) },
    right: { data: { all: { call: 'shop.list' } }, ...body(text('data.all.total')) },
  },
  CALL_ARGUMENT: {
    in: 'page',
    wrong: { data: { person: { call: 'shop.get', with: { key: '1' } } } },
    right: { data: { person: { call: 'shop.get', with: { id: '1' } } } },
  },
  CALL_BODY: {
    in: 'page',
    wrong: body(button({ onClick: [{ call: 'shop.note', body: { nmae: 'Li' } }] })),
    right: body(button({ onClick: note })),
  },
  FORM_VALUES: {
    in: 'page',
    wrong: body({ ...instant, onChange: [{ call: 'shop.note', body: '{{ edit.values }}' }] }),
    right: body({ ...instant, onChange: [{ call: 'shop.note', body: '{{ value }}' }] }),
  },
  SORT_NAME: {
    in: 'page',
    wrong: body({ widget: 'table', source: { call: 'shop.list' }, columns: [{ name: 'status', title: 'shop.name', sortable: true }] }),
    right: body({ widget: 'table', source: { call: 'shop.list' }, columns: [{ name: 'name', title: 'shop.name', sortable: true }] }),
  },
  COLUMN_UNWRITTEN: {
    in: 'page',
    wrong: body({ ...taken, columns: [{ name: 'tools', title: 'shop.name', cell: [text('row.name')] }] }),
    right: body({ ...taken, columns: [{ name: 'tools', title: 'shop.name', cell: [text('row.name')], fileValue: '{{ row.name }}' }] }),
  },
  OPEN_TARGET: {
    in: 'page',
    wrong: body({ widget: 'form', name: 'edit', fields: [] }, button({ onClick: [{ open: 'edit' }] })),
    right: body({ widget: 'dialog', name: 'edit', body: [] }, button({ onClick: [{ open: 'edit' }] })),
  },
  OPEN_MISSING: {
    in: 'page',
    wrong: body({ widget: 'dialog', name: 'edit', body: [] }),
    right: body({ widget: 'dialog', name: 'edit', body: [] }, button({ onClick: [{ open: 'edit' }] })),
  },
  CONTROL_OPEN: {
    in: 'page',
    wrong: body(button({ onClick: save })),
    right: body(button({ permission: 'shop:person:add', onClick: save })),
  },
  UNKNOWN_PERMISSION: {
    in: 'page',
    wrong: body({ widget: 'text', text: 'shop.name', permission: 'shop:person:ad' }),
    right: body({ widget: 'text', text: 'shop.name', permission: 'shop:person:add' }),
  },
  CONTROL_PERMISSION: {
    in: 'page',
    wrong: body(button({ permission: 'shop:person:edit', onClick: save })),
    right: body(button({ permission: 'shop:person:add', onClick: save })),
  },
  CALL_NEEDS_PERSON: {
    in: 'page',
    wrong: { access: 'public', data: { people: { call: 'shop.list' } } },
    right: { access: 'public', data: { people: { call: 'shop.list', when: '{{ session.login }}' } } },
  },
  CALL_UNPROTECTED: {
    in: 'page',
    wrong: body(button({ permission: 'shop:person:note', onClick: note })),
    right: body(button({ onClick: note })),
  },
  UNKNOWN_DICTIONARY: expressions("dict('statis', '0')", "dict('status', '0')"),
  UNKNOWN_ICON: {
    in: 'page',
    wrong: body({ widget: 'button', text: 'shop.save', icon: 'dowload', onClick: [] }),
    right: body({ widget: 'button', text: 'shop.save', icon: 'download', onClick: [] }),
  },
  UNKNOWN_TEXT: { in: 'page', wrong: { title: 'shop.titel' }, right: { title: 'shop.title' } },
  TEXT_VALUES: expressions("t('shop.count')", "t('shop.count', {n: 5})"),
  TEXT_WORDING: {
    in: 'page',
    wrong: { title: { en: 'People' } },
    right: { title: { en: 'People', 'zh-Hans': '人员', 'zh-Hant': '人員' } },
  },
  UNKNOWN_DOCUMENT: {
    in: 'page',
    wrong: body({ widget: 'form', name: 'edit', form: 'persn' }),
    right: body({ widget: 'form', name: 'edit', form: 'person' }),
  },
  VALUE_CYCLE: {
    in: 'page',
    wrong: { values: { net: '{{ values.gross }}', gross: '{{ values.net }}' } },
    right: { values: { net: '{{ query.net }}', gross: '{{ values.net }}' }, query: { net: { type: 'string' } } },
  },
  DATA_CYCLE: {
    in: 'page',
    wrong: {
      data: {
        people: { call: 'shop.list', with: { size: '{{ data.more.total }}' } },
        more: { call: 'shop.list', with: { size: '{{ data.people.total }}' } },
      },
    },
    right: {
      data: { people: { call: 'shop.list' }, more: { call: 'shop.list', with: { size: '{{ data.people.total }}' } } },
    },
  },
  POLL_FAST: {
    in: 'page',
    wrong: { data: { people: { call: 'shop.list', poll: 1 } } },
    right: { data: { people: { call: 'shop.list', poll: 30 } } },
  },
  TABLE_UNPAGED: {
    in: 'page',
    wrong: body({
      widget: 'table',
      name: 'rows',
      source: { call: 'shop.all' },
      paging: 'none',
      columns: [{ name: 'name', title: 'shop.name' }],
    }),
    right: body({
      widget: 'table',
      name: 'rows',
      source: { call: 'shop.all' },
      paging: 'client',
      columns: [{ name: 'name', title: 'shop.name' }],
    }),
  },
  TOO_LARGE: {
    in: 'page',
    wrong: () => body(...Array.from({ length: 5001 }, () => ({ widget: 'text', text: 'shop.name' }))),
    right: () => body(...Array.from({ length: 50 }, () => ({ widget: 'text', text: 'shop.name' }))),
    shown: { wrong: 'one page of 5,001 nodes', right: 'pages of 50 nodes' },
  },
  TOO_DEEP: {
    in: 'page',
    wrong: () => body(sections(70)),
    right: () => body(sections(5)),
    shown: { wrong: '70 sections, one inside the other', right: '5 sections, one inside the other' },
  },
};
