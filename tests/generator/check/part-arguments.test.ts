import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { exampleProject } from '../../../generator/check/examples/project.ts';
import { readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { page, root, temporaryProject } from '../support/temporary-project.ts';

const shared = [
  'renderers/layouts/part/options.schema.json',
  ...['data-chart', 'data-filter', 'data-groups', 'relative-period'].map((id) => `schemas/entities/${id}.entity.json`),
];
const good = {
  kind: 'line',
  title: 'Payments',
  bizId: '2000000000000000001',
  by: [{ column: 'paid_on', part: 'month' }],
  measure: { how: 'sum', column: 'amount' },
  condition: {
    all: [
      { field: 'paid_on', operator: 'within', value: { span: 'last', unit: 'month', count: 12 } },
      { not: [{ field: 'method', operator: 'empty' }] },
    ],
  },
  filters: [{ column: 'paid_on', title: 'Paid on', from: null, period: { span: 'toDate', unit: 'year' } }],
};

/** What is said of a chart on a page of a board; `declared`: the entity its page names. */
function said(chart: unknown, declared = 'data-chart'): [code: string, pointer: string, hint: string | undefined][] {
  const text = typeof chart === 'string' ? chart : JSON.stringify(chart);
  const part = { widget: 'part', page: 'data/chart', with: { chart: text } };
  const files = {
    ...exampleProject,
    ...Object.fromEntries(shared.map((file) => [file, readFileSync(join(root, file), 'utf8')])),
    'schemas/pages/data/chart.page.json': page({ params: { chart: { type: 'string', json: declared } }, body: [] }),
    'schemas/pages/board/copied.page.json': page({ body: [part] }),
  };
  return runChecks(readProject(temporaryProject(files))).flatMap(({ code, severity, file, pointer, hint }) =>
    severity === 'error' && file.endsWith('.page.json') ? [[code, pointer, hint] as [string, string, string | undefined]] : [],
  );
}

it('[MISC-07] knows what is inside of a chart that is given as it stands', () => {
  expect(said(good)).toEqual([]);
  // What is computed is checked where it is computed; braces written by their number are none.
  expect(said("{{ text({kind: 'bra'}) }}")).toEqual([]);
  expect(said(JSON.stringify({ ...good, title: '{ { 1' }).replace('{ {', '{\\u007b'))).toEqual([]);
  const at = '/body/0/with/chart';
  for (const [chart, ...expected] of [
    [{ ...good, kind: 'lien' }, ['BAD_OPTION', `${at}/kind`, 'did you mean "line"?']],
    [{ ...good, measure: { how: 'summ', column: 'amount' } }, ['BAD_OPTION', `${at}/measure/how`, 'did you mean "sum"?']],
    [{ ...good, by: [{ column: 'paid_on', part: 'mont' }] }, ['BAD_OPTION', `${at}/by/0/part`, 'did you mean "month"?']],
    [{ ...good, condition: undefined, conditon: {} }, ['UNKNOWN_OPTION', `${at}/conditon`, 'did you mean "condition"?']],
    [{ ...good, bizId: undefined }, ['MISSING_OPTION', at, expect.any(String)]],
    [
      { ...good, condition: { al: [] } },
      ['BAD_OPTION', `${at}/condition/al`, 'did you mean "all"?'],
      // Nor is it a comparison.
      ['BAD_OPTION', `${at}/condition`, undefined],
      ['BAD_OPTION', `${at}/condition/operator`, undefined],
    ],
    [
      { ...good, condition: { any: [{ field: 'method', operator: 'equal', value: 'x' }, { all: [] }, 'x'] } },
      ['BAD_OPTION', `${at}/condition/any/0/operator`, 'did you mean "equals"?'],
      ['BAD_OPTION', `${at}/condition/any/1/all`, undefined],
      ['BAD_OPTION', `${at}/condition/any/2`, undefined],
    ],
    [
      { ...good, condition: { field: 'paid_on', operator: 'within', value: { span: 'lats', unit: 'days', count: 3 } } },
      ['BAD_OPTION', `${at}/condition/value/span`, 'did you mean "last"?'],
      ['BAD_OPTION', `${at}/condition/value/unit`, 'did you mean "day"?'],
    ],
    [
      { ...good, condition: { field: 'paid_on', operator: 'within', value: { span: 'last', unit: 'day', count: 0 } } },
      ['BAD_OPTION', `${at}/condition/value/count`, undefined],
    ],
    ['{"kind": ', ['BAD_OPTION', at, expect.any(String)]],
  ] as [unknown, ...unknown[][]][]) {
    expect(said(chart)).toEqual(expected);
  }
});

it('tells of a parameter whose entity there is none of', () => {
  expect(said(good, 'data-chrat')).toEqual([['UNKNOWN_ENTITY', '/params/chart/json', 'did you mean "data-chart"?']]);
});

it('is checked against an entity in a folder, and one that does not compile or has the name of another breaks nothing off', () => {
  const entity = (schema: object) => ({ $schema: '../../meta/entity.schema.json', version: 1, schema });
  const codes = (id: string, schema: object, given: unknown) => {
    const part = { widget: 'part', page: 'data/chart', with: { chart: JSON.stringify(given) } };
    const files = {
      ...exampleProject,
      ...Object.fromEntries(shared.map((file) => [file, readFileSync(join(root, file), 'utf8')])),
      'schemas/entities/one.entity.json': { ...entity({ type: 'string' }), $schema: '../meta/entity.schema.json' },
      [`schemas/entities/${id}.entity.json`]: entity(schema),
      'schemas/pages/data/chart.page.json': page({ params: { chart: { type: 'string', json: id } }, body: [] }),
      'schemas/pages/board/copied.page.json': page({ body: [part] }),
    };
    return runChecks(readProject(temporaryProject(files))).flatMap(({ severity, file, pointer }) =>
      severity === 'error' && !file.endsWith('options.schema.json') ? [[file.split('/').at(-1), pointer]] : [],
    );
  };
  const customer = { type: 'object', properties: { id: { type: 'string' } } };
  expect(codes('crm/customer', customer, { id: 'a' })).toEqual([]);
  expect(codes('crm/customer', customer, { id: 1 })).toEqual([['copied.page.json', expect.stringContaining('/body/0/with/chart')]]);
  expect(codes('crm/one', customer, { id: 1 })).toEqual([['copied.page.json', expect.stringContaining('/body/0/with/chart')]]);
  const torn = codes('crm/customer', { $ref: 'nowhere.entity.json#/schema' }, {});
  expect(torn.length).toBeGreaterThan(0);
  expect(new Set(torn.map(([file]) => file))).toEqual(new Set(['customer.entity.json']));
  expect(new Set(codes('crm/customer', { type: 'strnig' }, {}).map(([file]) => file))).toEqual(new Set(['customer.entity.json']));
});
