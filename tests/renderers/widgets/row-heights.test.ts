import { describe, expect, it } from 'vitest';
import { RowHeights } from '../../../renderers/widgets/table/row-heights.ts';

describe('heights of many rows', () => {
  it('takes the first measured height for all rows that were not seen', () => {
    const heights = new RowHeights(1000, 48);
    expect(heights.total).toBe(48_000);
    expect(heights.measure(3, 40)).toBe(true);
    expect(heights.total).toBe(40_000);
    expect(heights.top(10)).toBe(400);
    expect(heights.at(4000)).toBe(100);
  });

  it('moves the rows below one that is higher, and only those', () => {
    const heights = new RowHeights(100, 40);
    heights.measure(0, 40);
    expect(heights.measure(10, 90)).toBe(true);
    expect(heights.measure(10, 90)).toBe(false);
    expect([heights.top(10), heights.top(11), heights.top(100)]).toEqual([400, 490, 4050]);
    expect([heights.at(399), heights.at(400), heights.at(489), heights.at(490)]).toEqual([9, 10, 10, 11]);
    expect(heights.measure(10, 40)).toBe(true);
    expect(heights.total).toBe(4000);
  });

  it('agrees with adding the heights up one by one', () => {
    const heights = new RowHeights(300, 30);
    const plain = Array.from({ length: 300 }, () => 31);
    heights.measure(0, 31);
    for (let step = 0; step < 200; step += 1) {
      const index = (step * 7919) % 300;
      plain[index] = 20 + ((step * 104_729) % 60);
      heights.measure(index, plain[index]);
    }
    let top = 0;
    for (const [index, height] of plain.entries()) {
      expect(heights.top(index)).toBeCloseTo(top);
      expect(heights.at(top + height / 2)).toBe(index);
      top += height;
    }
    expect(heights.total).toBeCloseTo(top);
  });

  it('keeps what it knows when the number of rows changes, and stays within its rows', () => {
    const heights = new RowHeights(50, 48);
    heights.measure(0, 40);
    heights.measure(5, 100);
    const fewer = heights.resized(6);
    expect(fewer.total).toBe(300);
    expect(fewer.at(100_000)).toBe(5);
    expect(heights.resized(0).at(10)).toBe(0);
    expect(heights.measure(50, 10)).toBe(false);
    expect(heights.measure(-1, 10)).toBe(false);
  });
});
