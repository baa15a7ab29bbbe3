// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { Texts } from '../../src/app/texts.ts';
import type { CallContract } from '../../src/core/types.ts';
import { contracts } from '../../src/generated/contracts.ts';
import { fileName } from '../../src/services/answer.ts';
import { type ClientOptions, createClient } from '../../src/services/client.ts';
import { contractCheck } from '../../src/services/contract-check.ts';
import { OverlayCounter } from '../../src/services/overlay.ts';

const TEXTS: Record<string, string> = {
  'error.network': 'network error',
  'error.sessionExpired': 'session has expired',
  'error.noPermission': 'no permission to access',
  'error.parameter': 'parameter error',
  'error.downloadFailed': 'download failed',
  'error.unsupportedResponse': 'not supported response type',
  'error.DUPLICATE': 'exists already',
};

function contract(values: Partial<CallContract> = {}): CallContract {
  return {
    id: 'a.b',
    method: 'GET',
    path: '/api/a',
    access: 'session',
    auth: 'bearer',
    bodyType: 'json',
    envelope: 'standard',
    overlay: true,
    headers: {},
    ...values,
  };
}

function setUp(values: Partial<CallContract>, answer: () => Response | Promise<Response>, more: Partial<ClientOptions> = {}) {
  const fetch = vi.fn(async (_url: string | URL | Request, _init?: RequestInit) => answer());
  const overlay = new OverlayCounter();
  const onSessionEnd = vi.fn();
  const client = createClient({
    contracts: { 'a.b': contract(values) },
    text: (key) => TEXTS[key],
    language: () => 'en',
    token: () => 'secret',
    credentials: btoa('targus:targus'),
    overlay,
    onSessionEnd,
    fetch: fetch as typeof globalThis.fetch,
    ...more,
  });
  const request = (): { url: string; init: RequestInit; headers: Headers } => {
    const [url, init = {}] = fetch.mock.calls[0] ?? [];
    return { url: String(url), init, headers: new Headers(init.headers) };
  };
  return { client, request, overlay, onSessionEnd, fetch };
}
const json =
  (body: unknown, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
const success = json({ code: '000000', msg: 'success', data: { n: 1 } });

describe('calls in a name', () => {
  it('[RISK-15] keep the name they were made in, and are refused rather than made in another one', async () => {
    let token: string | undefined = 'first';
    const { client, fetch } = setUp({ auth: 'bearer' }, success, { token: () => token });
    const call = client.inThisName();
    token = 'second';
    await call('a.b');
    token = undefined;
    const nobody = client.inThisName();
    token = 'third';
    await nobody('a.b');
    const names = fetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'));
    expect(names).toEqual(['Bearer first', null]);
  });

  it('[RISK-15] outlive the window where they say so', async () => {
    const { client, fetch } = setUp({ method: 'POST', bodyType: 'json' }, success);
    await client.call('a.b', { body: { text: 'short' }, lasting: true });
    await client.call('a.b', { body: { text: 'short' } });
    expect(fetch.mock.calls.map(([, init]) => init?.keepalive)).toEqual([true, false]);
  });
});

describe('answers whose words say whether they are a success', () => {
  it.each([
    ['code and words', { code: '000000', msg: 'success', data: { n: 1 } }, { n: 1 }],
    ['words alone', { msg: 'success', data: { n: 1 } }, { n: 1 }],
  ])('[EVID-12] count by %s', async (_, answer, data) => {
    expect(await setUp({ successMsg: 'success' }, json(answer)).client.call('a.b')).toEqual(data);
  });

  it.each([
    ['other words beside the code', { code: '000000', msg: 'closed', data: { n: 1 } }, 'NOT_SUCCESSFUL'],
    ['the code of an error', { code: 'NOT_FOUND', msg: 'success', data: { n: 1 } }, 'NOT_FOUND'],
    ['other words alone', { msg: 'closed', data: { n: 1 } }, 'CONTRACT_BROKEN'],
    ['nothing said', { data: { n: 1 } }, 'CONTRACT_BROKEN'],
  ])('[EVID-12] do not count with %s', async (_, answer, code) => {
    await expect(setUp({ successMsg: 'success' }, json(answer)).client.call('a.b')).rejects.toMatchObject({ code });
  });

  it('need their code everywhere else', async () => {
    const answer = json({ msg: 'success', data: { n: 1 } });
    await expect(setUp({}, answer).client.call('a.b')).rejects.toMatchObject({ code: 'CONTRACT_BROKEN' });
  });
});

describe('requests', () => {
  it('[API-06] asks for the configuration without a token, with the header auth 1', async () => {
    const { client, request } = setUp(contracts['login.config'], success);
    await client.call('a.b');
    expect(request().url).toBe('/api/login/login_config');
    expect(request().headers.get('auth')).toBe('1');
    expect(request().headers.get('authorization')).toBeNull();
  });

  it('encodes path parameters, repeats lists in the query and leaves out what is undefined', async () => {
    const { client, request } = setUp({ path: '/api/a/{id}/x' }, success);
    await client.call('a.b', { with: { id: 'a/b ?', types: ['x', 'y'], none: undefined, empty: '' } });
    expect(request().url).toBe('/api/a/a%2Fb%20%3F/x?types=x&types=y&empty=');
    expect(request().headers.get('authorization')).toBe('Bearer secret');
  });

  it('refuses path parameters that would climb to another address', async () => {
    const { client, fetch } = setUp({ path: '/api/a/{id}' }, success);
    for (const id of ['..', '.', '', undefined])
      await expect(client.call('a.b', { with: { id } })).rejects.toMatchObject({ code: 'PARAMETER_ERROR' });
    expect(fetch).not.toHaveBeenCalled();
  });

  it('[API-08] sends forms with basic client authentication', async () => {
    const { client, request } = setUp({ method: 'POST', auth: 'basic', bodyType: 'form', envelope: 'none' }, json({ access_token: 't' }));
    expect(await client.call('a.b', { body: { username: 'a b', code: undefined } })).toEqual({ access_token: 't' });
    expect(request().headers.get('authorization')).toBe(`Basic ${btoa('targus:targus')}`);
    expect(String(request().init.body)).toBe('username=a+b');
  });

  it('sends files as multipart and the fixed headers of the contract', async () => {
    const { client, request } = setUp({ method: 'POST', bodyType: 'multipart', headers: { auth: '1' } }, success);
    await client.call('a.b', { body: { file: new File(['x'], 'x.png'), kind: 'avatar' } });
    const body = request().init.body as FormData;
    expect((body.get('file') as File).name).toBe('x.png');
    expect(body.get('kind')).toBe('avatar');
    expect(request().headers.get('auth')).toBe('1');
  });

  it('[FILE-01] sends a file as the whole body where the contract says so', async () => {
    const { client, request } = setUp({ method: 'PUT', bodyType: 'bytes', path: '/api/put' }, success);
    const file = new File(['x'], 'x.png', { type: 'image/png' });
    await client.call('a.b', { with: { ticket: 'secret' }, body: { file } });
    expect(request().url).toBe('/api/put?ticket=secret');
    expect(request().init.body).toBe(file);
  });
});

describe('answers', () => {
  it('gives data of the standard envelope', async () => {
    expect(await setUp({}, success).client.call('a.b')).toEqual({ n: 1 });
  });

  it.each([
    ['the text of a known code', json({ code: 'DUPLICATE', msg: 'dup' }, 409), 'exists already', 'DUPLICATE'],
    ["the server's words for another code", json({ code: 'ODD', msg: 'odd thing' }, 409), 'odd thing', 'ODD'],
    ['a failure inside a successful answer', json({ code: '100200', msg: 'odd thing' }), 'odd thing', '100200'],
    ['network error without words', json({ code: 'ODD' }, 500), 'network error', 'ODD'],
    ['no permission for 403', json({ code: 'ODD', msg: 'x' }, 403), 'no permission to access', 'ODD'],
    ['parameter error for 400', json({ code: 'ODD', msg: 'bad page' }, 400), 'parameter error: bad page', 'ODD'],
    ['network error for the page of a proxy', () => new Response('<html>', { status: 502 }), 'network error', 'HTTP_502'],
  ])('[ERR-12] shows %s', async (_, answer, message, code) => {
    await expect(setUp({}, answer).client.call('a.b')).rejects.toMatchObject({ message, code });
  });

  const inUse = json({ code: 'IN_USE', msg: 'x' }, 409);
  const late = json({ code: 'UNAVAILABLE', msg: 'x' }, 504);
  const lost = () => Promise.reject(new TypeError('failed to fetch'));
  const silent = () => new Promise<Response>(() => undefined);
  it.each([
    ['what the call was for, where it is refused', { deed: 'delete' }, inUse, 'delete'],
    ['nothing of it, where the contract does not', {}, inUse, undefined],
    ['nothing of it, where no answer came in time', { deed: 'save', waitSeconds: 0.01 }, silent, undefined],
    ['nothing of it, where the back end gave none in time', { deed: 'save' }, late, undefined],
    ['nothing of it, where something between lost the server', { deed: 'save' }, () => new Response('<html>', { status: 502 }), undefined],
    ['nothing of it, where what is between says nothing of it', { deed: 'save' }, () => new Response('', { status: 500 }), undefined],
    ['nothing of it, where the answer may be lost', { deed: 'save' }, lost, undefined],
    ['nothing of it, where it worked and the answer breaks its contract', { deed: 'save' }, json({ code: 200, data: 1 }), undefined],
  ] as const)('[ERR-11] says of a failure %s', async (_, values, answer, deed) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const fetch = (_url: unknown, init?: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
        Promise.resolve(answer()).then(resolve, reject);
      });
    const failing = setUp(values, success, { fetch: fetch as typeof globalThis.fetch }).client.call('a.b');
    await expect(failing).rejects.toSatisfy((failure: object) => ('deed' in failure ? failure.deed : undefined) === deed);
  });

  it.each([
    ['no code', { data: 1 }, 'object with data'],
    ['a number, as other back ends say success', { code: 200, msg: 'fine', data: 1 }, 'number 200'],
    ['zero', { code: 0, data: 1 }, 'number 0'],
  ])('[API-03] takes no answer for an error that has %s in place of the code of success', async (_, body, got) => {
    const failure = await setUp({}, json(body))
      .client.call('a.b')
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'CONTRACT_BROKEN',
      details: { pointer: '', expected: 'code "000000" beside msg and data', got },
    });
  });

  it.each([404, 405, 413, 415, 429])('[ERR-12] has words for a proxy that answers %i without any', async (status) => {
    for (const language of ['en', 'zh-Hans', 'zh-Hant']) {
      const { texts } = JSON.parse(readFileSync(`schemas/locales/${language}/error.locale.json`, 'utf8')) as {
        texts: Record<string, string>;
      };
      const text = (key: string) => texts[key.slice('error.'.length)];
      const { client } = setUp({}, () => new Response('<html>', { status }), { text });
      await expect(client.call('a.b')).rejects.toMatchObject({ code: `HTTP_${status}`, message: texts[`HTTP_${status}`] });
      expect(texts[`HTTP_${status}`]).toBeTruthy();
    }
  });

  it('[ERR-04] shows network error when nothing answers', async () => {
    const { client } = setUp({}, () => Promise.reject(new TypeError('failed to fetch')));
    await expect(client.call('a.b')).rejects.toMatchObject({ code: 'NETWORK_ERROR', message: 'network error' });
  });

  it('gives up after its time limit, and says of what may have been done all the same that it may', async () => {
    const hang = (_url: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
      );
    const { client } = setUp({}, success, { timeout: 10, fetch: hang as typeof globalThis.fetch });
    await expect(client.call('a.b')).rejects.toMatchObject({ code: 'TIMEOUT' });
    // As long as the contract of a call says, which may be other than the half minute of others.
    const { client: own } = setUp({ waitSeconds: 0.01 }, success, { fetch: hang as typeof globalThis.fetch });
    await expect(own.call('a.b')).rejects.toMatchObject({ code: 'TIMEOUT' });
    const told = async (more: Partial<CallContract>) => {
      const text = (key: string) => (key.startsWith('engine.') ? key : undefined);
      const { client: late } = setUp(more, success, { timeout: 10, fetch: hang as typeof globalThis.fetch, text });
      return await late.call('a.b').catch((error) => [error.message, error.deed]);
    };
    expect(await told({})).toEqual(['engine.late', undefined]);
    expect(await told({ unsafe: true, deed: 'save' })).toEqual(['engine.lateDeed', undefined]);
    // What changes something says so, whether or not it has words for its failure.
    expect(contracts['risk.sendItems']).toMatchObject({ unsafe: true });
    expect(contracts['register.page']).not.toHaveProperty('unsafe');
  });

  it('tells the session about a refused token, and the caller that the user was told', async () => {
    const { client, onSessionEnd } = setUp({}, json({ code: 'UNAUTHENTICATED' }, 401));
    await expect(client.call('a.b')).rejects.toMatchObject({ settled: true, message: 'session has expired' });
    expect(onSessionEnd).toHaveBeenCalledWith('secret', expect.anything());
  });

  it('[ERR-04] says of a refused sign-in what the server says, also with a code of its own', async () => {
    const { client } = setUp({ auth: 'basic' }, json({ code: 'ACCOUNT_ASLEEP', msg: 'Ask for a new account' }, 401));
    await expect(client.call('a.b')).rejects.toMatchObject({ code: 'ACCOUNT_ASLEEP', message: 'Ask for a new account' });
  });

  it.each([
    [502, 'engine.lostDeed'],
    [504, 'engine.lostDeed'],
    [503, 'error.UNAVAILABLE'],
  ])('says of what may have been done when nothing came back (%i) that it may', async (status, message) => {
    const text = (key: string) => key;
    const told = async (more: Partial<CallContract>) =>
      await setUp(more, json({ code: 'UNAVAILABLE' }, status), { text })
        .client.call('a.b')
        .catch((error) => error.message);
    expect(await told({ unsafe: true })).toBe(message);
    expect(await told({})).toBe('error.UNAVAILABLE');
    const own = setUp({ unsafe: true }, json({ code: 'BOOKING_REFUSED' }, status), { text });
    await expect(own.client.call('a.b')).rejects.toMatchObject({ message: 'error.BOOKING_REFUSED' });
  });

  it('does not end a session over a refused sign-in', async () => {
    const { client, onSessionEnd } = setUp({ auth: 'basic' }, json({ code: 'LOGIN_FAILED', msg: 'login failed' }, 401));
    await expect(client.call('a.b')).rejects.toMatchObject({ code: 'LOGIN_FAILED' });
    expect(onSessionEnd).not.toHaveBeenCalled();
  });

  it('reports a broken contract once, precisely, and fails instead of handing on the wrong shape', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const validate = Object.assign(() => false, {
      errors: [{ instancePath: '/list', keyword: 'type', message: 'must be array', params: { type: 'array' } }],
    });
    const { client } = setUp({}, success, { check: contractCheck({ a: async () => ({ default: { b: validate } }) }) });
    for (let round = 0; round < 2; round += 1) await expect(client.call('a.b')).rejects.toMatchObject({ code: 'CONTRACT_BROKEN' });
    expect(error.mock.calls).toEqual([['a.b: the answer breaks its contract at /list: expected array, got nothing']]);
    expect(await client.call('a.b', { tolerant: true })).toEqual({ n: 1 });
  });

  it('asks for what judges an answer together with the answer, not after it', async () => {
    let answered = (_answer: Response): void => {};
    const code = vi.fn(async () => ({ default: { b: () => true } }));
    const slow = () =>
      new Promise<Response>((resolve) => {
        answered = resolve;
      });
    const { client } = setUp({}, slow, { check: contractCheck({ a: code }) });
    const call = client.call('a.b');
    expect(code).toHaveBeenCalledTimes(1);
    answered(success());
    expect(await call).toEqual({ n: 1 });
    expect(code).toHaveBeenCalledTimes(1);
  });

  it('goes on without what judges an answer when that does not come in time, waits for it once, and judges again when it is here', async () => {
    vi.useFakeTimers();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let arrive = (_code: { default: Record<string, () => boolean> }): void => {};
    const code = vi.fn(() => new Promise<{ default: Record<string, () => boolean> }>((resolve) => (arrive = resolve)));
    const { client } = setUp({}, success, { check: contractCheck({ a: code }) });
    const call = client.call('a.b');
    const other = client.call('a.b');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await call).toEqual({ n: 1 });
    expect(await other).toEqual({ n: 1 });
    expect(await client.call('a.b')).toEqual({ n: 1 });
    expect(warn.mock.calls.map(([message]) => message)).toEqual([
      'The checks of the service "a" could not be loaded; its answers are taken as they are',
    ]);
    arrive({ default: { b: () => false } });
    await vi.advanceTimersByTimeAsync(0);
    await expect(client.call('a.b')).rejects.toMatchObject({ code: 'CONTRACT_BROKEN' });
    expect(code).toHaveBeenCalledTimes(1);
    expect(error).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
  });

  it('asks again for what judges an answer when it failed to come', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const code = vi.fn(async () => ({ default: { b: () => false } }));
    // With the call, and with its answer.
    for (const _ of [1, 2]) code.mockRejectedValueOnce(new Error('no network'));
    const { client } = setUp({}, success, { check: contractCheck({ a: code }) });
    expect(await client.call('a.b')).toEqual({ n: 1 });
    await expect(client.call('a.b')).rejects.toMatchObject({ code: 'CONTRACT_BROKEN' });
  });

  it('refuses an answer that is nested too deep before anything recursive runs', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const deep = `{"code":"000000","data":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    await expect(setUp({}, () => new Response(deep)).client.call('a.b')).rejects.toMatchObject({ code: 'CONTRACT_BROKEN' });
  });

  it('[API-01] takes no answer that is not UTF-8: its signs would be saved as others', async () => {
    const gbk = Uint8Array.from([...new TextEncoder().encode('{"code":"000000","msg":"success","data":"'), 0xd6, 0xd0, 0x22, 0x7d]);
    await expect(setUp({}, () => new Response(gbk)).client.call('a.b')).rejects.toMatchObject({
      code: 'CONTRACT_BROKEN',
      details: { expected: 'readable JSON in UTF-8', got: expect.stringMatching(/^no UTF-8: /) },
    });
    const marked = Uint8Array.from([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('{"code":"000000","msg":"success","data":"中"}')]);
    expect(await setUp({}, () => new Response(marked)).client.call('a.b')).toBe('中');
  });
});

describe('answers with a flag', () => {
  const answer =
    (data: unknown, msg = 'success') =>
    () =>
      Response.json({ code: '000000', msg, data });

  it('[SET-11] [API-16] false is a failure with its reason: its code, its own words or those of the server, and the fields', async () => {
    const details = [{ field: 'old_password', message: 'is wrong', key: 'error.DUPLICATE' }];
    const coded = setUp({ flag: 'result' }, answer({ result: false, reason: 'DUPLICATE', details }, 'server words'));
    await expect(coded.client.call('a.b')).rejects.toMatchObject({
      code: 'DUPLICATE',
      message: 'exists already',
      details: [{ field: 'old_password', message: 'exists already' }],
    });
    const plain = setUp({ flag: 'result' }, answer({ result: false }, 'server words'));
    await expect(plain.client.call('a.b')).rejects.toMatchObject({ code: 'RESULT_FALSE', message: 'server words' });
  });

  it('[API-68] details say their text with its values', async () => {
    const texts = new Texts(async () => ({ 'a.passed': 'today is {{today}}' }), 'en', 'en');
    await texts.load('en');
    const details = [{ field: 'day', message: 'has passed', key: 'a.passed', values: { today: '2026-03-31' } }];
    const { client } = setUp({}, json({ code: 'PARAMETER_ERROR', details }, 400), { text: texts.find });
    await expect(client.call('a.b')).rejects.toMatchObject({ details: [{ field: 'day', message: 'today is 2026-03-31' }] });
  });

  it('a detail of no field with a text of its own says more than the code', async () => {
    const texts = new Texts(async () => ({ 'error.IN_USE': 'is in use', 'a.used': 'used by {{names}}' }), 'en', 'en');
    await texts.load('en');
    const failing = (field: string, key?: string) => {
      const details = [{ field, message: 'in English', key, values: { names: 'Annual' } }];
      return setUp({}, json({ code: 'IN_USE', msg: 'in English', details }, 409), { text: texts.find }).client.call('a.b');
    };
    await expect(failing('', 'a.used')).rejects.toMatchObject({ code: 'IN_USE', message: 'used by Annual' });
    await expect(failing('name', 'a.used')).rejects.toMatchObject({ message: 'is in use' });
    await expect(failing('')).rejects.toMatchObject({ message: 'is in use' });
  });

  it('true, and any answer of a contract without a flag, is an answer', async () => {
    await expect(setUp({ flag: 'result' }, answer({ result: true })).client.call('a.b')).resolves.toEqual({ result: true });
    await expect(setUp({}, answer({ result: false })).client.call('a.b')).resolves.toEqual({ result: false });
  });
});

describe('files', () => {
  const file = (headers: Record<string, string>) => () => new Response('content', { headers });

  it('gives a file with the name of content-disposition', async () => {
    const answer = file({
      'content-type': 'text/csv',
      'content-disposition': "attachment; filename=x.csv; filename*=UTF-8''%E6%8A%A5.csv",
    });
    const given = (await setUp({ envelope: 'file' }, answer).client.call('a.b')) as File;
    expect(given).toBeInstanceOf(File);
    expect(given.name).toBe('报.csv');
  });

  it.each([
    ["the server's words", json({ code: 'X1', msg: 'nothing to export' }), 'nothing to export'],
    ['download failed', json({ code: '000000', msg: 'success' }), 'download failed'],
    ['not supported response type', file({ 'content-type': 'text/html' }), 'not supported response type'],
  ])('[FILE-04] shows %s when the answer is no file', async (_, answer, message) => {
    await expect(setUp({ envelope: 'file' }, answer).client.call('a.b')).rejects.toMatchObject({ code: 'NOT_A_FILE', message });
  });

  it.each([
    ['an error without words', json({ code: 'ODD' }, 500)],
    ['the page of a proxy', () => new Response('<html>', { status: 502 })],
    ['no content', () => new Response(null, { status: 204 })],
    ['nothing under no name', () => new Response('', { headers: { 'content-type': 'application/octet-stream' } })],
  ])('[FILE-04] shows download failed in place of %s', async (_, answer) => {
    await expect(setUp({ envelope: 'file' }, answer).client.call('a.b')).rejects.toMatchObject({ message: 'download failed' });
  });

  it('gives a file that is empty under its name', async () => {
    const answer = () => new Response('', { headers: { 'content-disposition': 'attachment; filename=empty.txt' } });
    const { name } = (await setUp({ envelope: 'file' }, answer).client.call('a.b')) as File;
    expect(name).toBe('empty.txt');
  });

  it.each([
    ['attachment; filename="a \\"b\\".txt"', 'a "b".txt'],
    ['attachment; filename=plain.txt', 'plain.txt'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ["attachment; filename*=UTF-8''%E0%A4%A; filename=y.txt", 'y.txt'],
    ['attachment', ''],
  ])('reads the name of %s', (disposition, name) => {
    expect(fileName(disposition)).toBe(name);
  });
});

describe('overlay', () => {
  it('[STATE-07][STATE-08] shows from the first pending call to the last, without the quiet ones', async () => {
    const answers: ((response: Response) => void)[] = [];
    const { client, overlay } = setUp({}, () => new Promise((resolve) => answers.push(resolve)));
    const seen: boolean[] = [];
    overlay.subscribe(() => seen.push(overlay.shown()));
    const calls = [client.call('a.b'), client.call('a.b'), client.call('a.b', { quiet: true })];
    await new Promise((resolve) => setTimeout(resolve));
    expect(overlay.shown()).toBe(true);
    for (const answer of answers) answer(success());
    await Promise.all(calls);
    expect(overlay.shown()).toBe(false);
    expect(seen).toEqual([true, false]);
  });
});
