import { describe, expect, it } from 'vitest';
import { readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { type Files, page, temporaryProject } from '../support/temporary-project.ts';

const person = {
  type: 'object',
  properties: { name: { type: 'string' }, address: { type: 'object', properties: { city: { type: 'string' } } } },
};
const paged = { type: 'object', properties: { content: { type: 'array', maxItems: 100, items: person }, total: { type: 'integer' } } };
const call = (path: string, more: object) => ({ summary: 'A', method: 'GET', path, access: 'session', response: person, ...more });
const services: Files = {
  'schemas/services/shop.service.json': {
    ...{ $schema: '../meta/service.schema.json', version: 1, title: 'S' },
    calls: {
      list: call('/api/list', {
        response: paged,
        query: { type: 'object', properties: { name: { type: 'string' }, sort: { enum: ['name', 'city', ''] }, current: {}, size: {} } },
      }),
      unsorted: call('/api/unsorted', { response: paged, query: { type: 'object', properties: { current: {}, size: {} } } }),
      save: call('/api/save', {
        method: 'POST',
        body: {
          type: 'object',
          required: ['name'],
          properties: { ...person.properties, tags: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } } },
        },
      }),
    },
  },
};

/** Findings of these codes in one page, as `pointer: message (hint)`. */
function found(codes: string[], body: object, more: Files = {}): string[] {
  const findings = runChecks(readProject(temporaryProject({ ...services, ...more, 'schemas/pages/a.page.json': page(body) })));
  const strange = findings.filter(({ code, severity }) => !codes.includes(code) && severity === 'error');
  expect(strange.map(({ code, file, pointer, message }) => `${code} ${file}${pointer} ${message}`)).toEqual([]);
  return findings
    .filter(({ code }) => codes.includes(code))
    .map(({ pointer, message, hint }) => `${pointer}: ${message}${hint === undefined ? '' : ` (${hint})`}`);
}
const label = { en: 'x' };
const text = (expression: string) => ({ widget: 'text', text: `{{ ${expression} }}` });
const button = (...onClick: object[]) => ({ widget: 'button', text: label, onClick });
const field = (name: string, more: object = {}) => ({ widget: 'input', name, label, ...more });

