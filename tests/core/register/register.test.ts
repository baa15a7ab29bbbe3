import { describe, expect, it } from 'vitest';
import { compileTemplate, createScope } from '../../../src/core/index.ts';
import { derivedDocuments, registerIdOf } from '../../../src/core/register/derive.ts';
import type { RegisterDocument, RegisterField, RegisterMove, RegisterState } from '../../../src/core/register/document.ts';
import { figureFaults, makingFaults, referredFaults } from '../../../src/core/register/fault-others.ts';
import { registerFaults } from '../../../src/core/register/faults.ts';

const visits: RegisterDocument = {
  version: 1,
  title: { en: "Visits of the auditor's team" },
  code: { prefix: 'V-' },
  permissions: { list: 'shop:visit:list', add: 'shop:visit:add', edit: 'shop:visit:edit' },
  fields: [
    { name: 'name', label: 'shop.name', type: 'text', required: true },
    { name: 'day', label: 'shop.day', type: 'date' },
    { name: 'guide', label: 'shop.guide', type: 'user', filter: true },
    { name: 'people', label: 'shop.people', type: 'integer' },
    { name: 'price', label: 'shop.price', type: 'decimal', value: '{{ values.people * 20 }}' },
    { name: 'photos', label: 'shop.photos', type: 'files', maxItems: 3 },
  ],
  display: 'name',
  states: [
    { name: 'planned', label: { en: 'Planned' } },
    { name: 'over', label: { en: 'Over' }, final: true },
  ],
  moves: [
    {
      name: 'end',
      label: { en: 'End' },
      from: ['planned'],
      to: 'over',
      require: '{{ values.people > 0 }}',
      message: { en: 'Nobody came' },
    },
  ],
  due: 'day',
  owner: 'guide',
};

