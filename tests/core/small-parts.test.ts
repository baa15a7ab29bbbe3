import { describe, expect, it } from 'vitest';
import targus from '../../schemas/app/targus.app.json';
import {
  buildManifest,
  checkJsonLimits,
  createDocumentSet,
  detectLanguage,
  didYouMean,
  fieldHint,
  getPath,
  isSafePath,
  JsonError,
  layoutChain,
  localizedText,
  mergeTexts,
  orderCalculations,
  parseComponent,
  parseLimitedJson,
  personName,
  safeRedirect,
  setPath,
  suggest,
} from '../../src/core/index.ts';

describe('component strings', () => {
  it.each([
    ['system/user', { layouts: ['main'], page: 'system/user' }],
    ['a#b#c/d-e', { layouts: ['a', 'b'], page: 'c/d-e' }],
    ['  a #\tb ', { layouts: ['a'], page: 'b' }],
  ])('%s', (text, expected) => expect(parseComponent(text, 'main')).toEqual(expected));

  it.each(['', ' ', '#', 'a#', '#a', 'a##b', 'A', 'a b', '../a', '/a', 'a/', 'a//b', '__proto__', 'a#b#c#d#e#f#g#h#i'])(
    'refuses %j',
    (text) => {
      expect(parseComponent(text, 'main')).toEqual({ problem: expect.any(String) });
    },
  );

  it('takes up to 8 parts', () => {
    expect(parseComponent('a#b#c#d#e#f#g#h', 'main')).toMatchObject({ page: 'h' });
  });
});

describe('layouts within layouts', () => {
  const known = {
    main: { within: 'session' },
    home: { within: 'session' },
    session: {},
    ring: { within: 'round' },
    round: { within: 'ring' },
  };

  it('[ROUTE-11] a layout stands in the one it names, once, outermost first', () => {
    expect(layoutChain(['main'], known)).toEqual(['session', 'main']);
    expect(layoutChain(['main', 'home'], known)).toEqual(['session', 'main', 'home']);
    expect(layoutChain(['session', 'main'], known)).toEqual(['session', 'main']);
    expect(layoutChain(['blank'], known)).toEqual(['blank']);
  });

  it('one that leads nowhere or in a circle ends there', () => {
    expect(layoutChain(['ring'], known)).toEqual(['round', 'ring']);
    expect(layoutChain(['odd'], { odd: { within: 'gone' } })).toEqual(['odd']);
    expect(layoutChain(['odd'], { odd: { within: 'constructor' } })).toEqual(['odd']);
  });
});

describe('JSON from elsewhere', () => {
  const codeOf = (work: () => unknown): string | undefined => {
    try {
      work();
    } catch (error) {
      if (error instanceof JsonError) return error.code;
      throw error;
    }
    return undefined;
  };

  it('is parsed within bounds', () => {
    expect(parseLimitedJson('{"a":[1,{"b":"]}["}]}')).toEqual({ a: [1, { b: ']}[' }] });
  });

  it('is refused by size in bytes, before it is read', () => {
    expect(codeOf(() => parseLimitedJson(`"${'x'.repeat(1_048_576)}"`))).toBe('JSON_TOO_LARGE');
    expect(codeOf(() => parseLimitedJson(`"${'中'.repeat(400_000)}"`))).toBe('JSON_TOO_LARGE');
    expect(codeOf(() => parseLimitedJson(`"${'中'.repeat(300_000)}"`))).toBeUndefined();
  });

  it('is refused by depth without recursion, whatever is nested', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    expect(codeOf(() => parseLimitedJson(nested(32)))).toBeUndefined();
    expect(codeOf(() => parseLimitedJson(nested(33)))).toBe('JSON_TOO_DEEP');
    expect(codeOf(() => parseLimitedJson(nested(500_000)))).toBe('JSON_TOO_DEEP');
    expect(codeOf(() => parseLimitedJson('{"a":'.repeat(200_000)))).toBe('JSON_TOO_DEEP');
  });

  it('does not count brackets in texts', () => {
    expect(parseLimitedJson(`["${'['.repeat(100)}", "\\"${'{'.repeat(100)}"]`)).toHaveLength(2);
  });

  it('is refused by number of values', () => {
    expect(codeOf(() => parseLimitedJson(`[${'0,'.repeat(200)}0]`, { maxNodes: 100 }))).toBe('JSON_TOO_MANY');
    expect(codeOf(() => parseLimitedJson('[1,2,3]', { maxNodes: 5 }))).toBeUndefined();
  });

  it('says what is no JSON', () => {
    expect(codeOf(() => parseLimitedJson('{a}'))).toBe('JSON_SYNTAX');
  });

  it('can be checked after parsing, as deep as it may be', () => {
    let deep: unknown = 1;
    for (let index = 0; index < 100_000; index += 1) deep = [deep];
    expect(codeOf(() => checkJsonLimits(deep))).toBe('JSON_TOO_DEEP');
    expect(codeOf(() => checkJsonLimits([1, 2, 3], { maxNodes: 3 }))).toBe('JSON_TOO_MANY');
    expect(codeOf(() => checkJsonLimits({ a: [1] }))).toBeUndefined();
  });
});

