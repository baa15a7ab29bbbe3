import { expect, it } from 'vitest';
import { affectedBy } from '../../../generator/check/affected.ts';
import { createProject, readProject } from '../../../generator/check/project.ts';
import { runChecks } from '../../../generator/check/run.ts';
import { type Document, indexDocuments } from '../../../generator/read/documents.ts';
import { parseSource } from '../../../generator/read/source.ts';
import { readWidgets } from '../../../generator/read/widgets.ts';
import { mutate, seeded, sitesOf } from '../support/mutations.ts';
import { root } from '../support/temporary-project.ts';

type ByPath = ReadonlyMap<string, Document>;
const shipped = readProject(root);
const widgets = readWidgets(root);
const written: ByPath = new Map([...shipped.documents.byPath].filter(([, { isDerived }]) => !isDerived));

function documentAt(path: string): Document {
  const document = written.get(`schemas/${path}`);
  if (!document) throw new Error(`there is no ${path}`);
  return document;
}
const saying = (document: Document, text: string): Document => ({
  ...document,
  source: parseSource(text, document.source.file, document.source.path),
});
const withOthers = (changes: readonly Document[]): ByPath =>
  new Map([...written, ...changes.map((each) => [each.source.path, each] as const)]);
const without = (gone: readonly Document[]): ByPath =>
  new Map([...written].filter(([path]) => !gone.some(({ source }) => source.path === path)));

/** Errors in documents: those of examples of widgets follow from them. */
function errorsOf(now: ByPath, extent: 'all' | 'affected'): string[] {
  const documents = indexDocuments(now);
  const project = createProject(root, documents, widgets, extent === 'all' ? undefined : affectedBy(written, now, documents));
  return runChecks(project, 'errors')
    .filter(({ severity, file }) => severity === 'error' && !file.startsWith('renderers/'))
    .map(({ file, line, column, code, message }) => `${file}:${line}:${column} ${code} ${message}`);
}

it('what a change can have touched says everything that checking all documents says', { timeout: 120_000 }, () => {
  const random = seeded(20_261_125);
  const one = <Value>(list: readonly Value[]): Value => {
    const value = list[Math.floor(random() * list.length)];
    if (value === undefined) throw new Error('there is nothing to choose');
    return value;
  };
  const oneOf = (kind: string) => one([...written.values()].filter((each) => each.kind === kind));
  const slipIn = (document: Document) => saying(document, mutate(one(sitesOf(document, shipped)), random).text);
  const trials = [
    ...[
      ['page', 'rule'],
      ['form', 'locale'],
      ['table', 'register'],
      ['menu', 'form'],
      ['questionnaire', 'statement'],
    ].map((kinds) => withOthers(kinds.map((kind) => slipIn(oneOf(kind))))),
    without(['page', 'rule', 'questionnaire'].map(oneOf)),
  ];
  for (const now of trials) {
    const all = errorsOf(now, 'all');
    expect(all).not.toEqual([]);
    expect(errorsOf(now, 'affected')).toEqual(all);
  }
});

it('is the document alone where nobody names it, what shows it where somebody does, and everything for what is used without a name', () => {
  const pathsOf = (now: ByPath) => {
    const documents = indexDocuments(now);
    const affected = affectedBy(written, now, documents);
    return affected && [...affected].map(({ source }) => source.path.replace(/^schemas\//, ''));
  };
  const form = documentAt('forms/delegation.form.json');
  expect(pathsOf(written)).toEqual([]);
  expect(pathsOf(withOthers([saying(form, form.source.text)]))).toEqual(expect.arrayContaining(['forms/delegation.form.json']));
  expect(pathsOf(withOthers([saying(form, form.source.text)]))?.length).toBeLessThan(60);
  // A rule, the form that has it, and the page that shows the form.
  const rule = [...written.values()].find(
    ({ kind, id }) => kind === 'rule' && [...written.values()].some((user) => user.kind === 'form' && user.source.text.includes(`"${id}"`)),
  );
  const kinds = pathsOf(withOthers([saying(rule as Document, rule?.source.text ?? '')]))?.map((path) => path.split('/', 1)[0]);
  expect(kinds).toEqual(expect.arrayContaining(['rules', 'forms', 'pages']));
  const dictionary = [...written.values()].find(({ kind }) => kind === 'dictionary') as Document;
  expect(pathsOf(withOthers([saying(dictionary, dictionary.source.text)]))).toBeUndefined();
  const menu = [...written.values()].find(({ kind }) => kind === 'menu') as Document;
  expect(pathsOf(withOthers([saying(menu, menu.source.text)]))).toEqual([menu.source.path.replace(/^schemas\//, '')]);
});

it('a purpose that is no text is told where it stands, and takes the check of nothing else with it', () => {
  const questionnaire = documentAt('questionnaires/risk-exam.questionnaire.json');
  const text = questionnaire.source.text.replace(/"purpose": "[^"]*"/, '"purpose": 5');
  const now = withOthers([saying(questionnaire, text)]);
  expect(errorsOf(now, 'all').join('\n')).toMatch(/risk-exam\.questionnaire\.json.*(string|text)/);
});

it('an amendment of a menu is told where what comes out of it is wrong', () => {
  const menu = documentAt('menus/targus.menu.json');
  const path = 'schemas/amendments/menus/targus.amendment.json';
  const changes = [{ op: 'replace', path: '/items/menuId=system-user/visible', value: 0 }];
  const text = JSON.stringify({ $schema: '../../meta/amendment.schema.json', version: 1, changes });
  const amendment: Document = { ...menu, kind: 'amendment', id: 'menus/targus', isOverlay: true, source: parseSource(text, path, path) };
  const now = withOthers([amendment]);
  expect(errorsOf(now, 'all').join('\n')).toMatch(/visible|string/);
  expect(errorsOf(now, 'affected')).toEqual(errorsOf(now, 'all'));
});