describe('registers', () => {
  it('say in the window of a record what it is called', () => {
    const titleOf = (document: RegisterDocument) => {
      const { body } = derivedDocuments('visit', document)['pages/registers/visit.page.json'] as { body: Record<string, unknown>[] };
      return body.find(({ name }) => name === 'editor')?.title;
    };
    expect(titleOf({ ...visits, recordTitle: { en: "auditor's visit" } })).toContain(
      "t('register.addOne', {name: localized({'en': 'auditor\\'s visit'})})",
    );
    expect(titleOf(visits)).toContain("t('register.add', {})");
  });

  it('leave out of the window of a record what has no value, where the document says so', () => {
    const visibleOf = (hideEmpty: boolean) => {
      const fields: RegisterDocument['fields'] = [...visits.fields, { name: 'before', label: 'shop.before', type: 'integer', hideEmpty }];
      const page = JSON.stringify(derivedDocuments('visit', { ...visits, fields })['pages/registers/visit/record.page.json']);
      return page.includes('"visible":"{{ !isEmpty(data.record.values.before) }}"');
    };
    expect([visibleOf(true), visibleOf(false)]).toEqual([true, false]);
  });

  it('write the digits of a year in no groups', () => {
    const formats = (grouping?: boolean) => {
      const fields: RegisterDocument['fields'] = [
        ...visits.fields,
        { name: 'year', label: 'shop.year', type: 'integer', ...(grouping === undefined ? {} : { grouping }) },
      ];
      const { columns } = derivedDocuments('visit', { ...visits, fields })['tables/registers/visit.table.json'] as {
        columns: { name: string; format?: string }[];
      };
      return columns.find(({ name }) => name === 'values.year')?.format;
    };
    expect([formats(), formats(true), formats(false)]).toEqual(['number', 'number', undefined]);
  });

  it('ask with yes and no what has to be answered: a switch nobody touched would say no', () => {
    const widget = (required: boolean) => {
      const fields: RegisterDocument['fields'] = [...visits.fields, { name: 'safe', label: 'shop.safe', type: 'boolean', required }];
      const made = derivedDocuments('visit', { ...visits, fields })['forms/registers/visit.form.json'] as {
        fields: { name?: string; widget: string; options?: { value: unknown }[] }[];
      };
      const { widget: name, options } = made.fields.find((field) => field.name === 'safe') ?? {};
      return [name, options?.map(({ value }) => value)];
    };
    expect([widget(false), widget(true)]).toEqual([
      ['switch', undefined],
      ['radio', [true, false]],
    ]);
  });

  it('close a field in the form of a record there is, and say why below it, to whom lacks the right to change it, and in states that leave others open', () => {
    const fields = visits.fields.map((field) => (field.name === 'name' ? { ...field, permission: 'shop:visit:plan' } : field));
    const states = [...(visits.states ?? []), { name: 'held', label: { en: 'Held' }, editable: ['day'] }];
    const made = derivedDocuments('visit', { ...visits, fields, states })['forms/registers/visit.form.json'] as {
      fields: { name?: string; disabled?: string; hint?: string }[];
    };
    const { disabled = '', hint = '' } = made.fields.find(({ name }) => name === 'name') ?? {};
    const shown = (record: object | undefined, ...rights: string[]) => {
      const functions = { can: (right: unknown) => rights.includes(String(right)), t: (key: unknown) => String(key) };
      const scope = createScope({ editor: { with: { record } } }, undefined, { functions });
      return [disabled, hint].map((source) => compileTemplate(source).evaluate(scope));
    };
    expect(shown(undefined)).toEqual([false, '']);
    expect(shown({ id: '1', state: 'planned' })).toEqual([true, 'register.byOthers']);
    expect(shown({ id: '1', state: 'planned' }, 'shop:visit:plan')).toEqual([false, '']);
    expect(shown({ id: '1', state: 'held' }, 'shop:visit:plan')).toEqual([true, '']);
    expect(made.fields.find(({ name }) => name === 'day')).not.toHaveProperty('disabled');
  });

  it('leave what an overlay adds open in a state that says which fields are not, and shut in one that lists those that are', () => {
    const isShut = (editable: RegisterState['editable'], ...names: string[]) => {
      const fields: RegisterDocument['fields'] = [...visits.fields, { name: 'added', label: { en: 'Added' }, type: 'text' }];
      const states = [...(visits.states ?? []), { name: 'held', label: { en: 'Held' }, ...(editable !== undefined && { editable }) }];
      const made = derivedDocuments('visit', { ...visits, fields, states })['forms/registers/visit.form.json'] as {
        fields: { name?: string; disabled?: string }[];
      };
      const scope = createScope({ editor: { with: { record: { id: '1', state: 'held' } } } });
      return names.map((name) => {
        const { disabled = '' } = made.fields.find((field) => field.name === name) ?? {};
        return compileTemplate(disabled).evaluate(scope) === true;
      });
    };
    expect(isShut({ except: ['day'] }, 'day', 'name', 'added')).toEqual([true, false, false]);
    expect(isShut(['name'], 'day', 'name', 'added')).toEqual([true, false, true]);
    expect(isShut(undefined, 'day', 'name', 'added')).toEqual([false, false, false]);
    const [planned] = visits.states ?? [];
    const faults = (except: string[]) =>
      registerFaults({ ...visits, states: [{ name: '', label: '', ...planned, editable: { except } }, ...(visits.states ?? []).slice(1)] });
    expect(faults(['day'])).toEqual(registerFaults(visits));
    expect(faults(['dya']).map(({ pointer }) => pointer)).toContain('/states/0/editable/except/0');
  });

  it('know what a department is to do by a move there is, whose people see the record by it', () => {
    const moves: RegisterMove[] = [{ name: 'answer', label: { en: 'Answer' }, from: ['planned'], to: 'over' }];
    const place: RegisterField = { name: 'place', label: { en: 'Place' }, type: 'department', actsBy: 'answer' };
    const told = (field: RegisterField, reach?: RegisterDocument['reach']) =>
      registerFaults({ ...visits, fields: [...visits.fields, field], moves, ...(reach && { reach }) })
        .filter(({ pointer }) => pointer.endsWith('/actsBy'))
        .map(({ message }) => message);
    const reach = [{ permission: 'shop:visit:place', by: ['place'] }];
    expect(told(place, reach)).toEqual([]);
    expect(told(place)).toEqual(['nobody sees records by "place"']);
    expect(told({ ...place, actsBy: 'anwser' }, reach)).toEqual(['there is no move "anwser"']);
    expect(told({ ...place, type: 'user' }, reach)).toEqual(['only a field of the type department has it']);
  });

  it('offer as a filter what records may point at already, and in the form what they may point at from now on', () => {
    const made = derivedDocuments('visit', visits);
    const { filters } = made['tables/registers/visit.table.json'] as { filters: { name: string; with?: object }[] };
    const { fields } = made['forms/registers/visit.form.json'] as { fields: { name?: string; with?: object }[] };
    const asked = { register: 'visit', field: 'guide' };
    expect(filters.find(({ name }) => name === 'guide')?.with).toEqual({ ...asked, filter: true });
    expect(fields.find(({ name }) => name === 'guide')?.with).toEqual(asked);
  });

  it('[SCREEN-01] are warned of a field called as a parameter of their calls is; its board counts by its own columns all the same', () => {
    const fields: RegisterField[] = ['by', 'sum', 'spread'].map((name) => ({
      name,
      label: { en: name },
      type: 'dictionary',
      dictionary: 'x',
      filter: true,
    }));
    const taken = { ...visits, fields: [...visits.fields, ...fields], views: ['list' as const, 'board' as const] };
    expect(registerFaults(taken)).toEqual(
      ['by', 'sum', 'spread'].map((name, index) => ({
        pointer: `/fields/${visits.fields.length + index}/name`,
        severity: 'warning',
        message: `"${name}" is a parameter of calls that count records or put them on a board: they cannot filter by this field`,
        hint: `another name, with "aliases": ["${name}"] where there are records`,
      })),
    );
    expect(
      registerFaults({ ...visits, fields: [{ ...fields[0], name: 'keeper', aliases: ['by'] } as RegisterField, ...visits.fields] }),
    ).toEqual([]);
    const { data } = derivedDocuments('visit', taken)['pages/registers/visit/board.page.json'] as { data: { board: { body: object } } };
    expect(data.board.body).toMatchObject({ register: 'visit', by: 'state', sum: '{{ boardFilter.values.sum }}' });
  });

  it('find what leads nowhere, stands twice or cannot be read, where it stands', () => {
    expect(registerFaults(visits)).toEqual([]);
    const broken: RegisterDocument = {
      ...visits,
      fields: [
        ...visits.fields,
        { name: 'name', label: 'shop.name', type: 'text' },
        { name: 'state', label: 'shop.state', type: 'dictionary' },
        { name: 'sum1', label: 'shop.sum', type: 'integer', required: true, value: '{{ values.poeple * }}' },
        { name: 'sum2', label: 'shop.sum', type: 'integer', value: '{{ values.poeple + row.x }}' },
        { name: 'sum3', label: 'shop.sum', type: 'text', value: "{{ t('shop.name') }}", maxItems: 2 },
        { name: 'papers', label: 'shop.papers', type: 'files', unique: true, filter: true },
      ],
      display: 'day',
      due: 'dya',
      moves: [{ name: 'end', label: 'shop.end', from: ['plannd'], to: 'over', require: '{{ values.people > 0 }}', notify: ['name'] }],
    };
    expect(registerFaults(broken).map(({ pointer, message, hint }) => [pointer, message, hint ?? ''])).toEqual([
      ['/display', '"day" is of the type date, not text', ''],
      ['/fields/6/name', '"name" stands twice', ''],
      ['/fields/7/name', 'every record has a property "state" already', ''],
      ['/fields/7', 'a field of the type dictionary says its "dictionary"', ''],
      ['/fields/8/required', 'nobody types a field that is computed', ''],
      ['/fields/10/maxItems', 'only a field of the type files or user or department or record has it', ''],
      ['/fields/11/unique', 'files have no such option', ''],
      ['/fields/11/filter', 'files have no such option', ''],
      ['/fields/8/value', expect.any(String), ''],
      ['/fields/9/value', 'there is no name "row"', ''],
      ['/fields/9/value', 'there is no field "poeple"', expect.stringContaining('people')],
      ['/fields/10/value', 'it is evaluated on the server, without t()', ''],
      ['/due', 'there is no field "dya"', ''],
      ['/moves/0/from/0', 'there is no state "plannd"', expect.stringContaining('planned')],
      ['/moves/0/notify/0', 'there is no field of the type user "name"', ''],
      ['/moves/0/require', 'say in "message" what is missing where this is not true', ''],
    ]);
  });

  it('say who sees some of their records: ways that lead nowhere, stand twice or have no effect are told where they stand', () => {
    const fields: RegisterDocument['fields'] = [
      ...visits.fields,
      { name: 'team', label: 'shop.team', type: 'department' },
      { name: 'helpers', label: 'shop.helpers', type: 'user', multiple: true },
      { name: 'count', label: 'shop.count', type: 'integer', over: { register: 'visit', by: 'name', how: 'count' } },
    ];
    const seen: RegisterDocument = {
      ...visits,
      fields,
      reach: [
        { permission: 'shop:visit:team', by: ['team'], departments: 'own' },
        { permission: 'shop:visit:team', by: ['guide'] },
        { permission: 'shop:visit:own', by: ['helpers', 'createBy'], states: ['over'] },
        { permission: 'shop:visit:own', by: ['guide'] },
      ],
    };
    expect(registerFaults(seen)).toEqual([]);
    const reach: RegisterDocument['reach'] = [
      { permission: 'shop:visit:list', by: ['guide'] },
      { permission: 'shop:visit:own', by: ['giude', 'name', 'guide', 'guide', 'count'], departments: 'below', states: ['ovr'] },
      { permission: 'shop:visit:own', by: ['team'], states: ['ovr'] },
    ];
    expect(registerFaults({ ...seen, reach }).map(({ pointer, message, hint }) => [pointer, message, hint ?? ''])).toEqual([
      ['/reach/0/permission', 'this has no effect: whoever holds it sees all records', 'give it a permission of its own'],
      ['/reach/1/by/0', 'there is no field "giude"', expect.stringContaining('guide')],
      ['/reach/1/by/1', '"name" is of the type text, not user or department', ''],
      ['/reach/1/by/3', '"guide" stands twice', ''],
      ['/reach/1/by/4', '"count" is found when it is read: records are seen by values that are kept', ''],
      ['/reach/1/departments', 'this has no effect: "by" names no field of the type department', ''],
      ['/reach/1/states/0', 'there is no state "ovr"', expect.stringContaining('over')],
      ['/reach/2/states/0', 'there is no state "ovr"', expect.stringContaining('over')],
      ['/reach/2/permission', '"shop:visit:own" stands twice with the same states and departments', 'name all its fields in one "by"'],
    ]);
  });

  it('let everybody into their pages who sees some records, and say to whom it is some by what they are theirs', () => {
    const reach: RegisterDocument['reach'] = [{ permission: 'shop:visit:own', by: ['guide', 'createBy'] }];
    const pageOf = (document: RegisterDocument) => derivedDocuments('visit', document)['pages/registers/visit.page.json'];
    expect(pageOf(visits)).toMatchObject({ access: { permission: 'shop:visit:list' } });
    expect(JSON.stringify(pageOf(visits))).not.toContain('reachedBy');
    expect(pageOf({ ...visits, reach })).toMatchObject({ access: { permission: ['shop:visit:list', 'shop:visit:own'] } });
    expect(JSON.stringify(pageOf({ ...visits, reach }))).toContain("{{ !can('shop:visit:list') }}");
  });

  it('are looked at in views: tabs of their page and a page of each, whose faults are told where they stand', () => {
    const views: RegisterDocument['views'] = [
      'list',
      'board',
      { name: 'past', as: 'list', where: { state: 'over', guide: '{{ text(user.id) }}' }, tab: false },
      { name: 'days', as: 'calendar', date: 'day', label: { en: 'Days' } },
    ];
    const looked = { ...visits, views };
    expect(registerFaults(looked)).toEqual([]);
    const made = derivedDocuments('shop/visits', looked) as Record<string, { body: unknown[]; data: object; $schema: string }>;
    const pages = Object.keys(made).filter((path) => path.startsWith('pages/'));
    expect(pages.map((path) => path.replace('pages/registers/shop/visits', ''))).toEqual([
      ...['.page.json', '/list.page.json', '/board.page.json', '/past.page.json', '/days.page.json', '/record.page.json', '/add.page.json'],
    ]);
    expect(made['pages/registers/shop/visits/past.page.json']?.$schema).toBe('../../../../meta/page.schema.json');
    const whole = JSON.stringify(made['pages/registers/shop/visits.page.json']);
    expect(whole).toContain('"items":[{"key":"list"');
    expect(whole).not.toContain('"key":"past"');
    // Only the tab that is shown asks for its records.
    expect(made['pages/registers/shop/visits.page.json']?.data).toMatchObject({
      board: { call: 'register.board', when: "{{ views.active == 'board' }}" },
      calendarDays: { call: 'register.page', body: { day: ['{{ calendarDaysMonth.from }}', '{{ calendarDaysMonth.to }}'] } },
    });
    const past = JSON.stringify(made['pages/registers/shop/visits/past.page.json']);
    expect(past).toContain('"body":{"register":"shop/visits","state":"over","guide":"{{ text(user.id) }}"}');
    const broken: RegisterDocument['views'] = [
      { name: 'board', as: 'board', by: 'guide', tab: false },
      { name: 'board', as: 'list', where: { state: ['ovre'], giude: '1', photos: 1 }, tab: false },
      { name: 'days', as: 'calendar', date: 'name', tab: false },
    ];
    const { due: _, owner: __, states: ___, moves: ____, ...plain } = visits;
    expect(registerFaults({ ...visits, views: broken }).map(({ pointer, message }) => [pointer, message])).toEqual([
      ['/views/1/name', '"board" stands twice'],
      ['/views', 'one of them is a tab of the page'],
      ['/views/0/by', 'there is no state or field of the type dictionary "guide"'],
      ['/views/1/where/giude', 'there is no field "giude"'],
      ['/views/1/where/photos', 'there is no field "photos"'],
      ['/views/1/where/state', 'there is no state "ovre"'],
      ['/views/2/date', 'there is no field of the type date "name"'],
    ]);
    expect(registerFaults({ ...plain, views: ['list', 'board', 'calendar'] }).map(({ pointer }) => pointer)).toEqual([
      '/views/1',
      '/views/2',
    ]);
  });

  it('[PERM-02] are exported by who sees them, or by who holds the permission the document names for it', () => {
    const buttons = (document: RegisterDocument) => {
      const { 'tables/shop/visits': table, ...others } = derivedDocuments('shop/visits', document) as Record<
        string,
        { toolbar?: object[] }
      >;
      return (table ?? Object.values(others).find(({ toolbar }) => toolbar))?.toolbar;
    };
    expect(buttons(visits)?.at(-1)).not.toHaveProperty('permission');
    const closed = { ...visits, permissions: { ...visits.permissions, export: 'shop:visit:export' } };
    expect(buttons(closed)?.at(-1)).toMatchObject({ text: 'common.export', permission: 'shop:visit:export' });
    expect(registerFaults(closed)).toEqual([]);
  });

  it('find what a watch list cannot be fed by, and what no record that is referred to has', () => {
    const broken: RegisterDocument = {
      ...visits,
      fields: [
        ...visits.fields,
        { name: 'shop', label: 'shop.shop', type: 'record', register: 'shop' },
        { name: 'town', label: 'shop.town', type: 'text', value: '{{ records.shop.twon }}' },
        { name: 'road', label: 'shop.road', type: 'text', value: '{{ records.shpo.road }}' },
      ],
      watch: { list: 'WATCH', states: ['plannd'], identifiers: ['people'], until: 'name' },
    };
    expect(registerFaults(broken).map(({ pointer, message }) => [pointer, message])).toEqual([
      ['/fields/8/value', 'there is no field of the type record "shpo"'],
      ['/watch/until', '"name" is of the type text, not date'],
      ['/watch/identifiers/0', '"people" is of the type integer, not text'],
      ['/watch/states/0', 'there is no state "plannd"'],
    ]);
    const shop: RegisterDocument = { ...visits, fields: [{ name: 'town', label: 'shop.town', type: 'text' }, ...visits.fields] };
    const found = referredFaults(broken, (register) => (register === 'shop' ? shop : undefined));
    expect(found.map(({ pointer, message, hint }) => [pointer, message, hint ?? ''])).toEqual([
      ['/fields/7/value', 'there is no field "twon"', expect.stringContaining('town')],
    ]);
  });

  it('find people there are not, steps nobody can take, and final states that wait for somebody', () => {
    const { due: _, owner: __, states: ___, moves: ____, ...plain } = visits;
    const told: RegisterDocument = {
      ...plain,
      states: [
        { name: 'planned', label: { en: 'Planned' }, waitsFor: ['guide', { move: 'end' }, { permission: 'shop:visit:edit' }] },
        { name: 'over', label: { en: 'Over' }, final: true },
      ],
      moves: [
        { name: 'end', label: { en: 'End' }, from: ['planned'], to: 'over', notify: ['guide', { permission: 'shop:visit:edit' }] },
        { name: 'again', label: { en: 'Again' }, from: ['over'], to: 'planned', notify: [{ move: 'end' }] },
      ],
      due: 'day',
      dueSteps: { remind: [7], escalate: [{ after: 3, notify: [{ permission: 'shop:visit:edit' }, { move: 'end' }] }] },
      owner: 'guide',
    };
    expect(registerFaults(told)).toEqual([]);
    const { due: _____, owner: ______, ...without } = told;
    const broken: RegisterDocument = {
      ...without,
      states: [
        { name: 'planned', label: { en: 'Planned' }, waitsFor: ['name', { move: 'again' }, { move: 'edn' }] },
        { name: 'over', label: { en: 'Over' }, final: true, waitsFor: ['guide'] },
      ],
      moves: [{ name: 'end', label: { en: 'End' }, from: ['planned'], to: 'over', notify: [{ move: 'end' }] }],
      dueSteps: {
        remind: [7],
        escalate: [
          { after: 3, notify: ['giude'] },
          { after: 3, notify: [{ move: 'edn' }] },
        ],
      },
    };
    expect(registerFaults(broken).map(({ pointer, message, hint }) => [pointer, message, hint ?? ''])).toEqual([
      ['/dueSteps', 'the register has no "due"', ''],
      ['/dueSteps/remind', 'nobody is reminded: the register has no "owner"', ''],
      ['/dueSteps/escalate/0/notify/0', 'there is no field of the type user "giude"', 'did you mean "guide"?'],
      ['/dueSteps/escalate/1/after', '"3" stands twice', ''],
      ['/dueSteps/escalate/1/notify/0/move', 'there is no move "edn"', ''],
      ['/states/0/waitsFor/0', 'there is no field of the type user "name"', ''],
      ['/states/0/waitsFor/1/move', 'there is no move from "planned" "again"', ''],
      ['/states/0/waitsFor/2/move', 'there is no move from "planned" "edn"', ''],
      ['/states/1/waitsFor', 'nothing waits in a final state', ''],
      ['/moves/0/notify/0/move', 'there is no move from "over" "end"', ''],
    ]);
  });

  it('find options of another type, what nobody types, circles of values, and moves nobody makes or explains', () => {
    const { edit: _, ...permissions } = visits.permissions;
    const { due: __, ...undated } = visits;
    const broken: RegisterDocument = {
      ...undated,
      permissions,
      fields: [
        ...visits.fields,
        { name: 'hall', label: 'shop.hall', type: 'text', minimum: 3, digits: 1, states: ['open'] },
        { name: 'seats', label: 'shop.seats', type: 'integer', lines: 3, maxLength: 5, minimum: 9, maximum: 3 },
        {
          name: 'a',
          label: 'shop.a',
          type: 'decimal',
          value: '{{ values.b + 1 }}',
          maximum: 3,
          rules: ['short-code'],
          permission: 'shop:visit:plan',
        },
        { name: 'b', label: 'shop.b', type: 'decimal', value: '{{ records.c.price }}' },
        { name: 'c', label: 'shop.c', type: 'record', register: 'shop', value: '{{ values.a }}' },
      ],
      moves: [{ name: 'end', label: 'shop.end', from: ['planned'], to: 'over', message: 'shop.nobody' }],
    };
    expect(registerFaults(broken).map(({ pointer, message }) => [pointer, message])).toEqual([
      ['/fields/6/minimum', 'only a field of the type integer or decimal has it'],
      ['/fields/6/digits', 'only a field of the type decimal has it'],
      ['/fields/6/states', 'only a field of the type record has it'],
      ['/fields/7/lines', 'only a field of the type text has it'],
      ['/fields/7/maxLength', 'only a field of the type text has it'],
      ['/fields/7/minimum', 'no number is at least 9 and at most 3'],
      ['/fields/8/rules', 'nobody types a field that is computed'],
      ['/fields/8/maximum', 'nobody types a field that is computed'],
      ['/fields/8/permission', 'nobody types a field that is computed'],
      ['/fields/8/value', 'values are computed of each other: a > b > c > a'],
      ['/moves/0/message', 'nobody is told this: the move has no "require"'],
      ['/moves/0', 'nobody makes this move: it has no "permission", and the register none to edit'],
    ]);
    const move = { name: 'end', label: 'shop.end', from: ['planned'], to: 'over', message: 'shop.nobody' };
    const asked: RegisterDocument = {
      ...visits,
      fields: [...visits.fields, { name: 'shop', label: 'shop.shop', type: 'record', register: 'shop' }],
      moves: [{ ...move, require: '{{ records.shop.opne }}' }],
    };
    expect(registerFaults(asked)).toEqual([]);
    expect(
      referredFaults(asked, () => ({ ...visits, fields: [{ name: 'open', label: 'shop.open', type: 'boolean' }] })).map(
        ({ pointer, message }) => [pointer, message],
      ),
    ).toEqual([['/moves/0/require', 'there is no field "opne"']]);
  });

  it('find what a field that takes several cannot be', () => {
    const told = (field: object, more: Partial<RegisterDocument> = {}) => {
      const several = { name: 'several', label: 'shop.x', multiple: true, ...field } as RegisterField;
      const document = { ...visits, ...more, fields: [...visits.fields, several] };
      return registerFaults(document).map(({ pointer, message }) => [pointer.replace(/^\/fields\/\d+/, ''), message]);
    };
    expect(told({ type: 'user', maxItems: 5 })).toEqual([]);
    expect(told({ type: 'text' })).toEqual([['/multiple', expect.stringContaining('user or department or record')]]);
    expect(told({ type: 'user', unique: true })).toEqual([['/unique', 'a field that takes several has no such option']]);
    expect(told({ type: 'user', multiple: false, maxItems: 5 })).toEqual([['/maxItems', expect.stringContaining('it takes one')]]);
    expect(told({ type: 'user' }, { owner: 'several' })).toEqual([['/owner', '"several" takes several, and this is one']]);
    const warnings = [{ when: "{{ records.several.name == '' }}", text: 'shop.x' }];
    expect(told({ type: 'record', register: 'shop' }, { warnings })).toEqual([
      ['/warnings/0/when', '"several" takes several records: what they hold is not read'],
    ]);
  });

  it('find what moves ask for and make that cannot be', () => {
    const told = (move: Partial<RegisterMove>, found: RegisterDocument | undefined = bill) => {
      const [first, ...rest] = visits.moves ?? [];
      if (!first) throw new Error('It has no move');
      const document = { ...visits, moves: [{ ...first, ...move }, ...rest] };
      const faults = [...registerFaults(document), ...makingFaults('visit', document, () => found)];
      return faults.map(({ pointer, message, hint }) => [
        pointer.replace('/moves/0', ''),
        hint === undefined ? message : `${message}: ${hint}`,
      ]);
    };
    const bill: RegisterDocument = {
      ...visits,
      fields: [
        { name: 'visit', label: 'shop.visit', type: 'record', register: 'visit', required: true },
        { name: 'what', label: 'shop.what', type: 'text', required: true },
        { name: 'day', label: 'shop.day', type: 'date' },
        { name: 'sum', label: 'shop.sum', type: 'decimal', value: '{{ 1 }}' },
      ],
    };
    const [typed = ''] = visits.fields.filter(({ value }) => value === undefined).map(({ name }) => name);
    const good = {
      register: 'bill',
      by: 'visit',
      when: "{{ state == 'x' || true }}",
      with: { what: `{{ values.${typed} }}`, day: '{{ today() }}' },
    };
    expect(told({ asks: [typed], makes: good })).toEqual([]);
    expect(told({ asks: [typed, { field: typed, required: false }, 'nowhere'] })).toEqual([
      ['/asks/1', `"${typed}" stands twice`],
      ['/asks/2', expect.stringContaining('there is no field that is typed "nowhere"')],
    ]);
    expect(told({ makes: { ...good, by: 'day', with: { visit: '{{ values.nowhere }}', sum: 1 } } })).toEqual([
      ['/makes/by', expect.stringContaining('there is no field of "bill" that points here "day"')],
      ['/makes/with/visit', expect.stringContaining('there is no field "nowhere"')],
      ['/makes/with/sum', expect.stringContaining('there is no field of "bill" that is typed "sum"')],
      ['/makes', '"bill" asks for "what": give it in "with"'],
    ]);
    expect(told({ makes: { ...good, with: { ...good.with, visit: 'x' } } })).toEqual([
      ['/makes/with/visit', 'it points here already, by "by"'],
    ]);
    expect(told({ makes: { ...good, when: '{{ t("x") }}' } })).toEqual([['/makes/when', expect.stringContaining('t()')]]);
    // Of a register there is not the check of all documents tells.
    expect(
      makingFaults('visit', { ...visits, moves: [{ name: 'a', label: 'x', from: [], to: 'y', makes: good }] }, () => undefined),
    ).toEqual([]);
  });

  it('find fields for moves alone that none fills, and what moves set, show and are not made by that there is not', () => {
    const later: RegisterField[] = [
      { name: 'put', label: 'shop.put', type: 'date', typed: 'moves' },
      { name: 'why', label: 'shop.why', type: 'text', typed: 'moves', required: true },
      { name: 'until', label: 'shop.until', type: 'date', typed: 'first' },
      { name: 'host', label: 'shop.host', type: 'user', starts: '{{ records.guide.name ?? text(user.id) }}' },
      { name: 'paid', label: 'shop.paid', type: 'integer', starts: 'much' },
      { name: 'since', label: 'shop.since', type: 'date', starts: '{{ values.guide }}' },
    ];
    const end: RegisterMove = { name: 'end', label: { en: 'End' }, from: ['planned'], to: 'over' };
    const faultsOf = (move: Partial<RegisterMove>, states = visits.states) =>
      registerFaults({ ...visits, fields: [...visits.fields, ...later], states: states ?? [], moves: [{ ...end, ...move }] }).map(
        ({ pointer, message }) => [pointer, message],
      );
    const begins = [
      ['/fields/9/starts', 'there is no field of the type record "guide"'],
      ['/fields/10/starts', '"much" is no number'],
      ['/fields/11/starts', '"guide" is of the type user, and "since" of the type date'],
    ];
    const nobody = ['/fields/7/typed', 'no record is made: "why" is required, and no form asks for it'];
    expect(faultsOf({ sets: { put: '{{ addDays(today(), 7) }}', guide: null }, shows: ['day'], notBy: ['guide'] })).toEqual([
      nobody,
      ...begins,
    ]);
    expect(faultsOf({ sets: { name: null, people: 'many', price: 3, day: '{{ values.guide }}', until: '{{ user.id }}' } })).toEqual([
      ['/fields/6/typed', 'nobody fills "put": no move asks for it or sets it'],
      nobody,
      ...begins,
      ['/moves/0/sets/name', '"name" is required, and this empties it'],
      ['/moves/0/sets/people', '"many" is no number'],
      ['/moves/0/sets/price', 'there is no field that is typed "price"'],
      ['/moves/0/sets/day', expect.stringContaining('"guide" is of the type user')],
      ['/moves/0/sets/until', 'there is no name "user"'],
    ]);
    const [planned, over] = visits.states ?? [];
    const states = [
      { name: '', label: '', ...planned, editable: ['until', 'day'], waitsFrom: 'guide' },
      { name: '', label: '', ...over, waitsFrom: 'day' },
    ];
    expect(faultsOf({ asks: ['put'], shows: ['dya'], notBy: ['name'] }, states)).toEqual([
      nobody,
      ...begins,
      ['/states/0/waitsFrom', '"guide" is of the type user, not date'],
      ['/states/0/editable/0', 'there is no field that is typed "until"'],
      ['/states/1/waitsFrom', 'nothing waits in a final state'],
      ['/moves/0/notBy/0', 'there is no field of the type user "name"'],
      ['/moves/0/shows/0', 'there is no field "dya"'],
    ]);
  });

  it('offer what cannot be taken back last, in lists, in windows and for several at once', () => {
    const moves: RegisterMove[] = [
      { name: 'drop', label: { en: 'Drop' }, from: ['planned'], to: 'over', danger: true },
      { name: 'end', label: { en: 'End' }, from: ['planned'], to: 'over' },
    ];
    const made = derivedDocuments('visit', { ...visits, moves, permissions: { ...visits.permissions, remove: 'shop:visit:remove' } });
    const { actions, bulkActions } = made['tables/registers/visit.table.json'] as Record<'actions' | 'bulkActions', { text: unknown }[]>;
    expect(actions.map(({ text }) => text)).toEqual([{ en: 'End' }, 'common.edit', 'register.open', { en: 'Drop' }, 'common.delete']);
    expect(bulkActions.map(({ text }) => text)).toEqual([{ en: 'End' }, 'register.changeField', { en: 'Drop' }, 'common.delete']);
    const page = JSON.stringify(made['pages/registers/visit.page.json']);
    expect(page.indexOf('"text":{"en":"End"}')).toBeLessThan(page.indexOf('"text":{"en":"Drop"}'));
  });

  it('offer for several records the fields whoever looks may change, and where there are none not to change one', () => {
    const bound = (...names: string[]) =>
      visits.fields.map((field) => (names.includes(field.name) ? { ...field, permission: 'shop:visit:plan' } : field));
    const offered = (fields: RegisterField[], ...rights: string[]) => {
      const made = derivedDocuments('visit', { ...visits, fields });
      const { bulkActions } = made['tables/registers/visit.table.json'] as { bulkActions: { text: unknown; when: string }[] };
      const [, options] = /"options":("\{\{ flat.*? \}\}"|\[.*?\])/.exec(JSON.stringify(made['pages/registers/visit.page.json'])) ?? [];
      const choices = JSON.parse(options ?? '') as unknown;
      const names = { selected: [{ editable: true }] };
      const functions = { can: (right: unknown) => rights.includes(String(right)), t: (key: unknown) => String(key) };
      const read = (source: string) => compileTemplate(source).evaluate(createScope(names, undefined, { functions }));
      const { when = '' } = bulkActions.find(({ text }) => text === 'register.changeField') ?? {};
      return [read(when), (typeof choices === 'string' ? read(choices) : choices) as unknown];
    };
    const choice = (name: string) => ({ value: name, label: `shop.${name}` });
    expect(offered(bound())).toEqual([true, ['name', 'day', 'guide', 'people'].map(choice)]);
    expect(offered(bound('name', 'people'))).toEqual([true, ['day', 'guide'].map(choice)]);
    expect(offered(bound('name', 'people'), 'shop:visit:plan')).toEqual([true, ['name', 'day', 'guide', 'people'].map(choice)]);
    expect(offered(bound('name', 'day', 'guide', 'people'))).toEqual([false, []]);
    expect(offered(bound('name', 'day', 'guide', 'people'), 'shop:visit:plan')[0]).toBe(true);
  });

  it('keep selected what was refused in each list of its own, unless it is gone or stands on another page', () => {
    const made = derivedDocuments('visit', { ...visits, permissions: { ...visits.permissions, remove: 'shop:visit:remove' } });
    const page = JSON.stringify(made['pages/registers/visit.page.json']);
    const [, list = '', kept = ''] = /"set":\{"(\w+)\.selectedKeys":"([^"]+)"/.exec(page) ?? [];
    const refused = ['1', '2', '3', '4'].map((id) => ({ id, code: id === '2' ? '' : `V-${id}` }));
    const rows = ['1', '2', '4', '5'].map((id) => ({ id }));
    const names = { result: { refused }, [list]: { selectedKeys: ['1', '2', '3', '5'], rows } };
    expect(compileTemplate(kept).evaluate(createScope(names))).toEqual(['1']);
  });

  it('find figures over other registers that cannot be found there, and what nothing is found by', () => {
    const figure = (over: object, more: object = {}) =>
      ({ name: 'f', label: 'shop.f', type: 'decimal' as const, over, ...more }) as RegisterField;
    const told = (...fields: RegisterField[]) => {
      const document = { ...visits, fields: [...visits.fields, ...fields] };
      const found = [...registerFaults(document), ...figureFaults('visit', document, (id) => (id === 'cost' ? cost : undefined))];
      return found.map(({ pointer, message }) => [pointer.replace(/^\/fields\/\d+/, ''), message]);
    };
    const cost: RegisterDocument = {
      ...visits,
      fields: [
        { name: 'visit', label: 'shop.visit', type: 'record', register: 'visit' },
        { name: 'shop', label: 'shop.shop', type: 'record', register: 'shop' },
        { name: 'amount', label: 'shop.amount', type: 'decimal' },
        { name: 'rows', label: 'shop.rows', type: 'integer', over: { register: 'row', by: 'cost', how: 'count' } },
      ],
    };
    const good = { register: 'cost', by: 'visit', how: 'sum', of: 'amount' };
    const left = (value: string): RegisterField => ({ name: 'left', label: 'shop.left', type: 'decimal', value });
    expect(told(figure(good), left('{{ 10 - values.f }}'))).toEqual([]);
    expect(told(figure({ ...good, by: 'shop', of: 'rows', states: ['gone'] }))).toEqual([
      ['/over/by', 'there is no field of "cost" that points here "shop"'],
      ['/over/of', 'there is no field of "cost" with numbers that are kept "rows"'],
      ['/over/states/0', 'there is no state of "cost" "gone"'],
    ]);
    expect(told(figure({ ...good, of: undefined })).map(([, message]) => message)).toEqual(['say in "of" of which field it is the sum']);
    expect(told(figure({ ...good, how: 'count' })).map(([pointer]) => pointer)).toEqual(['/over/of']);
    expect(told(figure(good, { filter: true, required: true, type: 'text' })).map(([pointer]) => pointer)).toEqual([
      '/over',
      '/required',
      '/filter',
    ]);
    const shop: RegisterField = { name: 'mall', label: 'shop.mall', type: 'record', register: 'shop' };
    expect(told(figure(good), shop, left('{{ records.mall.amount - values.f }}')).map(([pointer]) => pointer)).toEqual(['/value']);
    const through = { register: 'cost', by: 'shop', through: 'mall', how: 'count', where: { amount: 3 } };
    expect(told(shop, figure(through))).toEqual([]);
    expect(told(shop, figure({ ...through, by: 'visit', where: { amount: '3', rows: 1 } }))).toEqual([
      ['/over/by', 'there is no field of "cost" that points at "shop" "visit"'],
      ['/over/where/amount', '"3" is no number'],
      ['/over/where/rows', 'there is no field of "cost" that is kept "rows"'],
    ]);
    expect(told(figure({ ...through, through: 'market' })).map(([pointer]) => pointer)).toEqual(['/over/through']);
    expect(told(figure({ ...good, how: 'sum' }, { type: 'date' })).map(([pointer]) => pointer)).toEqual(['/over/how', '/over/of']);
    // What is kept is not computed of what is not.
    const reader: RegisterDocument = { ...cost, fields: [...cost.fields, { ...left('{{ records.visit.f }}') }] };
    const visit = { ...visits, fields: [...visits.fields, figure(good)] };
    expect(referredFaults(reader, () => visit).map(({ pointer }) => pointer)).toEqual(['/fields/4/value']);
  });

  it('stand for a page, a table and a form; nothing is made of what is no register', () => {
    expect(registerIdOf('registers/shop/visits.register.json')).toBe('shop/visits');
    expect(registerIdOf('pages/registers/visits.page.json')).toBeUndefined();
    const made = derivedDocuments('shop/visits', visits) as Record<string, Record<string, unknown>>;
    expect(Object.keys(made)).toEqual([
      'pages/registers/shop/visits.page.json',
      'pages/registers/shop/visits/record.page.json',
      'pages/registers/shop/visits/add.page.json',
      'tables/registers/shop/visits.table.json',
      'forms/registers/shop/visits.form.json',
    ]);
    expect(made['forms/registers/shop/visits.form.json']).toMatchObject({
      $schema: '../../../meta/form.schema.json',
      // What is computed is not typed.
      fields: [
        { name: 'name' },
        { name: 'day' },
        { name: 'guide', call: 'register.choices' },
        { name: 'people' },
        { name: 'photos', widget: 'upload', max: 3 },
      ],
    });
    const table = made['tables/registers/shop/visits.table.json'] as {
      actions: { text: unknown; when?: string }[];
      filters: { name: string }[];
      linkedFilters: { name: string }[];
    };
    expect(table.filters.map(({ name }) => name)).toEqual(['keyword', 'state', 'overdue', 'guide']);
    const linked = derivedDocuments('shop/visits', { ...visits, links: [{ label: 'shop.sheet', to: '/shop/:id/sheet' }] });
    expect((linked['tables/registers/shop/visits.table.json'] as typeof table).actions).toContainEqual({
      text: 'shop.sheet',
      onClick: [{ navigate: "{{ '/shop/' + row.id + '/sheet' }}" }],
    });
    expect(derivedDocuments('shop/visits', { ...visits, links: [{ label: 'shop.sheet' }] })).toEqual({});
    // Every figure above the list narrows it to what it counts, the last one to what is late.
    const tiles = JSON.stringify(made['pages/registers/shop/visits.page.json']).match(/"set":\{"records\.filters":\{[^}]*\}/g);
    expect(tiles?.at(0)).toBe(`"set":{"records.filters":{"state":["${visits.states?.[0]?.name}"]}`);
    expect(tiles?.at(-1)).toBe('"set":{"records.filters":{"overdue":true}');
    expect(tiles).toHaveLength((visits.states ?? []).length + 1);
    // Also where that list has another name.
    const views: RegisterDocument['views'] = [{ name: 'all', as: 'list', label: { en: 'All' } }, 'board'];
    const [, { body: begun }] = Object.entries(derivedDocuments('shop/visits', { ...visits, views }))[0] as [string, { body: unknown }];
    expect(JSON.stringify(begun)).toContain('{"widget":"table","name":"recordsAll"');
    const named = JSON.stringify(begun).match(/"set":\{"views\.active":"all"\}\},\{"set":\{"records\w*\.filters":/g);
    expect([...new Set(named)]).toEqual(['"set":{"views.active":"all"}},{"set":{"recordsAll.filters":']);
    // What figures lead to without being offered: neither texts nor files, nor what is not kept.
    expect(table.linkedFilters.map(({ name }) => name)).toEqual(['day', 'people', 'price']);
    expect(table.actions[0]).toMatchObject({ text: { en: 'End' }, when: "{{ contains(row.moves, 'end') }}" });
    for (const value of [undefined, null, 'text', {}, { fields: {} }, { fields: [], permissions: null }])
      expect(derivedDocuments('x', value)).toEqual({});
  });
});
