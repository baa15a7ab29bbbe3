import { buffer } from 'node:stream/consumers';
import jpeg from 'jpeg-js';
import { sql } from 'kysely';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ZipFile } from 'yazl';
import { drawPictures, pictureKinds } from '../../../server/database/demo/image-pictures.ts';
import { createFileStore } from '../../../server/files/store.ts';
import { type Runner, startRunner } from '../../../server/modules/data-runs/runner.ts';
import { pngOf } from '../../../server/modules/images/work.ts';
import { ThreadPool } from '../../../server/threads/pool.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type Answer, call, tokenOf, uploadFile } from './client.ts';
import { invoice } from './evidence-world.ts';

let app: TestApp;
let runner: Runner;
let token = '';

beforeAll(async () => {
  app = await startApp();
  token = await tokenOf(app, 'admin');
  const log = (what: string, error: unknown) => console.error(what, error);
  const files = createFileStore(app.settings);
  runner = startRunner({ db: app.db, settings: app.settings, files, documents: app.documents, log });
});
afterAll(async () => {
  await runner.stop();
  await app.close();
});

const ask = (
  path: string,
  body?: unknown,
  method: 'GET' | 'POST' | 'DELETE' = body === undefined ? 'GET' : 'POST',
  as = token,
): Promise<Answer> => call(app, `/api/ai/image${path}`, { token: as, method, body, headers: { 'accept-language': 'en' } });
// biome-ignore lint/suspicious/noExplicitAny: answers are checked by their contracts
const data = (answer: { status: number; body: { data?: unknown } }): any => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.data;
};
const send = (path: string, content: Buffer, name: string) => uploadFile(app, `/api/ai/image${path}`, token, content, name);
const reason = (answer: { body: unknown }) => (answer.body as { details?: { key: string }[] }).details?.[0]?.key;

async function archive(files: Record<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(files)) zip.addBuffer(content, name);
  zip.end();
  return await buffer(zip.outputStream);
}
/** The same as an archiver of another system writes it, which says nothing of how names are written: `names` in place of those of as many bytes. */
function named(packed: Buffer, names: Record<string, Buffer>): Buffer {
  const changed = Buffer.from(packed);
  for (const [signature, flags] of [
    [0x04034b50, 6],
    [0x02014b50, 8],
  ] as const)
    for (let at = 0; at < changed.length - 46; at += 1)
      if (changed.readUInt32LE(at) === signature) changed.writeUInt16LE(changed.readUInt16LE(at + flags) & ~0x800, at + flags);
  for (const [name, bytes] of Object.entries(names))
    for (let at = changed.indexOf(name); at >= 0; at = changed.indexOf(name, at + 1)) bytes.copy(changed, at);
  return changed;
}
async function fitted(id: string) {
  data(await ask('/fit', { id }));
  for (let tries = 0; tries < 600; tries += 1) {
    const model = data(await ask(`/get?id=${id}`));
    if (model.state !== 'fitting') return model;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`model ${id} does not end`);
}
const asJpeg = (pixels: Uint8Array) => {
  const { data: bytes, width, height } = PNG.sync.read(pngOf(pixels));
  return Buffer.from(jpeg.encode({ data: bytes, width, height }, 85).data);
};
const kinds = Object.keys(pictureKinds);

it('[DATA-04] reads what one picture holds: size, codes, fields of a VAT invoice; broken and huge ones are told', async () => {
  const found = data(await send('/read', await invoice('12345678'), 'invoice.png'));
  expect(found).toMatchObject({ format: 'PNG', codes: [{ format: 'QRCode' }] });
  expect(found.invoice.number).toMatch(/^\d{8}|\d{20}$/);
  const plain = data(await send('/read', asJpeg(new Uint8Array(64 * 64 * 3)), 'black.jpg'));
  expect(plain).toMatchObject({ format: 'JPG', width: 64, height: 64, codes: [], invoice: null });
  expect(reason(await send('/read', Buffer.from('no picture'), 'a.png'))).toBe('file.content');
  const torn = asJpeg(new Uint8Array(64 * 64 * 3));
  torn.fill(0xff, 200, torn.length - 2);
  expect([undefined, 'image.problem.unreadable', 'file.content']).toContain(reason(await send('/read', torn, 'torn.jpg')));
});

