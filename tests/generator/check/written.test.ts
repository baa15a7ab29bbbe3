import { expect, it } from 'vitest';
import { checkExpressions } from '../../../generator/check/expressions.ts';
import { checkFieldDefaults } from '../../../generator/check/field-defaults.ts';
import { checkInstantForms } from '../../../generator/check/instant-forms.ts';
import { checkOpens } from '../../../generator/check/opens.ts';
import type { Check } from '../../../generator/check/project.ts';
import { readProject } from '../../../generator/check/project.ts';
import { checkVisitors } from '../../../generator/check/visitors.ts';
import { overlayFolder, root } from '../support/temporary-project.ts';

const words = (en: string) => ({ en, 'zh-Hans': en, 'zh-Hant': en });

/** What a check tells of a page over the shipped documents, without what it tells of these. */
function told(check: Check, page: object, more: Record<string, object> = {}): string[] {
  const folder = overlayFolder({ ...more, 'pages/mine.page.json': { version: 1, title: words('M'), body: [], ...page } });
  const findings = check(readProject(root, [folder])).filter(({ file }) => file.startsWith(folder));
  return findings.map(({ severity, pointer, message, hint = '' }) => `${severity} ${pointer} ${message}; ${hint}`);
}

it('tells a step that gives a form what it has no field for, where nothing reads it', () => {
  const set = (values: object) => [{ set: values }];
  const code = { widget: 'input', name: 'code', label: words('C') };
  const onChange = set({ 'form.values.cdoe': '{{ value }}', 'form.values.name': '{{ value }}', 'form.values.total': 1 });
  const fields = [code, { widget: 'input', name: 'name', label: words('N'), onChange }];
  const onClick = set({
    'edit.values.coed': 'A',
    'edit.values.code': 'A',
    'edit.values.id': '1',
    'edit.values.kind': 'x',
    'edit.values.other': 'x',
    'open.values.any': 1,
    ...{ 'whole.values.cods': 'A', 'part.values.cods': 'A', 'kept.values.cods': 'A' },
  });
  // Everything a form holds is sent, or what was set of it.
  const sent = (name: string, body: object) => ({
    widget: 'form',
    name,
    fields: [code],
    onSubmit: [{ call: 'message.saveMailChoices', body }],
  });
  const page = {
    body: [
      { widget: 'form', name: 'edit', form: 'mine', initial: { id: '' }, calculations: { total: '{{ 1 }}' } },
      // Of what it begins with nothing is known.
      { widget: 'form', name: 'open', fields, initial: '{{ json(query.it) }}' },
      { widget: 'button', text: words('Go'), onClick },
      { widget: 'text', text: '{{ edit.values.kind }}' },
      sent('whole', { topics: '{{ value }}' }),
      sent('part', { topics: '{{ value.cods }}' }),
      { widget: 'form', name: 'kept', fields: [code], onSubmit: 'keep' },
    ],
    actions: { keep: { steps: [{ call: 'message.saveMailChoices', body: { topics: '{{ merge(kept.values, {}) }}' } }] } },
    query: { it: { type: 'string' } },
  };
  const form = { version: 1, fields };
  expect(told(checkOpens, page, { 'forms/mine.form.json': form })).toEqual([
    'warning /fields/1/onChange/0/set/form.values.cdoe the form around has no field "cdoe"; did you mean "code"?',
    'warning /body/2/onClick/0/set/edit.values.coed the form "edit" has no field "coed"; did you mean "code"?',
  ]);
});

it('tells what saves the changes of an instant form and sends what its fields hold, unless something else starts it, too', () => {
  const save = (body: unknown) => [{ call: 'message.saveMailChoices', body }];
  const field = { widget: 'input', name: 'way', label: words('W') };
  const form = (name: string, onChange: unknown) => ({ widget: 'form', name, instant: true, fields: [field], onChange });
  const page = {
    actions: {
      named: { steps: [{ run: 'sent' }] },
      sent: { steps: save({ way: '{{ named.values.way }}', topics: {} }) },
      shared: { steps: save({ way: '{{ shared.values.way }}', topics: {} }) },
    },
    body: [
      form('named', 'named'),
      form('shared', 'shared'),
      { widget: 'button', text: words('Save'), onClick: 'shared' },
      form('own', save({ way: '{{ form.values.way }}', topics: {} })),
      form('right', [...save({ way: '{{ value.way }}', topics: {} }), { notify: '{{ right.values.way }}' }]),
      form('looked', [{ call: 'todo.count', with: { way: '{{ looked.values.way }}' } }]),
      { ...form('asked', save({ way: '{{ asked.values.way }}', topics: {} })), instant: false },
    ],
  };
  expect(told(checkInstantForms, page).map((one) => one.replace(/ holds.*/, ''))).toEqual([
    'warning /body/3/onChange/0/body/way "form.values"',
    'warning /actions/sent/steps/0/body/way "named.values"',
  ]);
});

