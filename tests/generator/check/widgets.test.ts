import { describe, expect, it } from 'vitest';
import { readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { type JsonSchema, objectAt } from '../../../generator/json.ts';
import { stringsOf } from '../../../generator/read/values.ts';
import { readWidgets } from '../../../generator/read/widgets.ts';
import { ROOT_NAMES } from '../../../src/core/plan/names.ts';
import { root as projectRoot, temporaryProject } from '../support/temporary-project.ts';

const options = (more: object) => ({
  $schema: '../../../schemas/meta/widget.schema.json',
  description: 'A sample.',
  'x-kind': 'display',
  'x-example': { widget: 'sample', text: { en: 'x' } },
  type: 'object',
  additionalProperties: false,
  properties: { text: { type: 'string', 'x-targus': 'text' } },
  ...more,
});

function findings(path: string, more: object) {
  const root = temporaryProject({ [path]: options(more) });
  return runChecks(readProject(root))
    .filter(({ file }) => file === path)
    .map(({ code, pointer, hint }) => [code, pointer, hint]);
}
const sample = 'renderers/displays/sample/options.schema.json';

describe('check of the options of a widget', () => {
  it('finds nothing in good ones', () => {
    expect(findings(sample, {})).toEqual([]);
  });

  it('finds unknown kinds of options, also deep inside', () => {
    const items = { type: 'object', additionalProperties: false, properties: { title: { type: 'string', 'x-targus': 'txt' } } };
    const list = { type: 'array', 'x-unique': 'titel', items };
    expect(findings(sample, { properties: { text: { type: 'string', 'x-targus': 'text' }, list } })).toEqual([
      ['WIDGET_OPTIONS', '/properties/list/x-unique', 'did you mean "title"?'],
      ['WIDGET_OPTIONS', '/properties/list/items/properties/title/x-targus', 'did you mean "text"?'],
    ]);
  });

  it('finds required options that are not described', () => {
    expect(findings(sample, { required: ['text', 'texts'] })).toContainEqual(['WIDGET_OPTIONS', '/required/1', undefined]);
  });

  it('finds examples that break the options or read what is not there', () => {
    expect(findings(sample, { 'x-example': { widget: 'sample', txt: { en: 'x' } } })).toEqual([
      ['UNKNOWN_OPTION', '/x-example/txt', 'did you mean "text"?'],
    ]);
    expect(findings(sample, { 'x-example': { widget: 'sample', text: '{{ nobody }}' } })).toEqual([
      ['UNKNOWN_NAME', '/x-example/text', undefined],
    ]);
    expect(findings(sample, { 'x-example': { widget: 'sample', text: '{{ mine }}' }, 'x-locals': { mine: 'its own' } })).toEqual([]);
  });

  it('finds a key that another widget has', () => {
    expect(findings('renderers/layouts/text/options.schema.json', {}).map(([code]) => code)).toEqual(['WIDGET_DOUBLE']);
  });
});

/** Names an option says its expressions and actions read: "reads `value` and `option`". */
function namesRead(schema: JsonSchema): string[] {
  const texts = [...stringsOf(objectAt(schema, 'properties'))].filter(([pointer]) => pointer.endsWith('/description'));
  return texts.flatMap(([, text]) =>
    [...text.matchAll(/\breads? ((?:`\w+`(?:, | and )?)+)/g)].flatMap(([, names = '']) => names.match(/\w+(?=`)/g) ?? []),
  );
}

it.each(readWidgets(projectRoot).widgets)('what options of $key say they read can be written in a document', ({ schema }) => {
  const known = [...ROOT_NAMES, ...Object.keys(objectAt(schema, 'x-locals'))];
  expect(namesRead(schema).filter((name) => !known.includes(name))).toEqual([]);
});
