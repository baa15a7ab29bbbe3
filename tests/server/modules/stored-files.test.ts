import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import type { Context } from '../../../server/context.ts';
import { ApiError } from '../../../server/errors.ts';
import { folderStore } from '../../../server/files/folder-store.ts';
import { fileKind } from '../../../server/files/kinds.ts';
import { cleanName, newPath } from '../../../server/files/names.ts';
import { createFileStore, type FileStore } from '../../../server/files/store.ts';
import { sweepFiles } from '../../../server/modules/files/jobs.ts';
import { keepFile } from '../../../server/modules/files/keep.ts';
import { bindFiles, findFile, listFiles, openFile } from '../../../server/modules/files/stored.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { officeFile, pdf } from './file-samples.ts';

describe('what a file is', () => {
  it('[FILE-05] [RULE-08] is told by extension, first bytes and structure together', async () => {
    const picture = PNG.sync.write(new PNG({ width: 8, height: 8 }));
    const types = async (content: Buffer, extension: string) => (await fileKind(content, extension))?.type;
    expect(await types(picture, 'PNG')).toBe('image/png');
    expect(await types(pdf, 'pdf')).toBe('application/pdf');
    expect(await types(await officeFile('docx'), 'docx')).toMatch(/wordprocessingml\.document$/);
    expect(await types(Buffer.from('名称,金额\n', 'utf8'), 'csv')).toBe('text/csv');
    expect(await types(Buffer.from('c3fbb3c62cbdf0b6ee0a', 'hex'), 'csv')).toBe('text/csv');
    // Another extension, a part of it, macros, a program, a page.
    const refused: [Buffer, string][] = [
      [picture, 'jpg'],
      [picture.subarray(0, -1), 'png'],
      [pdf.subarray(0, 40), 'pdf'],
      [await officeFile('docx'), 'xlsx'],
      [await officeFile('xlsx', 'xl/vbaProject.bin'), 'xlsx'],
      [Buffer.from('MZ\0\0program'), 'txt'],
      [Buffer.from('<svg/>'), 'svg'],
      [Buffer.from('<html/>'), 'html'],
    ];
    for (const [content, extension] of refused) expect([extension, await types(content, extension)]).toEqual([extension, undefined]);
  });

  it('[FILE-05] refuses an archive that swells beyond what it is worth', async () => {
    const archive = new ZipFile();
    archive.addBuffer(Buffer.from('"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"'), '[Content_Types].xml');
    archive.addBuffer(Buffer.alloc(8 * 1024 * 1024), 'xl/sheet.xml');
    archive.end();
    expect(await fileKind(await buffer(archive.outputStream), 'xlsx')).toBeUndefined();
  });

  it('[FILE-02] keeps a name as people read it: no path, nothing invisible, no turned writing', () => {
    expect(cleanName('C:\\fakepath\\合同 "终稿".PDF')).toBe('合同 _终稿_.PDF');
    expect(cleanName('../../etc/passwd')).toBe('passwd');
    expect(cleanName('report\u202efdp.exe\r\n')).toBe('reportfdp.exe');
    expect(cleanName('a\ud800.txt')).toBe('a_.txt');
    expect(cleanName(`${'长'.repeat(300)}.xlsx`)).toBe(`${'长'.repeat(80)}….xlsx`);
    for (const nameless of ['', '  ', '...', '.pdf', '\u200b']) expect(cleanName(nameless)).toBe(nameless === '.pdf' ? '.pdf' : undefined);
  });
});

describe('the folder of files', () => {
  it('[FILE-02] holds them as a whole, under their names alone, for the server alone', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'targus-files-'));
    const store = folderStore(folder);
    const path = newPath('txt');
    await store.put(path, Buffer.from('0123456789'));
    expect((await buffer(await store.read(path))).toString()).toBe('0123456789');
    expect((await buffer(await store.read(path, { start: 2, end: 4 }))).toString()).toBe('234');
    const inside = join(folder, 'files', path.slice(6, 8));
    expect(readdirSync(inside)).toEqual([path.slice(6)]);
    expect([statSync(inside).mode & 0o777, statSync(join(inside, path.slice(6))).mode & 0o777]).toEqual([0o700, 0o600]);
    await store.remove(path);
    await store.remove(path);
    await expect(store.read(path)).rejects.toMatchObject({ code: 'ENOENT' });
    for (const name of ['files/../../etc/passwd', '/etc/passwd', 'files/a.txt', `${path}/../x`])
      await expect(store.read(name)).rejects.toThrow('No name of a stored file');
    await rm(folder, { recursive: true });
  });
});