it('[DATA-04] classes are called as folders are in archives of Chinese Windows and others, and no path leads out of one', async () => {
  const [picture = new Uint8Array()] = drawPictures('seal', 1, 7);
  const packed = await archive({ 'all/Q1/1.png': pngOf(picture), 'all/Q2/2.png': pngOf(picture), 'all/Q3/3.png': pngOf(picture) });
  const classesOf = async (content: Buffer) => {
    const { id } = data(await ask('/create', { name: `Named ${Math.random()}` }));
    const sent = await send(`/pictures?id=${id}`, content, 'all.zip');
    if (sent.status !== 200) return reason(sent);
    return data(await ask(`/get?id=${id}`))
      .labels.map(({ label }: { label: string }) => label)
      .sort();
  };
  // 猫, 狗 and 乗, which ends with a byte of a backslash; one alone could be UTF-8.
  const chinese = { Q1: Buffer.from([0xc3, 0xa8]), Q2: Buffer.from([0xb9, 0xb7]), Q3: Buffer.from([0x81, 0x5c]) };
  expect(await classesOf(named(packed, chinese))).toEqual(['乗', '狗', '猫'].sort());
  expect(await classesOf(named(packed, { Q1: Buffer.from('é') }))).toEqual(['Q2', 'Q3', 'é'].sort());
  // As American and Western systems wrote it.
  expect(await classesOf(named(packed, { Q1: Buffer.from([0x82, 0x41]) }))).toEqual(['Q2', 'Q3', 'éA'].sort());
  expect(await classesOf(named(packed, { Q2: Buffer.from('..'), Q1: chinese.Q1 }))).toBe('image.archiveUnreadable');
  expect(await classesOf(packed)).toEqual(['Q1', 'Q2', 'Q3']);
});

it('[DATA-04] learns own classes from an archive and single pictures, measures them, and says of another picture what it is or that it is none', async () => {
  const { id } = data(await ask('/create', { name: 'Papers', budget: 5 }));
  const files = Object.fromEntries(
    kinds.flatMap((kind, place) =>
      drawPictures(kind, 10, place + 1).map((pixels, index) => [
        `all/${kind}/${index}.${index % 2 === 0 ? 'png' : 'jpg'}`,
        index % 2 === 0 ? pngOf(pixels) : asJpeg(pixels),
      ]),
    ),
  );
  const whole = await archive({ ...files, 'all/seal/notes.txt': Buffer.from('no picture'), '__MACOSX/all/x.png': Buffer.from('x') });
  expect(data(await send(`/pictures?id=${id}`, whole, 'all.zip'))).toEqual({ added: 30, known: 0, unread: 1 });
  const [extra] = drawPictures('seal', 1, 50);
  const one = { added: 1, known: 0, unread: 0 };
  expect(data(await send(`/pictures?id=${id}&label=seal`, pngOf(extra ?? new Uint8Array()), 'extra.png'))).toEqual(one);
  expect(reason(await send(`/pictures?id=${id}&label=a%2Fb`, pngOf(new Uint8Array(64 * 64 * 3)), 'a.png'))).toBe('image.labelWrong');
  expect(reason(await send(`/pictures?id=${id}`, await archive({ 'top.png': Buffer.from('x') }), 'top.zip'))).toBe('image.archiveEmpty');
  expect(reason(await send(`/pictures?id=${id}`, Buffer.from('PK no zip'), 'a.zip'))).toBe('image.archiveUnreadable');

  const model = await fitted(id);
  expect(model).toMatchObject({
    state: 'ready',
    number: 1,
    failure: null,
    isStale: false,
    current: { classes: ['invoice', 'receipt', 'seal'] },
  });
  expect(model.labels).toEqual([
    { label: 'invoice', pictures: 10 },
    { label: 'receipt', pictures: 10 },
    { label: 'seal', pictures: 11 },
  ]);
  expect(model.accuracy).toBeGreaterThan(0.8);
  const [seal] = drawPictures('seal', 1, 99);
  expect(data(await send(`/predict?id=${id}`, asJpeg(seal ?? new Uint8Array()), 'a.jpg'))).toMatchObject({ label: 'seal', reason: null });
  expect(data(await send(`/predict?id=${id}`, pngOf(new Uint8Array(64 * 64 * 3)), 'black.png'))).toMatchObject({
    label: null,
    reason: 'far',
  });

  // A picture that came while it learned was not learned from, though the version is later.
  await sql`update image_version set made_at = now() + interval '1 minute' where model_id = ${Number(id)}`.execute(app.db);
  const [after = new Uint8Array()] = drawPictures('seal', 1, 51);
  expect(data(await send(`/pictures?id=${id}&label=seal`, pngOf(after), 'late.png'))).toEqual(one);
  const stale = data(await ask(`/get?id=${id}`));
  expect(stale.isStale).toBe(true);
  const late = data(await ask('/samples', { id, label: 'seal', pageSize: 20 })).content.find(
    ({ name }: { name: string }) => name === 'late.png',
  );
  expect((await ask('/remove-samples', { id, sampleId: late.id })).status).toBe(200);

  const samples = data(await ask('/samples', { id, label: 'seal', pageSize: 5 }));
  expect(samples).toMatchObject({ total: 11 });
  expect(samples.content[0].picture).toMatch(/^data:image\/png;base64,/);
  expect((await ask('/remove-samples', { id, sampleId: samples.content[0].id })).status).toBe(200);
  expect((await ask('/remove-samples', { id, label: 'invoice' })).status).toBe(200);
  expect(data(await ask(`/get?id=${id}`)).labels).toEqual([
    { label: 'receipt', pictures: 10 },
    { label: 'seal', pictures: 10 },
  ]);
  expect((await ask(`?id=${id}`, undefined, 'DELETE')).status).toBe(200);
  expect((await ask(`/get?id=${id}`)).status).toBe(404);
}, 60_000);

