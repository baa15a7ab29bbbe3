import { expect, it } from 'vitest';
import { typeIn } from '../../../server/modules/data-mart/cells.ts';
import { numberIn, plain } from '../../../server/modules/flow-process/cells.ts';

const read = (texts: string[]) => texts.map((text) => numberIn(plain(text)));

it('[FLOW-05] [DATA-07] a comma that does not group by three is no separator: 0,125 is refused and not 125', () => {
  expect(read(['0,125', '-0,125', '012,345', '12,50', '1,2345'])).toEqual(Array(5).fill(undefined));
  expect(read(['1,250', '-12,345,678.90', '(1,250)', '￥1,250', '0.125', '0012', '1.5e3'])).toEqual([
    ...['1250', '-12345678.9', '-1250', '1250', '0.125', '12', '1500'],
  ]);
});

it('[FLOW-05] [DATA-07] blanks in a number group by three, and anything may stand around it that could before', () => {
  expect(read(['1 250', '12 345 678.90', '1\u202f250', '¥ 1,250', 'CNY 12', '- 5', '( 1 250 )', '+ 7', '1, 250'])).toEqual([
    ...['1250', '12345678.9', '1250', '1250', '12', '-5', '-1250', '7', '1250'],
  ]);
  const others = ['010 6552 9988', '00 12', '+86 138 0013 8000', '12 34', '1 5', '1 234,567', '1.', '.5', '1.234 5', '--5', '()'];
  expect(read(others)).toEqual(others.map(() => undefined));
});

it('[DATA-07] columns of phone numbers and codes with blanks are proposed as texts and keep their zeros', () => {
  const words = { yes: [], no: [] };
  expect(typeIn(['010 6552 9988', '021 5888 1234'], words)).toBe('string');
  expect(typeIn(['00 12', '00 13'], words)).toBe('string');
  expect(typeIn(['+86 138 0013 8000', '+86 139 0013 8000'], words)).toBe('string');
  // One code among many numbers would lose its zeros.
  expect(typeIn([...Array(40).fill('125'), '00 12'], words)).toBe('string');
  expect(typeIn(['1 250', '12 345.5', '0.125', '0'], words)).toBe('number');
});
