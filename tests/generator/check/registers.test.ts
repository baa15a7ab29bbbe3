import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { checkFilterLinks } from '../../../generator/check/filter-links.ts';
import { checkLostFields } from '../../../generator/check/lost-fields.ts';
import { checkOverlay } from '../../../generator/check/overlay.ts';
import { checkPaths } from '../../../generator/check/paths.ts';
import { type Check, readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import type { RegisterDocument } from '../../../src/core/register/document.ts';
import { choosableFaults } from '../../../src/core/register/fault-others.ts';
import { root } from '../support/temporary-project.ts';

const path = 'registers/task.register.json';
const shipped = readFileSync(join(root, 'schemas', path), 'utf8');
const found = (text: string, more: { path: string; file: string; text: string }[] = []) =>
  checkOverlay(root, [{ path, file: `schemas.local/${path}`, text }, ...more]).errors.map(({ file, line, code }) => [file, line, code]);
const lineOf = (text: string, part: string) => text.split('\n').findIndex((line) => line.includes(part)) + 1;

it('what is wrong in a page made of a register is told at the line of the register that an overlay changed', () => {
  expect(found(shipped)).toEqual([]);
  const misspelt = shipped.replace('"dictionary": "risk-level"', '"dictionary": "risk-levle"');
  const at = lineOf(misspelt, 'risk-levle');
  // Form, list and page have it, and it is said once.
  expect(found(misspelt)).toEqual([[`schemas.local/${path}`, at, 'UNKNOWN_DICTIONARY']]);
  const gone = shipped.replace('"display": "title"', '"display": "titel"');
  expect(found(gone)).toContainEqual([`schemas.local/${path}`, lineOf(gone, 'titel'), 'REGISTER']);
});

it('a part of what a register stands for is changed by an amendment, and replaced by an own document', () => {
  const amendment = (change: object) => ({
    ...{ path: 'amendments/tables/registers/task.amendment.json', file: 'task.amendment.json' },
    text: JSON.stringify({ $schema: '../../../meta/amendment.schema.json', version: 1, changes: [change] }),
  });
  expect(found(shipped, [amendment({ op: 'replace', path: '/columns/name=code/width', value: 140 })])).toEqual([]);
  const lost = found(shipped, [amendment({ op: 'replace', path: '/columns/name=cod/width', value: 140 })]);
  expect(lost).toEqual([['task.amendment.json', 1, 'AMENDMENT_PATH']]);
  const form = { $schema: '../../meta/form.schema.json', version: 1, fields: [{ widget: 'input', name: 'title', label: 'common.nmae' }] };
  const own = { path: 'forms/registers/task.form.json', file: 'task.form.json', text: JSON.stringify(form) };
  expect(found(shipped, [own])).toContainEqual(['task.form.json', 1, 'UNKNOWN_TEXT']);
});

const words = (en: string) => ({ en, 'zh-Hans': en, 'zh-Hant': en });
const page = (more: object) => ({
  ...{ path: 'pages/mine.page.json', file: 'mine.page.json' },
  text: JSON.stringify({ $schema: '../meta/page.schema.json', version: 1, title: words('Mine'), body: [], ...more }),
});

it('what a call is given about a register is compared with its fields, as far as it is written out', () => {
  const wrong = (body: object, call = 'register.counts') =>
    checkOverlay(root, [page({ data: { it: { call, body } } })]).errors.map(({ pointer, code, message, hint }) => [
      pointer.replace('/data/it/body', ''),
      code,
      message,
      hint,
    ]);
  expect(wrong({ register: 'task', by: ['state', 'priority'], overdue: true })).toEqual([]);
  expect(wrong({ register: 'tsk', by: ['state'] })).toEqual([
    ['/register', 'UNKNOWN_DOCUMENT', 'there is no register "tsk"', 'did you mean "task"?'],
  ]);
  const risks = { register: 'risk', by: ['stat', 'likelihood'], sum: 'title', ownr: 'x' };
  expect(wrong(risks)).toEqual([
    ['/by/0', 'UNKNOWN_FIELD', 'the register risk has no field "stat"', 'did you mean "state"?'],
    ['/sum', 'UNKNOWN_FIELD', expect.stringMatching(/no field/), expect.any(String)],
    ['/ownr', 'UNKNOWN_FIELD', 'the register risk has no field "ownr"', 'did you mean "owner"?'],
  ]);
  expect(wrong({ register: '{{ user.id }}', anything: 1 }, 'register.page')).toEqual([]);

  // A figure over other records, and what is computed of it, is found when a record is read.
  const live = expect.stringMatching(/is found when a record is read: nothing is counted/);
  expect(wrong({ register: 'budget', by: ['left'], sum: 'spent', left: 1 })).toEqual([
    ['/by/0', 'UNKNOWN_FIELD', live, expect.any(String)],
    ['/sum', 'UNKNOWN_FIELD', live, expect.any(String)],
    ['/left', 'UNKNOWN_FIELD', live, expect.any(String)],
  ]);
  expect(wrong({ register: 'budget', sort: 'left' }, 'register.page')).toMatchObject([
    ['/sort', 'UNKNOWN_FIELD', live, expect.any(String)],
  ]);
  expect(wrong({ register: 'budget', sort: 'updateTime' }, 'register.page')).toEqual([]);
});

it('answers about a register have its fields, in expressions, charts and heat maps', () => {
  const read = (text: string, body: object) => ({
    data: {
      one: { call: 'register.get', with: { register: 'finding', id: '1' } },
      all: { call: 'register.page', body: { register: 'finding' } },
      counts: { call: 'register.counts', body: { register: 'finding', by: ['department', 'severity'], spread: true } },
    },
    body: [{ widget: 'text', text }, body],
  });
  const bars = (rowName: string, name: string) => ({
    ...{ widget: 'bar-chart', title: words('Bars'), nameTitle: words('Name'), rows: '{{ data.counts.content ?? [] }}', rowName },
    series: [{ name, label: words('High') }],
  });
  const map = (row: string, value: string) => ({
    ...{ widget: 'heat-map', title: words('Map'), rows: ['1'], columns: ['1'], cells: '{{ data.counts.content ?? [] }}' },
    ...{ row, column: 'severity', value, bands: [{ tone: 'low', label: words('Low') }] },
  });
  const wrong = (text: string, body: object = { widget: 'divider' }) =>
    checkOverlay(root, [page(read(text, body))]).errors.map(({ code, pointer, hint }) => [code, pointer, hint]);
  const right = "{{ data.one.values.title + first(data.all.content).names.owner + find(data.counts.content, 'severity', '3').count }}";
  expect(wrong(right, bars('names.department', 'counts.3'))).toEqual([]);
  expect(wrong(right, map('department', 'count'))).toEqual([]);
  const at = '/body/0/text';
  expect(wrong('{{ data.one.values.titel }}')).toEqual([['UNKNOWN_FIELD', at, 'did you mean "title"?']]);
  expect(wrong('{{ first(data.all.content).names.ownr }}')).toEqual([['UNKNOWN_FIELD', at, 'did you mean "owner"?']]);
  expect(wrong("{{ find(data.counts.content, 'severty', '3').count }}")).toEqual([['UNKNOWN_FIELD', at, 'did you mean "severity"?']]);
  expect(wrong('', bars('names.departmnt', 'cuonts.3')).map(([, pointer]) => pointer)).toEqual([
    '/body/1/rowName',
    '/body/1/series/0/name',
  ]);
  expect(wrong('', map('departmnt', 'conut')).map(([, pointer]) => pointer)).toEqual(['/body/1/row', '/body/1/value']);
});

/** What one check says of these documents of an overlay. */
function saidBy(check: Check, files: { path: string; text: string }[]) {
  const folder = mkdtempSync(join(tmpdir(), 'targus-register-overlay-'));
  for (const file of files) {
    mkdirSync(dirname(join(folder, file.path)), { recursive: true });
    writeFileSync(join(folder, file.path), file.text);
  }
  const findings = check(readProject(root, [folder]));
  rmSync(folder, { recursive: true });
  return findings;
}

it('what leads to a list names a table of the page there, and filters it has: a warning', () => {
  const wrong = (query: object) =>
    saidBy(checkFilterLinks, [
      page({ body: [{ widget: 'button', text: words('Go'), onClick: [{ navigate: '/control/findings', query }] }] }),
    ])
      .filter(({ code, severity }) => code === 'UNKNOWN_FIELD' && severity === 'warning')
      .map(({ code, message, hint }) => [code, message, hint]);
  expect(wrong({ 'records.filters': "{{ text({state: ['open'], overdue: true, severity: '3'}) }}" })).toEqual([]);
  expect(wrong({ 'records.filters': "{{ text({severty: '3'}) }}" })).toEqual([
    ['UNKNOWN_FIELD', 'the table "records" of the page "registers/finding" has no filter "severty"', 'did you mean "severity"?'],
  ]);
  expect(wrong({ 'records.filters': "{{ text(merge({state: ['open']}, query.mine ? {ownr: user.id} : {})) }}" })).toHaveLength(1);
  expect(wrong({ 'record.filters': '{{ text({overdue: true}) }}' })).toEqual([
    ['UNKNOWN_FIELD', 'the page "registers/finding" behind /control/findings has no table "record"', 'did you mean "records"?'],
  ]);
});

it('what leads to a page with parts says nothing of tables that may stand in them, or in the layout around it', () => {
  const table = { widget: 'table', name: 'lines', rows: [], columns: [{ name: 'name', title: words('Name') }] };
  const going = (...body: object[]) => ({
    ...{ path: 'pages/there.page.json', file: 'there.page.json' },
    text: JSON.stringify({ $schema: '../meta/page.schema.json', version: 1, title: words('There'), body }),
  });
  const document = (path: string, content: object) => ({ path, file: path, text: JSON.stringify({ version: 1, ...content }) });
  const layout = document('layouts/mine.layout.json', { title: words('Mine'), body: [{ ...table, name: 'beside' }, { widget: 'outlet' }] });
  const row = { menuId: 'there', parentId: '0', type: '1', name: 'There', url: '/there', component: 'mine#there' };
  const menu = document('menus/mine.menu.json', { use: 'application', items: [row] });
  const query = (name: string) => ({ [`${name}.filters`]: '{{ text({}) }}' });
  const steps = ['lines', 'beside', 'inside'].map((name) => ({ navigate: '/there', query: query(name) }));
  const part = document('pages/inside.page.json', { title: words('Inside'), body: [{ ...table, name: 'inside' }] });
  const told = (...body: object[]) =>
    saidBy(checkFilterLinks, [
      page({ body: [{ widget: 'button', text: words('Go'), onClick: steps }] }),
      going(...body),
      layout,
      menu,
      part,
    ]).flatMap(({ code, message }) => (code === 'UNKNOWN_FIELD' ? [message] : []));
  const lacking = ['the page "there" behind /there has no table "inside"'];
  expect(told(table)).toEqual(lacking);
  expect(told(table, { widget: 'section', body: [{ widget: 'part', page: 'inside' }] })).toEqual([]);
  expect(told(table, { widget: 'part', folder: 'registers', chosen: '{{ query.page }}' })).toEqual([]);
  expect(told(table, { widget: 'part', page: 'home' })).toEqual(lacking);
});

const registerOf = (id: string) => readFileSync(join(root, `schemas/registers/${id}.register.json`), 'utf8');

it('what a shipped page reads of a register, and leads to, refuses neither an older copy of the register nor an amendment', () => {
  const older = registerOf('audit-finding').replaceAll('"cause"', '"origin"').replaceAll('values.cause', 'values.origin');
  const copy = { path: 'registers/audit-finding.register.json', file: 'audit-finding', text: older };
  expect(checkOverlay(root, [copy]).errors).toEqual([]);
  // A page of the overlay is told as ever.
  const reading = page({
    data: { one: { call: 'register.get', with: { register: 'audit-finding', id: '1' } } },
    body: [{ widget: 'text', text: '{{ data.one.values.cause }}' }],
  });
  expect(checkOverlay(root, [copy, reading]).errors.map(({ path: at, code }) => [at, code])).toEqual([[reading.path, 'UNKNOWN_FIELD']]);

  const changes = [{ op: 'replace', path: '/views', value: ['board', 'calendar'] }];
  const amendment = { path: 'amendments/registers/finding.amendment.json', file: 'finding', text: JSON.stringify({ version: 1, changes }) };
  expect(checkOverlay(root, [amendment]).errors).toEqual([]);
  const lost = saidBy(checkFilterLinks, [amendment]).filter(({ message }) => message.includes('has no table "records"'));
  expect([...new Set(lost.map(({ file, severity }) => `${severity} ${file}`))]).toContain(
    'warning schemas/pages/board/risk-control.page.json',
  );

  // So is what it asks about fields that are gone.
  const without = [{ op: 'remove', path: '/fields/name=audit' }];
  const gone = { ...amendment, text: JSON.stringify({ version: 1, changes: without }) };
  const asked = checkOverlay(root, [gone]).errors.filter(({ path: at }) => at.startsWith('pages/'));
  expect(asked).toEqual([]);
});

it('the links of a register lead to rows of menus, and have its record as a whole part of the path', () => {
  const leading = (to: string) => {
    const register = JSON.parse(registerOf('audit-report')) as { links: { to: string }[] };
    for (const link of register.links) link.to = to;
    return [{ path: 'registers/audit-report.register.json', file: 'audit-report', text: JSON.stringify(register) }];
  };
  const told = (to: string) =>
    saidBy(checkPaths, leading(to)).map(({ code, pointer, message, hint }) => `${code} ${pointer} ${message}; ${hint}`);
  expect(told('/audit/report/:id')).toEqual([]);
  expect(told('/audit/reprot/:id')).toEqual([
    'UNKNOWN_PATH /links/0/to no menu row has the path "/audit/reprot/:id"; did you mean "/audit/report/:id"?',
  ]);
  for (const to of ['/audit/report/:ids', '/audit/report-:id', '/:kind/report/:id', '/audit/:id/:id'])
    expect([to, checkOverlay(root, leading(to)).errors.map(({ pointer }) => pointer)]).toEqual([to, ['/links/0/to']]);
});

interface Shipped {
  fields: object[];
  states: object[];
  moves: object[];
  views: unknown[];
  code: { prefix: string };
}

/** Warnings about a register that is another one than the shipped tasks. */
function warned(change: (register: Shipped) => void): [string, string, string | undefined][] {
  const register = JSON.parse(shipped) as Shipped;
  change(register);
  const folder = mkdtempSync(join(tmpdir(), 'targus-register-warnings-'));
  mkdirSync(join(folder, 'registers'));
  writeFileSync(join(folder, path), JSON.stringify(register, null, 2));
  const findings = runChecks(readProject(root, [folder])).filter(({ file }) => file.includes(folder));
  rmSync(folder, { recursive: true });
  return findings.map(({ code, pointer, message, hint }) => [code, pointer, `${message}; ${hint}`]);
}

it('values no dictionary has, states nothing leads to and numbers of two registers are warned of', () => {
  const told = warned((register) => {
    const risk = { type: 'dictionary', dictionary: 'risk-level', label: words('Level') };
    register.fields.push({ ...risk, name: 'level', value: "{{ values.priority == 'urgnet' ? 'high' : '3' }}" });
    register.views = ['list', { name: 'grave', as: 'list', label: words('Grave'), where: { level: ['3', '8'] } }];
    register.states.push({ name: 'lost', label: words('Lost') });
    register.code.prefix = 'F-';
  });
  const last = JSON.parse(shipped).fields.length;
  const none = (value: string) => expect.stringContaining(`has no entry "${value}"; it has`);
  expect(told).toEqual(
    expect.arrayContaining([
      ['UNKNOWN_ENTRY', `/fields/${last}/value`, none('urgnet')],
      ['UNKNOWN_ENTRY', `/fields/${last}/value`, none('high')],
      ['UNKNOWN_ENTRY', '/views/1/where/level', none('8')],
      ['REGISTER', `/states/${JSON.parse(shipped).states.length}`, expect.stringContaining('no move leads to "lost"')],
      ['REGISTER', '/code/prefix', expect.stringContaining('numbers of the register "finding" begin with "F-"')],
    ]),
  );
  expect(told).toHaveLength(5);
});

it('what a move sets and makes, and what a new record begins with, is looked at as well', () => {
  const told = warned((register) => {
    register.fields.push({ type: 'dictionary', dictionary: 'risk-level', label: words('Level'), name: 'level', starts: '8' });
    Object.assign(register.moves[0] ?? {}, {
      sets: { level: "{{ state == 'opne' ? '3' : '9' }}" },
      makes: { register: 'finding', by: 'task', with: { title: words("{{ state == 'nwe' ? '' : values.title }}") } },
    });
  });
  const last = JSON.parse(shipped).fields.length;
  expect(told).toEqual(
    expect.arrayContaining([
      ['UNKNOWN_ENTRY', `/fields/${last}/starts`, expect.stringContaining('no entry "8"')],
      ['UNKNOWN_ENTRY', '/moves/0/sets/level', expect.stringContaining('no entry "9"')],
      ['REGISTER', '/moves/0/sets/level', expect.stringContaining('no state "opne"')],
      ['REGISTER', '/moves/0/makes/with/title/zh-Hans', expect.stringContaining('no state "nwe"')],
    ]),
  );
});

it('a record that is to point back is told how, and a calendar without a day what to say', () => {
  const register = JSON.parse(shipped);
  register.moves[0].makes = { register: 'finding', by: 'task', with: {} };
  delete register.due;
  delete register.dueSteps;
  register.views = ['list', 'calendar'];
  const errors = checkOverlay(root, [{ path, file: 'task.json', text: JSON.stringify(register) }]).errors;
  expect(errors.find(({ pointer }) => pointer === '/moves/0/makes/by')?.hint).toMatch(
    /^add \{"name": "task", "type": "record", "register": "task", ...\} to the fields of "finding"; in an overlay amendments\/registers\/finding.amendment.json/,
  );
  expect(errors.filter(({ pointer }) => pointer.startsWith('/views'))).toMatchObject([
    {
      pointer: '/views/1',
      message: 'a calendar shows records by a day, and the register has no "due"',
      hint: expect.stringMatching(/^say "due": "/),
    },
  ]);
});

it('texts of a register are told where they stand, also those no page of it shows', () => {
  const register = JSON.parse(shipped) as { fields: { label: Record<string, string> }[]; moves: Record<string, unknown>[] };
  const [field] = register.fields;
  if (!field) throw new Error('It has no field');
  const { 'zh-Hant': _, ...two } = field.label;
  field.label = two;
  register.moves[0] = { ...register.moves[0], require: '{{ true }}', message: 'common.svae' };
  const text = JSON.stringify(register, null, 2);
  expect(found(text)).toEqual([[`schemas.local/${path}`, lineOf(text, 'common.svae'), 'UNKNOWN_TEXT']]);
  const folder = mkdtempSync(join(tmpdir(), 'targus-register-texts-'));
  mkdirSync(join(folder, 'registers'));
  writeFileSync(join(folder, path), text);
  const findings = runChecks(readProject(root, [folder])).filter(({ code }) => code === 'TEXT_WORDING');
  // Form, list and page have it, and it is said once.
  expect(findings.map(({ line, message }) => [line, message])).toEqual([[lineOf(text, '"label": {'), 'this text is missing in zh-Hant']]);
  rmSync(folder, { recursive: true });
});

it('a circle of computed values over registers is refused at each of them, and one of an overlay with its own register alone', () => {
  const register = (id: string, fields: object[]) => ({
    ...{ path: `registers/${id}.register.json`, file: `${id}.register.json` },
    text: JSON.stringify({
      ...{ $schema: '../meta/register.schema.json', version: 1, title: words(id), code: { prefix: 'X-' } },
      ...{
        permissions: { list: 'task:list:list' },
        display: 'name',
        fields: [{ name: 'name', label: words('Name'), type: 'text' }, ...fields],
      },
    }),
  });
  const to = (other: string) => ({ name: 'other', label: words('Other'), type: 'record', register: other });
  const value = { name: 'value', label: words('Value'), type: 'decimal', value: '{{ records.other.value + 1 }}' };
  const both = [register('one', [to('two'), value]), register('two', [to('one'), value])];
  expect(checkOverlay(root, both).errors.map(({ file, pointer, message }) => [file, pointer, message])).toEqual([
    ['one.register.json', '/fields/2/value', expect.stringContaining('one.value > two.value > one.value')],
    ['two.register.json', '/fields/2/value', expect.stringContaining('two.value > one.value > two.value')],
  ]);
});

it('a register that a move makes a record in, and there is not, is told', () => {
  const register = JSON.parse(shipped) as { moves: object[] };
  register.moves[0] = { ...register.moves[0], makes: { register: 'tsak', by: 'after', with: { title: '{{ values.title }}' } } };
  const text = JSON.stringify(register, null, 2);
  const errors = checkOverlay(root, [{ path, file: 'task.register.json', text }]).errors;
  expect(errors.map(({ line, code, message, hint }) => [line, code, message, hint])).toEqual([
    [lineOf(text, 'tsak'), 'REGISTER', 'there is no register "tsak"', 'did you mean "task"?'],
  ]);
});

it('records of another register never lead back, and a field that says so is told', () => {
  const strange = shipped.replace('"register": "task"', '"register": "risk"');
  expect(found(strange)).toContainEqual(['schemas.local/registers/task.register.json', lineOf(strange, 'acyclic'), 'REGISTER']);
});

it('states a record is chosen in are those of its register; what an overlay calls otherwise there is no fault of who points at it', () => {
  const register = JSON.parse(shipped) as { fields: { name: string; states?: unknown }[] };
  const after = register.fields.find(({ name }) => name === 'after');
  const told = (states: unknown) => {
    if (after) after.states = states;
    const text = JSON.stringify(register, null, 2);
    return checkOverlay(root, [{ path, file: 'task.register.json', text }]).errors.map(({ code, message, hint }) => [code, message, hint]);
  };
  expect([told('open'), told(['open', 'doing'])]).toEqual([[], []]);
  expect(told(['opne'])).toEqual([['REGISTER', expect.stringContaining('"opne"'), expect.stringContaining('open')]]);
  const pointing = JSON.parse(shipped) as RegisterDocument;
  const fields = pointing.fields.map((field) => (field.name === 'after' ? { ...field, states: ['renamed'] } : field));
  const faults = (isOverlaid: boolean) =>
    choosableFaults(
      { ...pointing, fields },
      () => pointing,
      () => isOverlaid,
    );
  expect([faults(false).length, faults(true).length]).toEqual([1, 0]);
});

it('a state that a move or a warning compares with is one of the register', () => {
  const wrong = shipped.replace(
    '"name": "finish",',
    (start) => `${start} "require": "{{ state == 'opne' || 'open' != state }}", "message": "common.save",`,
  );
  expect(wrong).not.toBe(shipped);
  const findings = checkOverlay(root, [{ path, file: 'task.register.json', text: wrong }]).errors;
  expect(findings.map(({ line, code, message, hint }) => [line, code, message, hint])).toEqual([
    [lineOf(wrong, 'opne'), 'REGISTER', 'there is no state "opne"', 'did you mean "open"?'],
  ]);
  const other = shipped.replace("records.after.state == 'done'", "records.after.state == 'donne'");
  expect(other).not.toBe(shipped);
  const strange = checkOverlay(root, [{ path, file: 'task.register.json', text: other }]).errors;
  expect(strange.map(({ line, message, hint }) => [line, message, hint])).toEqual([
    [lineOf(other, 'donne'), 'there is no state "donne"', 'did you mean "done"?'],
  ]);
});

it('people and sight by a permission nobody can hold, and a type of messages there is not, are told where they stand', () => {
  const register = JSON.parse(shipped) as {
    noticeType?: string;
    reach: { permission: string }[];
    moves: { notify?: unknown[] }[];
  };
  register.noticeType = 'auditProjct';
  register.moves[0] = { ...register.moves[0], notify: [{ permission: 'task:list:edti' }] };
  for (const one of register.reach) one.permission = 'task:list:onw';
  const text = JSON.stringify(register, null, 2);
  expect(found(text)).toEqual([[`schemas.local/${path}`, lineOf(text, 'auditProjct'), 'REGISTER']]);
  const folder = mkdtempSync(join(tmpdir(), 'targus-register-people-'));
  mkdirSync(join(folder, 'registers'));
  writeFileSync(join(folder, path), text);
  const findings = runChecks(readProject(root, [folder])).filter(({ code }) => code === 'UNKNOWN_PERMISSION');
  // Pages made of the register hide by its permissions, and say nothing of them again.
  expect(findings.map(({ line, message }) => [line, message])).toEqual([
    [lineOf(text, 'task:list:onw'), expect.stringContaining('so that nobody sees records by it')],
    [lineOf(text, 'task:list:edti'), expect.stringContaining('so that nobody does this or hears of it')],
  ]);
  rmSync(folder, { recursive: true });
});

it('a field an overlay takes from a register is told with what is lost; under an alias all that says its former name is right', () => {
  const place = 'amendments/registers/risk.amendment.json';
  const mine = page({
    data: {
      risks: { call: 'register.page', body: { register: 'risk', impact: 3, sort: 'impact' } },
      counts: { call: 'register.counts', body: { register: 'risk', by: ['impact'] } },
    },
    body: [{ widget: 'text', text: '{{ first(data.risks.content).values.impact + first(data.counts.content).impact }}' }],
  });
  const renamed = { op: 'replace', path: '/fields/name=impact/name', value: 'effect' };
  const alias = { op: 'add', path: '/fields/name=impact/aliases', value: ['impact'] };
  const textOf = (changes: object[]) => JSON.stringify({ $schema: '../../../schemas/meta/amendment.schema.json', version: 1, changes });
  const errors = (...changes: object[]) =>
    checkOverlay(root, [mine, { path: place, file: place, text: textOf(changes) }]).errors.map(({ code, message }) => `${code} ${message}`);
  expect(errors(alias, renamed)).toEqual([]);
  expect(errors(renamed)).toContain('UNKNOWN_FIELD the register risk has no field "impact"');

  const lost = (...changes: object[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'targus-register-aliases-'));
    mkdirSync(dirname(join(folder, place)), { recursive: true });
    writeFileSync(join(folder, place), textOf(changes));
    const findings = checkLostFields(readProject(root, [folder]));
    rmSync(folder, { recursive: true });
    return findings.map(({ severity, message, hint }) => [severity, message, hint]);
  };
  expect(lost(alias, renamed)).toEqual([]);
  expect(lost(renamed)).toEqual([
    [
      'warning',
      'the field "impact" of the register below is gone: what records hold in it is kept unseen, and is missing in lists, filters, history, exports and charts',
      'is it called "effect" now? "aliases": ["impact"] in that field keeps all of it',
    ],
  ]);
  expect(lost({ op: 'replace', path: '/fields/name=measure/type', value: 'boolean' })).toEqual([
    [
      'warning',
      '"measure" was of the type text and is of the type boolean: what records hold in it stays as it was written',
      expect.any(String),
    ],
  ]);
});