it('[DATA-04] files of an archive in no folder are told, and a class is the same however its letters are written and whatever is around it', async () => {
  const { id } = data(await ask('/create', { name: 'Written' }));
  const drawn = drawPictures('seal', 6, 8).map(pngOf);
  const files = Object.fromEntries(
    ['top.png', 'caf\u00e9/1.png', 'cafe\u0301/2.png', ' caf\u00e9 /3.png', ' /4.png', '.hidden'].map((path, at) => [
      path,
      drawn[at] as Buffer,
    ]),
  );
  // At the top are a picture and what systems add; a folder of spaces says no class.
  const whole = await archive({ ...files, '__MACOSX/._top.png': Buffer.from('x') });
  expect(data(await send(`/pictures?id=${id}`, whole, 'all.zip'))).toEqual({ added: 3, known: 0, unread: 2 });
  const typed = await send(`/pictures?id=${id}&label=${encodeURIComponent('cafe\u0301 ')}`, drawn[5] as Buffer, 'typed.png');
  expect(data(typed)).toEqual({ added: 1, known: 0, unread: 0 });
  expect(data(await ask(`/get?id=${id}`)).labels).toEqual([{ label: 'caf\u00e9', pictures: 4 }]);
});

it('[DATA-04] a picture is kept once a class, however often it is sent, and sending what is there already changes nothing', async () => {
  const { id } = data(await ask('/create', { name: 'Sent twice' }));
  const [first = new Uint8Array(), second = new Uint8Array(), third = new Uint8Array()] = drawPictures('seal', 3, 7);
  const noted = async () =>
    await app.db
      .selectFrom('audit_log')
      .select('detail')
      .where('action', '=', 'image_sample_add')
      .where('target_id', '=', String(id))
      .orderBy('id')
      .execute();
  const files = { 'all/one/1.png': pngOf(first), 'all/one/2.png': pngOf(second), 'all/one/copy.png': pngOf(first) };
  const whole = await archive({ ...files, 'all/two/1.png': pngOf(first) });
  expect(data(await send(`/pictures?id=${id}`, whole, 'all.zip'))).toEqual({ added: 3, known: 1, unread: 0 });
  expect(await noted()).toMatchObject([{ detail: { added: 3, known: 1, unread: 0, label: null } }]);
  const before = data(await ask(`/get?id=${id}`));
  expect(before.labels).toEqual([
    { label: 'one', pictures: 2 },
    { label: 'two', pictures: 1 },
  ]);
  expect(data(await send(`/pictures?id=${id}`, whole, 'all.zip'))).toEqual({ added: 0, known: 4, unread: 0 });
  expect(data(await send(`/pictures?id=${id}&label=one`, pngOf(second), 'again.png'))).toEqual({ added: 0, known: 1, unread: 0 });
  expect(data(await ask(`/get?id=${id}`))).toEqual(before);
  expect(await noted()).toHaveLength(1);
  // Two at once wait for each other.
  const both = await Promise.all(['a.png', 'b.png'].map((name) => send(`/pictures?id=${id}&label=one`, pngOf(third), name)));
  expect(both.map((answer) => data(answer).added).sort()).toEqual([0, 1]);
});

