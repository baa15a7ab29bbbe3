import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { page, root, temporaryProject } from '../support/temporary-project.ts';

const file = 'schemas/questionnaires/risk-exam.questionnaire.json';
const shipped = JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, object>;
const localized = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part) =>
    typeof part === 'string' && part.startsWith('matrix.') ? { en: 'X', 'zh-Hans': 'X', 'zh-Hant': 'X' } : part,
  );

function findings(change: object) {
  const files = { [file]: { ...(localized(shipped) as object), ...change } };
  return runChecks(readProject(temporaryProject(files))).filter(({ file: at }) => at === file);
}

it('a questionnaire that says what it should has no findings', () => expect(findings({})).toEqual([]));

it('typos, unknown texts and contradictions are found where they stand', () => {
  expect(findings({ title: 'matrix.nowhere' })).toMatchObject([{ code: 'UNKNOWN_TEXT', pointer: '/title' }]);
  expect(findings({ anwser: {} })).toMatchObject([{ code: 'UNKNOWN_OPTION', hint: 'did you mean "answer"?' }]);
  expect(findings({ columnRules: [{ whenChosen: 9, fillColumn: 0 }] })).toMatchObject([
    { code: 'QUESTIONNAIRE', pointer: '/columnRules/0/whenChosen' },
  ]);
  expect(findings({ unanswered: { value: 1000, label: { en: 'X', 'zh-Hans': 'X', 'zh-Hant': 'X' } } })[0]?.pointer).toBe(
    '/unanswered/value',
  );
});

it('two rules for one occasion contradict each other', () => {
  const columnRules = [
    { whenChosen: 0, fillColumn: 0 },
    { whenLeaving: 0, resetColumn: -1 },
    { whenChosen: 0, fillColumn: 1 },
  ];
  expect(findings({ columnRules })).toMatchObject([
    { code: 'QUESTIONNAIRE', pointer: '/columnRules/2/whenChosen', message: 'rule 1 says already what happens then' },
  ]);
});

it('an answer record that holds two things in one property would lose one of them', () => {
  expect(findings({ answer: { row: 'id', column: 'id', value: 'value' } })).toMatchObject([
    { code: 'QUESTIONNAIRE', pointer: '/answer/column', message: '"id" holds the row of an answer already' },
  ]);
});

it('a level of the rows that shows what another one shows could never show anything else', () => {
  const title = { en: 'X', 'zh-Hans': 'X', 'zh-Hant': 'X' };
  const levels = (...fields: string[]) => ({ rows: { id: 'id', name: 'cause', levels: fields.map((field) => ({ field, title })) } });
  const other = { totals: {}, help: {} };
  expect(findings({ ...levels('dimension', 'cause', 'dimension'), ...other })).toMatchObject([
    {
      code: 'QUESTIONNAIRE',
      pointer: '/rows/levels/2/field',
      message: 'level 1 shows "dimension" already: this one repeats it in every row',
    },
  ]);
  // What identifies or names a row may be shown, too.
  expect(findings({ ...levels('id', 'cause'), ...other })).toEqual([]);
});

it('groups of columns may be read alike at every level, and have a head of their own', () => {
  const groups = (...names: string[]) => ({
    columns: { id: 'id', name: 'name', groups: names.map((name) => ({ name, columns: 'within' })) },
  });
  expect(findings(groups('name', 'name'))).toEqual([]);
  expect(findings(groups('name', 'within'))).toMatchObject([
    {
      code: 'QUESTIONNAIRE',
      pointer: '/columns/groups/1/name',
      message: '"within" is the list of what the group holds, and no head of it',
    },
  ]);
});

it.each(['questionnaire', 'form'])('a page that names a %s nobody can read is not told that there is none', (kind) => {
  const widget = kind === 'form' ? 'form' : 'risk-matrix';
  const option = `renderers/widgets/${widget}/options.schema.json`;
  const files = {
    ...(widget === 'risk-matrix' && { [option]: readFileSync(join(root, option), 'utf8') }),
    [`schemas/${kind}s/mine.${kind}.json`]: '{ "version": 1 "title": "x" }',
    'schemas/pages/own.page.json': page({
      body: [{ widget, name: 'own', [kind]: 'mine', ...(kind === 'questionnaire' && { rows: [], columns: [] }) }],
    }),
  };
  const found = runChecks(readProject(temporaryProject(files)));
  expect(found.filter(({ code, file: at }) => code === 'UNKNOWN_DOCUMENT' && at.endsWith('own.page.json'))).toEqual([]);
  expect(found.map(({ code }) => code)).toContain('JSON_SYNTAX');
});

