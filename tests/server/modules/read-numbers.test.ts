import { expect, it } from 'vitest';
import { numberIn, plain } from '../../../server/modules/flow-process/cells.ts';

const read = (texts: string[]) => texts.map((text) => numberIn(plain(text)));

it('[FLOW-05] [DATA-07] a comma that does not group by three is no separator: 0,125 is refused and not 125', () => {
  expect(read(['0,125', '-0,125', '012,345', '12,50', '1,2345'])).toEqual(Array(5).fill(undefined));
  expect(read(['1,250', '-12,345,678.90', '(1,250)', '￥1,250', '0.125', '0012', '1.5e3'])).toEqual([
    ...['1250', '-12345678.9', '-1250', '1250', '0.125', '12', '1500'],
  ]);
});
