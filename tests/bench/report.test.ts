import { describe, expect, it } from 'vitest';
import { figure, judge, type Line, printTable, toJson } from './report.ts';
import { summarise } from './statistics.ts';

const line = (budget?: Line['budget']): Line => ({
  what: 'compile',
  unit: 'ms',
  ours: summarise([12, 10, 50]),
  baselines: { 'plain loop': summarise([4, 5, 6]) },
  budget,
});

describe('judge', () => {
  it('holds a fixed limit against the median, not the worst round', () => {
    expect(judge(line({ kind: 'at most', limit: 12 }))).toEqual({ text: 'at most 12 ms', holds: true });
    expect(judge(line({ kind: 'at most', limit: 11.9 }))?.holds).toBe(false);
  });

  it('holds shares of a baseline in both directions', () => {
    expect(judge(line({ kind: 'at most times', factor: 2.4, baseline: 'plain loop' }))?.holds).toBe(true);
    expect(judge(line({ kind: 'at most times', factor: 2.3, baseline: 'plain loop' }))?.holds).toBe(false);
    expect(judge(line({ kind: 'at least times', factor: 2.4, baseline: 'plain loop' }))?.holds).toBe(true);
    expect(judge(line({ kind: 'at least times', factor: 2.5, baseline: 'plain loop' }))?.holds).toBe(false);
    expect(judge(line({ kind: 'at most more', more: 7, baseline: 'plain loop' }))?.holds).toBe(true);
    expect(judge(line({ kind: 'at most more', more: 6, baseline: 'plain loop' }))?.holds).toBe(false);
  });

  it('has nothing to say without a budget and refuses an unknown baseline', () => {
    expect(judge(line())).toBeUndefined();
    expect(() => judge(line({ kind: 'at most times', factor: 1, baseline: 'other' }))).toThrow('no baseline "other"');
  });
});

describe('figure', () => {
  it.each([
    [0.04213, '0.042'],
    [4.2134, '4.21'],
    [42.134, '42.1'],
    [421.34, '421'],
    [4213.4, '4,213'],
    [3, '3'],
  ])('writes %d as %s', (value, text) => expect(figure(value)).toBe(text));
});

describe('printTable', () => {
  it('shows ours beside the baselines with the ratio and the verdict', () => {
    const text = printTable([{ name: 'menu', title: 'Menu', lines: [line({ kind: 'at most', limit: 1 })] }]);
    expect(text).toContain('compile (ms): at most 1 ms, MISSED');
    expect(text).toMatch(/ours +12 +10 +50\n/);
    expect(text).toMatch(/plain loop +5 +4 +6 +2\.40 x/);
  });

  it('says why a section has no figures', () => {
    expect(printTable([{ name: 'menu', title: 'Menu', lines: [], failure: 'no Chromium' }])).toContain('not measured: no Chromium');
  });
});

describe('toJson', () => {
  it('carries samples, ratios and verdicts', () => {
    const report = toJson([{ name: 'menu', title: 'Menu', lines: [line({ kind: 'at most', limit: 20 })] }], { node: 'v20' });
    expect(report).toMatchObject({
      machine: { node: 'v20' },
      sections: [{ lines: [{ ours: { samples: [12, 10, 50] }, ratios: { 'plain loop': 2.4 }, verdict: { holds: true } }] }],
    });
  });
});