describe('values of a form', () => {
  const form = {
    widget: 'form',
    name: 'edit',
    fields: [field('name'), { widget: 'section', body: [field('town')] }],
    calculations: { full: '{{ 1 }}' },
  };

  it('are its fields, those in layouts and its calculations', () => {
    const read = ['name', 'town', 'full', 'nmae'].map((name) => text(`edit.values.${name}`));
    expect(found(['UNKNOWN_FIELD'], { body: [form, ...read] })).toEqual(['/body/4/text: the form has no "nmae" (did you mean "name"?)']);
  });

  it('are known inside the form as form.values', () => {
    const fields = [field('name'), field('town', { disabled: '{{ isEmpty(form.values.nam) }}', readOnly: '{{ form.dirty }}' })];
    expect(found(['UNKNOWN_FIELD'], { body: [{ widget: 'form', name: 'edit', fields }] })).toEqual([
      '/body/0/fields/1/disabled: the form has no "nam" (did you mean "name"?)',
    ]);
  });

  it('are also what it begins with and what steps set; initial values nothing is known of may be anything', () => {
    const begun = { ...form, initial: '{{ data.one }}' };
    const data = { one: { call: 'shop.list', select: '{{ first(result.content) }}' } };
    const read = ['address', 'kept', 'adress'].map((name) => text(`edit.values.${name}`));
    const set = button({ set: { 'edit.values.kept': 1 } });
    expect(found(['UNKNOWN_FIELD'], { data, body: [begun, set, ...read] })).toEqual([
      '/body/4/text: the form has no "adress" (did you mean "address"?)',
    ]);
    expect(found(['UNKNOWN_FIELD'], { body: [{ ...form, initial: '{{ user }}' }, text('edit.values.anything')] })).toEqual([]);
  });

  it('are known where an expression writes them out, with what steps set, inside the form too', () => {
    const fields = [field('name', { when: '{{ form.values.kept && form.values.held && form.values.id && form.values.idd }}' })];
    const begun = { widget: 'form', name: 'edit', fields, initial: "{{ {id: user.id, 'note': ''} }}" };
    const set = button({ set: { 'edit.values.kept': 1, 'form.values.held': 1 } });
    const read = text('edit.values.note || edit.values.noet');
    expect(found(['UNKNOWN_FIELD'], { body: [begun, set, read] })).toEqual([
      '/body/0/fields/0/when: the form has no "idd" (did you mean "id"?)',
      '/body/2/text: the form has no "noet" (did you mean "note"?)',
    ]);
  });

  it('are set below what a form offers, which is all that is read of it', () => {
    const set = button({ set: { 'edit.valeus.name': 1 } }, { set: { 'edit.values.name': 1 } });
    const inside = [field('name', { disabled: '{{ form.submiting || form.submitting || form.valid }}' })];
    expect(found(['UNKNOWN_FIELD'], { body: [{ ...form, fields: inside }, set] })).toEqual([
      '/body/0/fields/0/disabled: the form has no "submiting" (did you mean "submitting"?)',
      '/body/1/onClick/0/set/edit.valeus.name: the form "edit" has no "valeus" (did you mean "values"?)',
    ]);
  });

  it('may be any while its document is not there, which is told', () => {
    const body = [{ widget: 'form', name: 'edit', form: 'persno' }, text('edit.values.name')];
    expect(found(['UNKNOWN_FIELD', 'UNKNOWN_DOCUMENT'], { body })).toEqual(['/body/0/form: there is no form "persno"']);
  });

  it('of the filters of a table are those of its filters', () => {
    const table = {
      ...{ widget: 'table', name: 'people', source: { call: 'shop.list' }, filters: [field('name')] },
      columns: [{ name: 'name', title: label }],
    };
    expect(found(['UNKNOWN_FIELD'], { body: [table, text('people.filters.name + people.filters.nam')] })).toEqual([
      '/body/1/text: the filters of the table has no "nam" (did you mean "name"?)',
    ]);
  });
});

it('filters an action gives a table are those of its filters, and all of them at once', () => {
  const table = {
    ...{ widget: 'table', name: 'people', source: { call: 'shop.list' }, filters: [field('name')] },
    columns: [{ name: 'name', title: label }],
  };
  const set = (path: string, value: unknown) => ({ set: { [path]: value } });
  const right = [set('people.filters', {}), set('people.filters', { name: 'Li' }), set('people.filters', '{{ {name: user.name} }}')];
  expect(found(['UNKNOWN_FIELD'], { body: [table, button(...right)] })).toEqual([]);
  const wrong = [set('people.filters', { nmae: 'Li' }), set('people.filters', '{{ {nmae: user.name} }}'), set('people.filters.name', 'Li')];
  const at = (index: number) => `/body/1/onClick/${index}/set/people.filters`;
  expect(found(['UNKNOWN_FIELD'], { body: [table, button(...wrong)] })).toEqual([
    `${at(0)}/nmae: the table "people" has no filter "nmae" (did you mean "name"?)`,
    `${at(1)}: the table "people" has no filter "nmae" (did you mean "name"?)`,
    `${at(2)}.name: the filters of the table "people" are set together, not one of them (write "people.filters": {"name": ...})`,
  ]);
});

