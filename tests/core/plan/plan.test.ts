import { describe, expect, it } from 'vitest';
import {
  type Bundle,
  buildBundle,
  type CallContract,
  createDocumentSet,
  createScope,
  type FormDocument,
  type PageDocument,
  type Plan,
  type PlanOption,
  planFields,
  planPage,
  type WidgetShapes,
} from '../../../src/core/index.ts';

const shapes: WidgetShapes = {
  text: { kind: 'display', options: { text: 'text', level: 'value' }, required: ['text'] },
  button: { kind: 'widget', options: { text: 'text', onClick: 'action', icon: 'icon' }, required: ['text'] },
  section: { kind: 'layout', options: { title: 'text', content: 'nodes' }, required: [] },
  window: { kind: 'widget', options: { content: 'nodes' }, required: [], deferred: true },
  outlet: { kind: 'layout', options: {}, required: [] },
  table: {
    kind: 'widget',
    options: {
      table: 'table',
      source: 'call',
      pageSize: 'value',
      columns: { items: { properties: { field: 'value', title: 'text', cell: 'nodes', shown: 'lazy', dictionary: 'dictionary' } } },
      raw: 'literal',
      with: 'value',
      taken: { properties: { call: 'call' } },
    },
    required: ['columns'],
    calls: { taken: 'user.page' },
  },
  form: {
    kind: 'widget',
    options: {
      form: 'form',
      fields: 'fields',
      calculations: { entries: 'lazy' },
      checks: { items: { properties: { require: 'lazy', message: 'text', field: 'value' } } },
    },
    required: ['fields'],
  },
  input: { kind: 'field', options: { placeholder: 'text' }, required: [] },
};

/** A literal key of this name makes linters think of promises. */
const THEN = 'then';

const contract = { id: 'user.list' } as CallContract;

function bundleOf(page: Record<string, unknown>, more: Partial<Bundle> = {}): Bundle {
  return {
    document: 'pages/test',
    page: { version: 1, title: 'test.title', body: [], ...page } as unknown as PageDocument,
    forms: {},
    tables: {},
    rules: {},
    calls: { 'user.list': contract },
    dictionaries: [],
    ...more,
  };
}

function plan(page: Record<string, unknown>, more: Partial<Bundle> = {}): Plan {
  return planPage(bundleOf(page, more), shapes);
}

function problems(page: Record<string, unknown>, more: Partial<Bundle> = {}): unknown[] {
  return plan(page, more).problems.map(({ code, pointer, hint }) => [code, pointer, ...(hint === undefined ? [] : [hint])]);
}