describe('redirects', () => {
  const origin = 'https://targus.example';

  it.each(['/', '/a/b?c=1#d', '/a?next=//x&b=50%25', '/用户', '/a%20b'])('accept %s', (path) => {
    expect(isSafePath(path)).toBe(true);
    expect(safeRedirect(path, origin, '/fallback')).toBe(path);
  });

  it.each([
    '',
    'a',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil',
    '/%5cevil',
    '/%2f/evil',
    '/%2Fevil',
    '/%252fevil',
    '/%25252fevil',
    '/%2525252fevil',
    '/%09/evil',
    '/a/%5c..',
    '/a//b',
    '/%',
    '/%E0%A4%A',
    'javascript:alert(1)',
    ' /a',
    '/a\u0000',
    '/a\u2028',
    '/\u0085',
    `/${'a'.repeat(3_000)}`,
    'https://targus.example.evil.example/',
    'https://targus.example@evil.example/',
    'https://targus.example',
    'HTTPS://targus.example/a',
  ])('refuse %j', (target) => {
    expect(safeRedirect(target, origin, '/fallback')).toBe('/fallback');
  });

  it('keep the path of an address of the same origin', () => {
    expect(safeRedirect('https://targus.example/a?b', origin)).toBe('/a?b');
    expect(safeRedirect('https://targus.example//evil.example', origin)).toBe('/');
  });

  it('refuse what is no text', () => {
    for (const target of [undefined, null, 1, ['/a'], {}]) expect(safeRedirect(target, origin)).toBe('/');
  });
});

