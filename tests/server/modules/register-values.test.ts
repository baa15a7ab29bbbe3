import { describe, expect, it } from 'vitest';
import { rounded, withComputed } from '../../../server/modules/registers/values.ts';
import type { RegisterDocument, RegisterField } from '../../../src/core/register/document.ts';

const label = 'shop.label';
const documentOf = (fields: readonly Omit<RegisterField, 'label'>[]): RegisterDocument => ({
  version: 1,
  title: label,
  code: { prefix: 'V-' },
  permissions: { list: 'shop:visit:list' },
  fields: fields.map((field) => ({ ...field, label })),
  display: 'name',
});

describe('computed values of a record', () => {
  it('come after those they read, wherever these stand, and have nothing of what was computed before', () => {
    const document = documentOf([
      { name: 'total', type: 'decimal', value: '{{ values.net + values.tax }}' },
      { name: 'tax', type: 'decimal', value: '{{ values.net * 0.1 }}' },
      { name: 'net', type: 'decimal' },
    ]);
    expect(withComputed({ document }, { net: 100 })).toEqual({ net: 100, tax: 10, total: 110 });
    expect(withComputed({ document }, { net: 200, tax: 10, total: 110 })).toEqual({ net: 200, tax: 20, total: 220 });
  });

  it('are kept as typed ones of their type are; what is no value of it is not kept', () => {
    const kept = (type: RegisterField['type'], value: string, rest = {}) =>
      withComputed({ document: documentOf([{ name: 'it', type, value, ...rest }]) }, {}).it;
    expect(kept('decimal', '{{ 0.1 + 0.2 }}')).toBe(0.3);
    expect(kept('decimal', '{{ 2 / 3 }}', { digits: 4 })).toBe(0.6667);
    expect(kept('decimal', "{{ '12.5' }}")).toBe(12.5);
    expect(kept('integer', '{{ 7 / 2 }}')).toBe(4);
    // As it comes back from where it is kept.
    for (const type of ['decimal', 'integer'] as const) expect(kept(type, '{{ 0 - 0.001 }}')).toBe(0);
    expect(kept('integer', "{{ 'many' }}")).toBeUndefined();
    expect(kept('text', '{{ 1 + 2 }}')).toBe('3');
    expect(kept('dictionary', '{{ 3 }}', { dictionary: 'grade' })).toBe('3');
    expect(kept('boolean', "{{ 'yes' }}")).toBeUndefined();
    expect(kept('date', "{{ '2026-02-30' }}")).toBeUndefined();
    expect(kept('date', "{{ '2026-02-28' }}")).toBe('2026-02-28');
  });

  it('[REG-03] are rounded as people do, half away from zero, typed ones too', () => {
    const kept = (type: RegisterField['type'], value: string) =>
      withComputed({ document: documentOf([{ name: 'it', type, value }]) }, {}).it;
    expect([kept('decimal', '{{ 1.005 }}'), kept('decimal', '{{ 0 - 1.005 }}'), kept('decimal', '{{ 8.345 }}')]).toEqual([
      1.01, -1.01, 8.35,
    ]);
    expect([kept('integer', '{{ 0 - 2.5 }}'), kept('integer', '{{ 2.5 }}')]).toEqual([-3, 3]);
    expect([rounded(1.005, 2), rounded(-0.001, 2), rounded(Number.MAX_VALUE, 2), rounded(1e-9, 2)]).toEqual([1.01, 0, Number.MAX_VALUE, 0]);
  });
});
