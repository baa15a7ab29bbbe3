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
  const shown = (change: object, more: object = {}) => {
    const files = {
      [file]: { ...(localized(shipped) as object), totals: {}, ...change },
      [widget]: readFileSync(join(root, widget), 'utf8'),
      'schemas/services/shop.service.json': { $schema: '../meta/service.schema.json', version: 1, title: 'S', calls },
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
    // The contract of the rows allows more than it names; that of the columns does not.
    expect(shown({ rows: { ...rows, levels: levels('somethingElse') } })).toEqual([]);
    expect(shown({ columns: { ...columns, name: 'nmae' } })[0]?.[1]).toBe('/columns/name');
    expect(shown({ columns: { ...columns, groups: [{ name: 'first', columns: 'secondKinds' }] } })[0]?.[1]).toBe('/columns/groups/0/name');
  });

  it('have no id twice where they stand on the page', () => {
    const row = (id: string) => ({ id, dimension: 'A', cause: 'B', subCause: 'C' });
    expect(shown({}, { rows: [row('1'), row('2'), row('1')], columns: [] })).toEqual([
      ['QUESTIONNAIRE', '/body/0/rows/2/id', 'two rows have the id "1"'],
    ]);
  });
});