describe('options', () => {
  it('are split by their shape', () => {
    const { body, problems: found } = plan({
      body: [
        {
          widget: 'table',
          name: 'entries',
          pageSize: 20,
          raw: '{{ untouched }}',
          with: { a: 1, b: ['{{ query.x }}'] },
          columns: [{ field: 'code', title: 'test.code', shown: '{{ row.open }}', cell: [{ widget: 'text', text: '{{ row.code }}' }] }],
        },
      ],
      query: { x: { type: 'string' } },
    });
    expect(found).toEqual([]);
    const options = body[0]?.options ?? {};
    expect(options.pageSize).toEqual({ kind: 'constant', value: 20 });
    expect(options.raw).toEqual({ kind: 'constant', value: '{{ untouched }}' });
    expect(options.with).toMatchObject({
      kind: 'object',
      value: { a: { kind: 'constant' }, b: { kind: 'array', value: [{ kind: 'dynamic' }] } },
    });
    expect(options.columns).toMatchObject({
      kind: 'array',
      value: [
        {
          kind: 'object',
          value: {
            title: { kind: 'text', value: { key: 'test.code' } },
            shown: { kind: 'lazy' },
            cell: { kind: 'nodes', value: [{ widget: 'text' }] },
          },
        },
      ],
    });
  });

  it('without expressions stay as written', () => {
    const value = { a: [1, { b: 2 }] };
    expect(plan({ body: [{ widget: 'table', columns: [], with: value }] }).body[0]?.options.with).toEqual({ kind: 'constant', value });
  });

  it('of the kind text are keys, expressions or wordings', () => {
    const { body } = plan({
      body: ['a.key', '{{ query.x }}', { en: 'Save' }].map((text) => ({ widget: 'text', text })),
      query: { x: { type: 'string' } },
    });
    expect(body.map((node) => node.options.text)).toMatchObject([
      { kind: 'text', value: { key: 'a.key' } },
      { kind: 'text', value: { source: '{{ query.x }}' } },
      { kind: 'text', value: { localized: { en: 'Save' } } },
    ]);
  });

  it('of the kind lazyText are the same, asked for later', () => {
    const shapes: WidgetShapes = { list: { kind: 'widget', options: { ask: 'lazyText' }, required: [] } };
    const { body } = planPage(
      bundleOf({ body: ['a.key', '{{ row.id }}', { en: 'Save' }].map((ask) => ({ widget: 'list', ask })) }),
      shapes,
    );
    expect(body.map((node) => node.options.ask)).toMatchObject([
      { kind: 'lazyText', value: { key: 'a.key' } },
      { kind: 'lazyText', value: { source: '{{ row.id }}' } },
      { kind: 'lazyText', value: { localized: { en: 'Save' } } },
    ]);
  });

  it('give lazy objects one evaluation for all their expressions', () => {
    const lazyShapes: WidgetShapes = { list: { kind: 'widget', options: { link: 'lazy' }, required: [] } };
    const { body } = planPage(bundleOf({ body: [{ widget: 'list', link: { to: '/x/{{ row.id }}', n: 1 } }] }), lazyShapes);
    const option = body[0]?.options.link;
    expect(option?.kind === 'lazy' && option.value.evaluate(createScope({ row: { id: 7 } }))).toEqual({ to: '/x/7', n: 1 });
  });
});

