import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createFileStore } from '../../../server/files/store.ts';
import { type Runner, startRunner } from '../../../server/modules/data-runs/runner.ts';
import { speechJobs } from '../../../server/modules/speech/run.ts';
import { transcribe } from '../../../server/modules/speech/service.ts';
import { readSettings } from '../../../server/settings.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type SpeechService, startSpeechService } from '../../support/speech-service.ts';
import { type Answer, call, tokenOf, uploadFile } from './client.ts';

const key = 'a-key-nobody-reads';
let app: TestApp;
let off: TestApp;
let runner: Runner;
let service: SpeechService;
let token = '';

/** A tenth of a second of silence. */
const wav = (() => {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(36 + 1_600, 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(16_000, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36, 'latin1');
  head.writeUInt32LE(1_600, 40);
  return Buffer.concat([head, Buffer.alloc(1_600)]);
})();

beforeAll(async () => {
  service = await startSpeechService();
  app = await startApp({ env: { SPEECH_URL: service.url, SPEECH_KEY: key, SPEECH_MODEL: 'large' } });
  token = await tokenOf(app, 'admin');
  const log = (what: string, error: unknown) => console.error(what, error);
  const files = createFileStore(app.settings);
  runner = startRunner({ db: app.db, settings: app.settings, files, documents: app.documents, log });
});
afterAll(async () => {
  await runner.stop();
  await app.close();
  await off?.close();
  await service.close();
});
beforeEach(() => {
  service.requests.length = 0;
});

const ask = (path: string, more: { method?: 'GET' | 'POST' | 'DELETE'; body?: unknown; token?: string } = {}): Promise<Answer> =>
  call(app, `/api/ai/speech${path}`, { token, headers: { 'accept-language': 'en' }, ...more });
// biome-ignore lint/suspicious/noExplicitAny: answers are checked by their contracts
const data = (answer: { status: number; body: { data?: unknown } }): any => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
const send = (name = 'Meeting.wav', content: Buffer = wav, query = '') =>
  uploadFile(app, `/api/ai/speech/create${query}`, token, content, name) as Promise<{ status: number; body: Answer['body'] }>;

async function ended(id: string) {
  for (let tries = 0; tries < 1_200; tries += 1) {
    const transcript = data(await ask(`/get?id=${id}`));
    if (transcript.state !== 'running') return transcript;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`transcript ${id} does not end`);
}
const made = async (...given: Parameters<typeof send>) => await ended(data(await send(...given)).id);
const json = (answer: unknown) => {
  service.answer = (_request, response) => response.end(JSON.stringify(answer));
};

it('[DATA-04] has a recording transcribed by the configured service, forgets it then, and gives text and subtitles', async () => {
  json({
    language: 'english',
    duration: 83.456,
    text: 'ignored beside segments',
    segments: [
      { start: 0, end: 2.5, text: ' Good morning.\u0000 ', more: true },
      { start: 62.25, end: 64, text: 'Second\n \nline' },
      { text: '  ' },
    ],
  });
  const transcript = await made('Meeting.wav', wav, '?language=en');
  expect(transcript).toMatchObject({
    state: 'done',
    language: 'english',
    duration: 83.456,
    text: 'Good morning.\nSecond\n \nline',
    hasTimes: true,
  });
  expect(transcript.segments).toEqual([
    { key: '1', start: 0, end: 2.5, time: '0:00', text: 'Good morning.' },
    { key: '2', start: 62.25, end: 64, time: '1:02', text: 'Second\n \nline' },
  ]);
  const [request] = service.requests;
  expect(request).toMatchObject({ method: 'POST', path: '/v1/audio/transcriptions', authorization: `Bearer ${key}` });
  for (const part of [
    'name="file"; filename="Meeting.wav"',
    'audio/wav',
    'name="model"\r\n\r\nlarge',
    'name="language"\r\n\r\nen',
    'verbose_json',
  ])
    expect(request?.body).toContain(part);
  expect(request?.body).toContain(wav.toString('latin1'));
  const { audio } = await app.db
    .selectFrom('speech_transcript')
    .select('audio')
    .where('id', '=', Number(transcript.id))
    .executeTakeFirstOrThrow();
  expect(audio).toBeNull();

  const file = async (format: string) =>
    (
      await app.http.inject({
        url: `/api/ai/speech/download?id=${transcript.id}&format=${format}`,
        headers: { authorization: `Bearer ${token}` },
      })
    ).body;
  expect(await file('txt')).toBe('Good morning.\nSecond\n \nline\n');
  expect(await file('srt')).toBe('1\n00:00:00,000 --> 00:00:02,500\nGood morning.\n\n2\n00:01:02,250 --> 00:01:04,000\nSecond\nline\n\n');
  expect(data(await ask('/page', { method: 'POST', body: { keyword: 'morning' } }))).toMatchObject({
    total: 1,
    content: [{ id: transcript.id, beginning: expect.stringMatching(/^Good morning\. Second/) }],
  });
  // How it is kept is not what was said.
  for (const keyword of ['start', '62.25'])
    expect(data(await ask('/page', { method: 'POST', body: { keyword } }))).toMatchObject({ total: 0 });
});

it('[DATA-04] takes corrections by hand, tells who was slower, and keeps transcripts of others away', async () => {
  json({ text: 'wort' });
  const { id, version } = await made();
  const correct = (given: object) => ask('/correct', { method: 'POST', body: { id, version, key: '1', text: 'word', ...given } });
  expect(data(await correct({}))).toMatchObject({ text: 'word', version: version + 1, hasTimes: false });
  expect(await correct({})).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT', data: { id, key: '1', version: version + 1, text: 'word' } },
  });
  expect((await correct({ version: version + 1, key: '2' })).status).toBe(404);
  const other = await tokenOf(app, 'riskmanager');
  expect((await ask(`/get?id=${id}`, { token: other })).status).toBeGreaterThanOrEqual(403);
  expect((await ask(`?id=${id}`, { method: 'DELETE' })).status).toBe(200);
  expect((await ask(`/get?id=${id}`)).status).toBe(404);
});