describe('what a dialog is opened with', () => {
  const dialog = (...body: object[]) => ({ widget: 'dialog', name: 'view', body });

  it('is what any of its openers hands over, with the fields of their contract', () => {
    const data = { list: { call: 'shop.list' } };
    const openers = [
      button({ open: 'view', with: { person: '{{ first(data.list.content) }}' } }),
      button({ call: 'shop.save', body: { name: 'x' }, as: 'saved' }, { open: 'view', with: { person: '{{ saved }}', isNew: true } }),
    ];
    const read = ['view.with.person.name', 'view.with.isNew', 'view.with.persn', 'view.with.person.adress.city'].map(text);
    expect(found(['UNKNOWN_FIELD'], { data, body: [...openers, dialog(...read)] })).toEqual([
      '/body/2/body/2/text: what opens the dialog "view" has no "persn" (did you mean "person"?)',
      '/body/2/body/3/text: the answer of shop.list has no "adress" (did you mean "address"?)',
    ]);
  });

  it('may be handed over whole, such as the row of a table', () => {
    const table = {
      ...{ widget: 'table', name: 'people', source: { call: 'shop.list' }, columns: [{ name: 'name', title: label }] },
      actions: [{ text: label, onClick: [{ open: 'view', with: '{{ row }}' }] }],
    };
    const read = ['view.with.name', 'view.with.nmae'].map(text);
    expect(found(['UNKNOWN_FIELD'], { body: [table, dialog(...read)] })).toEqual([
      '/body/1/body/1/text: what opens the dialog "view" has no "nmae" (did you mean "name"?)',
    ]);
  });

  it('may be anything below a value nothing is known of, and its own values are no endless question', () => {
    const again = button({ open: 'view', with: { person: '{{ view.with.person }}' } });
    expect(
      found(['UNKNOWN_FIELD'], {
        body: [button({ open: 'view', with: { person: '{{ user }}' } }), dialog(text('view.with.person.any'), again)],
      }),
    ).toEqual([]);
  });

  it('needs something that opens, and something that opens it', () => {
    const codes = ['OPEN_TARGET', 'OPEN_MISSING'];
    const form = { widget: 'form', name: 'edit', fields: [] };
    expect(found(codes, { body: [form, dialog(), button({ open: 'edit' }), button({ open: 'view' }, { close: 'view' })] })).toEqual([
      '/body/2/onClick/0/open: "edit" is nothing that opens and closes (this page opens "view")',
    ]);
    expect(found(codes, { body: [dialog()] })).toEqual([
      '/body/0/name: nothing opens the dialog "view" (a button or an action with {"open": "view"})',
    ]);
    expect(found(codes, { actions: { show: [{ open: 'view' }] }, body: [dialog(), { ...button(), onClick: 'show' }] })).toEqual([]);
    expect(found(codes, { body: [dialog(), button({ set: { 'view.open': true } }), button({ close: 'window' })] })).toEqual([]);
    // Closing alone never shows it.
    expect(found(codes, { body: [dialog(), button({ close: 'view' })] })).toHaveLength(1);
  });
});

describe('the body of a call', () => {
  const bodies = (...steps: object[]) => found(['CALL_BODY'], { body: [button(...steps)] });

  it('has the keys of its contract, however deep, written out or picked', () => {
    const at = '/body/0/onClick/0/body';
    expect(bodies({ call: 'shop.save', body: { name: 'x', adress: {} } })).toEqual([
      `${at}/adress: the body of shop.save has no "adress" (did you mean "address"?)`,
    ]);
    expect(bodies({ call: 'shop.save', body: { name: 'x', address: { citi: 'y' }, tags: [{ id: '1' }, { ib: '2' }] } })).toEqual([
      `${at}/address/citi: the body of shop.save has no "citi" (did you mean "city"?)`,
      `${at}/tags/1/ib: the body of shop.save has no "ib" (did you mean "id"?)`,
    ]);
    expect(bodies({ call: 'shop.save', body: "{{ merge(pick(user, ['name', 'adress']), {citi: 1}) }}" })).toEqual([
      `${at}: the body of shop.save has no "adress" (did you mean "address"?)`,
      `${at}: the body of shop.save has no "citi" (it has name, address, tags)`,
    ]);
    expect(bodies({ call: 'shop.save', body: "{{ pick(user, ['name']) }}" })).toEqual([]);
    expect(bodies({ call: 'shop.save', body: '{{ user }}' })).toEqual([]);
  });

  it('has what the contract needs', () => {
    expect(bodies({ call: 'shop.save', body: { tags: [] } })).toEqual([
      '/body/0/onClick/0/body: the call shop.save needs "name" in its body (write "body": {"name": ...})',
    ]);
    expect(bodies({ call: 'shop.save' })).toHaveLength(1);
    expect(
      found(['CALL_BODY'], {
        actions: { save: { steps: [{ each: '{{ range(2) }}', do: [{ call: 'shop.save' }] }] } },
        body: [{ ...button(), onClick: 'save' }],
      }),
    ).toEqual(['/actions/save/steps/0/do/0: the call shop.save needs "name" in its body (write "body": {"name": ...})']);
  });
});

