import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Bundle, Manifest } from '../../../src/core/types.ts';
import { contracts } from '../../../src/generated/contracts.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { projectRoot } from '../../support/project.ts';

let app: TestApp;
let overlay: string;

beforeAll(async () => {
  overlay = mkdtempSync(join(tmpdir(), 'targus-overlay-'));
  app = await startApp({ env: { SCHEMAS_DIR: overlay, SCHEMAS_CHECK: 'off' } });
});
afterAll(async () => {
  await app.close();
  rmSync(overlay, { recursive: true, force: true });
});

const html = { accept: 'text/html' };
const manifestOf = async () => (await app.http.inject('/schemas/manifest.json')).json<Manifest>();

function writeDocument(path: string, value: unknown): void {
  const file = join(overlay, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
}

async function eventually<T>(read: () => Promise<T>, condition: (value: T) => boolean): Promise<T> {
  const until = Date.now() + 30_000;
  for (;;) {
    const value = await read();
    if (condition(value) || Date.now() > until) return value;
    await new Promise((done) => setTimeout(done, 100));
  }
}

describe('pages', () => {
  it('every address that is no file answers with the application (history mode)', async () => {
    for (const url of ['/', '/login', '/system/dictionary?type=a', '/no/such/page', '/a.b/c', '/%E0%A4%A', '/a/%zz?b=%']) {
      const response = await app.http.inject({ url, headers: html });
      expect([url, response.statusCode]).toEqual([url, 200]);
      expect(response.body).toContain('<div id="root">');
    }
  });

  it('carry a strict policy with a nonce of their own', async () => {
    const [one, other] = await Promise.all([app.http.inject('/'), app.http.inject('/')]);
    const policy = String(one.headers['content-security-policy']);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    expect(policy).toBe(
      `default-src 'self'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; media-src 'self' blob:; frame-src 'self' http: https:; ` +
        "object-src 'none'; base-uri 'none'; frame-ancestors 'self'; form-action 'self'; report-uri /api/csp-report",
    );
    expect(one.body).toContain(`<meta name="csp-nonce" content="${nonce}">`);
    expect(one.body).not.toContain('__CSP_NONCE__');
    expect(Buffer.from(nonce, 'base64').length).toBeGreaterThanOrEqual(16);
    expect(other.headers['content-security-policy']).not.toBe(policy);
    expect(one.headers['cache-control']).toBe('no-cache');
  });

  it('hold no inline script, no inline style and nothing from elsewhere', async () => {
    const { body } = await app.http.inject('/');
    for (const [, attributes, content] of body.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
      expect(attributes).toMatch(/ src="\//);
      expect(content?.trim()).toBe('');
    }
    expect(body).not.toMatch(/<style|style="|onload=|https?:\/\//);
  });

  it('no policy anywhere allows unsafe-eval or unsafe-inline', async () => {
    for (const url of ['/', '/api/docs', '/api/health', '/schemas/manifest.json', '/api/nothing', '/favicon.svg']) {
      const policy = String((await app.http.inject(url)).headers['content-security-policy']);
      expect(policy).toContain('default-src');
      expect(policy).not.toContain('unsafe');
    }
  });

  it('built files are compressed beforehand and kept for ever, others are checked', async () => {
    const file = readdirSync(join(projectRoot, 'dist/web/assets')).find(
      (name) => name.endsWith('.js') && existsSync(join(projectRoot, 'dist/web/assets', `${name}.br`)),
    );
    const url = `/assets/${file}`;
    const brotli = await app.http.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotli.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(brotli.headers['content-type']).toContain('javascript');
    const plain = await app.http.inject(url);
    expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true);
    const gzip = await app.http.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect((await app.http.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it('a missing built file is missing, not a page', async () => {
    for (const url of ['/assets/gone-12345678.js', '/schemas/pages/gone.0123456789abcdef.json', '/config/other.json']) {
      const response = await app.http.inject({ url, headers: html });
      expect([response.statusCode, response.json().code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it.each([
    '/../package.json',
    '/assets/../../../package.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/%2e%2e%2fpackage.json',
    '/assets/..%5c..%5cpackage.json',
    '/schemas/../../package.json',
    '/schemas/%2e%2e/package.json',
    '/api/docs/..%2f..%2fpackage.json',
    '/index.html%00.js',
    '//etc/passwd',
  ])('no address leaves the folders: %s', async (url) => {
    const response = await app.http.inject(url);
    expect(response.body).not.toContain('"devDependencies"');
    expect(response.body).not.toContain('root:');
    expect(response.statusCode).toBeLessThan(500);
  });
});

describe('API', () => {
  it('unknown addresses answer with the envelope, not with a page', async () => {
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const response = await app.http.inject({ method, url: '/api/no/such/call', headers: html });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toMatchObject({ code: 'NOT_FOUND', requestId: response.headers['x-request-id'] });
    }
  });

  it('a known address with another method says which it takes', async () => {
    const response = await app.http.inject({ method: 'DELETE', url: '/api/health' });
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe('GET');
    expect(response.json().code).toBe('METHOD_NOT_ALLOWED');
  });

  it('[API-01] every contract has its route, and every route below /api its contract', () => {
    for (const { method, path } of Object.values(contracts)) {
      expect(app.http.hasRoute({ method, url: path.replaceAll(/\{(\w+)\}/g, ':$1') }), `${method} ${path}`).toBe(true);
    }
    const own = new Set(['GET /api/docs', 'GET /api/docs/', 'GET /api/docs/:name', 'POST /api/csp-report']);
    const declared = new Set(Object.values(contracts).map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`));
    const routes = app.routes.filter((route) => route.includes(' /api/') && !route.startsWith('HEAD '));
    expect(routes.length).toBeGreaterThan(20);
    expect(routes.filter((route) => !own.has(route) && !declared.has(route))).toEqual([]);
  });

  it('every answer has a request id of its own and headers that keep browsers strict', async () => {
    const [one, other] = await Promise.all([app.http.inject('/api/health'), app.http.inject('/api/health')]);
    expect(one.headers['x-request-id']).not.toBe(other.headers['x-request-id']);
    expect(one.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-frame-options': 'SAMEORIGIN' });
    expect(one.headers['x-powered-by']).toBeUndefined();
  });

  it('log lines are structured and hold neither queries nor headers', async () => {
    await app.http.inject({ url: '/api/health?access_token=top-secret', headers: { authorization: 'Bearer another-secret' } });
    const line = app.log.findLast((entry) => entry.path === '/api/health');
    expect(line).toMatchObject({ level: 'info', method: 'GET', call: 'health.get' });
    expect(JSON.stringify(app.log)).not.toMatch(/top-secret|another-secret/);
  });

  it('collects what browsers refuse, without the queries of addresses', async () => {
    const before = app.cspReports.count;
    const report = {
      'csp-report': { 'document-uri': 'http://a/login?access_token=abc', 'violated-directive': 'script-src', unknown: 'x' },
    };
    const headers = { 'content-type': 'application/csp-report' };
    const response = await app.http.inject({ method: 'POST', url: '/api/csp-report', headers, payload: JSON.stringify(report) });
    expect(response.statusCode).toBe(204);
    expect(app.cspReports.count).toBe(before + 1);
    expect(app.log.findLast((entry) => entry.report)?.report).toEqual({
      'document-uri': 'http://a/login',
      'violated-directive': 'script-src',
    });
    const broken = await app.http.inject({ method: 'POST', url: '/api/csp-report', headers, payload: '{' });
    expect(broken.statusCode).toBe(400);
  });

  it('shows its contracts at /api/docs under the same policy', async () => {
    const page = await app.http.inject('/api/docs');
    expect((await app.http.inject('/api/docs/')).body.length).toBe(page.body.length);
    expect(page.body).toContain('swagger-ui');
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    const openapi = (await app.http.inject('/api/docs/openapi.json')).json();
    for (const { path, method } of Object.values(contracts)) expect(openapi.paths[path]).toHaveProperty(method.toLowerCase());
    expect((await app.http.inject('/api/docs/swagger-ui-bundle.js')).statusCode).toBe(200);
    expect((await app.http.inject('/api/docs/package.json')).statusCode).toBe(404);
  });

  it('shows them to nobody where API_DOCS is off', async () => {
    const quiet = await startApp({ demo: false, env: { API_DOCS: 'off' } });
    for (const path of ['/api/docs', '/api/docs/openapi.json', '/api/docs/swagger-ui.css']) {
      expect((await quiet.http.inject(path)).statusCode).toBe(404);
    }
    await quiet.close();
  });
});

describe('documents', () => {
  it('the manifest names every page under the hash of its bundle', async () => {
    const manifest = await manifestOf();
    expect(Object.keys(manifest.pages)).toContain('login');
    for (const kind of ['pages', 'layouts'] as const) {
      for (const [id, { hash }] of Object.entries(manifest[kind])) {
        const response = await app.http.inject(`/schemas/${kind}/${id}.${hash}.json`);
        expect([id, response.statusCode]).toEqual([id, 200]);
        expect(response.json<Bundle>().document).toBe(`${kind}/${id}`);
        expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      }
    }
    for (const [language, hash] of Object.entries(manifest.locales)) {
      expect((await app.http.inject(`/schemas/locales/${language}.${hash}.json`)).statusCode).toBe(200);
    }
  });

  it('the manifest is checked every time and not sent again unchanged', async () => {
    const first = await app.http.inject('/schemas/manifest.json');
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await app.http.inject({ url: '/schemas/manifest.json', headers: { 'if-none-match': String(first.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  it('documents travel compressed', async () => {
    const plain = await app.http.inject('/schemas/manifest.json');
    const brotli = await app.http.inject({ url: '/schemas/manifest.json', headers: { 'accept-encoding': 'br' } });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
    expect(brotli.headers.vary).toContain('accept-encoding');
  });

  it('a document laid over the others appears without a restart, and files of the last manifest stay', async () => {
    const before = await manifestOf();
    const page = { $schema: '../../schemas/meta/page.schema.json', version: 1, title: { en: 'Mine' }, access: 'public', body: [] };
    writeDocument('pages/mine.page.json', page);
    const after = await eventually(manifestOf, (manifest) => manifest.pages.mine !== undefined);
    expect(after.pages.mine?.access).toBe('public');
    expect(after.revision).not.toBe(before.revision);
    expect(after.pages.login).toEqual(before.pages.login);
    const bundle = await app.http.inject(`/schemas/pages/mine.${after.pages.mine?.hash}.json`);
    expect(bundle.json<Bundle>().page.title).toEqual({ en: 'Mine' });
    expect((await app.http.inject(`/schemas/pages/login.${before.pages.login?.hash}.json`)).statusCode).toBe(200);
  });

  it('bad documents are reported with file and place, without the check served all the same, and cost no other', async () => {
    const page = {
      $schema: '../../schemas/meta/page.schema.json',
      version: 1,
      title: { en: 'Typo' },
      body: [{ widget: 'tabel' }],
      colour: 1,
    };
    writeDocument('pages/typo.page.json', page);
    writeDocument('pages/list.page.json', '[]');
    writeDocument('pages/text.page.json', '"page"');
    writeDocument('pages/cut-off.page.json', '{ "version": 1, ');
    writeDocument('pages/deep.page.json', `${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    writeDocument('strange/place.page.json', {});
    const manifest = await eventually(manifestOf, ({ pages }) => pages.typo !== undefined && pages.list !== undefined);
    const bundle = await app.http.inject(`/schemas/pages/typo.${manifest.pages.typo?.hash}.json`);
    expect(bundle.json<Bundle>().page.body).toEqual([{ widget: 'tabel' }]);
    expect(manifest.pages).toHaveProperty('login');
    const problems = app.documents.problems();
    const about = (part: string) => problems.filter((line) => line.includes(part)).join('\n');
    expect(about('typo.page.json')).toMatch(/\/body\/0.*tabel/);
    expect(about('typo.page.json')).toMatch(/colour|additional/);
    expect(about('cut-off.page.json')).not.toBe('');
    expect(about('deep.page.json')).not.toBe('');
    expect(about('strange/place')).not.toBe('');
  });

  it('the shipped documents have no problems', async () => {
    expect(app.documents.problems().filter((line) => !line.includes(overlay))).toEqual([]);
  });
});
