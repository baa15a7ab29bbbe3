import type { FunctionGroups } from './facts.ts';

/** What is made of texts and numbers. */
export const valueFunctions: FunctionGroups = {
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
};