it('tells what a page everybody sees asks for, or offers, and visitors are refused', () => {
  const table = {
    widget: 'table',
    title: words('T'),
    rowKey: 'name',
    columns: [{ name: 'name', title: words('N') }],
    rows: [{ name: 'A' }],
  };
  const button = { widget: 'button', text: words('Go'), onClick: [{ call: 'message.saveMailChoices', body: { topics: {} } }] };
  const hiding = ['values.isIn', '!values.isOut', "hasRole('admin')", "can('a:b') || can('c:d')", "query.tab && user.id == '1'"];
  const showing = ['!session.login', 'values.isOut', "t('user.title') != ''", 'session.login || query.tab', 'isEmpty(user)'];
  const either = (condition: string, ...branches: object[][]) => {
    const words = ['then', 'else'].map((word, index) => [word, branches[index]]);
    return { ...button, onClick: [{ if: `{{ ${condition} }}`, ...Object.fromEntries(words) }] };
  };
  const page = {
    access: 'public',
    data: { own: { call: 'todo.count' }, mine: { call: 'todo.count', when: '{{ session.login }}' }, site: { call: 'login.config' } },
    body: [
      { ...table, name: 'offered', download: true },
      { ...table, name: 'hidden', download: true, when: '{{ !isEmpty(user) }}' },
      { ...table, name: 'granted', download: { permission: 'sys:user:list' } },
      { ...table, name: 'kept', download: false },
      button,
      { widget: 'section', permission: 'sys:user:list', body: [button] },
      { widget: 'dialog', name: 'more', body: [button] },
      ...hiding.map((when) => ({ ...button, when: `{{ ${when} }}` })),
      ...showing.map((when) => ({ ...button, when: `{{ ${when} }}` })),
      either('!session.login', [], button.onClick),
      either('session.login', [], button.onClick),
    ],
    values: { isIn: '{{ session.login }}', isOut: '{{ !session.login }}' },
    query: { tab: { type: 'string' } },
  };
  const places = told(checkVisitors, page).map((one) => one.replace(/ everybody.* signed in: /, ' ').replace(/;.*/, ''));
  expect(places).toEqual([
    'warning /data/own/call todo.count needs a person',
    'warning /body/0/download table.workbook needs a person',
    'warning /body/4/onClick message.saveMailChoices needs a person',
    ...showing.map((_, index) => `warning /body/${7 + hiding.length + index}/onClick message.saveMailChoices needs a person`),
    `warning /body/${8 + hiding.length + showing.length}/onClick message.saveMailChoices needs a person`,
  ]);
  expect(told(checkVisitors, { ...page, access: 'session' })).toEqual([]);
});

it('knows what state and values can be from what they begin with and what steps set', () => {
  const sets = [
    {
      set: {
        'state.tab': "{{ query.board ? 'board' : 'list' }}",
        'state.free': '{{ value }}',
        'state.part.a': 1,
        'state.count': 5,
        'state.deep.a': 'b',
      },
    },
  ];
  const expressions = [
    // What they never are.
    ...[
      'state.tab == 3',
      "state.tab == 'lists'",
      "values.kind != 'opne'",
      "where(state.count, 'a', 1)",
      'sum(values.label)',
      "join(state.shown, ', ')",
    ],
    // What they can be, or nobody knows.
    ...["state.tab == 'board'", "state.tab == ''", "values.kind == 'open'", "state.free == 'x'", 'state.part.a', "state.kept == 'other'"],
    "state.deep == 'c'",
    ...["state.count == '5'", 'len(state.tab)', 'state.tab.length', "where(state.list, 'a', 1)", 'first(values.words)'],
  ];
  const page = {
    query: { board: { type: 'string' } },
    state: {
      ...{ tab: { initial: 'list' }, free: { initial: 'a' }, part: { initial: {} }, count: { initial: 1 }, list: { initial: [] } },
      ...{ deep: { initial: 'a' }, kept: { initial: 'mine', persist: true }, shown: { initial: false } },
    },
    values: { kind: "{{ query.board == '1' ? 'open' : 'closed' }}", label: 'Board {{ query.board }}', words: "{{ split('a b', ' ') }}" },
    actions: { go: { steps: [{ each: '{{ [1, 2] }}', do: sets }] } },
    body: [
      { widget: 'button', text: words('Go'), onClick: 'go' },
      ...expressions.map((text) => ({ widget: 'text', text: `{{ ${text} }}` })),
    ],
  };
  expect(told(checkExpressions, page).map((one) => one.replace(/^warning .body.\d+.text /, ''))).toEqual([
    '"3" is not one of list, board; ',
    '"lists" is not one of list, board; did you mean "list"?',
    '"opne" is not one of open, closed; did you mean "open"?',
    'where takes a list, and this is a number; ',
    'sum takes a list, and this is a text; ',
    'join takes a list, and this is a boolean; ',
  ]);
});