describe('the rows and columns a page gives it', () => {
  const widget = 'renderers/widgets/risk-matrix/options.schema.json';
  const text = { type: 'string' };
  const record = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
  const call = (path: string, items: object) => ({
    summary: 'A',
    method: 'GET',
    path,
    access: 'session',
    response: { type: 'array', items },
  });
  const level = record({ id: text, dimension: text, cause: text, subCause: text, explanation: text, description: text });
  const calls = {
    rows: call('/api/rows', { ...level, additionalProperties: true }),
    columns: call('/api/columns', record({ firstKind: text, secondKinds: { type: 'array', items: record({ id: text, name: text }) } })),
  };
  const node = { widget: 'risk-matrix', questionnaire: 'risk-exam', rows: '{{ data.rows }}', columns: '{{ data.columns }}' };
  const shown = (change: object, more: object = {}, own: object = {}, others: object = {}) => {
    const files = {
      [file]: { ...(localized(shipped) as object), totals: {}, ...change },
      ...others,
      [widget]: readFileSync(join(root, widget), 'utf8'),
      'schemas/services/shop.service.json': { $schema: '../meta/service.schema.json', version: 1, title: 'S', calls: { ...calls, ...own } },
      'schemas/pages/own.page.json': page({
        data: { rows: { call: 'shop.rows' }, columns: { call: 'shop.columns' } },
        body: [{ ...node, ...more }],
      }),
    };
    const found = runChecks(readProject(temporaryProject(files)));
    return found.flatMap(({ code, pointer, message, hint }) =>
      ['UNKNOWN_FIELD', 'QUESTIONNAIRE'].includes(code) ? [[code, pointer, message, hint].filter((part) => part !== undefined)] : [],
    );
  };
  const levels = (field: string) => [{ field, title: { en: 'X', 'zh-Hans': 'X', 'zh-Hant': 'X' } }];
  const rows = { id: 'id', name: 'subCause', levels: levels('dimension') };
  const columns = { id: 'id', name: 'name', groups: [{ name: 'firstKind', columns: 'secondKinds' }] };

  it('have what it reads, by their contracts', () => {
    expect(shown({})).toEqual([]);
    expect(shown({ rows: { ...rows, levels: levels('dimesion') } })).toEqual([
      ['UNKNOWN_FIELD', '/rows/levels/0/field', 'a row of shop.rows has no "dimesion"', 'did you mean "dimension"?; shown by pages/own'],
    ]);
    expect(shown({ rows: { ...rows, name: 'subcause' } })[0]?.[1]).toBe('/rows/name');
    expect(shown({ help: { text: 'explanatoin' } })[0]?.[1]).toBe('/help/text');
    const awaited = { rows: "{{ query.part == '1' ? undefined : data.rows }}" };
    expect(shown({ rows: { ...rows, name: 'subcause' } }, awaited)[0]?.[1]).toBe('/rows/name');
    // The contract of the rows allows more than it names; that of the columns does not.
    expect(shown({ rows: { ...rows, levels: levels('somethingElse') } })).toEqual([]);
    expect(shown({ columns: { ...columns, name: 'nmae' } })[0]?.[1]).toBe('/columns/name');
    expect(shown({ columns: { ...columns, groups: [{ name: 'first', columns: 'secondKinds' }] } })[0]?.[1]).toBe('/columns/groups/0/name');
  });

  it('come with the totals the questionnaire declares, and no others', () => {
    const totals = { byCause: { by: 'column', how: 'sum' } };
    const named = (name: string) => ({ name: 'matrix', emptyText: `{{ text(matrix.totals.${name}) }}` });
    expect(shown({ totals }, named('byCause'))).toEqual([]);
    expect(shown({ totals }, named('byCuase'))).toEqual([
      ['UNKNOWN_FIELD', '/body/0/emptyText', 'the set of totals of "risk-exam" has no "byCuase"', 'did you mean "byCause"?'],
    ]);
  });

  const survey = {
    ...(localized(shipped) as object),
    ...{ purpose: 'survey', totals: {}, rows: { id: 'code', name: 'question', levels: levels('question') } },
    ...{ columns: { id: 'key', name: 'label' }, help: {} },
  };
  const surveyFile = 'schemas/questionnaires/survey.questionnaire.json';

  it('are those of its own pages: one for another purpose is not held against them', () => {
    const computed = { questionnaire: { id: "{{ 'risk-exam' }}", purpose: 'risk-assessment' } };
    expect(shown({}, computed, {}, { [surveyFile]: survey })).toEqual([]);
    expect(shown({ help: { text: 'explanatoin' } }, computed, {}, { [surveyFile]: survey })[0]?.[1]).toBe('/help/text');
    // Where a page may name any, each must find what it reads.
    const any = shown({}, { questionnaire: "{{ 'risk-exam' }}" }, {}, { [surveyFile]: survey });
    expect(any.map(([, pointer]) => pointer)).toContain('/columns/id');
  });

  it('have no id twice by any questionnaire a computed name may give', () => {
    const rows = [
      { id: '1', code: 'a', dimension: 'A', cause: 'B', subCause: 'C', question: 'D' },
      { id: '2', code: 'a', dimension: 'A', cause: 'B', subCause: 'C', question: 'D' },
    ];
    const found = shown({}, { questionnaire: "{{ 'survey' }}", rows, columns: [] }, {}, { [surveyFile]: survey });
    expect(found).toEqual([['QUESTIONNAIRE', '/body/0/rows/1/code', 'two rows have the code "a"']]);
  });

  it('are told without a guess where they are no records', () => {
    const found = shown({ columns: { id: 'id', name: 'id' } }, {}, { columns: call('/api/columns', text) });
    expect(found).toEqual([
      ['UNKNOWN_FIELD', '/columns/id', 'a column of shop.columns has no "id"', 'shown by pages/own'],
      ['UNKNOWN_FIELD', '/columns/name', 'a column of shop.columns has no "id"', 'shown by pages/own'],
    ]);
  });

  it('have no id twice where they stand on the page', () => {
    const row = (id: string) => ({ id, dimension: 'A', cause: 'B', subCause: 'C' });
    expect(shown({}, { rows: [row('1'), row('2'), row('1')], columns: [] })).toEqual([
      ['QUESTIONNAIRE', '/body/0/rows/2/id', 'two rows have the id "1"'],
    ]);
  });
});
