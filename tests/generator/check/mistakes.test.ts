import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { checkContradictions } from '../../../generator/check/contradictions.ts';
import { checkDictionaryEntries } from '../../../generator/check/dictionary-entries.ts';
import { checkFilterLinks } from '../../../generator/check/filter-links.ts';
import { checkOverlay } from '../../../generator/check/overlay.ts';
import { checkPartDoubles } from '../../../generator/check/part-doubles.ts';
import { readProject } from '../../../generator/check/project.ts';
import { root } from '../support/temporary-project.ts';

const words = (en: string) => ({ en, 'zh-Hans': en, 'zh-Hant': en });
const text = (template: string) => [{ widget: 'text', text: template }];
const button = (...onClick: object[]) => [{ widget: 'button', text: words('Go'), onClick }];
const pages = new Map<string, object>();
/** A page with one mistake, and the error that is to be told of it. */
const expected: [string, string][] = [];
function mistake(told: string, more: object): void {
  const name = `pages/mistakes/m${expected.length}.page.json`;
  pages.set(name, { $schema: '../../meta/page.schema.json', version: 1, title: words('M'), body: [], ...more });
  expected.push([name, told]);
}
const asked = (call: string, body: object) => ({ data: { it: { call, body } }, body: text('{{ json(text(data.it)) }}') });
const one = { it: { call: 'register.get', with: { register: 'finding', id: '1' } } };
const counts = { it: { call: 'register.counts', body: { register: 'finding', by: ['state'] } } };

const noState = 'the register finding has no state "opne"; did you mean "open"?';
mistake(noState, asked('register.page', { register: 'finding', state: 'opne' }));
mistake(noState, asked('register.counts', { register: 'finding', by: ['severity'], state: ['closed', 'opne'] }));
const chosen = asked('register.counts', { register: 'finding', by: ['severity'], state: "{{ user.id ? values.open : ['closed'] }}" });
mistake(noState, { ...chosen, values: { open: "{{ ['opne', 'acting'] }}" } });
const table = { widget: 'table', name: 't', title: words('T'), rowKey: 'id', columns: [{ name: 'code', title: words('C') }] };
const source = { call: 'register.page', place: 'body', body: { register: 'finding' } };
mistake(noState, { body: [{ ...table, source: { ...source, body: { register: 'finding', state: 'opne' } } }] });
const noMove = 'the register finding has no move "strat"; did you mean "start"?';
mistake(noMove, { body: button({ call: 'register.move', body: { register: 'finding', id: '1', version: 1, move: 'strat' } }) });
const records = [{ id: '1', version: 1 }];
mistake(noMove, { body: button({ call: 'register.moveMany', body: { register: 'finding', move: 'strat', records } }) });
mistake('the register finding has no field "titel"; did you mean "title"?', {
  body: button({ call: 'register.save', body: { register: 'finding', values: { titel: 'A' } } }),
});
const { states, moves } = JSON.parse(readFileSync(join(root, 'schemas/registers/finding.register.json'), 'utf8')) as Record<
  string,
  { name: string }[]
>;
const namesOf = (list: { name: string }[] = []) => list.map(({ name }) => name).join(', ');
const notOne = `"opne" is not one of ${namesOf(states)}; did you mean "open"?`;
const when = (expression: string) => [{ widget: 'text', when: expression, text: words('x') }];
mistake(notOne, { data: one, body: when("{{ data.it.state == 'opne' }}") });
mistake(notOne, { data: counts, body: text("{{ sum(where(data.it.content, 'state', 'opne'), 'count') }}") });
mistake(notOne, { data: counts, body: text("{{ find(data.it.content, 'state', 'opne').count }}") });
mistake(notOne, {
  body: [{ ...table, source, actions: [{ text: words('x'), when: "{{ row.state != 'opne' }}", onClick: [{ notify: words('x') }] }] }],
});
mistake(`"strat" is not one of ${namesOf(moves)}; did you mean "start"?`, {
  data: one,
  body: when("{{ contains(data.it.moves, 'strat') }}"),
});
mistake('the page "registers/finding/record" has no parameter "idd"; did you mean "id"?', {
  body: [{ widget: 'part', page: 'registers/finding/record', with: { idd: '1' } }],
});

it('what a document says of states, moves, fields and parameters that there are not is an error where it stands, with what may be meant', () => {
  const files = [...pages].map(([path, value]) => ({ path, file: path, text: JSON.stringify(value) }));
  const told = checkOverlay(root, files).errors.map(({ path, message, hint }): [string, string] => [path, `${message}; ${hint}`]);
  expect(told.sort()).toEqual([...expected].sort());
});

