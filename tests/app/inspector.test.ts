// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { shownAs } from '../../src/app/inspector/explain.ts';
import { recordCalls } from '../../src/app/inspector/record.ts';
import type { CallContract } from '../../src/core/types.ts';
import { createClient } from '../../src/services/client.ts';
import { contractCheck } from '../../src/services/contract-check.ts';
import { OverlayCounter } from '../../src/services/overlay.ts';

const contract: CallContract = {
  ...{ id: 'a.b', method: 'GET', path: '/api/a', access: 'session', auth: 'bearer', bodyType: 'json', envelope: 'standard' },
  ...{ overlay: true, headers: {} },
};

/** A client whose back end gives these answers one after the other, watched by the inspector. */
function watched(...answers: object[]) {
  const validate = Object.assign(
    (data: unknown) => {
      const isRight = Array.isArray((data as { list?: unknown }).list);
      validate.errors = isRight
        ? null
        : [{ instancePath: '/list', keyword: 'type', params: { type: 'array' }, schemaPath: '', message: 'must be array' }];
      return isRight;
    },
    { errors: null as object[] | null },
  );
  const client = createClient({
    contracts: { 'a.b': contract },
    text: () => undefined,
    language: () => 'en',
    token: () => 'secret',
    credentials: btoa('targus:targus'),
    overlay: new OverlayCounter(),
    onSessionEnd: () => undefined,
    fetch: (async () => new Response(JSON.stringify(answers.shift()), { headers: { 'content-type': 'application/json' } })) as typeof fetch,
    check: contractCheck({ a: async () => ({ default: { b: validate as never } }) }),
  });
  return { client, calls: recordCalls(client, shownAs) };
}
const success = (data: unknown) => ({ code: '000000', msg: 'success', data });

it('an answer that breaks its contract stands in the inspector with place, expected and got, and once in the console', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { client, calls } = watched(success({ list: 'many' }), success({ list: 'many' }), success({ list: [1] }));
  for (const page of [1, 2]) await expect(client.call('a.b', { with: { page } })).rejects.toMatchObject({ code: 'CONTRACT_BROKEN' });
  await client.call('a.b');
  expect(error.mock.calls).toEqual([['a.b: the answer breaks its contract at /list: expected array, got string "many"']]);
  expect(calls.map(({ isFailed, args }) => [isFailed, args])).toEqual([
    [true, { page: 1 }],
    [true, { page: 2 }],
    [false, undefined],
  ]);
  for (const { outcome } of calls.slice(0, 2)) {
    for (const part of ['CONTRACT_BROKEN', '"pointer":"/list"', '"expected":"array"', 'many']) expect(outcome).toContain(part);
  }
  expect(calls[2]?.outcome).toBe('{"list":[1]}');
});

it('a body is never noted: it may hold a password', async () => {
  const { client, calls } = watched(success({ list: [] }));
  await client.call('a.b', { body: { password: 'secret' } });
  expect(JSON.stringify(calls)).not.toContain('password');
});