it('takes what stands in for a value that is not there for what it is, a number as well as a text', () => {
  const properties = { level: { type: 'integer', enum: [1, 2, 3] }, state: { type: 'string', enum: ['open', 'done'] } };
  const list = {
    summary: 'l',
    method: 'GET',
    path: '/api/levels',
    access: 'session',
    response: { type: 'array', items: { type: 'object', properties } },
  };
  const right = [
    ...['(first(data.rows).level ?? 0) == 0', '(first(data.rows).level || 0) == 0', "(first(data.rows).state ?? 'none') != 'none'"],
    ...['values.worst != 0', 'values.worst == 2'],
  ];
  const page = {
    data: { rows: { call: 'levels.list' } },
    values: { worst: '{{ first(data.rows).level ?? 0 }}' },
    body: [...right, 'first(data.rows).level == 4'].map((text) => ({ widget: 'text', text: `{{ ${text} }}` })),
  };
  const service = { version: 1, title: 'L', calls: { list } };
  expect(told(checkExpressions, page, { 'services/levels.service.json': service })).toEqual([
    `error /body/${right.length}/text "4" is not one of 1, 2, 3; did you mean "1"?`,
  ]);
});

it('tells what a field begins with and would not take: another kind, beyond its bounds, none of its choices', () => {
  const begins = (widget: string, value: unknown, more: object = {}) => ({
    widget,
    name: 'it',
    label: words('It'),
    default: value,
    ...more,
  });
  const options = ['month', 'year', 1].map((value) => ({ value, label: words(String(value)) }));
  const warnings = (...fields: object[]) => told(checkFieldDefaults, { body: [{ widget: 'form', name: 'edit', fields }] });
  expect(
    warnings(
      begins('number', '5'),
      begins('number', 120, { min: 0, max: 100 }),
      begins('input', 5),
      begins('input', 'abcdef', { maxLength: 5 }),
      begins('date-range', '2026-01-01'),
      begins('select', 'moth', { options }),
      begins('select', ['year', 'yaer'], { options, multiple: true }),
      begins('radio', 'x', { dictionary: 'risk-level' }),
    ),
  ).toEqual([
    'warning /body/0/fields/0/default the field cannot begin with this: expected number, got "5"; ',
    'warning /body/0/fields/1/default the field cannot begin with this: 120 is more than 100; ',
    'warning /body/0/fields/2/default the field cannot begin with this: expected string, got 5; ',
    'warning /body/0/fields/3/default the field cannot begin with this: "abcdef" is more than 5 characters; ',
    'warning /body/0/fields/4/default the field cannot begin with this: expected array, got "2026-01-01"; ',
    'warning /body/0/fields/5/default the field has no choice "moth" to begin with; did you mean "month"?',
    'warning /body/0/fields/6/default the field has no choice "yaer" to begin with; did you mean "year"?',
    expect.stringMatching(/^warning \/body\/0\/fields\/7\/default the field has no choice "x" to begin with; /),
  ]);
  // Nothing yet, what is computed, a number that is chosen as a text, and choices nobody knows before they are loaded.
  expect(
    warnings(
      begins('number', null),
      begins('input', ''),
      begins('number', '{{ 5 }}'),
      begins('date-range', ['{{ today() }}', '2026-01-01']),
      begins('select', '1', { options }),
      begins('select', 'any', { call: 'message.types', valueField: 'value', labelField: 'label' }),
      begins('select', 'any', { options: [...options, { value: '{{ query.it }}', label: words('It') }] }),
      begins('radio', 1, { dictionary: 'risk-level' }),
      begins('hidden', { any: 1 }),
    ),
  ).toEqual([]);
});