describe('keeping files', () => {
  let app: TestApp;
  let context: Context;
  let files: FileStore;
  beforeAll(async () => {
    app = await startApp();
    files = createFileStore(app.settings);
    const user = await app.db.selectFrom('app_user').select(['id', 'username']).where('username', '=', 'auditor').executeTakeFirstOrThrow();
    context = {
      db: app.db,
      services: { documents: app.documents, files },
      user: { id: String(user.id), username: user.username },
      ip: '',
      requestId: '',
    } as never;
  });
  afterAll(async () => await app.close());

  const text = (name = 'note.txt', content = 'hello') => ({ name, type: 'text/html', content: Buffer.from(content) });
  const keep = (businessId?: string, file = text()) => keepFile(context, { file, businessType: 'trial', businessId });
  const problem = async (work: Promise<unknown>) => ((await work.catch((error: unknown) => error)) as { details: unknown[] }).details[0];

  it('[FILE-02] keeps a file with its hash and an audit row, reads it back, and ties it to a thing', async () => {
    const kept = await keep('1');
    expect(kept).toMatchObject({ originName: 'note.txt', type: 'text/plain', size: 5, createBy: 'auditor', businessId: '1' });
    expect(kept.sha256).toBe('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824');
    expect((await buffer(await openFile(context, kept))).toString()).toBe('hello');
    expect(await listFiles(app.db, { businessType: 'trial', businessId: '1' })).toEqual([kept]);
    const audited = await app.db
      .selectFrom('audit_log')
      .select(['action', 'actor'])
      .where('target_id', '=', kept.bid)
      .orderBy('id')
      .execute();
    expect(audited).toEqual([{ action: 'file_upload', actor: 'auditor' }]);
    const loose = await keep();
    const thing = { businessType: 'trial', businessId: '2', scope: 'part' };
    await expect(bindFiles(app.db, [loose.path], thing, null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await bindFiles(app.db, [loose.path], thing, Number(context.user?.id));
    await expect(bindFiles(app.db, [loose.path], thing, Number(context.user?.id))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await listFiles(app.db, { ...thing, scope: 'part' })).map(({ bid }) => bid)).toEqual([loose.bid]);
    expect(await listFiles(app.db, { ...thing, scope: 'other' })).toEqual([]);
  });

  it('[ERR-11] [FILE-03] says of a refused file which one, why, and what is allowed', async () => {
    expect(await problem(keep('1', text('run.exe')))).toMatchObject({
      field: 'file',
      key: 'file.typeNotAllowed',
      values: { name: 'run.exe', allowed: '.png .jpg .jpeg .pdf .xlsx .docx .pptx .csv .txt' },
    });
    expect(await problem(keep('1', text('a.pdf')))).toMatchObject({ key: 'file.content', values: { name: 'a.pdf' } });
    expect(await problem(keep('1', text('a.txt', '')))).toMatchObject({ key: 'file.empty' });
    const large = { ...text(), content: Buffer.alloc(20 * 1024 * 1024 + 1, 32) };
    expect(await problem(keep('1', large))).toMatchObject({ key: 'file.tooLarge', values: { most: '20 MB' } });
    const pictures = keepFile(context, { file: text(), businessType: 'ai-import-image' });
    expect(await problem(pictures)).toMatchObject({ key: 'file.typeNotAllowed', values: { allowed: '.png .jpg .jpeg' } });
  });

  it('[FILE-02] leaves nothing of a file whose uploader may not add it any more when it is here', async () => {
    const confirm = () => Promise.reject(new ApiError('FORBIDDEN'));
    const lastRow = async () => (await app.db.selectFrom('stored_file').select('id').orderBy('id', 'desc').executeTakeFirst())?.id;
    const before = await lastRow();
    await expect(keepFile(context, { file: text(), businessType: 'trial', businessId: 'gone', confirm })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(await listFiles(app.db, { businessType: 'trial', businessId: 'gone' })).toEqual([]);
    expect(await lastRow()).toBe(before);
  });

  it('[FILE-02] keeps no more files of a thing than its rule allows, however many come at once', async () => {
    await app.db
      .insertInto('stored_file')
      .values(
        Array.from({ length: 98 }, () => ({
          ...{ path: newPath('txt'), business_type: 'trial', business_id: 'full', origin_name: 'a.txt', extension: 'txt' },
          ...{ type: 'text/plain', size: 1, sha256: Buffer.alloc(32), user_id: null },
        })),
      )
      .execute();
    const results = await Promise.allSettled(Array.from({ length: 4 }, () => keep('full')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await problem(keep('full'))).toMatchObject({ key: 'file.tooMany', values: { count: '100' } });
  });

  it('[FILE-02] sweeps what was removed, what nothing claimed within a day, and what never came to be', async () => {
    const [bound, loose, fresh, removed] = [await keep('9'), await keep(), await keep(), await keep('9')];
    await app.db.updateTable('stored_file').set({ removed_at: new Date() }).where('bid', '=', removed.bid).execute();
    await sql`update stored_file set created_at = now() - interval '25 hours' where bid in (${bound.bid}, ${loose.bid})`.execute(app.db);
    const half = newPath('txt');
    await sql`insert into stored_file (path, business_type, origin_name, extension, type, size, sha256, created_at)
      values (${half}, 'trial', 'a.txt', 'txt', 'text/plain', 1, '', now() - interval '25 hours')`.execute(app.db);
    expect(await sweepFiles(app.db, files)).toBe(3);
    expect(await sweepFiles(app.db, files)).toBe(0);
    for (const { path } of [bound, fresh]) expect((await buffer(await files.read(path))).toString()).toBe('hello');
    for (const { path, bid } of [loose, removed]) {
      await expect(files.read(path)).rejects.toMatchObject({ code: 'ENOENT' });
      expect(await findFile(app.db, { bid })).toBeUndefined();
    }
  });
});
