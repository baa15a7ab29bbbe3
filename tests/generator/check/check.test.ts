import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatFinding } from '../../../generator/check/findings.ts';
import { readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { type Files, page, root, temporaryProject, texts } from '../support/temporary-project.ts';

/** What documents torn out of a project always lack; tests/generator/check/examples.test.ts proves these codes. */
const incomplete = ['DOCUMENT_UNUSED', 'ACTION_UNUSED', 'TEXT_WORDING'];

/** Findings about the given documents, without those about the widgets' own examples. */
function findings(files: Files) {
  const found = runChecks(readProject(temporaryProject(files)));
  return found.filter(({ file, code }) => file.startsWith('schemas/') && !incomplete.includes(code));
}
function codes(files: Files): string[] {
  return findings(files).map(({ code, line, column }) => `${code} ${line}:${column}`);
}

const service = (calls: object) => ({ $schema: '../meta/service.schema.json', version: 1, title: 'S', calls });
const words = { en: 'A', 'zh-Hans': 'A', 'zh-Hant': 'A' };
const formHead = { $schema: '../meta/form.schema.json', version: 1 };
const call = (more: object = {}) => ({ summary: 'A', method: 'GET', path: '/api/a', access: 'session', response: {}, ...more });

describe('check of a page', () => {
  it('points at a typo in a widget and says what was meant', () => {
    const found = findings({ 'schemas/pages/a.page.json': page({ body: [{ widget: 'secton', body: [] }] }) });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({
      code: 'UNKNOWN_WIDGET',
      file: 'schemas/pages/a.page.json',
      line: 9,
      column: 17,
      pointer: '/body/0/widget',
    });
    expect(found[0]?.hint).toBe('did you mean "section"?');
  });

  it('points at a layout that stands within itself, or within one that does not exist', () => {
    const layout = (within: string) => page({ $schema: '../meta/layout.schema.json', within, body: [{ widget: 'outlet' }] });
    const found = findings({
      'schemas/layouts/inner.layout.json': layout('outer'),
      'schemas/layouts/outer.layout.json': layout('inner'),
      'schemas/layouts/lost.layout.json': layout('outre'),
    });
    expect(found.map(({ code, file, pointer, hint }) => [code, file, pointer, hint])).toEqual([
      ['REFERENCE_CYCLE', 'schemas/layouts/inner.layout.json', '/within', 'the outermost layout has no "within"'],
      ['UNKNOWN_DOCUMENT', 'schemas/layouts/lost.layout.json', '/within', 'did you mean "outer"?'],
      ['REFERENCE_CYCLE', 'schemas/layouts/outer.layout.json', '/within', 'the outermost layout has no "within"'],
    ]);
  });

  it('points at a page that is a part of itself, at once or by way of others, and at none that has others as its parts', () => {
    const having = (...parts: string[]) =>
      page({ body: [{ widget: 'section', body: parts.map((part) => ({ widget: 'part', page: part })) }] });
    const found = findings({
      'schemas/pages/own.page.json': having('leaf', 'own'),
      'schemas/pages/one.page.json': having('two'),
      'schemas/pages/two.page.json': having('leaf', 'three'),
      'schemas/pages/three.page.json': having('one'),
      'schemas/pages/above.page.json': having('one', 'leaf', 'leaf'),
      'schemas/pages/leaf.page.json': page({}),
    });
    expect(
      found.filter(({ code }) => code === 'REFERENCE_CYCLE').map(({ file, pointer, message }) => [file.split('/')[2], pointer, message]),
    ).toEqual([
      ['one.page.json', '/body/0/body/0/page', 'pages/one is a part of itself: one has two has three has one'],
      ['own.page.json', '/body/0/body/1/page', 'pages/own is a part of itself: own has own'],
      ['three.page.json', '/body/0/body/0/page', 'pages/three is a part of itself: three has one has two has three'],
      ['two.page.json', '/body/0/body/1/page', 'pages/two is a part of itself: two has three has one has two'],
    ]);
  });

  it('names windows whose OK submits nothing, and checks of forms that speak at no field', () => {
    const form = { widget: 'form', name: 'edit', fields: [] };
    const dialog = { widget: 'dialog', name: 'box', title: words, submit: 'edti', body: [form] };
    const found = findings({ 'schemas/pages/a.page.json': page({ body: [dialog], onOpen: [{ open: 'box' }] }) });
    expect(found.map(({ code, pointer, hint }) => [code, pointer, hint])).toEqual([
      ['UNKNOWN_NAME', '/body/0/submit', 'did you mean "edit"?'],
    ]);
    const field = (name: string) => ({ widget: 'input', name, label: words });
    const check = (field: string) => ({ require: '{{ form.values.end > form.values.begin }}', message: words, field });
    const fields = [field('begin'), { widget: 'section', title: words, body: [field('end')] }];
    const wrong = findings({ 'schemas/forms/a.form.json': { ...formHead, fields, checks: [check('end'), check('ende')] } });
    expect(wrong.map(({ code, pointer, hint }) => [code, pointer, hint])).toEqual([
      ['UNKNOWN_FIELD', '/checks/1/field', 'did you mean "end"?'],
    ]);
  });

  it('tells files that lie where no documents are read, icons of menus, and what is mostly behind a fault of syntax', () => {
    const stray = findings({ 'schemas/page/a.page.json': page({}), 'schemas/b.page.json': page({}) });
    expect(stray.map(({ code, file, hint }) => [code, file, hint])).toEqual([
      ['UNKNOWN_DOCUMENT_KIND', 'schemas/b.page.json', 'such as pages/b.page.json'],
      ['UNKNOWN_DOCUMENT_KIND', 'schemas/page/a.page.json', 'did you mean "pages"?'],
    ]);
    const hints = (text: string) =>
      findings({ 'schemas/rules/a.rule.json': text }).flatMap(({ code, hint }) => (code === 'JSON_SYNTAX' ? [hint] : []));
    expect(hints('{"version": 1, }')).toEqual(['take the comma before it away']);
    expect(hints('{"version": 1, // mine\n}')).toEqual(['JSON has no comments: most documents take a "description"']);
    expect(hints('{"version": 1, "pattern": ')).toEqual(['the text ends here: is the file written to its end?']);
    const items = [{ menuId: '1', parentId: '0', type: '0', name: 'A', icon: 'inbx' }];
    const menu = { $schema: '../meta/menu.schema.json', version: 1, use: 'seed', items };
    expect(findings({ 'schemas/menus/a.menu.json': menu }).map(({ code, pointer, hint }) => [code, pointer, hint])).toEqual([
      ['UNKNOWN_ICON', '/items/0/icon', 'did you mean "inbox"?'],
    ]);
  });

  it('tells who reads a value the document does not compute where those of a form stand', () => {
    const calculations = { total: '{{ values.price * 2 }}' };
    const form = { widget: 'form', name: 'edit', fields: [{ widget: 'input', name: 'price', label: words }], calculations };
    const found = findings({ 'schemas/pages/a.page.json': page({ body: [form] }) });
    expect(found.map(({ code, hint }) => [code, hint])).toEqual([['UNKNOWN_NAME', 'what a form holds is form.values.price']]);
  });

  it('does not report the names that a mistyped widget would have declared', () => {
    const inner = { widget: 'form', name: 'edit', fields: [] };
    const body = [
      { widget: 'secton', name: 'box', body: [inner] },
      { widget: 'text', text: '{{ edit.valid && box.open && other.x }}' },
    ];
    const found = findings({ 'schemas/pages/a.page.json': page({ body, onOpen: [{ validate: 'edit' }] }) });
    expect(found.map(({ code, pointer }) => `${code} ${pointer}`).sort()).toEqual([
      'UNKNOWN_NAME /body/1/text',
      'UNKNOWN_WIDGET /body/0/widget',
    ]);
  });

  it('points at the key of an unknown option', () => {
    const [found, ...more] = findings({ 'schemas/pages/a.page.json': page({ body: [{ widget: 'section', body: [], colapsed: true }] }) });
    expect(more).toEqual([]);
    expect(found).toMatchObject({ code: 'UNKNOWN_OPTION', line: 11, column: 7, hint: 'did you mean "collapsed"?' });
  });

  it('points at a missing option, a wrong value and an unknown step, one finding each', () => {
    const body = [{ widget: 'section' }, { widget: 'section', body: [], padding: 'smal' }];
    const found = findings({ 'schemas/pages/a.page.json': page({ body, onOpen: [{ notifi: { en: 'x' } }] }) });
    expect(found.map(({ code, pointer, hint }) => [code, pointer, hint])).toEqual([
      ['MISSING_OPTION', '/body/0', 'Content.'],
      ['BAD_OPTION', '/body/1/padding', 'did you mean "small"?'],
      ['BAD_STEP', '/onOpen/0/notifi', 'did you mean "notify"?'],
    ]);
  });

  it('tells a number where a text with the same figures belongs from that text', () => {
    const row = (more: object) => ({ menuId: 'a', parentId: '0', type: '0', name: 'A', ...more });
    const of = (more: object) => {
      const menu = { $schema: '../meta/menu.schema.json', version: 1, use: 'seed', items: [row(more)] };
      return findings({ 'schemas/menus/m.menu.json': menu }).map(({ code, pointer, message, hint }) => [code, pointer, message, hint]);
    };
    const place = ['BAD_OPTION', '/items/0/visible'];
    expect(of({ visible: 0 })).toEqual([[...place, 'the number 0 is not one of the texts "0", "1"', 'write "0", with the quotes']]);
    expect(of({ visible: 7 })).toEqual([[...place, 'the number 7 is not one of the texts "0", "1"', undefined]]);
    expect(of({ visible: [] })).toEqual([[...place, 'an array is not one of the texts "0", "1"', undefined]]);
    expect(of({ visible: 'shown' })).toEqual([[...place, '"shown" is not one of 0, 1', undefined]]);
    expect(of({ visible: '0' })).toEqual([]);
  });

  it('finds unknown texts, in options, also those asked for later, steps and expressions', () => {
    const files = {
      ...texts('shop', { title: 'Shop', used: 'Used' }),
      'schemas/pages/a.page.json': page({
        title: 'shop.titel',
        body: [
          { widget: 'text', text: "{{ t('shop.usde') }}" },
          {
            widget: 'table',
            name: 'own',
            rows: [],
            columns: [{ name: 'id', title: { en: 'Id', 'zh-Hans': '号', 'zh-Hant': '號' } }],
            actions: [{ text: 'shop.tilte', confirm: 'shop.used', onClick: [] }],
          },
        ],
        onOpen: [{ notify: 'shop.used' }, { confirm: 'shop.title' }],
      }),
    };
    expect(findings(files).map(({ code, pointer, hint }) => [code, pointer, hint])).toEqual([
      ['UNKNOWN_TEXT', '/title', 'did you mean "shop.title"?'],
      ['UNKNOWN_TEXT', '/body/0/text', 'did you mean "shop.used"?'],
      ['UNKNOWN_TEXT', '/body/1/actions/0/text', 'did you mean "shop.title"?'],
    ]);
  });

  it('finds unknown calls and parameters, given and forgotten', () => {
    const get = call({ path: '/api/a/{id}', params: { type: 'object', required: ['id'], properties: { id: { type: 'string' } } } });
    const data = { one: { call: 'shop.gett' }, two: { call: 'shop.get', with: { idd: 1 } }, three: { call: 'shop.get', with: { id: 1 } } };
    const found = findings({ 'schemas/services/shop.service.json': service({ get }), 'schemas/pages/a.page.json': page({ data }) });
    expect(found.map(({ code, pointer, hint }) => [code, pointer, hint])).toEqual([
      ['UNKNOWN_CALL', '/data/one/call', 'did you mean "shop.get"?'],
      ['CALL_ARGUMENT', '/data/two/call', 'write "with": {"id": ...}'],
      ['CALL_ARGUMENT', '/data/two/with/idd', 'did you mean "id"?'],
    ]);
  });

  it('finds unknown forms, tables, rules, dictionaries and actions', () => {
    const body = [
      { widget: 'form', name: 'edit', form: 'orde' },
      { widget: 'table', name: 'rows', table: 'orders' },
      { widget: 'button', text: { en: 'x' }, onClick: 'sav' },
      { widget: 'text', text: "{{ dict('sys_statu', 1) }}" },
    ];
    const field = { widget: 'input', name: 'n', label: { en: 'N' }, rules: ['nam'] };
    const found = findings({
      'schemas/pages/a.page.json': page({ body, actions: { save: [] } }),
      'schemas/forms/order.form.json': { $schema: '../meta/form.schema.json', version: 1, fields: [field] },
      'schemas/rules/name.rule.json': { $schema: '../meta/rule.schema.json', version: 1, message: { en: 'x' }, pattern: 'a' },
      'schemas/dictionaries/status.dictionary.json': {
        ...{ $schema: '../meta/dictionary.schema.json', version: 1, type: 'sys_status', label: { en: 'S' }, entries: [] },
      },
    });
    expect(found.map(({ code, pointer }) => `${code} ${pointer}`).sort()).toEqual([
      'UNKNOWN_ACTION /body/2/onClick',
      'UNKNOWN_DICTIONARY /body/3/text',
      'UNKNOWN_DOCUMENT /body/0/form',
      'UNKNOWN_DOCUMENT /body/1/table',
      'UNKNOWN_RULE /fields/0/rules/0',
    ]);
  });

  it('finds faulty expressions, also in a form that a page shows and in one nobody shows', () => {
    const form = (when: string) => ({ $schema: '../meta/form.schema.json', version: 1, fields: [{ widget: 'input', name: 'n', when }] });
    const found = findings({
      'schemas/pages/a.page.json': page({
        state: { mode: {} },
        values: { good: '{{ state.mode }}', wrong: '{{ state.mod }}', open: '{{ (1 }}', name: '{{ lenn(1) }}' },
        body: [{ widget: 'form', name: 'edit', form: 'shown' }],
      }),
      'schemas/forms/shown.form.json': form('{{ nobody }}'),
      'schemas/forms/alone.form.json': form('{{ 1 + }}'),
    });
    expect(found.map(({ file, pointer }) => `${file.split('/')[2]} ${pointer}`)).toEqual([
      'alone.form.json /fields/0/when',
      'shown.form.json /fields/0/when',
      'a.page.json /values/wrong',
      'a.page.json /values/open',
      'a.page.json /values/name',
    ]);
    expect(found[1]?.hint).toContain('shown by pages/a');
    // The caret stands below the name, not below the string it is in.
    expect(found[1]?.excerpt.slice((found[1]?.column ?? 0) - 1)).toMatch(/^nobody/);
    expect(found[2]?.hint).toContain('did you mean "mode"?');
  });
});

describe('check of the other documents', () => {
  it('compares the languages of texts: missing ones, placeholders, unused ones', () => {
    const files = texts('shop', { count: '{{n}} pieces', idle: 'Idle' });
    const german = files['schemas/locales/zh-Hans/shop.locale.json'];
    files['schemas/locales/zh-Hans/shop.locale.json'] = { ...(german as object), texts: { count: '{{m}} 件' } };
    files['schemas/pages/a.page.json'] = page({ title: "{{ t('shop.count', {n: 1}) }}" });
    expect(findings(files).map(({ code, severity, file }) => `${code} ${severity} ${file.split('/')[2]}`)).toEqual([
      'TEXT_LANGUAGE error en',
      'TEXT_UNUSED warning en',
      'TEXT_PLACEHOLDER error zh-Hans',
    ]);
  });

  it('points at texts in the folder of another language than they say', () => {
    const locale = (language: string) => ({ $schema: '../../meta/locale.schema.json', version: 1, language, texts: { one: 'One' } });
    const found = findings({
      'schemas/locales/en/shop.locale.json': locale('en'),
      'schemas/locales/zh-Hans/shop.locale.json': locale('en'),
      'schemas/locales/zh-Hant/shop.locale.json': locale('zh-Hant'),
    });
    expect(found.filter(({ code }) => code === 'TEXT_LANGUAGE').map(({ file, pointer, hint }) => [file, pointer, hint])).toEqual([
      ['schemas/locales/zh-Hans/shop.locale.json', '/language', 'write "zh-Hans", or lay it into locales/en'],
    ]);
  });

  it('takes texts that are added to an area as texts of it: in all languages, with the placeholders, each from one document', () => {
    const files = texts('shop', { count: '{{n}} pieces' });
    files['schemas/pages/a.page.json'] = page({ title: "{{ t('shop.count', {n: 1}) + t('shop.more') }}" });
    const added = (name: string, language: string, more: object) => {
      const document = { $schema: '../../meta/locale.schema.json', version: 1, language, area: 'shop', texts: more };
      return { [`schemas/locales/${language}/${name}.locale.json`]: document };
    };
    const more = (language: string) => added('a', language, { more: 'More' });
    const found = (...others: object[]) =>
      findings(Object.assign({}, files, ...others)).map(({ code, file, pointer }) => `${code} ${file.slice(16)} ${pointer}`);
    expect(found(...['en', 'zh-Hans', 'zh-Hant'].map(more), added('b', 'en', { count: 'All {{n}}' }))).toEqual([]);
    expect(found(more('en'), added('b', 'en', { count: 'All', more: 'Even more' }))).toEqual([
      'TEXT_LANGUAGE en/b.locale.json /texts/more',
      'DOUBLE_NAME en/b.locale.json /texts/more',
      'TEXT_PLACEHOLDER zh-Hans/shop.locale.json /texts/count',
      'TEXT_PLACEHOLDER zh-Hant/shop.locale.json /texts/count',
      'TEXT_VALUES page.json /title',
    ]);
  });

  it('tells of placeholders that nothing fills in a wording; what `with` gives and the numbers of a rule do', () => {
    const wording = { en: '{{count}} closed', 'zh-Hans': '{{count}}', 'zh-Hant': '{{count}}' };
    const button = (more: object) => ({
      widget: 'button',
      text: { en: 'A', 'zh-Hans': 'A', 'zh-Hant': 'A' },
      onClick: [{ notify: wording, ...more }],
    });
    const found = findings({
      'schemas/pages/a.page.json': page({ body: [button({ with: { count: 3 } }), button({ with: '{{ state }}' }), button({})] }),
      'schemas/rules/long.rule.json': {
        ...{ $schema: '../meta/rule.schema.json', version: 1, maxLength: 3 },
        message: { en: 'At most {{maxLength}}', 'zh-Hans': '{{maxLength}}', 'zh-Hant': '{{maxLength}}' },
      },
    }).filter(({ code }) => code === 'TEXT_VALUES');
    expect(found.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual(
      ['en', 'zh-Hans', 'zh-Hant'].map((language) => `/body/2/onClick/0/notify/${language} nothing fills {{count}} of this text`),
    );
  });

  it('takes any filter of a table that filters by itself', () => {
    const call = {
      summary: 'A',
      method: 'GET',
      path: '/api/all',
      access: 'session',
      response: { type: 'array', items: { type: 'object' } },
    };
    const table = (filtersBy: string, offered = 'filters') => ({
      ...{ widget: 'table', name: 'all', source: { call: 'shop.all', filtersBy }, paging: 'client' },
      columns: [{ name: 'a', title: { en: 'A', 'zh-Hans': 'A', 'zh-Hant': 'A' } }],
      [offered]: [{ widget: 'input', name: 'a', label: { en: 'A', 'zh-Hans': 'A', 'zh-Hant': 'A' } }],
    });
    const codes = (...given: Parameters<typeof table>) =>
      findings({
        'schemas/services/shop.service.json': { $schema: '../meta/service.schema.json', version: 1, title: 'Shop', calls: { all: call } },
        'schemas/pages/a.page.json': page({ body: [table(...given)] }),
      }).map(({ code }) => code);
    expect(codes('table')).not.toContain('CALL_ARGUMENT');
    expect(codes('call')).toContain('CALL_ARGUMENT');
    expect([codes('table', 'linkedFilters'), codes('call', 'linkedFilters')].map((found) => found.includes('CALL_ARGUMENT'))).toEqual([
      false,
      true,
    ]);
  });

  it('filters a table begins with are those it has, with values they offer', () => {
    const list = {
      summary: 'A',
      method: 'GET',
      path: '/api/all',
      access: 'session',
      response: { type: 'array', items: { type: 'object' } },
    };
    const table = {
      ...{ widget: 'table', name: 'all', source: { call: 'shop.all', filtersBy: 'table' }, paging: 'client' },
      columns: [{ name: 'a', title: words }],
      filters: [
        { widget: 'input', name: 'a', label: words },
        { widget: 'select', name: 'b', label: words, options: [{ value: 'one', label: words }] },
      ],
      filterInitial: { a: 'x', aa: 'x', b: 'two' },
    };
    const found = findings({
      'schemas/services/shop.service.json': { $schema: '../meta/service.schema.json', version: 1, title: 'Shop', calls: { all: list } },
      'schemas/pages/a.page.json': page({ body: [table] }),
    }).filter(({ pointer }) => pointer.includes('/filterInitial'));
    expect(found.map(({ code, severity, pointer, hint }) => [code, severity, pointer.replace('/body/0/filterInitial', ''), hint])).toEqual([
      ['UNKNOWN_FIELD', 'error', '/aa', 'did you mean "a"?'],
      ['UNKNOWN_ENTRY', 'warning', '/b', 'it has one'],
    ]);
  });

  it('lets an overlay word a notice of the product, and change nothing else of it', () => {
    const body = (text: string) => ({ en: text, 'zh-Hans': text, 'zh-Hant': text });
    const notice = (more: object) => ({
      ...{
        $schema: '../meta/notice.schema.json',
        version: 1,
        type: '1',
        topic: 'work',
        parameters: { name: 'text' },
        body: body('{{ name }} has come'),
      },
      ...more,
    });
    const overlay = (more: object) => {
      const files = { 'schemas/notices/sent.notice.json': notice({}), 'over/notices/sent.notice.json': notice(more) };
      const folder = temporaryProject(files);
      const found = runChecks(readProject(folder, [join(folder, 'over')]));
      // No dictionary here has any type.
      return found.flatMap(({ code, pointer, hint }) => (code === 'NOTICE' && hint !== undefined ? [`${pointer} ${hint}`] : []));
    };
    expect(overlay({ body: body('{{ name }} is here') })).toEqual([]);
    expect(overlay({ type: '2', level: 'urgent', link: '/messages', parameters: { name: 'number' } })).toEqual([
      '/type it is "1"',
      '/parameters it is {"name":"text"}',
      '/level leave it out',
      '/link leave it out',
    ]);
  });

  it('takes plural forms with the text they are forms of, in the languages that have them', () => {
    const files = texts('shop', { found: '{{count}} pieces of {{name}}', home: 'Home' });
    const english = files['schemas/locales/en/shop.locale.json'] as { texts: object };
    files['schemas/locales/en/shop.locale.json'] = {
      ...english,
      texts: { ...english.texts, found_one: 'One piece of {{name}}', found_few: '{{n}} pieces', home_one: 'One home', alone_one: 'One' },
    };
    files['schemas/pages/a.page.json'] = page({ title: "{{ t('shop.found', {count: 1, name: 'x'}) + t('shop.home') }}" });
    expect(findings(files).map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'TEXT_PLACEHOLDER /texts/found_few',
      'TEXT_PLACEHOLDER /texts/home_one',
      'TEXT_LANGUAGE /texts/alone_one',
      'TEXT_UNUSED /texts/alone_one',
    ]);
  });

  it('[MENU-01] rows may stand under those of another menu with the same use, and of no other', () => {
    const row = (menuId: string, more: object) => ({ menuId, parentId: '0', type: '0', name: menuId, ...more });
    const menu = (use: string, ...items: object[]) => ({ $schema: '../meta/menu.schema.json', version: 1, use, items });
    const found = findings({
      'schemas/menus/product.menu.json': menu(
        'seed',
        row('system', {}),
        row('system-add', { parentId: 'system', type: '2', perms: 'x:add' }),
      ),
      'schemas/menus/own.menu.json': menu('seed', row('own', { parentId: 'system' }), row('lost', { parentId: 'app' })),
      'schemas/menus/app.menu.json': menu('application', row('app', {}), row('strange', { parentId: 'system' })),
    });
    expect(found.map(({ code, pointer, message }) => [code, pointer, message])).toEqual([
      ['MENU_PARENT', '/items/1/parentId', 'there is no menu entry "system" to stand under'],
      ['MENU_PARENT', '/items/1/parentId', 'there is no menu entry "app" to stand under'],
    ]);
  });

  it('[ROUTE-10] rows that lead to no page are told, unless another row leads to where they do', () => {
    const row = (menuId: string, more: object) => ({ menuId, parentId: '0', type: '1', name: menuId, url: `/${menuId}`, ...more });
    const menu = (use: string, ...items: object[]) => ({ $schema: '../meta/menu.schema.json', version: 1, use, items });
    const found = findings({
      'schemas/menus/product.menu.json': menu(
        'seed',
        row('idle', {}),
        row('again', { url: '/shown' }),
        row('holder', { type: '0', component: 'p/a' }),
        row('button', { type: 'M', component: 'p/a' }),
        row('twice', { component: 'a#b#a#p/a' }),
        row('once', { component: 'a#b#p/a' }),
        row('frame', { url: 'https://example.org', isFrame: '0' }),
        row('elsewhere', { redirect: '/shown' }),
        row('plain', { type: '2', url: undefined, perms: 'x:add', parentId: 'idle' }),
      ),
      'schemas/menus/app.menu.json': menu('application', row('shown', { component: 'p/a' })),
    }).filter(({ code }) => code === 'MENU_NOWHERE');
    expect(found.map(({ severity, pointer, message }) => [severity, pointer, message])).toEqual([
      ['warning', '/items/0', 'this row leads to no page'],
      ['warning', '/items/2/component', 'a directory shows no page'],
      ['warning', '/items/3/type', 'a row of the type "M" is a button and leads nowhere'],
      ['warning', '/items/4/component', 'the layout "a" stands in itself'],
    ]);
  });

  it('[MENU-01] buttons stand under an entry of a menu with the same use, too', () => {
    const row = (menuId: string, more: object) => ({ menuId, parentId: '0', type: '1', name: menuId, ...more });
    const button = (menuId: string, parentId: string) => ({ ...row(menuId, { parentId, type: '2' }), perms: `x:${menuId}` });
    const menu = (...items: object[]) => ({ $schema: '../meta/menu.schema.json', version: 1, use: 'seed', items });
    const found = findings({
      'schemas/menus/product.menu.json': menu(row('system-user', { type: '0' }), button('add', 'system-user')),
      'schemas/menus/own.menu.json': menu(
        button('edit', 'system-user'),
        button('move', 'system-users'),
        button('copy', 'add'),
        button('all', '0'),
      ),
    });
    expect(found.map(({ pointer, code, message, hint }) => [pointer, code, message, hint])).toEqual([
      [
        '/items/1/parentId',
        'MENU_PARENT',
        'there is no menu entry "system-users" for this button to stand under',
        'did you mean "system-user"?',
      ],
      [
        '/items/2/parentId',
        'MENU_PARENT',
        'there is no menu entry "add" for this button to stand under',
        'the menuId of a directory or a page',
      ],
    ]);
  });

  it('finds layouts and pages of menu rows that do not exist, doubles, lost parents and circles', () => {
    const row = (menuId: string, more: object) => ({ menuId, parentId: '0', type: '1', name: menuId, ...more });
    const items = [
      row('a', { url: '/a', component: 'blank#hom' }),
      row('b', { url: '/a', component: 'home' }),
      row('a', { parentId: 'z', type: '0' }),
      row('c', { parentId: 'd', type: '0' }),
      row('d', { parentId: 'c', type: '0' }),
      row('e', { url: '/e', component: 'blank##home' }),
    ];
    const found = findings({
      'schemas/menus/m.menu.json': { $schema: '../meta/menu.schema.json', version: 1, use: 'seed', items },
      'schemas/pages/home.page.json': page({}),
    });
    expect(found.map(({ code, pointer }) => `${code} ${pointer}`).sort()).toEqual([
      'MENU_COMPONENT /items/5/component',
      'MENU_CYCLE /items/3/parentId',
      'MENU_DUPLICATE /items/2/menuId',
      'MENU_PATH /items/1/url',
      'UNKNOWN_LAYOUT /items/0/component',
      'UNKNOWN_PAGE /items/0/component',
    ]);
  });

  it('counts the outlets of a layout', () => {
    const layout = (body: object[]) => ({ ...page({ body }), $schema: '../meta/layout.schema.json' });
    const found = findings({
      'schemas/layouts/none.layout.json': layout([]),
      'schemas/layouts/one.layout.json': layout([{ widget: 'section', body: [{ widget: 'outlet' }] }]),
      'schemas/layouts/two.layout.json': layout([{ widget: 'outlet' }, { widget: 'outlet' }]),
    });
    expect(found.map(({ code, file, pointer }) => `${code} ${file.split('/')[2]} ${pointer}`)).toEqual([
      'OUTLET_COUNT none.layout.json /body',
      'OUTLET_COUNT two.layout.json /body',
    ]);
  });

  it('finds patterns that are no regular expressions and calculations in a circle', () => {
    const calculations = { total: '{{ form.values.tax + 1 }}', tax: '{{ form.values.total }}' };
    const files = {
      'schemas/rules/r.rule.json': { $schema: '../meta/rule.schema.json', version: 1, pattern: '([a', message: { en: 'x' } },
      'schemas/forms/f.form.json': { $schema: '../meta/form.schema.json', version: 1, fields: [], calculations },
    };
    expect(findings(files).map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'CALCULATION_CIRCLE /calculations/total',
      'RULE_PATTERN /pattern',
    ]);
  });

  it('finds patterns of contracts that are no regular expressions', () => {
    const properties = { a: { pattern: '([a' }, b: { patternProperties: { '^x': {}, '*': {} } }, c: { pattern: '^\\p{L}+$' } };
    const calls = { one: call({ response: { properties } }) };
    const service = { $schema: '../meta/service.schema.json', version: 1, title: 'A', calls };
    expect(findings({ 'schemas/services/a.service.json': service }).map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'BAD_OPTION /calls/one/response/properties/a/pattern',
      'BAD_OPTION /calls/one/response/properties/b/patternProperties/*',
    ]);
  });

  it('finds patterns of contracts that take days which do not exist, and formats nothing checks', () => {
    const day = '^[0-9]{4}-[0-9]{2}-[0-9]{2}';
    const properties = {
      a: { pattern: `${day}$` },
      b: { pattern: '^(\\d{4}-\\d\\d-\\d\\d)?$' },
      c: { pattern: `${day}([ T].*)?$`, format: 'date-time' },
      d: { pattern: `${day}$`, format: 'date' },
      e: { pattern: `${day}( .*)?$`, format: 'leading-date' },
      f: { pattern: '^[0-9-]+$' },
      g: { pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' },
      h: { format: 'dat' },
    };
    const calls = { one: call({ response: { properties } }) };
    const service = { $schema: '../meta/service.schema.json', version: 1, title: 'A', calls };
    expect(findings({ 'schemas/services/a.service.json': service }).map(({ code, pointer, hint }) => [code, pointer, hint])).toEqual([
      ...['a', 'b', 'c'].map((name) => [
        'BAD_OPTION',
        `/calls/one/response/properties/${name}/pattern`,
        'say "format": "date", or "leading-date" where more may follow the day',
      ]),
      ['BAD_OPTION', '/calls/one/response/properties/h/format', 'did you mean "date"?'],
    ]);
  });

  it('compares path and params of calls, finds doubles, lost entities and rules', () => {
    const body = { type: 'object', properties: { name: { type: 'string' } } };
    const calls = {
      one: call({ path: '/api/a/{id}' }),
      two: call({ params: { type: 'object', properties: { key: { type: 'string' } } } }),
      three: call({ path: '/api/b', response: { $ref: '../entities/lost.entity.json#/schema' } }),
      four: call({ path: '/api/c', method: 'POST', body, rules: { nam: 'lost' } }),
      five: call({ path: '/api/c', method: 'POST' }),
    };
    const found = findings({ 'schemas/services/s.service.json': service(calls) });
    expect(found.map(({ code, pointer }) => `${code} ${pointer}`).sort()).toEqual([
      'CALL_DOUBLE /calls/four/path',
      'CALL_PARAMETERS /calls/one/path',
      'CALL_PARAMETERS /calls/two/params/properties/key',
      'CALL_RULE /calls/four/rules/nam',
      'UNKNOWN_ENTITY /calls/three/response/$ref',
      'UNKNOWN_RULE /calls/four/rules/nam',
    ]);
  });

  it('reports syntax, keys given twice and names nobody reads', () => {
    const found = codes({
      'schemas/pages/a.page.json': '{\n  "version": 1,\n  "version": 1\n}',
      'schemas/pages/b.page.json': '{\n  "version": 1,,\n}',
      'schemas/pages/c.json': {},
      'schemas/pages/d.page.json': { ...page({}), $schema: '../meta/form.schema.json' },
    });
    expect(found).toEqual(['REPEATED_KEY 3:3', 'JSON_SYNTAX 2:16', 'UNKNOWN_DOCUMENT_KIND 1:1', 'DOCUMENT_SCHEMA_LINE 2:14']);
  });

  it('reads further folders over the base', () => {
    const base = temporaryProject({ 'schemas/pages/a.page.json': page({ body: [{ widget: 'nope' }] }) });
    const overlay = temporaryProject({ 'schemas/pages/a.page.json': page({}), 'schemas/pages/b.page.json': page({ titel: 1 }) });
    const found = runChecks(readProject(base, [join(overlay, 'schemas')])).filter(
      ({ file, code }) => file.includes('/pages/') && !incomplete.includes(code),
    );
    expect(found.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(['UNKNOWN_OPTION /titel']);
  });

  it('an overlay that words a text of the product anew may tell less than it, and is warned; what it cannot tell is an error', () => {
    const base = temporaryProject({
      ...texts('shop', { count: '{{n}} of {{all}}' }),
      'schemas/pages/a.page.json': page({ title: "{{ t('shop.count', {n: 1, all: 2}) }}" }),
    });
    const told = (text: string) => {
      const document = { $schema: '../../meta/locale.schema.json', version: 1, language: 'en', area: 'shop', texts: { count: text } };
      const overlay = temporaryProject({ 'schemas/locales/en/shop.locale.json': document });
      return runChecks(readProject(base, [join(overlay, 'schemas')]))
        .filter(({ code }) => code === 'TEXT_PLACEHOLDER')
        .map(({ severity }) => severity);
    };
    expect([told('{{all}}, {{n}}'), told('Some'), told('{{n}} of {{total}}')]).toEqual([[], ['warning'], ['error']]);
    // Of a text of its own no language tells less than another.
    const own = (language: string, text: string) => ({
      ...{ $schema: '../../meta/locale.schema.json', version: 1, language, area: 'mine' },
      texts: { count: text },
    });
    const overlay = temporaryProject({
      'schemas/locales/en/mine.locale.json': own('en', '{{n}} of {{all}}'),
      'schemas/locales/zh-Hans/mine.locale.json': own('zh-Hans', '{{n}}'),
      'schemas/locales/zh-Hant/mine.locale.json': own('zh-Hant', '{{all}} {{n}}'),
    });
    const found = runChecks(readProject(base, [join(overlay, 'schemas')])).filter(({ code }) => code === 'TEXT_PLACEHOLDER');
    expect(found.map(({ severity, file }) => [severity, /zh-Han./.exec(file)?.[0]])).toEqual([['error', 'zh-Hans']]);
  });

  it('a name that is taken is a finding of the document in the overlay, whichever file comes first', () => {
    const menu = (menuId: string) => ({
      version: 1,
      use: 'seed',
      items: [{ menuId, parentId: '0', type: '1', name: 'A', url: '/a', component: 'a' }],
    });
    const base = temporaryProject({ 'schemas/menus/own.menu.json': menu('1') });
    for (const name of ['aaa', 'zzz']) {
      const overlay = temporaryProject({ [`schemas/menus/${name}.menu.json`]: menu('2') });
      const taken = runChecks(readProject(base, [join(overlay, 'schemas')])).filter(({ code }) => code === 'DOUBLE_NAME');
      expect(taken).toMatchObject([
        { file: expect.stringContaining(`${name}.menu.json`), pointer: '/items/0/url', hint: 'by schemas/menus/own.menu.json' },
      ]);
    }
  });
});

describe('check of what is shipped', () => {
  it('finds nothing, not even a warning, in any document and any example of a widget', () => {
    expect(runChecks(readProject(root)).map(formatFinding)).toEqual([]);
  });
});

describe('a finding as text', () => {
  it('shows place, message, line, caret and hint', () => {
    const [found] = findings({ 'schemas/pages/a.page.json': page({ body: [{ widget: 'secton', body: [] }] }) });
    if (!found) throw new Error('nothing was found');
    expect(formatFinding(found).split('\n')).toEqual([
      'schemas/pages/a.page.json:9:17 error UNKNOWN_WIDGET: there is no widget "secton"',
      '    "widget": "secton",',
      '              ^',
      '    did you mean "section"?',
    ]);
  });
});