it('[DATA-04] says why there is no transcript, tries again, and never shows the key', async () => {
  const refusing: [string, SpeechService['answer'], RegExp][] = [
    ['broken JSON', (_, response) => response.end('{"text": "he'), /cannot be read/],
    ['a list', (_, response) => response.end('[]'), /cannot be read/],
    ['nothing heard', (_, response) => response.end('{"text": "  ", "segments": "x"}'), /heard nothing/],
    ['a refusal', (_, response) => response.writeHead(422).end(`key ${key}`), /did not take the recording \(status 422\)/],
    ['a wrong key', (_, response) => response.writeHead(401).end(), /refused the key/],
    [
      'a redirect',
      ({ path }, response) =>
        path === '/elsewhere' ? response.end('{"text":"leaked"}') : response.writeHead(307, { location: '/elsewhere' }).end(),
      /cannot be reached/,
    ],
    ['a broken line', (_, response) => response.destroy(), /cannot be reached/],
    ['an answer without end', (_, response) => pour(response), /too large/],
    ['a million segments', (_, response) => response.end(`{"segments":[${'{"text":"x"},'.repeat(30_000)}0]}`), /too large/],
  ];
  let last = '';
  for (const [what, answer, reason] of refusing) {
    service.answer = answer;
    const transcript = await made();
    expect([what, transcript.state, transcript.mayRepeat]).toEqual([what, 'failed', true]);
    expect(transcript.failure, what).toMatch(reason);
    last = transcript.id;
  }
  json({ text: 'at last', language: 'en\u0000', duration: -3, segments: [{ text: 'at last', start: 'x', end: Number.MAX_VALUE }] });
  expect((await ask('/repeat', { method: 'POST', body: { id: last } })).status).toBe(200);
  expect(await ended(last)).toMatchObject({
    state: 'done',
    text: 'at last',
    language: 'en',
    duration: null,
    segments: [{ start: null, end: null }],
  });
  expect(await ask('/repeat', { method: 'POST', body: { id: last } })).toMatchObject({ body: { code: 'SPEECH_NO_RECORDING' } });
  expect(service.requests.map(({ path }) => path)).not.toContain('/elsewhere');
  expect(JSON.stringify(app.log)).not.toContain(key);
});

