import { afterEach, expect, it, vi } from 'vitest';
import { contractCheck } from '../../src/services/contract-check.ts';
import { schemaFault } from '../../src/services/schema-check.ts';

afterEach(() => vi.restoreAllMocks());

const list = {
  type: 'object',
  required: ['content', 'total'],
  properties: {
    content: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id'],
        properties: { id: { type: 'string', pattern: '^[a-z]+$', minLength: 2 }, 'a/b': { type: ['integer', 'null'], minimum: 0 } },
      },
    },
    total: { type: 'integer' },
  },
};
const breach = (response: object, data: unknown) =>
  contractCheck({ shop: async () => ({ default: { list: () => true } }) })({ id: 'shop.list', response: response as never }, data);

it.each([
  ['a wrong type', { content: 'many', total: 1 }, { pointer: '/content', expected: 'array', got: 'string "many"' }],
  ['a missing key', { content: [] }, { pointer: '/total', expected: 'a value', got: 'nothing' }],
  [
    'a missing key of an item',
    { content: [{ id: 'ab' }, {}], total: 1 },
    { pointer: '/content/1/id', expected: 'a value', got: 'nothing' },
  ],
  [
    'a value inside an item',
    { content: [{ id: 'ab', 'a/b': 'x' }], total: 1 },
    { pointer: '/content/0/a~1b', expected: 'integer or null' },
  ],
  ['a number out of bounds', { content: [{ id: 'ab', 'a/b': -1 }], total: 1 }, { pointer: '/content/0/a~1b', expected: '>= 0' }],
  ['a text of another form', { content: [{ id: 'A1' }], total: 1 }, { pointer: '/content/0/id', expected: 'match pattern "^[a-z]+$"' }],
  ['a part of a number', { content: [], total: 1.5 }, { pointer: '/total', expected: 'integer', got: 'number 1.5' }],
])('tells of %s where it is, as the generated validators do', async (_, data, expected) => {
  expect(await breach(list, data)).toMatchObject(expected);
});

it('judges a contract with a schema of its own by that, and never by the validator of the shipped call', async () => {
  expect(await breach(list, { content: [{ id: 'ab', 'a/b': null, more: 1 }], total: 0 })).toBeUndefined();
  const shipped = vi.fn(() => true);
  const check = contractCheck({ shop: async () => ({ default: { list: shipped } }) });
  expect(await check({ id: 'shop.list', response: { type: 'array' } }, {})).toMatchObject({ expected: 'array' });
  expect(shipped).not.toHaveBeenCalled();
  expect(await check({ id: 'shop.list' }, {})).toBeUndefined();
  expect(shipped).toHaveBeenCalledOnce();
});

it('tells of a refusal also while the code that words it does not come, and says nothing of its place that is not so', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.resetModules();
  vi.doMock('../../src/services/schema-check.ts', () => {
    throw new Error('offline');
  });
  const alone = await import('../../src/services/contract-check.ts');
  const errors = [{ instancePath: '/content/0', keyword: 'type', message: 'must be string', params: { type: 'string' } }];
  const check = alone.contractCheck({ shop: async () => ({ default: { list: Object.assign(() => false, { errors }) } }) });
  const data = { content: [1] };
  expect(await check({ id: 'shop.list' }, data)).toEqual({
    pointer: '/content/0',
    expected: 'the shape of the contract',
    got: 'another',
  });
  expect(warn).toHaveBeenCalledOnce();
  vi.doUnmock('../../src/services/schema-check.ts');
  // The next breach asks for it again.
  expect(await check({ id: 'shop.list' }, data)).toEqual({ pointer: '/content/0', expected: 'string', got: 'number 1' });
});

it.each<[string, object, unknown, unknown]>([
  ['enum', { enum: ['a', null] }, null, 'b'],
  ['const', { const: { a: [1] } }, { a: [1] }, { a: [2] }],
  ['anyOf', { anyOf: [{ type: 'string' }, { type: 'null' }] }, null, 1],
  ['oneOf', { oneOf: [{ minimum: 1 }, { minimum: 5 }] }, 3, 7],
  ['allOf', { allOf: [{ type: 'string' }, { maxLength: 1 }] }, '😀', 'ab'],
  ['not', { not: { type: 'null' } }, 1, null],
  ['if', JSON.parse('{ "if": { "type": "string" }, "then": { "minLength": 2 }, "else": { "type": "number" } }'), 'ab', 'a'],
  ['additionalProperties as a schema', { properties: { a: {} }, additionalProperties: { type: 'number' } }, { a: 'x', b: 1 }, { b: 'x' }],
  ['additionalProperties refused', { properties: { a: {} }, additionalProperties: false }, { a: 1 }, { b: 1 }],
  ['patternProperties', { patternProperties: { '^n': { type: 'number' } } }, { n1: 1, x: 'x' }, { n1: 'x' }],
  ['propertyNames', { propertyNames: { maxLength: 1 } }, { a: 1 }, { ab: 1 }],
  ['required names of Object itself', { required: ['constructor'] }, { constructor: 1 }, {}],
  ['items by place', { items: [{ type: 'string' }, { type: 'number' }] }, ['a', 1, null], [1]],
  ['contains', { contains: { const: 1 } }, [0, 1], [0]],
  ['uniqueItems', { uniqueItems: true }, [1, 2], [{ a: 1 }, { a: 1 }]],
  ['maxItems', { maxItems: 1 }, [1], [1, 2]],
  ['minProperties', { minProperties: 1 }, { a: 1 }, {}],
  ['exclusiveMinimum', { exclusiveMinimum: 0 }, 1, 0],
  ['multipleOf', { multipleOf: 2 }, 4, 3],
  ['a schema that is false', { properties: { a: false } }, { b: 1 }, { a: 1 }],
])('understands %s', (_, schema, good, bad) => {
  expect(schemaFault(schema, good)).toBeUndefined();
  expect(schemaFault(schema, bad)).toBeDefined();
});