describe('a value written out in the body of a call', () => {
  const body = {
    ...{ type: 'object', required: ['name'] },
    properties: {
      name: { type: 'string', maxLength: 4 },
      order: { enum: ['asc', 'desc'] },
      size: { type: 'integer', minimum: 1, maximum: 200 },
      state: { anyOf: [{ type: 'string', maxLength: 3 }, { type: 'array', items: { type: 'string' } }, { type: 'null' }] },
      more: { type: 'object', additionalProperties: true },
    },
  };
  const stock = {
    ...{ $schema: '../meta/service.schema.json', version: 1, title: 'Stock' },
    calls: { find: call('/api/stock/find', { method: 'POST', safe: true, body }) },
  };
  const said = (given: object) =>
    found(['CALL_BODY'], { data: { one: { call: 'stock.find', ...given } } }, { 'schemas/services/stock.service.json': stock });

  it('is one its contract takes', () => {
    const wrong = { name: 'Stock', order: 'decs', size: 2_000, state: true, more: [] };
    expect(said({ body: wrong })).toEqual([
      '/data/one/body/name: "Stock" is more than 4 characters',
      '/data/one/body/order: "decs" is not one of asc, desc (did you mean "desc"?)',
      '/data/one/body/size: 2000 is more than 200',
      '/data/one/body/state: expected string, got true',
      '/data/one/body/more: expected object, got a list',
    ]);
    expect(said({ body: { name: 'a', size: '20' } })).toEqual(['/data/one/body/size: expected integer, got "20"']);
    expect(said({ body: { name: '{{ user.name + user.name }}', order: 'asc', size: 1, state: ['longer'], more: { any: 1 } } })).toEqual([]);
    expect(said({ body: { name: '', state: null, size: '{{ user.size }}' } })).toEqual([]);
  });

  it('is there in a data source, to which nothing else adds', () => {
    expect(said({ body: { size: 1 } })).toEqual([
      '/data/one/body: the call stock.find needs "name" in its body (write "body": {"name": ...})',
    ]);
    expect(said({})).toHaveLength(1);
  });
});

describe('a failure', () => {
  it('has what onError can say of it', () => {
    const onError = [{ notify: '{{ error.mesage ?? error.message }}' }];
    const page = {
      actions: { save: { steps: [{ call: 'shop.save', body: { name: 'x' } }], onError } },
      body: [{ ...button(), onClick: 'save' }],
    };
    expect(found(['UNKNOWN_FIELD'], page)).toEqual([
      '/actions/save/onError/0/notify: the failure has no "mesage" (did you mean "message"?)',
    ]);
  });
});

describe('sorting', () => {
  const table = (source: object, columns: object[], more: object = {}) => ({
    ...{ widget: 'table', source, ...more },
    columns: columns.map((column) => ({ title: label, ...column })),
  });
  const sorts = (...body: object[]) => found(['SORT_NAME'], { body });

  it('is by what the contract sorts by', () => {
    expect(
      sorts(
        table({ call: 'shop.list' }, [
          { name: 'name', sortable: true },
          { name: 'address.city', sortable: true },
          { name: 'address.city', sortable: true, sortName: 'city' },
          { name: 'address' },
        ]),
        table({ call: 'shop.list' }, [{ name: 'name' }], { sort: { name: 'nam' } }),
      ),
    ).toEqual([
      '/body/0/columns/1/name: the call shop.list does not sort by "address.city" (it sorts by name, city)',
      '/body/1/sort/name: the call shop.list does not sort by "nam" (did you mean "name"?)',
    ]);
  });

  it('needs a call that sorts, unless all rows are here', () => {
    const columns = [{ name: 'name', sortable: true }];
    expect(sorts(table({ call: 'shop.unsorted' }, columns))).toEqual([
      '/body/0/columns/0/name: the call shop.unsorted does not sort: it has no parameter "sort" (leave "sortable" out, or page with "paging": "client")',
    ]);
    expect(sorts(table({ call: 'shop.unsorted' }, columns, { paging: 'client' }))).toEqual([]);
    expect(sorts(table({ call: 'shop.list', sortName: 'order' }, columns))).toHaveLength(1);
  });
});