/** Sends more than an answer may be long, as fast as it is taken. */
function pour(response: Parameters<SpeechService['answer']>[1]): void {
  const part = Buffer.alloc(64 * 1024, 'x');
  const more = () => {
    while (!response.destroyed && response.write(part));
    if (!response.destroyed) response.once('drain', more);
  };
  more();
}

it('[DATA-04] gives up on a service that does not answer, and at once when somebody stops it', async () => {
  service.answer = () => undefined;
  const speech = app.settings.speech ?? { url: '', key: undefined, model: undefined };
  const audio = { name: 'a.wav', type: 'audio/wav', content: wav };
  await expect(transcribe(speech, audio, new AbortController().signal, 50)).rejects.toMatchObject({ problem: 'late' });
  const { id } = data(await send());
  for (let tries = 0; service.requests.length < 2 && tries < 100; tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  const { runId } = data(await ask(`/get?id=${id}`));
  expect((await call(app, '/api/data/run/stop', { method: 'POST', token, body: { id: runId } })).status).toBe(200);
  expect(await ended(id)).toMatchObject({ state: 'stopped', failure: null, mayRepeat: true });
});

it('[DATA-04] a service may think for as long as is said, however soon requests of the platform give up without an answer', async () => {
  const own = Symbol.for('undici.globalDispatcher.1');
  // The first request of all makes it.
  await fetch('data:,');
  const before: unknown = Reflect.get(globalThis, own);
  const hasty = {
    dispatch: (asked: object, handler: unknown) =>
      Reflect.get(Object(before), 'dispatch').call(before, { ...asked, headersTimeout: 100 }, handler),
  };
  service.answer = (_, response) => void setTimeout(() => response.end('{"text":"in the end"}'), 2_500);
  const speech = app.settings.speech ?? { url: '', key: undefined, model: undefined };
  Reflect.set(globalThis, own, hasty);
  try {
    const transcript = await transcribe(speech, { name: 'a.wav', type: 'audio/wav', content: wav }, new AbortController().signal);
    expect(transcript.segments).toMatchObject([{ text: 'in the end' }]);
  } finally {
    Reflect.set(globalThis, own, before);
  }
});

it('[DATA-04] takes sound by its bytes, and forgets a recording without a transcript after a day', async () => {
  const reason = async (name: string, content: Buffer) =>
    ((await send(name, content)).body.details as { key: string }[] | undefined)?.map((one) => one.key);
  expect(await reason('a.mp3', wav)).toEqual(['file.content']);
  expect(await reason('a.exe', wav)).toEqual(['file.typeNotAllowed']);
  service.answer = (_, response) => response.writeHead(500).end();
  const { id } = await made();
  await app.db
    .updateTable('speech_transcript')
    .set({ created_at: new Date(Date.now() - 90_000_000) })
    .where('id', '=', Number(id))
    .execute();
  for (const job of speechJobs(app.db)) await job.run();
  expect(data(await ask(`/get?id=${id}`))).toMatchObject({ state: 'failed', mayRepeat: false });
});

it('[DATA-04] without a service says so and takes nothing', async () => {
  off = await startApp();
  const own = await tokenOf(off, 'admin');
  expect((await call(off, '/api/ai/speech/status', { token: own })).body.data).toMatchObject({ isConfigured: false });
  expect(await uploadFile(off, '/api/ai/speech/create', own, wav, 'a.wav')).toMatchObject({ status: 409, body: { code: 'SPEECH_OFF' } });
  expect(data(await ask('/status'))).toMatchObject({ isConfigured: true, extensions: expect.arrayContaining(['.mp3', '.webm']) });
  expect(() => readSettings({ SPEECH_URL: 'https://user:hidden@speech.example.com' }, '/')).toThrow(/SPEECH_URL is "\*\*\*"/);
  expect(readSettings({ SPEECH_KEY: 'x' }, '/').speech).toBeUndefined();
});