describe('nodes', () => {
  it('keep when, each, as and permission', () => {
    const [node] = plan({
      body: [{ widget: 'text', text: 'a', when: '{{ entry.open }}', each: '{{ query.list }}', as: 'entry', permission: 'a:b' }],
      query: { list: { type: 'string' } },
    }).body;
    expect(node).toMatchObject({
      key: '/body/0',
      as: 'entry',
      permission: ['a:b'],
      when: { source: '{{ entry.open }}' },
      each: { source: '{{ query.list }}' },
    });
  });

  it('with when true have no condition, with false a constant one', () => {
    const { body } = plan({
      body: [
        { widget: 'text', text: 'a', when: true },
        { widget: 'text', text: 'a', when: false },
      ],
    });
    expect(body[0]?.when).toBeUndefined();
    expect(body[1]?.when?.evaluate(createScope({}))).toBe(false);
  });

  it('that are broken carry their problem, and everything around them stands', () => {
    const {
      body,
      problems: found,
      widgets,
    } = plan({
      body: [
        {
          widget: 'section',
          content: [
            { widget: 'tabel', columns: [] },
            { widget: 'text', text: 'ok' },
          ],
        },
        { widget: 'text' },
        { widget: 'text', text: '{{ 1 + }}' },
        'nonsense',
        { widget: 'input', name: 'code' },
        { widget: 'button', text: 'a', onClick: 'submitt' },
      ],
      actions: { submit: [] },
    });
    const inner = body[0]?.options.content;
    expect(body[0]?.problem).toBeUndefined();
    expect(inner?.kind === 'nodes' && inner.value.map(({ problem }) => problem?.code)).toEqual(['UNKNOWN_WIDGET', undefined]);
    expect(body.slice(1).map(({ problem }) => problem?.code)).toEqual([
      'MISSING_OPTION',
      'EXPRESSION_SYNTAX',
      'BAD_OPTION',
      'FIELD_OUTSIDE_FORM',
      'UNKNOWN_ACTION',
    ]);
    expect(found[0]).toMatchObject({ document: 'pages/test', pointer: '/body/0/content/0/widget', hint: 'did you mean "table"?' });
    expect(found.at(-1)).toMatchObject({ pointer: '/body/5/onClick', hint: 'did you mean "submit"?' });
    expect(widgets).toEqual(['button', 'input', 'section', 'text']);
  });

  it('keep apart the widgets that only stand in what is opened later', () => {
    const content = [
      {
        widget: 'section',
        content: [
          { widget: 'text', text: 'a' },
          { widget: 'window', content: [{ widget: 'input' }] },
        ],
      },
    ];
    const { body, widgets, deferred } = plan({
      body: [
        { widget: 'text', text: 'b' },
        { widget: 'window', content },
      ],
    });
    expect([widgets, deferred]).toEqual([
      ['text', 'window'],
      ['input', 'section'],
    ]);
    expect(body.map((node) => node.deferred)).toEqual([undefined, ['section', 'text', 'window']]);
  });

  it('leave unknown options out and say what was meant', () => {
    const { body, problems: found } = plan({ body: [{ widget: 'button', text: 'a', onclick: [] }] });
    expect(body[0]?.problem).toBeUndefined();
    expect(found).toMatchObject([{ code: 'UNKNOWN_OPTION', pointer: '/body/0/onclick', hint: 'did you mean "onClick"?' }]);
  });

  it('do not take names from Object.prototype for widgets or options', () => {
    expect(
      problems({ body: [{ widget: 'constructor' }, { widget: 'text', text: 'a', toString: 1 }] }).map((entry) => (entry as string[])[0]),
    ).toEqual(['UNKNOWN_WIDGET', 'UNKNOWN_OPTION']);
  });

  it('have one name each, none of them a name of the dialect', () => {
    expect(problems({ body: ['a', 'a', 'data'].map((name) => ({ widget: 'text', text: 'x', name })) })).toEqual([
      ['DUPLICATE_NAME', '/body/1/name', 'give it another name'],
      ['RESERVED_NAME', '/body/2/name', 'give it another name'],
    ]);
  });

  it('nested too deep, or too many, cost only themselves', () => {
    let deep: Record<string, unknown> = { widget: 'text', text: 'a' };
    for (let index = 0; index < 5_000; index += 1) deep = { widget: 'section', content: [deep] };
    expect(plan({ body: [deep, { widget: 'text', text: 'ok' }] }).problems.map(({ code }) => code)).toEqual(['TOO_DEEP']);
    const many = plan({ body: Array.from({ length: 5_002 }, () => ({ widget: 'text', text: 'a' })) });
    expect(many.body).toHaveLength(5_000);
    expect(many.problems.map(({ code }) => code)).toEqual(['TOO_LARGE']);
  });
});

describe('names', () => {
  it('that nothing has are reported with their place and what was meant', () => {
    expect(
      problems({
        data: { paper: { call: 'user.list' } },
        body: [
          { widget: 'table', name: 'entries', columns: [] },
          { widget: 'text', text: '{{ entrys.selected }}' },
          { widget: 'text', text: '{{ data.papr.title }}' },
          { widget: 'text', text: '{{ entries.selected }} {{ status.paper.loading }} {{ user.name }} {{ row.x }}' },
        ],
      }),
    ).toEqual([
      ['UNKNOWN_NAME', '/body/1/text', 'did you mean "entries"?'],
      ['UNKNOWN_NAME', '/body/2/text', 'did you mean "paper"?'],
    ]);
  });

  it('may come from each, from steps and from the widget', () => {
    const offering: WidgetShapes = {
      ...shapes,
      chart: { kind: 'widget', options: { label: 'lazy' }, required: [], locals: ['point'] },
    };
    const page = bundleOf({
      body: [
        { widget: 'text', text: '{{ user1.name }}', each: '{{ session.list }}', as: 'user1' },
        { widget: 'button', text: 'a', onClick: [{ call: 'user.list', as: 'answer' }, { notify: '{{ answer.n }}' }] },
        { widget: 'chart', label: '{{ point.x }}' },
      ],
    });
    expect(planPage(page, offering).problems).toEqual([]);
  });
});

