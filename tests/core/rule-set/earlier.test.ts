import { expect, it } from 'vitest';
import { EarlierRecords } from '../../../src/core/rule-set/index.ts';

/** Numbers that look drawn, the same every time. */
function drawn(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

const cents = (text: string) => Math.round(Number(text) * 100);

it('[RULE-16] earlier records are counted and summed as one by one, also once what is older was forgotten', () => {
  const velocities = [
    { field: 'payer', minutes: 60 },
    { field: 'payer', minutes: 600, of: 'amount' },
    { field: 'payer', minutes: 60, of: 'fee' },
  ];
  const earlier = new EarlierRecords(velocities);
  const next = drawn(7);
  const seen: { at: number; payer: string; amount: string; fee: string | undefined }[] = [];
  let at = 0;
  for (let index = 0; index < 45_000; index += 1) {
    at += Math.floor(next() * 60_000);
    const payer = `P${Math.floor(next() * (index < 20_000 ? 3 : 40))}`;
    const amount = ((next() - 0.2) * 1_000).toFixed(2);
    const fee = next() < 0.3 ? undefined : (next() * 10).toFixed(2);
    const record = { payer, amount, ...(fee !== undefined && { fee }) };
    if (index % 977 === 0) {
      const facts = earlier.facts(record, at);
      const within = (minutes: number) => seen.filter((one) => one.payer === payer && one.at >= at - minutes * 60_000);
      expect(facts({ field: 'payer', minutes: 60 })).toBe(String(within(60).length));
      const sum = (minutes: number, of: 'amount' | 'fee') => within(minutes).reduce((total, one) => total + cents(one[of] ?? '0'), 0);
      expect(cents(facts({ field: 'payer', minutes: 600, of: 'amount' }))).toBe(sum(600, 'amount'));
      expect(cents(facts({ field: 'payer', minutes: 60, of: 'fee' }))).toBe(sum(60, 'fee'));
    }
    earlier.add(record, at);
    seen.push({ at, payer, amount, fee });
  }
  expect(earlier.facts({ payer: 'nobody' }, at)({ field: 'payer', minutes: 600, of: 'amount' })).toBe('0');
  expect(earlier.facts({}, at)({ field: 'payer', minutes: 60 })).toBe('0');
});

it('[RULE-16] at most the latest 10,000 earlier records count', () => {
  const earlier = new EarlierRecords([{ field: 'payer', minutes: 60, of: 'amount' }]);
  for (let index = 0; index < 10_500; index += 1) earlier.add({ payer: 'A', amount: index < 500 ? '1000' : '0.1' }, index);
  const facts = earlier.facts({ payer: 'A' }, 10_500);
  expect(facts({ field: 'payer', minutes: 60 })).toBe('10000');
  expect(facts({ field: 'payer', minutes: 60, of: 'amount' })).toBe('1000');
});

it('[RULE-16] holds what may be counted still, and says how much that is', () => {
  const earlier = new EarlierRecords([{ field: 'payer', minutes: 60, of: 'amount' }]);
  for (let index = 0; index < 15_000; index += 1) earlier.add({ payer: 'A', amount: '1' }, index);
  expect(earlier.held).toBeGreaterThanOrEqual(10_000);
  expect(earlier.held).toBeLessThanOrEqual(11_001);
  // Values nobody had for a whole period are forgotten.
  for (let index = 0; index < 10_000; index += 1) earlier.add({ payer: `B${index}`, amount: '1' }, 8_000_000 + index);
  expect(earlier.held).toBeLessThanOrEqual(10_000);
  expect(earlier.facts({ payer: 'A' }, 8_010_000)({ field: 'payer', minutes: 60 })).toBe('0');
});
