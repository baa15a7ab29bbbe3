import { describe, expect, it } from 'vitest';
import {
  compileRuleSet,
  differencesOf,
  type Facts,
  type Rule,
  type RuleField,
  type RuleSet,
  readRecord,
  ruleSetFaults,
} from '../../../src/core/rule-set/index.ts';

const web = { field: 'channel', operator: 'equals', value: 'web' };
const rule = (id: string, weight: number, more: Partial<Rule> = {}): Rule => ({
  id,
  name: id,
  weight,
  outcome: 'score',
  condition: web,
  ...more,
});
const set = (rules: Rule[]): RuleSet => ({
  fields: [
    { name: 'channel', type: 'string', label: 'Channel' },
    { name: 'payer', type: 'string', label: 'Payer', key: true },
    { name: 'amount', type: 'float', label: 'Amount', required: true },
  ],
  rules,
  reviewFrom: 0.3,
  blockFrom: 80,
});
const facts = (seen: string): Facts => ({
  velocity: () => seen,
  watch: (list, text, least) => (text === 'Bo' && least <= 90 ? { list, entryId: '7', name: 'Bö', score: 90 } : undefined),
});
const judge = (rules: Rule[], seen = '0') => compileRuleSet(set(rules)).judge({ channel: 'web', payer: 'Bo', amount: '10' }, facts(seen));

describe('a judgement', () => {
  it('[SCREEN-01] [RULE-16] is the exact sum of the weights hit beside the thresholds; weight 0 is off', () => {
    expect(judge([rule('a', 0.1)])).toMatchObject({ decision: 'approve', score: 0.1 });
    // 0.1 + 0.2 is more than 0.3 in binary numbers, and the same here.
    expect(judge([rule('a', 0.1), rule('b', 0.2)])).toMatchObject({ decision: 'review', score: 0.3 });
    expect(judge([rule('a', 79.9), rule('b', 0.1)])).toMatchObject({ decision: 'block', score: 80, hits: [{ id: 'a' }, { id: 'b' }] });
    expect(judge([rule('a', 0, { outcome: 'block' })])).toEqual({ decision: 'approve', score: 0, hits: [] });
  });

  it('[SCREEN-01] is the strictest of what score and rules ask for', () => {
    expect(judge([rule('a', 0.1, { outcome: 'review' })]).decision).toBe('review');
    expect(judge([rule('a', 0.1, { outcome: 'block' }), rule('b', 0.5)]).decision).toBe('block');
    expect(judge([rule('a', 90, { outcome: 'review' })]).decision).toBe('block');
  });

  it('[SCREEN-01] tells earlier records and entries of lists it saw', () => {
    const often = rule('often', 1, {
      condition: { field: 'payer', operator: 'countWithin', value: { period: 2, unit: 'hour', atLeast: 3 } },
    });
    const much = rule('much', 1, {
      condition: { field: 'payer', operator: 'sumWithin', value: { of: 'amount', period: 1, unit: 'day', atLeast: '3.5' } },
    });
    const listed = rule('listed', 1, { condition: { field: 'payer', operator: 'onList', value: { list: 'L' } } });
    expect(compileRuleSet(set([often, much, rule('off', 0, { condition: often.condition })])).velocities).toEqual([
      { field: 'payer', minutes: 120 },
      { field: 'payer', minutes: 1440, of: 'amount' },
    ]);
    expect(judge([often, much], '3').hits).toMatchObject([{ id: 'often', told: [{ seen: '3' }] }]);
    expect(judge([often, much], '3.50').hits).toHaveLength(2);
    expect(judge([listed]).hits[0]?.told).toEqual([
      {
        field: 'payer',
        operator: 'onList',
        expected: { list: 'L' },
        seen: 'Bo',
        match: { list: 'L', entryId: '7', name: 'Bö', score: 90 },
      },
    ]);
  });
});

it('[SCREEN-01] a record is read in its normal form; what does not fit and what nobody asks for is told', () => {
  const { fields } = set([]);
  expect(readRecord(fields, { channel: ' web ', amount: 1e3, colour: 'red' })).toEqual({
    record: { channel: 'web', amount: '1000' },
    ignored: ['colour'],
    faults: [],
  });
  expect(readRecord(fields, { channel: ['web'], amount: '' }).faults).toEqual([
    { path: 'channel', kind: 'value', values: { type: 'string' } },
    { path: 'amount', kind: 'required' },
  ]);
  for (const amount of ['1,5', 'NaN', Number.NaN, true, {}, '0x10', '1e5', '1'.repeat(31)])
    expect(readRecord(fields, { amount }).faults).toHaveLength(1);
});

it('[SCREEN-01] a number that was computed fits, however small: what a double is inexact by stands behind the last digit', () => {
  const fields: RuleField[] = [{ name: 'amount', type: 'number', label: 'amount' }];
  const read = (amount: number) => readRecord(fields, { amount });
  expect(read(0.1 + 0.7 - 0.8)).toEqual({ record: { amount: '-0.00000000000000011102' }, faults: [], ignored: [] });
  expect(read(6.37e-6).record).toEqual({ amount: '0.00000637' });
  expect(read(1e-30).record).toEqual({ amount: '0' });
  expect(read(-1e-30).record).toEqual({ amount: '0' });
  expect(read(Number.NaN).faults).toHaveLength(1);
  // What is written out is taken as it stands, or not at all.
  expect(readRecord(fields, { amount: '0.000000000000000000001' }).faults).toHaveLength(1);
});

it('[RULE-15] [RULE-17] a set that cannot go live says why', () => {
  const kinds = (given: RuleSet) => ruleSetFaults(given).map(({ path, kind }) => `${path} ${kind}`);
  expect(kinds(set([rule('a', 1)]))).toEqual([]);
  expect(kinds(set([]))).toEqual(['rules noRules']);
  expect(kinds(set(Array.from({ length: 31 }, (_, index) => rule(String(index), 1))))).toEqual(['rules manyRules']);
  expect(kinds({ fields: [], rules: [rule('a', 0)], reviewFrom: 0, blockFrom: -1, subject: 'x' })).toEqual([
    'fields noFields',
    'subject fieldUnknown',
    'reviewFrom threshold',
    'blockFrom thresholdOrder',
    'rules.0.condition fieldUnknown',
  ]);
  const twice = set([rule('a', 1)]);
  twice.fields.push({ name: 'payer', type: 'date', label: 'x', key: true });
  expect(kinds(twice)).toEqual(['fields.3.name fieldTwice', 'fields keyType']);
});

it('[SCREEN-01] versions are compared by rule and field, whatever the order of properties', () => {
  const before = set([rule('a', 1), rule('b', 2), rule('c', 3)]);
  expect(differencesOf(before, structuredClone(before))).toEqual([]);
  const after = set([rule('c', 3), rule('a', 5, { condition: { value: 'web', operator: 'equals', field: 'channel' } }), rule('d', 1)]);
  after.fields = [{ name: 'channel', type: 'string', label: 'Way' }, ...before.fields.slice(2)];
  after.reviewFrom = 1;
  const found = differencesOf(before, after).map((one) => {
    const name = one.part === 'rule' ? one.rule.id : one.part === 'field' ? one.field.name : `${one.before}>${one.after}`;
    return `${one.part} ${one.change} ${name}${'what' in one ? ` ${one.what.join()}` : ''}`;
  });
  expect(found).toEqual([
    'reviewFrom changed 0.3>1',
    'field changed channel',
    'field removed payer',
    'rule moved c',
    'rule changed a weight',
    'rule added d',
    'rule removed b',
  ]);
});