describe('data, values, actions', () => {
  it('values run after those they read; a cycle is left out, its readers stay', () => {
    const { values, problems: found } = plan({
      values: {
        c: '{{ values.b + 1 }}',
        b: '{{ values.a + 1 }}',
        a: '{{ 1 }}',
        x: '{{ values.y }}',
        y: '{{ values.x }}',
        z: '{{ values.x }}',
        broken: '{{ 1 + }}',
      },
    });
    const order = values.map(({ name }) => name);
    expect(order.filter((name) => name < 'd')).toEqual(['a', 'b', 'c']);
    expect(order).toContain('z');
    expect(order).not.toContain('x');
    expect(found.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['EXPRESSION_SYNTAX', '/values/broken'],
      ['VALUE_CYCLE', '/values/x'],
    ]);
  });

  it('data sources with a problem carry it', () => {
    const { data } = plan({
      data: { a: { call: 'user.list', with: { id: '{{ query.id }}' }, poll: 5 }, b: { call: 'user.lst' }, c: 'nonsense' },
      query: { id: { type: 'string' } },
    });
    expect(data).toMatchObject([
      { name: 'a', call: 'user.list', poll: 5, keepPrevious: true, with: { kind: 'object' } },
      { name: 'b', problem: { code: 'UNKNOWN_CALL', hint: 'did you mean "user.list"?' } },
      { name: 'c', problem: { code: 'BAD_OPTION' } },
    ]);
    expect(data[0]).not.toHaveProperty('problem');
  });

  it('steps have their kind, compiled arguments and nested lists', () => {
    const { actions, problems: found } = plan({
      state: { mode: { initial: 'a' } },
      actions: {
        save: {
          steps: [
            { with: { id: '{{ value }}' }, call: 'user.list' },
            {
              if: '{{ result.ok }}',
              [THEN]: [{ notify: 'test.saved' }],
              else: [{ each: '{{ result.rows }}', as: 'entry', do: [{ set: { 'state.mode': '{{ entry.x }}' } }] }],
            },
          ],
          onError: [{ notify: '{{ error.message }}', level: 'error' }],
          finally: [{ refresh: ['session'] }],
          whileBusy: 'queue',
        },
      },
    });
    expect(found).toEqual([]);
    expect(actions.save).toMatchObject({
      whileBusy: 'queue',
      steps: [
        {
          kind: 'call',
          args: { call: { kind: 'constant', value: 'user.list' }, with: { kind: 'object' } },
          pointer: '/actions/save/steps/0',
        },
        {
          kind: 'if',
          args: { if: { kind: 'dynamic' } },
          [THEN]: [{ kind: 'notify', args: { notify: { kind: 'text', value: { key: 'test.saved' } } } }],
          else: [{ kind: 'each', do: [{ kind: 'set' }] }],
        },
      ],
      onError: [{ kind: 'notify' }],
      finally: [{ kind: 'refresh' }],
    });
  });

  it.each([
    ['an unknown step', { notfy: 'a' }, 'BAD_STEP', 'did you mean "notify"?'],
    ['an unknown argument', { notify: 'a', levl: 'error' }, 'BAD_STEP', 'did you mean "level"?'],
    ['two steps in one', { notify: 'a', call: 'user.list' }, 'BAD_STEP', undefined],
    ['a missing argument', { require: '{{ value }}' }, 'BAD_STEP', undefined],
    ['no object', 'notify', 'BAD_STEP', undefined],
    ['an unknown call', { call: 'user.lst' }, 'UNKNOWN_CALL', 'did you mean "user.list"?'],
    ['a path of nothing', { set: { mode: 1 } }, 'BAD_STEP', undefined],
    ['a forbidden path', { set: { 'state.__proto__.x': 1 } }, 'UNKNOWN_NAME', undefined],
    ['an unreadable expression', { notify: '{{ 1 + }}' }, 'EXPRESSION_SYNTAX', undefined],
    ['an unknown action', { run: 'sve' }, 'UNKNOWN_ACTION', 'did you mean "save"?'],
    ['no name of an action', { run: [{ notify: 'a' }] }, 'BAD_STEP', undefined],
  ])('%s stays in the list with its problem', (_, step, code, hint) => {
    const { actions } = plan({ actions: { save: [{ notify: 'first' }, step] } });
    expect(actions.save?.steps).toHaveLength(2);
    expect(actions.save?.steps[0]).not.toHaveProperty('problem');
    expect(actions.save?.steps[1]?.problem).toMatchObject({ code, ...(hint && { hint }) });
  });

  it('targets of steps must exist', () => {
    expect(
      problems({
        body: [{ widget: 'form', name: 'edit', fields: [] }],
        actions: { a: [{ validate: 'edti' }, { refresh: ['edit', 'menus', 'nothing'] }, { set: { 'edit.values.x': 1 } }] },
      }),
    ).toEqual([
      ['UNKNOWN_NAME', '/actions/a/0/validate', 'did you mean "edit"?'],
      ['UNKNOWN_NAME', '/actions/a/1/refresh/2'],
    ]);
  });

  it('actions that run each other in a circle are one problem, and every step that runs one of them carries it', () => {
    const { actions, problems: found } = plan({
      actions: {
        a: [{ if: '{{ state.on }}', [THEN]: [{ run: 'b' }] }, { run: 'c' }],
        b: { steps: [{ run: 'shared' }], onError: [{ run: 'a' }] },
        c: [{ each: '{{ [1] }}', do: [{ run: 'a' }] }],
        self: { steps: [], finally: [{ run: 'self' }] },
        shared: [{ notify: 'test.saved' }],
      },
      state: { on: { initial: true } },
    });
    expect(found.map(({ code, pointer, message }) => [code, pointer, message])).toEqual([
      ['ACTION_CYCLE', '/actions/a/0/then/0/run', 'actions run each other: a > b > a'],
      ['ACTION_CYCLE', '/actions/self/finally/0/run', 'actions run each other: self > self'],
    ]);
    expect(actions.b?.steps[0]).not.toHaveProperty('problem');
    const circle = { problem: { code: 'ACTION_CYCLE' } };
    expect(actions).toMatchObject({
      a: { steps: [{ [THEN]: [circle] }, {}] },
      b: { onError: [circle] },
      c: { steps: [{ do: [circle] }] },
      self: { finally: [circle] },
    });
  });

  it('survives anything in place of a page', () => {
    for (const page of [null, 5, 'x', [], { body: {} }, { data: [], state: 5, values: 'x', actions: [1], body: [[]], title: 7 }]) {
      expect(() => planPage({ ...bundleOf({}), page: page as unknown as PageDocument }, shapes)).not.toThrow();
    }
  });
});

