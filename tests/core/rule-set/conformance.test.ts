import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Facts, type FieldType, type RuleField, readCondition, readRecord } from '../../../src/core/rule-set/index.ts';
import { compilePattern, PatternError } from '../../../src/core/rule-set/pattern.ts';

const cases = <Case>(name: string): Case[] =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../conformance/rule-set', `${name}.json`), 'utf8')) as Case[];
const nothing: Facts = { velocity: () => '0', watch: () => undefined };

interface Comparisons {
  description: string;
  type: FieldType;
  tests: { operator: string; value?: unknown; given?: unknown; holds?: boolean; fault?: string }[];
}
describe('[SCREEN-01] [DATA-07] comparisons', () => {
  for (const { description, type, tests } of cases<Comparisons>('comparisons')) {
    const fields: RuleField[] = [{ name: 'it', type, label: 'it' }];
    it.each(tests)(`${description}: $operator $value of $given`, ({ operator, value, given, holds, fault }) => {
      const { check, faults } = readCondition({ field: 'it', operator, value }, fields, '');
      expect(faults.map(({ kind }) => kind)).toEqual(fault === undefined ? [] : [fault]);
      const read = readRecord(fields, given === undefined ? {} : { it: given });
      expect(read.faults).toEqual([]);
      expect(check(read.record, nothing).holds).toBe(holds ?? false);
    });
  }
});

interface Conditions {
  description: string;
  condition: unknown;
  faults?: string[];
  tests?: { record: Record<string, unknown>; holds: boolean; told?: string[] }[];
}
describe('[SCREEN-01] conditions', () => {
  const text = (name: string, key = false): RuleField => ({ name, type: 'string', label: name, key });
  const fields: RuleField[] = [
    { name: 'amount', type: 'number', label: 'amount' },
    { name: 'known', type: 'boolean', label: 'known' },
    text('country'),
    text('channel'),
    text('payer', true),
  ];
  it.each(cases<Conditions>('conditions'))('$description', ({ condition, faults = [], tests = [] }) => {
    const read = readCondition(condition, fields, '');
    expect(read.faults.map(({ path, kind }) => `${path} ${kind}`)).toEqual(faults);
    for (const { record, holds, told = [] } of tests) {
      const found = read.check(readRecord(fields, record).record, nothing);
      expect(found.holds).toBe(holds);
      const words = found.told.map((one) => `${one.field} ${one.negated ? 'not ' : ''}${one.operator} ${one.seen}`);
      expect(words).toEqual(told);
    }
    if (faults.length > 0) expect(read.check({ amount: '1', channel: 'web', payer: 'p' }, nothing).holds).toBe(false);
  });
});

interface Pattern {
  pattern: string;
  fits?: string[];
  fails?: string[];
  error?: string;
}
describe('[SCREEN-01] patterns', () => {
  it.each(cases<Pattern>('patterns'))('$pattern', ({ pattern, fits = [], fails = [], error }) => {
    if (error !== undefined) {
      expect(() => compilePattern(pattern)).toThrow(PatternError);
      expect(() => compilePattern(pattern)).toThrow(error);
      return;
    }
    const test = compilePattern(pattern);
    expect(fits.filter((text) => !test(text))).toEqual([]);
    expect(fails.filter(test)).toEqual([]);
  });

  it('take as long as the text is long, where those of the language never end', () => {
    // Each of these needs 2^1000 tries of an engine that goes back.
    for (const pattern of ['(a+)+b', '(a|a)*b', '(a|aa)+b', '((a*)*)*b', '(.*a){20}'])
      expect(compilePattern(pattern)(`${'a'.repeat(999)}c`)).toBe(false);
  });
});
