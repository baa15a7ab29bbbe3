import { describe, expect, it } from 'vitest';
import type { RegisterDocument, RegisterField } from '../../../src/core/register/document.ts';
import { expressionsOf } from '../../../src/core/register/expressions.ts';
import { referredFaults } from '../../../src/core/register/fault-others.ts';
import { waysRead } from '../../../src/core/register/ways.ts';

const words = (en: string) => ({ en });
const base = { version: 1 as const, title: words('Loans'), code: { prefix: 'L-' }, permissions: { list: 'a:b:c' }, display: 'name' };
const loan: RegisterDocument = {
  ...base,
  fields: [
    { name: 'name', label: words('Name'), type: 'text', starts: '{{ records.asset.name }}' },
    { name: 'asset', label: words('Asset'), type: 'record', register: 'asset' },
    { name: 'branch', label: words('Branch'), type: 'record', register: 'branch' },
    { name: 'starts', label: words('Starts'), type: 'date' },
    { name: 'count', label: words('Count'), type: 'integer', over: { register: 'loan', by: 'asset', through: 'asset', how: 'count' } },
    { name: 'own', label: words('Own'), type: 'integer', over: { register: 'receipt', by: 'loan', how: 'count' } },
    { name: 'share', label: words('Share'), type: 'decimal', value: '{{ values.count / 2 }}' },
    { name: 'twice', label: words('Twice'), type: 'text', value: '{{ values.name }}' },
  ],
  moves: [
    {
      ...{ name: 'lend', label: words('Lend'), from: ['asked'], to: 'out', require: '{{ true }}', message: words('No') },
      sets: { starts: '{{ records.asset.begun }}', name: null },
      makes: {
        ...{ register: 'receipt', by: 'loan', when: "{{ state == 'asked' }}" },
        with: { title: { en: 'Of {{ records.asset.name }}', 'zh-Hans': '{{ values.name }}' }, count: 1 },
      },
    },
  ],
  warnings: [{ when: '{{ values.count > 1 }}', text: words('Many') }],
};
const asset: RegisterDocument = {
  ...base,
  fields: [
    { name: 'name', label: words('Name'), type: 'text' },
    { name: 'lent', label: words('Lent'), type: 'integer', over: { register: 'loan', by: 'asset', how: 'count' } },
  ],
};
const find = (register: string) => (register === 'asset' ? asset : undefined);

describe('the expressions of a register', () => {
  it('are those of its fields, moves and warnings, also of texts in several wordings, with what they give a value', () => {
    expect(expressionsOf(loan).map(({ pointer, word, field, move }) => [pointer, word, field, move?.name])).toEqual([
      ['/fields/0/starts', 'starts', 'name', undefined],
      ['/fields/6/value', 'value', 'share', undefined],
      ['/fields/7/value', 'value', 'twice', undefined],
      ['/moves/0/require', 'require', undefined, 'lend'],
      ['/moves/0/sets/starts', 'sets', 'starts', 'lend'],
      ['/moves/0/makes/when', 'when', undefined, 'lend'],
      ['/moves/0/makes/with/title/en', 'with', 'title', 'lend'],
      ['/moves/0/makes/with/title/zh-Hans', 'with', 'title', 'lend'],
      ['/warnings/0/when', 'warning', undefined, undefined],
    ]);
  });

  it('let what a new record begins with be missing in another version of a register, and not what a move gives a field of that name', () => {
    const told = (document: RegisterDocument) => referredFaults(document, find, () => true).map(({ pointer }) => pointer);
    expect(told(loan)).toEqual(['/moves/0/sets/starts']);
    const fields = loan.fields.map(
      (field): RegisterField => (field.name === 'name' ? { ...field, starts: '{{ records.asset.gone }}' } : field),
    );
    expect(told({ ...loan, fields })).toEqual(['/moves/0/sets/starts']);
  });
});

it('an expression goes to other records by the fields it reads, and counts what points there where a figure does', () => {
  const ways = (expression: string) => waysRead(loan, expression, find).map(({ way, isCounted }) => `${way} ${isCounted}`);
  expect(ways('{{ values.name + state }}')).toEqual([]);
  expect(ways('{{ records.asset.name }}')).toEqual(['asset false']);
  expect(ways('{{ records.asset.lent }}')).toEqual(['asset true']);
  expect(ways('{{ records.branch.name }}')).toEqual(['branch false']);
  expect(ways('{{ values.count }}')).toEqual(['asset true']);
  // What points at the record itself is counted under its own lock.
  expect(ways('{{ values.own }}')).toEqual([]);
  expect(ways('{{ values.twice }}')).toEqual([]);
  // It may lead over any of them.
  expect(ways('{{ values.share }}')).toEqual(['asset true', 'branch true']);
  expect(ways('{{ records[state].name }}')).toEqual(['asset true', 'branch true']);
  expect(ways('{{ values[state] }}')).toEqual(['asset true', 'branch true']);
  expect(ways('{{ records.asset[state] }}')).toEqual(['asset true']);
  expect(ways('{{ records.branch[state] }}')).toEqual(['branch false']);
});
