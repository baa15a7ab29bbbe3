// A back end that is not ours: some hundred lines that know only what the pages need to start, sign in and show one list.
// It has a menu tree of its own.
import { createServer } from 'node:http';

const users = { mei: { password: 'foreign-pass', name: 'Mei Lin' } };
const label = (en, zh) => [
  { l: 'en', t: en, d: true },
  { l: 'zh-Hans', t: zh },
];
const harbours = [
  { dictValue: 'rotterdam', dictLabel: label('Rotterdam', '鹿特丹') },
  { dictValue: 'ningbo', dictLabel: label('Ningbo', '宁波') },
];
const menus = [
  row('100', '0', '0', 'Harbour office', { nameHans: '港口办公室' }),
  row('110', '100', '1', 'Harbours', { nameHans: '港口', url: '/harbours', component: 'main#foreign/harbours', icon: 'book' }),
  row('115', '100', '1', 'Pilots', { nameHans: '引航员', url: '/pilots', component: 'main#foreign/pilots' }),
  row('120', '100', '1', 'Not there', { url: '/not-there', component: 'main#foreign/none' }),
];
function row(menuId, parentId, type, name, more) {
  return {
    menuId,
    parentId,
    type,
    name,
    nameHans: name,
    nameEn: name,
    visible: '0',
    isFrame: '1',
    sort: Number(menuId),
    perms: null,
    ...more,
  };
}

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const sessions = new Map();
const captchas = new Set();
let made = 0;

const calls = {
  'GET /api/login/stats': ({ user }) => ({
    login: user !== undefined,
    principal: user ? { id: user, username: user, name: users[user].name, roles: [] } : null,
    menus: user ? menus : [],
    menuStyle: '1',
    applications: [],
    authProperties: { configs: [{ protocol: 'INTERNAL', title: 'Harbour', internalEnableCaptcha: true }] },
  }),
  'GET /api/login/login_config': () => ({ sysTitle: 'Harbour Master' }),
  'GET /api/login/captcha': () => {
    made += 1;
    captchas.add(`captcha-${made}`);
    return { key: `captcha-${made}`, image: `data:image/png;base64,${png}` };
  },
  'GET /api/user/config/menus': ({ user }) => (user ? menus : refuse(401, 'UNAUTHENTICATED')),
  'GET /api/system/dict/data/list': ({ user, query }) => {
    if (!user) return refuse(401, 'UNAUTHENTICATED');
    // What a careless back end does one day: another shape than agreed.
    if (query.get('keyword') === 'broken') return { content: 'many', total: '2' };
    const found = harbours.filter(({ dictLabel }) => dictLabel[0].t.toLowerCase().includes((query.get('keyword') ?? '').toLowerCase()));
    return { content: found.map((harbour) => ({ dictType: 'harbour', ...harbour })), total: found.length };
  },
};

/** A record with a version: whoever names another one is told how it is now. */
const pilot = { id: '7', name: 'Anton', phone: '100', version: 1 };
const byUser = ({ user }) => user ?? refuse(401, 'UNAUTHENTICATED');
Object.assign(calls, {
  'GET /api/pilots/7': (asked) => byUser(asked) && pilot,
  'PUT /api/pilots/7': (asked) => {
    byUser(asked);
    const given = JSON.parse(asked.body);
    if (given.phone === '') refuse(400, 'PARAMETER_ERROR', { details: [{ field: 'phone', message: 'The radio room needs a number' }] });
    if (given.version !== pilot.version) refuse(409, 'CONFLICT', { data: pilot });
    return Object.assign(pilot, given, { version: pilot.version + 1 });
  },
  'POST /api/pilots/papers': (asked) => {
    byUser(asked);
    const name = /name="paper"; filename="([^"]+)"/.exec(asked.body)?.[1] ?? refuse(400, 'PARAMETER_ERROR');
    return { path: `/api/pilots/papers/${name}` };
  },
});

function refuse(status, code, more = {}) {
  throw Object.assign(new Error(code), { status, code, more });
}

/** Signs in: form body, basic authentication, a captcha that counts once; the answer stands in no envelope. */
function token(body) {
  if (!captchas.delete(body.get('captchaKey') ?? '') || body.get('captchaCode') !== '4242') refuse(400, 'CAPTCHA_WRONG');
  const name = body.get('username') ?? '';
  if (!Object.hasOwn(users, name) || users[name].password !== body.get('password')) refuse(400, 'LOGIN_FAILED');
  const value = `foreign-${Math.random().toString(36).slice(2)}`;
  sessions.set(value, name);
  return { access_token: value, token_type: 'bearer', expires_in: 3600, scope: 'server' };
}

const seen = [];
const server = createServer(async (request, response) => {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
  seen.push({ path: pathname, cookie: request.headers.cookie, agent: request.headers['user-agent'] });
  const send = (status, value) => {
    response.writeHead(status, { 'content-type': 'application/json', 'set-cookie': 'foreign=secret; Path=/', server: 'harbour/0.1' });
    response.end(JSON.stringify(value));
  };
  try {
    if (pathname === '/seen') return send(200, seen);
    if (pathname === '/elsewhere') return send(200, Object.assign(pilot, { name: 'Berta', version: pilot.version + 1 }));
    const parts = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts).toString();
    if (pathname === '/api/login/token') return send(200, token(new URLSearchParams(body)));
    const user = sessions.get((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    const call = calls[`${request.method} ${pathname}`];
    if (!call) return send(404, { code: 'NOT_FOUND', msg: 'unknown here' });
    return send(200, { code: '000000', msg: 'success', data: call({ user, query, body }) });
  } catch (error) {
    return send(error.status ?? 500, { code: error.code ?? 'INTERNAL', msg: error.message, ...error.more });
  }
});
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', () => {
  console.log(`foreign back end at http://127.0.0.1:${server.address().port}`);
});