const form: FormDocument = {
  version: 1,
  fields: [
    {
      widget: 'input',
      name: 'code',
      label: 'a.code',
      required: true,
      rules: ['username'],
      span: 12,
      disabled: '{{ form.values.locked }}',
      onChange: [{ reset: 'edit' }],
    },
    { widget: 'text', name: 'between', text: 'between' },
  ],
  calculations: { total: '{{ form.values.a + 1 }}' },
  checks: [{ require: "{{ form.values.a != '' }}", message: 'a.b', field: 'code' }],
};

describe('documents a node names', () => {
  const more: Partial<Bundle> = {
    forms: { 'system/entry': form },
    tables: { entries: { version: 1, columns: [{ field: 'a' }], pageSize: 10 } },
    rules: { username: { version: 1, message: 'x' } },
  };

  it('bring their keys as options, with their own places', () => {
    const { body, problems: found } = plan({ body: [{ widget: 'form', name: 'edit', form: 'system/entry' }] }, more);
    expect(found).toEqual([]);
    const fields = body[0]?.options.fields;
    expect(fields?.kind === 'fields' && fields.value[0]).toMatchObject({
      document: 'forms/system/entry',
      pointer: '/fields/0',
      name: 'code',
      required: true,
      rules: ['username'],
      span: 12,
      label: { kind: 'text' },
      disabled: { source: '{{ form.values.locked }}' },
      onChange: { kind: 'block' },
    });
    expect(body[0]?.options.calculations).toMatchObject({ kind: 'object', value: { total: { kind: 'lazy' } } });
    expect(body[0]?.options).not.toHaveProperty('version');
  });

  it("give way to the node's own options", () => {
    const { body } = plan({ body: [{ widget: 'table', table: 'entries', pageSize: 50 }] }, more);
    expect(body[0]?.options.pageSize).toEqual({ kind: 'constant', value: 50 });
    expect(body[0]?.options.columns).toEqual({ kind: 'constant', value: [{ field: 'a' }] });
  });

  it('used twice give nodes with different keys', () => {
    const { body } = plan({ body: ['a', 'b'].map((name) => ({ widget: 'form', name, form: 'system/entry' })) }, more);
    const keys = body.flatMap(({ options }) => (options.fields?.kind === 'fields' ? options.fields.value.map(({ key }) => key) : []));
    expect(new Set(keys).size).toBe(4);
  });

  it('that do not exist, or contain themselves, break their node only', () => {
    const recursive: FormDocument = { version: 1, fields: [{ widget: 'form', name: '', form: 'loop' }] };
    const { body, problems: found } = plan(
      {
        body: [
          { widget: 'form', form: 'system/entri' },
          { widget: 'form', form: 'loop' },
          { widget: 'form', form: '{{ query.f }}', fields: [] },
          { widget: 'text', text: 'ok' },
        ],
      },
      { ...more, forms: { ...more.forms, loop: recursive } },
    );
    expect(body[0]?.problem).toMatchObject({ code: 'UNKNOWN_DOCUMENT', hint: 'did you mean "system/entry"?' });
    expect(found.map(({ code }) => code)).toContain('REFERENCE_CYCLE');
    expect(body[2]?.problem?.code).toBe('BAD_OPTION');
    expect(body[3]?.problem).toBeUndefined();
  });

  it('can be planned by themselves', () => {
    const bundle = bundleOf({}, more);
    const result = planFields(form.fields, bundle, shapes, { document: 'forms/system/entry', pointer: '/fields' });
    expect(result.fields.map(({ widget }) => widget)).toEqual(['input', 'text']);
    expect(result.problems.map(({ code }) => code)).toEqual(['UNKNOWN_NAME']);
    const twice = planFields(
      [
        { widget: 'input', name: 'a' },
        { widget: 'input', name: 'a' },
        { widget: 'input', name: '' },
      ],
      bundle,
      shapes,
      { document: 'forms/x', pointer: '/fields' },
    );
    expect(twice.problems.map(({ code, pointer }) => [code, pointer])).toEqual([
      ['DUPLICATE_NAME', '/fields/1/name'],
      ['MISSING_OPTION', '/fields/2'],
    ]);
  });
});