it('[DATA-04] a model that holds copies from before is as good as without them when it learns again, and only different pictures are enough', async () => {
  const hold = async (name: string, kept: [string, Uint8Array][]) => {
    const { id } = data(await ask('/create', { name, budget: 5 }));
    const rows = kept.map(([label, pixels]) => ({ model_id: Number(id), label, name: 'a.png', pixels: Buffer.from(pixels) }));
    await app.db
      .insertInto('image_sample')
      .values([...rows, ...rows])
      .execute();
    return id as string;
  };
  const drawn = kinds.flatMap((kind, place) => drawPictures(kind, 12, place + 1).map((pixels): [string, Uint8Array] => [kind, pixels]));
  const id = await hold('Held twice', drawn);
  const model = await fitted(id);
  expect(model).toMatchObject({ failure: null, pictures: 72 });
  expect(model.current.rows.learned + model.current.rows.apart).toBe(36);
  const [seal = new Uint8Array()] = drawPictures('seal', 1, 99);
  expect(data(await send(`/predict?id=${id}`, pngOf(seal), 'a.png'))).toMatchObject({ label: 'seal', reason: null });
  const few = await hold('Few twice', [...drawn, ...drawPictures('seal', 4, 60).map((pixels): [string, Uint8Array] => ['copied', pixels])]);
  expect((await fitted(few)).failure).toBe('copied has 4 different pictures: at least 5 are needed');
}, 60_000);

it('[DATA-04] says what is missing to learn, answers nothing before, and shows nobody models of others', async () => {
  const { id } = data(await ask('/create', { name: 'Few', key: 'made-once-2' }));
  expect(data(await ask('/create', { name: 'Few', key: 'made-once-2' })).id).toBe(id);
  const picture = pngOf(new Uint8Array(64 * 64 * 3));
  expect((await send(`/predict?id=${id}`, picture, 'a.png')).body).toMatchObject({ code: 'MODEL_NOT_FITTED' });
  expect((await fitted(id)).failure).toBe('At least two classes are needed');
  for (const label of ['one', 'two']) data(await send(`/pictures?id=${id}&label=${label}`, picture, 'a.png'));
  expect((await fitted(id)).failure).toBe('one has 1 different pictures: at least 5 are needed');
  const other = await tokenOf(app, 'riskmanager');
  expect((await ask(`/get?id=${id}`, undefined, 'GET', other)).status).toBeGreaterThanOrEqual(403);

  // An archive with more classes than a model takes leaves nothing behind, though its first ones would fit.
  const many = Object.fromEntries(Array.from({ length: 70 }, (_, at) => [`all/class ${at % 21}/${at}.png`, picture]));
  expect(reason(await send(`/pictures?id=${id}`, await archive(many), 'many.zip'))).toBe('image.tooManyClasses');
  expect(data(await ask(`/get?id=${id}`)).labels).toHaveLength(2);
});

it('[DATA-04] brings a model with pictures, so that learning can be seen at once', async () => {
  const { content } = data(await ask('/page', { keyword: '单据' }));
  expect(content).toMatchObject([{ state: 'new', classes: 3, pictures: 60 }]);
});

it('[DATA-04] whoever goes away while a picture is read gives its thread up, and the next picture is read', async () => {
  const doing = vi.spyOn(ThreadPool.prototype, 'do');
  const address = await app.http.listen({ host: '127.0.0.1', port: 0 });
  const picture = asJpeg(drawPictures('receipt', 1, 7)[0] ?? new Uint8Array());
  const form = new FormData();
  // A whole page: it is not read before word comes that nobody waits for it.
  form.set('file', new Blob([new Uint8Array(await invoice('12345678'))], { type: 'image/png' }), 'page.png');
  const stop = new AbortController();
  doing.mockImplementationOnce(async function (this: ThreadPool<unknown, unknown>, job, given) {
    const outcome = this.do(job, given);
    stop.abort();
    return await outcome;
  });
  const headers = { authorization: `Bearer ${token}` };
  await expect(fetch(`${address}/api/ai/image/read`, { method: 'POST', headers, body: form, signal: stop.signal })).rejects.toThrow(
    'abort',
  );
  await vi.waitFor(async () => {
    const [, inside] = doing.mock.results;
    expect(await inside?.value).toEqual({ failed: 'stopped' });
  }, 20_000);
  expect(doing.mock.calls[0]?.[1]?.caller).toMatch(/^account:\d+$/);
  doing.mockRestore();
  expect(data(await send('/read', picture, 'one.jpg'))).toMatchObject({ printProblem: null });
});
