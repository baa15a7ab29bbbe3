import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastify from 'fastify';
import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { errorList } from '../../../server/errors.ts';
import { registerErrors } from '../../../server/plugins/errors.ts';
import { contractSchemas } from '../../../src/generated/contract-schemas.ts';
import { createDatabase } from '../../support/database.ts';
import { projectRoot } from '../../support/project.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

describe('the errors of the API', () => {
  it('[ERR-12] stand in docs/errors.md with status and message, no more and no less', () => {
    const documented = [...read('docs/errors.md').matchAll(/^\| `([A-Z0-9_]+)` *\| (\d{3}) *\| (.*?) *\|$/gm)].map(
      ([, code, status, msg]) => [code, { status: Number(status), msg }],
    );
    expect(Object.fromEntries(documented)).toEqual(errorList);
  });

  it('have a text in every language', () => {
    for (const language of ['zh-Hans', 'zh-Hant', 'en']) {
      const { texts } = JSON.parse(read(`schemas/locales/${language}/error.locale.json`)) as { texts: Record<string, string> };
      expect(Object.keys(errorList).filter((code) => !Object.hasOwn(texts, code))).toEqual([]);
    }
  });

  it('named by contracts exist', () => {
    const named = Object.values(contractSchemas).flatMap(({ errors }) => errors ?? []);
    expect(named.filter((code) => !Object.hasOwn(errorList, code))).toEqual([]);
  });

  it.each([
    ['connect', 'ENOENT', 503],
    ['connect', 'ECONNREFUSED', 503],
    ['read', 'ECONNRESET', 503],
    ['write', 'EPIPE', 503],
    ['open', 'ENOENT', 500],
  ])('say whether the database is away: %s %s is %i', async (syscall, code, status) => {
    const app = fastify();
    registerErrors(app);
    app.get('/', async () => {
      throw Object.assign(new Error(`${syscall} ${code}`), { syscall, code });
    });
    expect((await app.inject('/')).statusCode).toBe(status);
  });

  it('say that the database was away where it went between two questions of one change', async () => {
    const { db, close } = await createDatabase();
    const app = fastify();
    registerErrors(app);
    app.get('/', async () => {
      await db.transaction().execute(async (change) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(change);
        await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db);
        await vi.waitFor(
          async () => {
            const left = await sql`select 1 from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(db);
            expect(left.rows).toEqual([]);
          },
          { timeout: 10_000 },
        );
        await sql`select 1`.execute(change);
      });
    });
    expect((await app.inject('/')).json()).toMatchObject({ code: 'UNAVAILABLE' });
    await close();
  });
});