describe('paths into values', () => {
  it('are read through own properties only', () => {
    expect(getPath({ a: [{ b: 1 }] }, 'a.0.b')).toBe(1);
    for (const path of ['a.toString', 'a.__proto__', '__proto__.x', 'constructor.name', 'a..b', '', 'a.b.c.d']) {
      expect(getPath({ a: {} }, path), path).toBeUndefined();
    }
  });

  it('are written on a copy that shares the rest', () => {
    const before = { a: { b: 1 }, c: { d: 1 } };
    const after = setPath(before, 'a.b', 2);
    expect(after).toEqual({ a: { b: 2 }, c: { d: 1 } });
    expect(before.a.b).toBe(1);
    expect(after.c).toBe(before.c);
  });

  it('make missing objects and lists', () => {
    expect(setPath({}, 'rows.0.name', 'x')).toEqual({ rows: [{ name: 'x' }] });
    expect(setPath<unknown>(undefined, 'a.b', 1)).toEqual({ a: { b: 1 } });
  });

  it('are never written into prototypes, plain values and far positions', () => {
    for (const path of ['__proto__.x', 'a.constructor', 'a.prototype.x', '', 'a..b', 'text.x', 'list.x', 'list.99999999']) {
      expect(() => setPath({ text: 'x', list: [] }, path, 1), path).toThrow(RangeError);
    }
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

describe('languages', () => {
  const app = {
    languages: [
      { code: 'zh-Hans' as const, label: '' },
      { code: 'zh-Hant' as const, label: '' },
      { code: 'en' as const, label: '' },
    ],
    languageAliases: { zh: 'zh-Hans', 'zh-CN': 'zh-Hans', 'zh-HK': 'zh-Hant', 'zh-TW': 'zh-Hant' },
    defaultLanguage: 'zh-Hans' as const,
  };

  it.each([
    ['en', 'en'],
    ['en-GB', 'en'],
    ['EN_us', 'en'],
    ['zh', 'zh-Hans'],
    ['zh-cn', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-TW', 'zh-Hant'],
    ['zh-Hant-HK', 'zh-Hant'],
    ['fr', 'zh-Hans'],
  ])('[I18N-02] %s is %s', (code, language) => {
    expect(detectLanguage({ browser: [code], app })).toBe(language);
  });

  it('[I18N-03] the stored language wins over the browser, which wins over the default', () => {
    expect(detectLanguage({ stored: 'zh-Hant', browser: ['en'], app })).toBe('zh-Hant');
    expect(detectLanguage({ stored: 'nonsense', browser: ['fr', 'en'], app })).toBe('en');
    expect(detectLanguage({ stored: null, browser: [], app })).toBe('zh-Hans');
    expect(detectLanguage({ stored: '__proto__', app })).toBe('zh-Hans');
  });

  it('only gives languages the application offers', () => {
    expect(detectLanguage({ browser: ['en'], app: { ...app, languages: app.languages.slice(0, 1) } })).toBe('zh-Hans');
  });

  it.each([
    [['zh-CN', 'zh', 'en'], 'zh-Hans'],
    [['zh', 'en'], 'zh-Hans'],
    [['zh-SG', 'en-US', 'en'], 'zh-Hans'],
    [['zh-HK', 'zh', 'en'], 'zh-Hans'],
    [['zh-TW', 'en'], 'zh-Hans'],
    [['zh-Hant-TW', 'en'], 'zh-Hant'],
    [['en-GB', 'zh-CN'], 'en'],
  ])('[I18N-02] by the mapping of the product a browser of %j sees %s', (browser, language) => {
    const languageAliases = targus.languageAliases;
    expect(detectLanguage({ browser, app: { ...app, languageAliases } })).toBe(language);
    expect(detectLanguage({ stored: browser[0], browser: ['en'], app: { ...app, languageAliases } })).toBe(language);
  });

  const list = [
    { l: 'zh-CN', t: '用户' },
    { l: 'en', t: 'User', d: true },
  ];

  it('[I18N-04] lists give the entry of the language, else the default one', () => {
    expect(localizedText(list, 'zh-Hans')).toBe('用户');
    expect(localizedText(list, 'zh-Hant')).toBe('User');
    expect(
      localizedText(
        [
          { l: 'fr', t: 'a' },
          { l: 'de', t: 'b', d: '1' },
        ],
        'en',
      ),
    ).toBe('b');
    expect(localizedText([{ l: 'fr', t: 'a' }], 'en')).toBe('a');
    expect(localizedText([], 'en')).toBe('');
  });

  it('[DICT-01] reads labels that are the JSON text of a list, and leaves other texts alone', () => {
    expect(localizedText(JSON.stringify(list), 'zh-Hans')).toBe('用户');
    expect(localizedText('[{broken', 'en')).toBe('[{broken');
    expect(localizedText('[{"a":1}]', 'en')).toBe('[{"a":1}]');
    expect(localizedText('plain', 'en')).toBe('plain');
  });

  it('objects give the language, else the fallback, else any wording', () => {
    expect(localizedText({ en: 'Save', 'zh-Hans': '保存' }, 'zh-Hans')).toBe('保存');
    expect(localizedText({ en: 'Save' }, 'zh-Hant')).toBe('Save');
    expect(localizedText({ 'zh-Hant': '儲存' }, 'en')).toBe('儲存');
    expect([localizedText(null, 'en'), localizedText(undefined, 'en'), localizedText({}, 'en'), localizedText(5, 'en')]).toEqual([
      '',
      '',
      '',
      '5',
    ]);
  });
});

it('[I18N-04] people are called by their English name in English only, else by name, else by account', () => {
  const person = { name: '王伟', nameEn: 'Wang Wei', username: 'wang' };
  expect([personName(person, 'en'), personName(person, 'zh-Hans')]).toEqual(['Wang Wei', '王伟']);
  expect(personName({ ...person, nameEn: null }, 'en')).toBe('王伟');
  expect(personName({ name: '', username: 'wang' }, 'zh-Hant')).toBe('wang');
  expect([personName(undefined, 'en'), personName('wang', 'en'), personName({}, 'en')]).toEqual(['', '', '']);
});

describe('calculations', () => {
  it('run after what they read, whatever the order in the document', () => {
    const { order, cycle } = orderCalculations({
      total: '{{ form.values.net + form.values.tax }}',
      tax: '{{ form.values.net * 0.2 }}',
      net: "{{ sum(form.values.rows, 'amount') }}",
      unrelated: '{{ 1 }}',
    });
    expect(order.indexOf('net')).toBeLessThan(order.indexOf('tax'));
    expect(order.indexOf('tax')).toBeLessThan(order.indexOf('total'));
    expect(order).toHaveLength(4);
    expect(cycle).toBeUndefined();
  });

  it('depend on parts and wholes of a path', () => {
    expect(orderCalculations({ b: '{{ form.values.a }}', 'a.x': '{{ 1 }}' }).order).toEqual(['a.x', 'b']);
    expect(orderCalculations({ b: '{{ form.values.a.x.y }}', 'a.x': '{{ 1 }}' }).order).toEqual(['a.x', 'b']);
    expect(orderCalculations({ b: '{{ form.values.ab }}', a: '{{ form.values.b }}' }).order).toEqual(['b', 'a']);
  });

  it('name the members of a cycle and keep the rest', () => {
    const { order, cycle } = orderCalculations({
      a: '{{ form.values.b }}',
      b: '{{ form.values.c }}',
      c: '{{ form.values.a }}',
      reader: '{{ form.values.a }}',
      free: '{{ 1 }}',
    });
    expect(cycle).toEqual(['a', 'b', 'c']);
    expect(order).toEqual(['free', 'reader']);
    expect(orderCalculations({ self: '{{ form.values.self + 1 }}' })).toEqual({ order: [], cycle: ['self'] });
  });
});

describe('did you mean', () => {
  it('finds slips and nothing far off', () => {
    expect(suggest('tabel', ['table', 'text', 'tabs'])).toBe('table');
    expect(suggest('FormatDate', ['formatDate'])).toBe('formatDate');
    expect(suggest('xyz', ['table'])).toBeUndefined();
    expect(suggest('x', [])).toBeUndefined();
    expect(fieldHint('dictLable', ['dictLabel', 'status'])).toBe('did you mean "dictLabel"?');
    expect(fieldHint('total', ['label', 'local', 'status'])).toBe('it has label, local, status');
    expect(
      fieldHint(
        'x',
        Array.from({ length: 15 }, (_, n) => `field${n}`),
      ),
    ).toMatch(/^it has field0, .* field11 and 3 more$/);
    expect(fieldHint('x', [])).toBeUndefined();
    expect(suggest('t'.repeat(100_000), ['table'])).toBeUndefined();
    expect(didYouMean('tabel', ['table'])).toBe('did you mean "table"?');
  });
});

describe('document sets', () => {
  const app = { languages: [], name: 'x', calls: { stats: 'login.stats' } };
  const set = createDocumentSet([
    { path: 'app/targus.app.json', value: app },
    { path: 'pages/system/dictionary.page.json', value: { title: 'old' } },
    { path: 'pages/login.page.json', value: { title: 'login', access: 'public' } },
    { path: 'pages/system/dictionary.page.json', value: { title: 'new' } },
    { path: 'menus/application.menu.json', value: { use: 'application', items: [{ menuId: '1' }] } },
    { path: 'menus/seed.menu.json', value: { use: 'seed', items: [{ menuId: '2' }] } },
    { path: 'locales/en/login.locale.json', value: { texts: { title: 'Sign in', 'error.code': 'Wrong' } } },
    { path: 'locales/zh-Hans/login.locale.json', value: { texts: { title: '登录' } } },
    { path: 'pages/wrong.form.json', value: {} },
    { path: 'pages/x.json', value: {} },
  ]);

  it('name documents by their path and let later files replace earlier ones', () => {
    expect(set.ids('page')).toEqual(['login', 'system/dictionary']);
    expect(set.get('page', 'system/dictionary')).toEqual({ title: 'new' });
    expect(set.get('page', 'toString')).toBeUndefined();
    expect(set.problems.map(({ code, document }) => [code, document])).toEqual([
      ['UNKNOWN_DOCUMENT_KIND', 'pages/wrong.form.json'],
      ['UNKNOWN_DOCUMENT_KIND', 'pages/x.json'],
    ]);
  });

  it('merge the texts of a language under their area', () => {
    expect(mergeTexts(set, 'en')).toEqual({ 'login.title': 'Sign in', 'login.error.code': 'Wrong' });
    expect(mergeTexts(set, 'zh-Hant')).toEqual({});
  });

  it('add texts to an area and reword those that are there, whatever the file is called', () => {
    const added = { area: 'login', texts: { title: 'Come in', hint: 'Knock first' } };
    const texts = createDocumentSet([
      { path: 'locales/en/a-first.locale.json', value: added },
      { path: 'locales/en/login.locale.json', value: { texts: { title: 'Sign in', name: 'Name' } } },
      { path: 'locales/en/login/error.locale.json', value: { texts: { code: 'Wrong' } } },
      { path: 'locales/en/z-last.locale.json', value: { area: '__proto__', texts: { polluted: 'yes' } } },
    ]);
    expect(mergeTexts(texts, 'en')).toEqual({
      'login.title': 'Come in',
      'login.hint': 'Knock first',
      'login.name': 'Name',
      'login.error.code': 'Wrong',
    });
  });

  it('are listed in a manifest with hashes, access and the rows of the application only', () => {
    const manifest = buildManifest(set, (name) => `#${name}`);
    expect(manifest).toMatchObject({
      app,
      menus: [{ menuId: '1' }],
      pages: { login: { hash: '#pages/login', access: 'public' }, 'system/dictionary': { access: 'session' } },
      locales: { en: '#locales/en' },
    });
    expect(manifest.calls).toEqual({});
    expect(buildManifest(set, (name) => `#${name}`).revision).toBe(manifest.revision);
    expect(buildManifest(set, (name) => `!${name}`).revision).not.toBe(manifest.revision);
    expect(() => buildManifest(createDocumentSet([]), () => '')).toThrow(/no app document/);
  });
});
