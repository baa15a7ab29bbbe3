import { describe, expect, it } from 'vitest';
import { digitsReader } from '../../../server/plugins/digits.ts';

const status = { enum: ['0', '1', ''] };
const id = { type: 'string', pattern: '^[1-9][0-9]{0,14}$' };
const amount = { type: ['string', 'null'], pattern: '^(-?[0-9]{1,14}(\\.[0-9]{1,2})?)?$' };
const count = { type: 'integer', minimum: 0, maximum: 100 };

const readBy = (schema: unknown, value: unknown) => {
  const read = digitsReader(schema);
  return read ? read(value) : value;
};

describe('[API-02] numbers and their digits in bodies', () => {
  it.each([
    ['a code', status, 0, '0'],
    ['a code no list names, for the validation to refuse', status, 7, 7],
    ['an id', id, 42, '42'],
    ['an id that may be missing', { anyOf: [id, { type: 'null' }] }, 42, '42'],
    ['nothing where an id may be missing', { anyOf: [id, { type: 'null' }] }, null, null],
    ['a number beyond what is exact', { type: 'string', pattern: '^[0-9]{1,32}$' }, 2 ** 60, 2 ** 60],
    ['an amount', amount, 1234.5, '1234.5'],
    ['an amount too large for its cents to be exact', amount, 12345678901234.56, 12345678901234.56],
    ['a number with decimals where none are wanted', { type: 'string', pattern: '^[0-9]{1,32}$' }, 1.5, 1.5],
    ['a whole number as text', count, '20', 20],
    ['a code that is a number', { enum: [0, 1] }, '1', 1],
    ['a text that is no whole number', count, '2x', '2x'],
    ['an empty text, which is not nought', count, '', ''],
    ['nothing, which is not nought', count, null, null],
    ['a flag, which is no number', count, true, true],
    ['a number that is its own answer', { anyOf: [{ type: 'integer' }, id] }, 3, 3],
    ['a text that is its own answer', { anyOf: [{ type: 'integer' }, id] }, '3', '3'],
    ['a constant', { const: '1' }, 1, '1'],
  ])('reads %s', (_, schema, given, read) => {
    expect(readBy({ type: 'object', properties: { it: schema } }, { it: given })).toEqual({ it: read });
  });

  it('leaves texts alone that are no digits, such as names and days', () => {
    for (const pattern of ['^[A-Za-z0-9_-]{1,32}$', '\\S']) {
      expect(digitsReader({ type: 'object', properties: { it: { type: 'string', pattern } } }), pattern).toBeUndefined();
    }
    expect(digitsReader({ type: 'object', properties: { it: { type: 'string' } } })).toBeUndefined();
  });

  it('reads lists, objects within objects, and what one of several objects names', () => {
    const answers = { type: 'array', items: { type: 'object', properties: { criteriaId: id, value: count } } };
    expect(readBy(answers, [{ criteriaId: 1, value: '3' }, 'no object', { other: 1 }])).toEqual([
      { criteriaId: '1', value: 3 },
      'no object',
      { other: 1 },
    ]);
    const either = {
      anyOf: [
        { type: 'object', properties: { status } },
        { type: 'object', properties: { owner: { properties: { id } } } },
      ],
    };
    expect(readBy(either, { status: 1, owner: { id: 5 } })).toEqual({ status: '1', owner: { id: '5' } });
  });
});
