import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../../../generator/contract/sample.ts';
import { contractSchemas } from '../../../src/generated/contract-schemas.ts';
import { contracts } from '../../../src/generated/contracts.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { call, tokenOf } from './client.ts';

type Method = 'POST' | 'PUT';

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

  it.each(['/api/%', '/assets/%', '/schemas/%E0%A4%A'])(
    'an address that cannot be read has the envelope and the headers of any other: %s',
    async (url) => {
      const answer = await app.http.inject({ url });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ code: 'PARAMETER_ERROR' });
      expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
      expect(answer.headers['x-request-id']).toBeTruthy();
    },
  );
});

describe('days that do not exist', () => {
  const places: [id: string, field: string, method: Method, path: string, body: unknown][] = [];
  for (const [id, { method, path }] of Object.entries(contracts)) {
    const { body } = contractSchemas[id as keyof typeof contractSchemas] as { body?: { properties?: Record<string, unknown> } };
    for (const [field, schema] of Object.entries(body?.properties ?? {})) {
      const isInside = ['array', 'object'].includes((schema as { type?: string }).type ?? '');
      if (!isInside && /"format":"(leading-)?date"/.test(JSON.stringify(schema))) places.push([id, field, method as Method, path, body]);
    }
  }

  it('are looked for wherever days are kept', () => {
    const ids = places.map(([id, field]) => `${id} ${field}`);
    expect(ids).toEqual(
      expect.arrayContaining(['evidence.createTicket ticketDate', 'relation.saveLink since', 'workspace.addTask endDate']),
    );
  });

  it.each(places)('[API-24] %s refuses them at %s', async (_id, field, method, path, schema) => {
    for (const day of ['2026-02-30', '2023-02-29', '0000-01-01', '2026-13-01']) {
      const body = { ...(sampleOf(schema) as object), [field]: day };
      const { status, body: answer } = await call(app, path.replaceAll(/\{\w+\}/g, '1'), { method, body, token });
      expect([status, answer.details], day).toEqual([400, [{ field, message: 'is no calendar day', key: 'rule.noDay' }]]);
    }
  });
});

it('[API-24] days that do not exist are refused inside of lists, too', async () => {
  const body = { bizId: '1', by: [{ column: 'day' }], measure: { how: 'count' }, filters: [{ column: 'day', from: '2026-02-30' }] };
  const { status, body: answer } = await call(app, '/api/data/exploration/aggregate', { method: 'POST', body, token });
  expect([status, answer.details]).toEqual([400, [{ field: 'filters.0.from', message: 'is no calendar day', key: 'rule.noDay' }]]);
});

describe('moments that do not exist', () => {
  it.each(['2026-02-30T10:00:00Z', '2026-06-30T23:59:60Z', '0000-01-01T00:00:00Z', '2026-06-30T10:00:00'])(
    '[API-24] a log from %s on is refused',
    async (from) => {
      const answer = await call(app, `/api/system/log/operation/list?time=${from}&time=2026-12-31T00:00:00Z`, { token });
      expect(answer).toMatchObject({ status: 400, body: { code: 'PARAMETER_ERROR', details: [{ field: 'time.0' }] } });
    },
  );
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
