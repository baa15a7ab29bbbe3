import { describe, expect, it } from 'vitest';
import { interleave, type Metrics, ratio, summarise } from './statistics.ts';

describe('summarise', () => {
  it('takes the middle sample of an odd number, whatever their order', () => {
    expect(summarise([9, 1, 5])).toEqual({ median: 5, min: 1, max: 9, samples: [9, 1, 5] });
  });

  it('takes the mean of the middle two of an even number', () => {
    expect(summarise([4, 1, 3, 100]).median).toBe(3.5);
  });

  it('sorts by value, not as text', () => {
    expect(summarise([100, 9, 20]).median).toBe(20);
  });

  it('refuses no samples and samples that are no numbers', () => {
    expect(() => summarise([])).toThrow(RangeError);
    expect(() => summarise([1, Number.NaN])).toThrow('NaN is not a measurement');
    expect(() => summarise([Number.POSITIVE_INFINITY])).toThrow(RangeError);
  });
});

describe('ratio', () => {
  it('compares medians', () => {
    expect(ratio(summarise([1, 10, 20]), summarise([5, 5, 500]))).toBe(2);
  });

  it('has no answer for a baseline of zero', () => {
    expect(ratio(summarise([1]), summarise([0]))).toBeUndefined();
  });
});

describe('interleave', () => {
  it('measures in turns and keeps the samples of each subject apart', async () => {
    const order: string[] = [];
    const subject = (name: string, factor: number) => async (round: number) => {
      order.push(`${name}${round}`);
      return { time: factor * (round + 1) };
    };
    const result = await interleave({ ours: subject('a', 1), plain: subject('b', 10) }, { rounds: 3, warmUp: 0 });
    expect(order).toEqual(['a0', 'b0', 'a1', 'b1', 'a2', 'b2']);
    expect(result.ours.time?.samples).toEqual([1, 2, 3]);
    expect(result.plain.time?.samples).toEqual([10, 20, 30]);
  });

  it('throws the warm-up rounds away', async () => {
    let calls = 0;
    const result = await interleave({ ours: async () => ({ time: ++calls }) }, { rounds: 2, warmUp: 2 });
    expect(result.ours.time?.samples).toEqual([3, 4]);
  });

  it('refuses a metric that one round lacks', async () => {
    const subject = async (round: number): Promise<Metrics> => (round === 0 ? { time: 1, extra: 1 } : { time: 1 });
    await expect(interleave({ ours: subject }, { rounds: 2, warmUp: 0 })).rejects.toThrow(RangeError);
  });
});