it('values no dictionary and no filter has are told in calls, links and steps that set filters', () => {
  const folder = mkdtempSync(join(tmpdir(), 'targus-mistakes-'));
  const path = join(folder, 'pages/mine.page.json');
  const save = { call: 'register.save', body: { register: 'finding', values: { title: 'A', severity: '9' } } };
  const setting = { call: 'register.setMany', body: { register: 'finding', field: 'severity', value: '8', records: [] } };
  const link = { navigate: '/control/findings', query: { 'records.filters': "{{ text({state: ['opne'], severity: '7'}) }}" } };
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    JSON.stringify({
      ...{ version: 1, title: words('M'), data: { it: { call: 'register.page', body: { register: 'finding', severity: ['3', '6'] } } } },
      body: [...text('{{ data.it.total }}'), ...button(save, setting, link)],
    }),
  );
  const project = readProject(root, [folder]);
  const findings = [...checkDictionaryEntries(project), ...checkFilterLinks(project)].filter(({ file }) => file === path);
  rmSync(folder, { recursive: true });
  expect(findings.map(({ severity, pointer, message }) => `${severity} ${pointer.replace('/body/1/onClick', '')} ${message}`)).toEqual([
    'warning /data/it/body/severity the dictionary risk-level has no entry "6"',
    'warning /0/body/values/severity the dictionary risk-level has no entry "9"',
    'warning /1/body/value the dictionary risk-level has no entry "8"',
    'warning /2/query/records.filters the filter "state" of the table "records" has no choice "opne"',
    'warning /2/query/records.filters the filter "severity" of the table "records" has no choice "7"',
  ]);
});

it('what contradicts itself is told: limits nothing is within, columns that cannot be told apart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'targus-contradictions-'));
  const path = join(folder, 'pages/torn.page.json');
  const columns = [
    ...table.columns,
    { name: 'state', title: words('S') },
    { name: 'code', title: words('Again') },
    { name: 'code', title: words('Each'), each: '{{ [] }}' },
  ];
  const fields = [{ widget: 'number', name: 'n', label: words('N'), min: 10, max: 1 }];
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(
    path,
    JSON.stringify({
      version: 1,
      title: words('M'),
      body: [
        { ...table, source, columns },
        { widget: 'form', name: 'f', fields },
      ],
    }),
  );
  const project = readProject(root, [folder]);
  const findings = checkContradictions(project).filter(({ file }) => file === path);
  rmSync(folder, { recursive: true });
  expect(findings.map(({ code, pointer }) => `${code} ${pointer}`).sort()).toEqual([
    'BAD_OPTION /body/1/fields/0/max',
    'DUPLICATE_NAME /body/0/columns/2/name',
  ]);
});

it('rows from two places, page sizes that are not offered, words of no dictionary and parts of one name are told where they stand', () => {
  const folder = mkdtempSync(join(tmpdir(), 'targus-doubles-'));
  const [page, form] = [join(folder, 'pages/double.page.json'), join(folder, 'forms/double.form.json')];
  const choices = (...values: unknown[]) => values.map((value) => ({ value, label: words('C') }));
  const tab = (key: string) => ({ key, label: words('T'), body: [] });
  const columns = [{ name: 'state', title: words('S'), format: 'dictionary' }];
  const right = { name: 'code', title: words('C'), format: 'dictionary', dictionary: 'risk-level' };
  const body = [
    { ...table, source, rows: [], pageSize: 30, columns },
    { widget: 'table', name: 'fine', rows: '{{ [] }}', pageSize: 30, pageSizes: [30, 60], columns: [right] },
    {
      widget: 'tabs',
      items: [tab('a'), tab('b'), tab('a'), tab('{{ params.it }}'), tab('{{ params.it }}'), { ...tab('b'), visible: '{{ params.it }}' }],
    },
    { widget: 'descriptions', items: [{ label: words('L'), value: 'x', format: 'dictionary' }] },
    { widget: 'form', name: 'f', form: 'double' },
  ];
  const fields = [
    { widget: 'select', name: 's', label: words('S'), options: choices('1', 1, '{{ params.it }}', '1') },
    { widget: 'radio', name: 'r', label: words('R'), options: choices(true, false) },
    {
      widget: 'array-table',
      name: 't',
      label: words('T'),
      columns: [{ ...columns[0], format: 'text', widget: 'select', options: choices(2, 2) }],
    },
  ];
  for (const [path, document] of [
    [page, { version: 1, title: words('M'), params: { it: { type: 'string' } }, body }],
    [form, { $schema: '../meta/form.schema.json', version: 1, fields }],
  ] as const) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, JSON.stringify(document));
  }
  const project = readProject(root, [folder]);
  const findings = [...checkContradictions(project), ...checkPartDoubles(project)].filter(({ file }) => file.startsWith(folder));
  rmSync(folder, { recursive: true });
  expect(findings.map(({ severity, code, pointer, message }) => `${severity} ${code} ${pointer} ${message}`).sort()).toEqual([
    'warning BAD_OPTION /body/0/pageSize a page of 30 rows is none of those offered: 10, 20, 50',
    'warning BAD_OPTION /body/0/rows these rows are not shown: those of "source" are',
    'warning DUPLICATE_NAME /body/2/items/2/key the key "a" is given twice',
    'warning DUPLICATE_NAME /fields/0/options/1/value the value "1" is given twice',
    'warning DUPLICATE_NAME /fields/0/options/3/value the value "1" is given twice',
    'warning DUPLICATE_NAME /fields/2/columns/0/options/1/value the value "2" is given twice',
    'warning MISSING_OPTION /body/0/columns/0/format there is no dictionary to take the words from',
    'warning MISSING_OPTION /body/3/items/0/format there is no dictionary to take the words from',
  ]);
});
