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
const changed = (document: Document, text: string): ByPath => new Map([...written, [document.source.path, saying(document, text)]]);
function gone({ source }: Document): ByPath {
  const now = new Map(written);
  now.delete(source.path);
  return now;
}

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
  const removedToo = ['page', 'questionnaire', 'rule'];
  const one = <Value>(list: readonly Value[]): Value => {
    const value = list[Math.floor(random() * list.length)];
    if (value === undefined) throw new Error('there is nothing to choose');
    return value;
  };
  for (const kind of ['page', 'form', 'table', 'locale', 'rule', 'questionnaire', 'statement', 'register'] as const) {
    const document = one([...written.values()].filter((each) => each.kind === kind));
    const slip = mutate(one(sitesOf(document, shipped)), random);
    const changes = [changed(document, slip.text), ...(removedToo.includes(kind) ? [gone(document)] : [])];
    for (const now of changes) {
      const all = errorsOf(now, 'all');
      expect(errorsOf(now, 'affected'), `${document.source.path} ${slip.pointer}`).toEqual(all);
    }
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
  expect(pathsOf(changed(form, form.source.text))).toEqual(expect.arrayContaining(['forms/delegation.form.json']));
  expect(pathsOf(changed(form, form.source.text))?.length).toBeLessThan(60);
  // A rule, the form that has it, and the page that shows the form.
  const rule = [...written.values()].find(
    ({ kind, id }) => kind === 'rule' && [...written.values()].some((user) => user.kind === 'form' && user.source.text.includes(`"${id}"`)),
  );
  const kinds = pathsOf(changed(rule as Document, `${rule?.source.text} `))?.map((path) => path.split('/', 1)[0]);
  expect(kinds).toEqual(expect.arrayContaining(['rules', 'forms', 'pages']));
  const menu = [...written.values()].find(({ kind }) => kind === 'menu') as Document;
  expect(pathsOf(changed(menu, `${menu.source.text} `))).toBeUndefined();
});

it('a purpose that is no text is told where it stands, and takes the check of nothing else with it', () => {
  const questionnaire = documentAt('questionnaires/risk-exam.questionnaire.json');
  const now = changed(questionnaire, questionnaire.source.text.replace(/"purpose": "[^"]*"/, '"purpose": 5'));
  expect(errorsOf(now, 'all').join('\n')).toMatch(/risk-exam\.questionnaire\.json.*(string|text)/);
});
