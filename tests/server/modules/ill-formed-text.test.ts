import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contractSchemas } from '../../../src/generated/contract-schemas.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from './client.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = await tokenOf(app, 'admin');
});
afterAll(async () => await app.close());

describe('text that no database can keep', () => {
  const body = { dictType: 'tag-tone', dictValue: 'fine', dictLabel: 'Fine' };
  it.each([
    ['a NUL in a value', { ...body, dictValue: 'a\0b' }, 'dictValue'],
    ['a NUL in a label', { ...body, dictLabel: [{ l: 'en', t: 'a\0' }] }, 'dictLabel.0.t'],
    ['half of a surrogate pair', { ...body, remark: 'x\ud800y' }, 'remark'],
  ])('[API-24] %s is refused with its place', async (_name, payload, field) => {
    const answer = await call(app, '/api/system/dict/data', { method: 'POST', body: payload, token });
    expect(answer).toMatchObject({ status: 400, body: { code: 'PARAMETER_ERROR', details: [{ field }] } });
  });

  it.each(['data/list?keyword=%00', 'data/list?dictType=%00', 'data/type/%00'])('[API-21, API-23] GET %s', async (path) => {
    expect(await call(app, `/api/system/dict/${path}`, { token })).toMatchObject({ status: 400, body: { code: 'PARAMETER_ERROR' } });
  });

  it('whole pairs and other alphabets stay', async () => {
    const kept = { ...body, dictValue: 'emoji', dictLabel: '😀 عربى 字' };
    const answer = await call(app, '/api/system/dict/data', { method: 'POST', body: kept, token });
    expect(answer).toMatchObject({ status: 200, body: { data: { dictLabel: kept.dictLabel } } });
  });

  it('an address that cannot be read has the envelope and the headers of any other', async () => {
    const answer = await app.http.inject({ url: '/%' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'PARAMETER_ERROR' });
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect(answer.headers['x-request-id']).toBeTruthy();
  });
});

describe('whole numbers that no database can keep', () => {
  it('[API-24] are refused with their place', async () => {
    const version = 2 ** 31;
    const answer = await call(app, '/api/system/user/status', { method: 'PUT', body: { id: '1', version, status: '0' }, token });
    expect(answer).toMatchObject({ status: 400, body: { code: 'PARAMETER_ERROR', details: [{ field: 'version' }] } });
  });

  it('[API-24] are outside of the bounds of every contract', () => {
    const open: string[] = [];
    const look = (schema: unknown, place: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      const { type, maximum, enum: words } = schema as { type?: unknown; maximum?: unknown; enum?: unknown };
      if (type === 'integer' && maximum === undefined && words === undefined) open.push(place);
      for (const [name, part] of Object.entries(schema)) look(part, `${place}/${name}`);
    };
    for (const [id, { params, query, body }] of Object.entries(contractSchemas)) look({ params, query, body }, id);
    expect(open).toEqual([]);
  });
});
