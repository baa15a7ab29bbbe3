import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileRecognisers, type RecogniserDocument, recogniserFaults } from '../../../src/core/recognise/index.ts';
import { projectRoot } from '../../support/project.ts';

const folder = join(projectRoot, 'schemas/recognisers');
const shipped = readdirSync(folder).map((file) => ({
  id: file.replace('.recogniser.json', ''),
  document: JSON.parse(readFileSync(join(folder, file), 'utf8')) as RecogniserDocument,
}));
const read = compileRecognisers(shipped);
const told = (text: string) => read(text).places.map(({ kind, text: found, value, passed }) => [kind, found, value, passed]);
const valuesOf = (kind: string, text: string) =>
  read(text)
    .places.filter((place) => place.kind === kind)
    .map(({ value }) => value);
const own = (more: Partial<RecogniserDocument> & Pick<RecogniserDocument, 'patterns'>): RecogniserDocument => ({
  ...{ version: 1, name: { en: 'Contract' } },
  ...more,
});

it('[DATA-04] finds what stands in a Chinese contract, with wide signs, and where', () => {
  const text =
    '甲方：北京华云科技有限公司（统一社会信用代码９１110108551385082Q），身份证号 11010519491231002X，电话13800138000，税率13％。';
  const { places } = read(text);
  expect(places.map(({ kind, value, passed }) => [kind, value, passed])).toEqual([
    ['company', '北京华云科技有限公司', null],
    ['credit-code', '91110108551385082Q', true],
    ['resident-id', '11010519491231002X', true],
    ['phone', '13800138000', null],
    ['percentage', '13%', null],
  ]);
  for (const { from, to, text: found } of places) expect(text.slice(from, to)).toBe(found);
});

it('[DATA-04] reads amounts exactly, whatever unit, side and numerals they are written in', () => {
  expect(valuesOf('amount', '人民币1,234,567.80元，大写壹佰贰拾叁万肆仟伍佰陆拾柒元捌角整')).toEqual(['1234567.80 CNY', '1234567.80 CNY']);
  expect(valuesOf('amount', '约3.5亿元、5000万美元、¥0.1、壹亿零伍万元整、拾元伍分')).toEqual([
    '350000000.00 CNY',
    '50000000.00 USD',
    '0.10 CNY',
    '100050000.00 CNY',
    '10.05 CNY',
  ]);
  expect(valuesOf('amount', 'USD 1,250.5, €2.5 million and 12.345 GBP; HK$-20')).toEqual([
    '1250.50 USD',
    '2500000.00 EUR',
    '12.345 GBP',
    '-20.00 HKD',
  ]);
  expect(told('version 1.2.3, 12,34 and 100')).toEqual([]);
});

it('[DATA-04] reads days of figures, names of months and Chinese numerals, and says which do not exist', () => {
  expect(
    valuesOf('date', '2026-3-5, 2026/11/25, 2026.01.02, 2026年3月5日, 二〇二六年十一月二十五日, March 15, 2026, 1st Feb 2026'),
  ).toEqual([...['2026-03-05', '2026-11-25', '2026-01-02', '2026-03-05', '2026-11-25', '2026-03-15', '2026-02-01']]);
  expect(told('2026-02-30')).toEqual([['date', '2026-02-30', '2026-02-30', false]]);
});

it('[DATA-04] checks check digits: wrong identity numbers are told as wrong, other digits are no bank card and no IBAN', () => {
  expect(told('110105194912310021')).toEqual([['resident-id', '110105194912310021', '110105194912310021', false]]);
  expect(told('91110108551385082A')).toEqual([['credit-code', '91110108551385082A', '91110108551385082A', false]]);
  expect(told('card 6222 0212 3456 7890 128')).toEqual([['bank-card', '6222 0212 3456 7890 128', '6222021234567890128', true]]);
  expect(told('card 6222 0212 3456 7890 129')).toEqual([]);
  expect(told('DE89 3704 0044 0532 0130 00')).toEqual([['iban', 'DE89 3704 0044 0532 0130 00', 'DE89370400440532013000', true]]);
  expect(told('DE88 3704 0044 0532 0130 00')).toEqual([]);
});

it('[DATA-04] finds addresses, invoice numbers by their label, and companies by how they end', () => {
  expect(told('see https://example.com/pay?id=3. or A.B@Example.COM')).toEqual([
    ['url', 'https://example.com/pay?id=3', 'https://example.com/pay?id=3', null],
    ['email', 'A.B@Example.COM', 'a.b@example.com', true],
  ]);
  expect(told('发票号码：24312000000012345678；Invoice No. 12345678; 87654321')).toEqual([
    ['invoice-number', '24312000000012345678', '24312000000012345678', null],
    ['invoice-number', '12345678', '12345678', null],
  ]);
  expect(valuesOf('company', '由上海东方物流（集团）有限公司和中国银行股份有限公司北京分公司 to The Acme Trading Co., Ltd. by')).toEqual([
    ...['上海东方物流(集团)有限公司', '中国银行股份有限公司北京分公司', 'Acme Trading Co., Ltd.'],
  ]);
});

it('[DATA-04] takes a kind somebody adds, before others of a higher order, without its label', () => {
  const contract = own({ patterns: ['合同编号[:：]?[A-Z]{2}-\\d{4,8}'], leading: ['合同编号', ':'], order: 1 });
  const { places } = compileRecognisers([...shipped, { id: 'contract', document: contract }])('合同编号：HT-20260305');
  expect(places).toMatchObject([{ kind: 'contract', text: 'HT-20260305', passed: null }]);
});

it('[DATA-04] tells patterns that cannot be used: unreadable, too large, fitting nothing', () => {
  const faults = (pattern: string) => recogniserFaults(own({ patterns: ['a', pattern] })).map(({ pointer, message }) => [pointer, message]);
  expect(faults('(?<=x)a')).toEqual([['/patterns/1', 'the pattern cannot be read at sign 4']]);
  expect(faults('(a{100}){50}')).toEqual([['/patterns/1', 'the pattern has too many steps: fewer or shorter repetitions']]);
  expect(faults('a*')).toEqual([['/patterns/1', 'the pattern fits where nothing stands']]);
  expect(shipped.flatMap(({ document }) => recogniserFaults(document))).toEqual([]);
});

it('[DATA-04] reads a text made to be slow in time that grows with its length alone', () => {
  const slow = compileRecognisers([{ id: 'slow', document: own({ patterns: ['(a+)+b', '(a|aa)+c'], neighbours: 'none' }) }]);
  const took = (signs: number) => {
    const begun = performance.now();
    expect(slow('a'.repeat(signs)).places).toEqual([]);
    return performance.now() - begun;
  };
  took(20_000);
  const [short, long] = [took(20_000), took(80_000)];
  // Four times as long a text; an engine that goes back would not end.
  expect(long).toBeLessThan(Math.max(50, short) * 12);
});
