import { expect, it } from 'vitest';
import { checkExpressions } from '../../../generator/check/expressions.ts';
import { readProject } from '../../../generator/check/project.ts';
import { rootTypes } from '../../../generator/check/scopes/root-types.ts';
import { roots } from '../../../generator/read/roots.ts';
import { navigationOf } from '../../../src/app/navigation.ts';
import { routeScope } from '../../../src/app/route-store.ts';
import { readStats } from '../../../src/app/stats.ts';
import { compileMenu } from '../../../src/core/menu.ts';
import { ROOT_NAMES } from '../../../src/core/plan/names.ts';
import { overlayFolder, root } from '../support/temporary-project.ts';

const partsOf = (name: string) => Object.keys(roots[name]?.parts ?? {}).sort();

it('the description of names is of all names there are, with what the application puts there', () => {
  expect(Object.keys(roots).sort()).toEqual([...ROOT_NAMES].sort());
  expect(partsOf('session')).toEqual(Object.keys(readStats({ login: true, ip: '::1' }, {}, 'x').session).sort());
  const state = { path: '/', query: {}, params: {}, title: '', menu: undefined, navigation: {}, problem: undefined };
  expect(partsOf('page')).toEqual(Object.keys(routeScope(state, { names: {} }).names.page as object).sort());
  const menu = compileMenu([], { document: 'menus/x', mainLayout: 'main', externalRoute: '/external' });
  expect(partsOf('navigation')).toEqual(Object.keys(navigationOf(menu, '/')).sort());
});

it('what the sign-in holds is known from the calls of the start-up', () => {
  const types = rootTypes(readProject(root));
  expect([...types.keys()].sort()).toEqual([
    ...['app', 'config', 'language', 'menu', 'navigation', 'page', 'problem', 'session', 'tone', 'user', 'variant'],
  ]);
});

it('tells a part that is not there, of what a back end answers as a warning, and a value that never is', () => {
  const words = (en: string) => ({ en, 'zh-Hans': en, 'zh-Hant': en });
  const expressions = [
    ...['user.nam', 'first(user.roles).roleCod', 'user.dept.nam', 'session.logn', 'session.delegate.agnt', 'session.viewing.cod'],
    ...['config.sysTitel', 'variant.watermarc', 'app.langs', 'app.designs.logn', 'menu.titel', 'navigation.lft', 'problem.cod'],
    ...['page.asked.adress', 'first(app.languages).labl', 'app.routes.hom', 'app.designs.loginCustom.hight'],
    ...['first(navigation.left).titel', 'first(first(navigation.top).children).titel', 'first(menu.children).hreff'],
    ...["tone == 'drak'", "language == 'de'"],
    ...['user.name', 'first(user.roles).roleCode', 'session.delegate.agent.name', 'menu.meta.anything', 'app.designs.login.width'],
    ...['page.asked.address', 'first(first(menu.children).children).title', "pluck(app.languages, 'code')"],
    ...['session.userConfig.img_path', "language == 'en'", 'first(session.applications).menuId'],
  ];
  const body = expressions.map((text) => ({ widget: 'text', text: `{{ ${text} }}` }));
  const folder = overlayFolder({ 'pages/mine.page.json': { version: 1, title: words('M'), body } });
  const findings = checkExpressions(readProject(root, [folder]));
  expect(findings.map(({ severity, message, hint = '' }) => `${severity}: ${message}; ${hint.replace(/it has .*/, 'it has')}`)).toEqual([
    'warning: user has no "nam"; did you mean "name"?',
    'warning: user has no "roleCod"; did you mean "roleCode"?',
    'warning: user has no "nam"; did you mean "name"?',
    'error: session has no "logn"; did you mean "login"?',
    'warning: session.delegate has no "agnt"; did you mean "agent"?',
    'warning: session.viewing has no "cod"; did you mean "code"?',
    'warning: config has no "sysTitel"; did you mean "sysTitle"?',
    'error: variant has no "watermarc"; did you mean "watermark"?',
    'error: app has no "langs"; it has',
    'warning: app.designs has no "logn"; did you mean "login"?',
    'error: menu has no "titel"; did you mean "title"?',
    'error: navigation has no "lft"; did you mean "left"?',
    'error: problem has no "cod"; did you mean "code"?',
    'error: page.asked has no "adress"; did you mean "address"?',
    'error: an entry of app.languages has no "labl"; did you mean "label"?',
    'error: app.routes has no "hom"; did you mean "home"?',
    'warning: app.designs.loginCustom has no "hight"; did you mean "height"?',
    'error: an entry of navigation.left has no "titel"; did you mean "title"?',
    'error: an entry of navigation.top.children has no "titel"; did you mean "title"?',
    'error: an entry of menu.children has no "hreff"; did you mean "href"?',
    'error: "drak" is not one of dark, light; did you mean "dark"?',
    'warning: "de" is not one of zh-Hans, zh-Hant, en; ',
  ]);
});

it('an overlay that takes out a language or a design, or whose back end answers less, refuses nothing of the product', () => {
  const app = (...changes: object[]) => ({ 'amendments/app/targus.amendment.json': { version: 1, changes } });
  const entity = (id: string, names: string[]) => ({
    [`entities/${id}.entity.json`]: {
      ...{ $schema: '../meta/entity.schema.json', version: 1, description: 'Less.', requirements: ['API-05'] },
      schema: { type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])) },
    },
  });
  const overlays = [
    app({ op: 'remove', path: '/languages/code=en' }, { op: 'replace', path: '/fallbackLanguage', value: 'zh-Hans' }),
    app({ op: 'remove', path: '/designs/loginCustom' }),
    { ...entity('delegate', ['username']), ...entity('application', ['menuId']), ...entity('user-config', ['theme_config']) },
  ];
  for (const files of overlays) {
    const findings = checkExpressions(readProject(root, [overlayFolder(files)]));
    // What is told is told as a warning, and something is: the names are known.
    expect(findings.map(({ severity }) => severity)).not.toContain('error');
    expect(findings).not.toEqual([]);
  }
});