describe('redirects of menus', () => {
  const row = (menuId: string, url: string, redirect: string) => ({ menuId, parentId: '0', type: '1', name: 'Row', url, redirect });
  const menu = (use: string, ...items: object[]) => ({ $schema: '../meta/menu.schema.json', version: 1, use, items });

  it('that lead to each other, also from menu to menu, are told at every row', () => {
    const files = {
      'schemas/menus/one.menu.json': menu('application', row('1', '/a', '/b?x=1'), row('2', '/free', '/a')),
      'schemas/menus/two.menu.json': menu('seed', row('3', '/b', '/c'), row('4', '/c', '/a')),
    };
    expect(found(['MENU_REDIRECT'], { body: [] }, files)).toEqual([
      '/items/0/redirect: the redirects lead in a circle: /a > /b > /c > /a (lead one of them to a page)',
      '/items/0/redirect: the redirects lead in a circle: /b > /c > /a > /b (lead one of them to a page)',
      '/items/1/redirect: the redirects lead in a circle: /c > /a > /b > /c (lead one of them to a page)',
    ]);
  });

  it('that arrive are fine', () => {
    expect(
      found(['MENU_REDIRECT'], { body: [] }, { 'schemas/menus/one.menu.json': menu('seed', row('1', '/a', '/b'), row('2', '/b', '/c')) }),
    ).toEqual([]);
  });
});

// Written as a plain key it would make the object look like a promise.
const THEN = 'then';

describe('an action that steps run', () => {
  const save = { call: 'shop.save', body: { name: 'x' } };
  const fields = (body: object) => found(['UNKNOWN_FIELD', 'ACTION_CYCLE', 'UNKNOWN_ACTION'], body);

  it('reads the answers of those that run it', () => {
    const actions = { show: [{ notify: '{{ result.nmae }} {{ result.name }}' }] };
    expect(fields({ actions, body: [button(save, { run: 'show' })] })).toHaveLength(1);
    // What one of them has is not known.
    expect(fields({ actions, body: [button(save, { run: 'show' }), button({ run: 'show' })] })).toEqual([]);
    expect(fields({ actions: { ...actions, told: [{ run: 'show' }] }, body: [button(save, { run: 'show' })] })).toEqual([]);
    const both = [button(save, { run: 'show' }), button({ call: 'shop.list' }, { run: 'show' })];
    expect(fields({ actions: { show: [{ notify: '{{ result.total }}{{ result.name }}' }] }, body: both })).toEqual([]);
  });

  it('leaves its answers to the steps that follow', () => {
    const actions = { save: [{ run: 'send' }], send: [save, { ...save, as: 'made' }] };
    const read = { notify: '{{ result.nmae }} {{ made.nmae }} {{ made.name }}' };
    expect(fields({ actions, body: [button({ run: 'save' }, read)] })).toHaveLength(2);
    expect(fields({ actions: { send: [{ if: '{{ user.name }}', [THEN]: actions.send }] }, body: [button({ run: 'send' }, read)] })).toEqual(
      [],
    );
  });

  it('exists, and does not run itself', () => {
    expect(fields({ actions: { save: [save] }, body: [button({ run: 'sve' })] })).toEqual([
      '/body/0/onClick/0/run: there is no action "sve" (did you mean "save"?)',
    ]);
    expect(fields({ actions: { a: [{ run: 'b' }], b: [{ run: 'a' }] }, onOpen: 'a' })).toEqual([
      '/actions/a/0/run: actions run each other: a > b > a (break the circle)',
    ]);
  });
});
