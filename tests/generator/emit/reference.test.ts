import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCodes } from '../../../generator/check/codes.ts';
import { functionFacts } from '../../../generator/functions/index.ts';
import { readWidgets } from '../../../generator/read/widgets.ts';
import { filesBelow } from '../../../server/documents/files-below.ts';
import { compileExpression, createScope, functionNames } from '../../../src/core/expression/index.ts';
import { problemCodes } from '../../../src/core/problems.ts';
import { root } from '../support/temporary-project.ts';

const reference = (name: string) => readFileSync(join(root, 'docs/reference', `${name}.md`), 'utf8');

describe('the reference', () => {
  it('describes every function of the core and no other', () => {
    expect(Object.keys(functionFacts).sort()).toEqual([...functionNames]);
  });

  it.each(Object.entries(functionFacts).flatMap(([name, { example }]) => (example ? [[name, example] as const] : [])))(
    'shows an example of %s that is true',
    (_name, { expression, result }) => {
      expect(compileExpression(expression).evaluate(createScope({}))).toEqual(result);
    },
  );

  it('has a section for every widget, with its options', () => {
    const page = reference('widgets');
    for (const { key, schema } of readWidgets(root).widgets) {
      expect(page).toContain(`\n## ${key}\n`);
      for (const option of Object.keys(schema.properties ?? {})) expect(page, key).toContain(`| \`${option}\` |`);
    }
  });

  it('explains every word of the documents that configurators write by hand', () => {
    for (const kind of ['register', 'dictionary', 'menu', 'locale']) {
      const [, section = ''] = reference('documents').split(`\n## ${kind}\n`);
      const rows =
        section
          .split('\n## ', 1)[0]
          ?.split('\n')
          .filter((line) => line.startsWith('| `')) ?? [];
      expect(rows.length, kind).toBeGreaterThan(2);
      expect(rows.filter((row) => /\| {2}\|$/.test(row))).toEqual([]);
    }
    expect(reference('documents')).toContain('| `moves[].makes.by` | string | yes | Its field of the type record that points at');
    expect(reference('documents')).toContain('| `items[].component` | string |');
  });

  it('lists what each call answers, nested fields with their path', () => {
    const section = (call: string) => reference('calls').split(`\n### ${call}\n`)[1]?.split('\n### ')[0] ?? '';
    expect(section('dictionary.list')).toContain('| `content[].dictValue` | string or number | yes |');
    expect(section('dictionary.list')).toMatch(
      /`content\[\]\.dictLabel` \| string or list of object \| yes \| A value in several languages/,
    );
    expect(section('login.stats')).toContain('| `principal.roles[].roleCode` | string | yes |');
    expect(section('message.unreadCount')).toContain('| the answer | integer | yes |');
    // What may be null as a whole still says what it cannot do without.
    expect(section('login.stats')).toContain('| `principal.username` | string | yes |');
  });

  it('lists what each call is given, entries of lists with their path', () => {
    const section = (call: string) => reference('calls').split(`\n### ${call}\n`)[1]?.split('\n### ')[0] ?? '';
    expect(section('risk.sendItems')).toContain('| `outsiders[].outUserName` | body | string | yes |');
    expect(section('risk.sendItems')).toContain('| `userCodes` | body | list of string |  | Codes of internal users. |');
    expect(section('finance.patchAnswers')).toContain('| `changes[].version` | body | integer | yes |');
  });

  it('documents every code the checks use', () => {
    const sources = filesBelow(join(root, 'generator/check')).map((path) => readFileSync(path, 'utf8'));
    const used = sources.flatMap((text) => [...text.matchAll(/(?:code: |unknown\()'([A-Z_]+)'/g)].map(([, code]) => code));
    expect(used.length).toBeGreaterThan(20);
    for (const code of used) expect([...Object.keys(checkCodes), ...Object.keys(problemCodes)]).toContain(code);
  });
});