describe('layouts', () => {
  it('have exactly one outlet', () => {
    const count = (outlets: number): string[] =>
      plan({ body: Array.from({ length: outlets }, () => ({ widget: 'outlet' })) }, { document: 'layouts/main' }).problems.map(
        ({ code }) => code,
      );
    expect([count(0), count(1), count(2)]).toEqual([['OUTLET_COUNT'], [], ['OUTLET_COUNT']]);
  });
});

describe('conditions of steps', () => {
  it('evaluate a constant expression, whose text would always count as true', () => {
    const [require, branch] =
      plan({
        actions: {
          go: [
            { require: '{{ 1 > 2 }}', message: 'test.no' },
            { if: '{{ 1 > 2 }}', [THEN]: [{ notify: 'test.no' }] },
          ],
        },
      }).actions.go?.steps ?? [];
    const valueIn = (option: PlanOption | undefined): unknown =>
      option?.kind === 'dynamic' ? option.value.evaluate(createScope({})) : option;
    expect(valueIn(require?.args.require)).toBe(false);
    expect(valueIn(branch?.args.if)).toBe(false);
  });
});

describe('bundles', () => {
  const set = createDocumentSet([
    {
      path: 'pages/a.page.json',
      value: {
        version: 1,
        title: 'a',
        data: { rows: { call: 'user.list' } },
        body: [
          { widget: 'form', name: 'edit', form: 'system/entry' },
          { widget: 'table', table: 'entries' },
          { widget: 'text', text: "{{ dict('user_status', '1') }}" },
        ],
      },
    },
    { path: 'forms/system/entry.form.json', value: form },
    { path: 'forms/unused.form.json', value: form },
    { path: 'tables/entries.table.json', value: { version: 1, source: 'user.page', columns: [{ field: 'a', dictionary: 'sex' }] } },
    { path: 'rules/username.rule.json', value: { version: 1, message: 'x' } },
  ]);
  const contracts = { 'user.list': contract, 'user.page': contract, 'user.other': contract };

  it('hold what a page refers to through its forms and tables, and nothing else', () => {
    const { bundle, problems: found } = buildBundle(set, 'page', 'a', shapes, contracts);
    expect(found).toEqual([]);
    expect(bundle.document).toBe('pages/a');
    expect(Object.keys(bundle.forms)).toEqual(['system/entry']);
    expect(Object.keys(bundle.tables)).toEqual(['entries']);
    expect(Object.keys(bundle.rules)).toEqual(['username']);
    expect(Object.keys(bundle.calls)).toEqual(['user.list', 'user.page']);
    expect(bundle.dictionaries).toEqual(['sex', 'user_status']);
    expect(bundle.widgets).toEqual(planPage(bundle, shapes).widgets);
  });

  it('are enough to plan the page without problems', () => {
    const { bundle } = buildBundle(set, 'page', 'a', shapes, contracts);
    expect(planPage(JSON.parse(JSON.stringify(bundle)) as Bundle, shapes).problems).toEqual([]);
  });

  it('hold the call a widget makes by itself, where it has the option and names no other one', () => {
    const callsOf = (taken: unknown) => {
      const page = { version: 1, title: 'test.title', body: [{ widget: 'table', columns: [], ...(taken !== undefined && { taken }) }] };
      const one = createDocumentSet([{ path: 'pages/a.page.json', value: page }]);
      const { bundle, problems: found } = buildBundle(one, 'page', 'a', shapes, contracts);
      expect(found).toEqual([]);
      return Object.keys(bundle.calls);
    };
    expect([undefined, false, true, {}, { call: 'user.other' }].map(callsOf)).toEqual([
      [],
      [],
      ['user.page'],
      ['user.page'],
      ['user.other'],
    ]);
    const page = { version: 1, title: 'test.title', body: [{ widget: 'table', columns: [], taken: true }] };
    const one = createDocumentSet([{ path: 'pages/a.page.json', value: page }]);
    expect(buildBundle(one, 'page', 'a', shapes, {}).problems).toMatchObject([{ code: 'UNKNOWN_CALL', pointer: '/body/0/taken' }]);
  });

  it('of an unknown page are refused', () => {
    expect(() => buildBundle(set, 'page', 'b', shapes, contracts)).toThrow(RangeError);
  });
});
