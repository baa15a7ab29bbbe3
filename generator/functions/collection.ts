import type { FunctionGroups } from './facts.ts';

const people = "[{name: 'Li', age: 30}, {name: 'Wu', age: 25}]";

/** What is made of lists and objects. */
export const collectionFunctions: FunctionGroups = {
  Lists: {
    len: {
      gives: 'number',
      use: 'len(x)',
      does: 'Number of entries, characters or keys; 0 of nothing.',
      example: { expression: 'len([1, 2])', result: 2 },
    },
    isEmpty: {
      gives: 'boolean',
      use: 'isEmpty(x)',
      does: 'Whether there is nothing: undefined, null, blank text, an empty list or object. 0 and false are something.',
      example: { expression: "isEmpty(' ')", result: true },
    },
    sum: {
      gives: 'number',
      takes: 'list',
      use: 'sum(list, field?)',
      does: 'Sum of the entries, or of a field of them.',
      example: { expression: `sum(${people}, 'age')`, result: 55 },
    },
    first: { takes: 'list', use: 'first(list)', does: 'The first entry.', example: { expression: 'first([1, 2])', result: 1 } },
    last: { takes: 'list', use: 'last(list)', does: 'The last entry.', example: { expression: 'last([1, 2])', result: 2 } },
    find: {
      takes: 'list',
      use: 'find(list, field, value)',
      does: 'The first entry whose field has the value.',
      example: { expression: `find(${people}, 'name', 'Wu').age`, result: 25 },
    },
    where: {
      gives: 'array',
      takes: 'list',
      use: 'where(list, field, value)',
      does: 'Every entry whose field has the value.',
      example: { expression: `len(where(${people}, 'age', 30))`, result: 1 },
    },
    whereNot: {
      gives: 'array',
      takes: 'list',
      use: 'whereNot(list, field, value)',
      does: 'Entries whose field has another value.',
      example: { expression: `len(whereNot(${people}, 'age', 30))`, result: 1 },
    },
    whereIn: {
      gives: 'array',
      takes: 'list',
      use: 'whereIn(list, field, values)',
      does: 'Entries whose field is one of the values.',
      example: { expression: `len(whereIn(${people}, 'name', ['Li', 'Ma']))`, result: 1 },
    },
    whereHas: {
      gives: 'array',
      takes: 'list',
      use: 'whereHas(list, field, value)',
      does: 'Entries whose field, a list or a text, contains the value.',
      example: { expression: "len(whereHas([{tags: ['a', 'b']}, {tags: []}], 'tags', 'b'))", result: 1 },
    },
    flat: {
      gives: 'array',
      takes: 'list',
      use: 'flat(list)',
      does: 'Lists inside a list, joined into one.',
      example: { expression: 'flat([[1, 2], [3]])', result: [1, 2, 3] },
    },
    pluck: {
      gives: 'array',
      takes: 'list',
      use: 'pluck(list, field)',
      does: 'The field of every entry.',
      example: { expression: `pluck(${people}, 'name')`, result: ['Li', 'Wu'] },
    },
    sortBy: {
      gives: 'array',
      takes: 'list',
      use: 'sortBy(list, field)',
      does: 'A sorted copy; -field from high to low; missing values last.',
      example: { expression: `pluck(sortBy(${people}, 'age'), 'name')`, result: ['Wu', 'Li'] },
    },
    slice: {
      use: 'slice(x, from, to?)',
      does: 'A part of a list or text; to is not included.',
      example: { expression: 'slice([1, 2, 3], 1)', result: [2, 3] },
    },
    range: {
      gives: 'array',
      use: 'range(n)',
      does: 'The numbers from 0 to n - 1.',
      example: { expression: 'range(3)', result: [0, 1, 2] },
    },
  },
  Objects: {
    keys: { gives: 'array', use: 'keys(object)', does: 'Its keys.', example: { expression: 'keys({a: 1, b: 2})', result: ['a', 'b'] } },
    merge: {
      gives: 'object',
      use: 'merge(a, b)',
      does: 'The keys of both; b wins.',
      example: { expression: 'merge({a: 1}, {b: 2})', result: { a: 1, b: 2 } },
    },
    pick: {
      use: 'pick(object, names)',
      does: 'Only these keys; of each object, where it is a list of them.',
      example: { expression: "pick({a: 1, b: 2}, ['a'])", result: { a: 1 } },
    },
    omit: {
      use: 'omit(object, names)',
      does: 'All but these keys; of each object, where it is a list of them.',
      example: { expression: "omit({a: 1, b: 2}, ['a'])", result: { b: 2 } },
    },
    json: {
      use: 'json(text)',
      does: 'The value of JSON text; undefined when it is none.',
      example: { expression: `json('[1]')`, result: [1] },
    },
  },
};
