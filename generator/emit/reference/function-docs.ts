import type { ValueKind } from '../../check/scopes/misfits.ts';

/** What people read about a function of the dialect. `example` is an expression and its JSON result; host functions have none that is fixed. */
export interface FunctionDoc {
  /** What it gives where it gives anything, whatever it is given; of others it depends on that. */
  gives?: ValueKind;
  /** Its first value is a list and nothing else. */
  takes?: 'list';
  use: string;
  does: string;
  example?: { expression: string; result: unknown };
}

const people = "[{name: 'Li', age: 30}, {name: 'Wu', age: 25}]";

export const functionGroups: Record<string, Record<string, FunctionDoc>> = {
  'Texts and the signed-in person': {
    t: { gives: 'string', use: 't(key, values?)', does: 'The text of a key in the language of the window, with its placeholders filled.' },
    localized: {
      gives: 'string',
      use: 'localized(value)',
      does: 'The wording for the language of the window, from a text a language or a list [{l, t, d}].',
    },
    dict: { gives: 'string', use: 'dict(type, value)', does: 'Label of a dictionary entry; the value itself while there is none.' },
    dictEntries: { gives: 'array', use: 'dictEntries(type)', does: 'Entries of a dictionary type: [{value, label, tone, status}].' },
    can: { gives: 'boolean', use: 'can(permission)', does: 'Whether the signed-in person holds a permission.' },
    hasRole: { gives: 'boolean', use: 'hasRole(code)', does: 'Whether the signed-in person has a role.' },
    personName: {
      gives: 'string',
      use: 'personName(person)',
      does: "What a person is called: in English by `nameEn` where there is one, else by `name`, else by `username`; '' for nobody.",
    },
    menuName: {
      gives: 'string',
      use: 'menuName(item)',
      does: 'What a menu item or an application is called in the language of the window, of its `nameEn`, `nameHans`, `nameHant` and `name`.',
    },
  },
  Time: {
    formatDate: { gives: 'string', use: 'formatDate(value, pattern?)', does: 'A date as text, by default YYYY-MM-DD HH:mm.' },
    now: { gives: 'number', use: 'now()', does: 'This moment in milliseconds since 1970, as formatDate takes it.' },
    today: {
      gives: 'string',
      use: 'today()',
      does: 'The day it is where the back end counts days (`timeZone` of [login.config](calls.md#loginconfig)), otherwise that of the browser: YYYY-MM-DD.',
    },
    hour: { gives: 'number', use: 'hour()', does: 'The hour of the day, 0 to 23.' },
    addDays: {
      gives: 'string',
      use: 'addDays(day, count)',
      does: 'The day so many days after YYYY-MM-DD, or before with a negative count.',
      example: { expression: "addDays('2026-02-27', 2)", result: '2026-03-01' },
    },
    daysBetween: {
      gives: 'number',
      use: 'daysBetween(from, to)',
      does: 'How many days it is from one day to another: negative when that one is over. Undefined where one is missing.',
      example: { expression: "daysBetween('2026-02-27', '2026-03-01')", result: 2 },
    },
    periodDays: {
      gives: 'object',
      use: 'periodDays(period, today)',
      does: 'First and last day of a relative period as of a day: {span: this, toDate, last or previous; unit: day, week, month, quarter or year; count}. Undefined for what is none. The day is that of the server where it answers with one.',
      example: { expression: "periodDays({span: 'previous', unit: 'month'}, '2026-03-31').to", result: '2026-02-28' },
    },
    periodWords: {
      use: 'periodWords(period)',
      does: 'Key of the words for a relative period: t(periodWords(p), {count: p.count}).',
      example: { expression: "periodWords({span: 'last', unit: 'day', count: 30})", result: 'period.last.day' },
    },
  },
  Chance: {
    uuid: {
      gives: 'string',
      use: 'uuid()',
      does: 'A random UUID, another one each time it is asked: for a step that keeps it with `set`, such as the key of a submit.',
    },
  },
  Text: {
    lower: { gives: 'string', use: 'lower(text)', does: 'In lower-case letters.', example: { expression: "lower('Ab')", result: 'ab' } },
    upper: { gives: 'string', use: 'upper(text)', does: 'In capital letters.', example: { expression: "upper('Ab')", result: 'AB' } },
    trim: {
      gives: 'string',
      use: 'trim(text)',
      does: 'Without white space around it.',
      example: { expression: "trim(' a ')", result: 'a' },
    },
    contains: {
      gives: 'boolean',
      use: 'contains(x, part)',
      does: 'Whether a text has a part, or a list an entry.',
      example: { expression: 'contains([1, 2], 2)', result: true },
    },
    startsWith: {
      gives: 'boolean',
      use: 'startsWith(text, part)',
      does: 'Whether it begins so.',
      example: { expression: "startsWith('/home', '/')", result: true },
    },
    endsWith: {
      gives: 'boolean',
      use: 'endsWith(text, part)',
      does: 'Whether it ends so.',
      example: { expression: "endsWith('a.png', '.png')", result: true },
    },
    replace: {
      gives: 'string',
      use: 'replace(text, part, by)',
      does: 'Every occurrence of a part replaced.',
      example: { expression: "replace('a-b-c', '-', '/')", result: 'a/b/c' },
    },
    split: {
      gives: 'array',
      use: 'split(text, by)',
      does: 'The parts between a separator.',
      example: { expression: "split('a,b', ',')", result: ['a', 'b'] },
    },
    join: {
      gives: 'string',
      takes: 'list',
      use: 'join(list, by?)',
      does: 'The entries in one text, by default separated by a comma.',
      example: { expression: "join([1, 2], '-')", result: '1-2' },
    },
    text: {
      gives: 'string',
      use: 'text(x)',
      does: 'As text; nothing for undefined and null, lists and objects as JSON.',
      example: { expression: 'text(5)', result: '5' },
    },
    urlEncode: {
      gives: 'string',
      use: 'urlEncode(text)',
      does: 'Ready for a part of an address.',
      example: { expression: "urlEncode('a b')", result: 'a%20b' },
    },
    isExternal: {
      gives: 'boolean',
      use: 'isExternal(url)',
      does: 'Whether an address leads out of the application.',
      example: { expression: "isExternal('https://example.org')", result: true },
    },
  },
  Numbers: {
    min: {
      gives: 'number',
      use: 'min(list) or min(a, b, ...)',
      does: 'The smallest number; missing ones do not count.',
      example: { expression: 'min([3, 1, 2])', result: 1 },
    },
    max: {
      gives: 'number',
      use: 'max(list) or max(a, b, ...)',
      does: 'The largest number.',
      example: { expression: 'max(3, 1, 2)', result: 3 },
    },
    round: {
      gives: 'number',
      use: 'round(x, digits?)',
      does: 'Rounded, halves away from zero.',
      example: { expression: 'round(1.005, 2)', result: 1.01 },
    },
    abs: { gives: 'number', use: 'abs(x)', does: 'Without its sign.', example: { expression: 'abs(-2)', result: 2 } },
    floor: { gives: 'number', use: 'floor(x)', does: 'The whole number below.', example: { expression: 'floor(1.7)', result: 1 } },
    ceil: { gives: 'number', use: 'ceil(x)', does: 'The whole number above.', example: { expression: 'ceil(1.2)', result: 2 } },
    number: {
      gives: 'number',
      use: 'number(x)',
      does: 'As a number; undefined when it is none.',
      example: { expression: "number('12')", result: 12 },
    },
    bool: {
      gives: 'boolean',
      use: 'bool(x)',
      does: "As true or false; '', '0', 'false', 'no' and 'off' are false.",
      example: { expression: "bool('0')", result: false },
    },
    formatNumber: {
      gives: 'string',
      use: 'formatNumber(value, digits?)',
      does: 'With separators of thousands, and so many decimals.',
      example: { expression: 'formatNumber(1234.5, 2)', result: '1,234.50' },
    },
    formatDay: {
      gives: 'string',
      use: 'formatDay(value)',
      does: "The calendar day of a midnight in UTC, as statements keep days: the same day in every time zone. A day of a register (YYYY-MM-DD) as it is. '' for what is none.",
      example: { expression: 'formatDay(1772323200000)', result: '2026-03-01' },
    },
    formatBytes: {
      gives: 'string',
      use: 'formatBytes(value)',
      does: 'A size in B, KB, MB ...',
      example: { expression: 'formatBytes(1536)', result: '1.5 KB' },
    },
    band: {
      use: 'band(value, bounds, results)',
      does: 'The result of the first bound greater than the value; the last result otherwise. One more result than bounds.',
      example: { expression: "band(45, [40, 70], ['low', 'medium', 'high'])", result: 'medium' },
    },
  },
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

export const functionDocs: Record<string, FunctionDoc> = Object.assign({}, ...Object.values(functionGroups));
