import { orderCalculations } from '../../src/core/calculation.ts';
import { compileTemplate, ExpressionError, hasExpression } from '../../src/core/expression/index.ts';
import type { QuestionnaireDocument } from '../../src/core/matrix/document.ts';
import { type Library, planDocument, type References } from '../../src/core/plan.ts';
import type { StatementDocument } from '../../src/core/statement/document.ts';
import { fieldHint } from '../../src/core/suggest.ts';
import type { CallContract, FormDocument, PageDocument, Problem, RuleDocument, TableDocument } from '../../src/core/types.ts';
import { isObject, objectAt, textAt, valueAt } from '../json.ts';
import { type Document, type DocumentKind, folders } from '../read/documents.ts';
import type { Source } from '../read/source.ts';
import { stringsIn, stringsOf } from '../read/values.ts';
import { usesOf } from '../read/walk.ts';
import type { Widget } from '../read/widgets.ts';
import { atCharacter } from './characters.ts';
import { pages } from './expressions.ts';
import { type Finding, finding } from './findings.ts';
import { type Check, isReadable, type Project } from './project.ts';

/** What the core finds when it plans every page and layout: expressions, names, actions, targets of steps. */
export const checkPlans: Check = (project) => {
  const library = libraryOf(project);
  const planned = new Set<Document>();
  const findings: Finding[] = [];
  for (const document of pages(project)) {
    planned.add(document);
    const name = `${folders[document.kind]}/${document.id}`;
    // Whatever is no page was reported by the meta-schema; the plan bears it.
    const { plan, references } = planDocument(name, document.source.value as unknown as PageDocument, project.shapes, library);
    for (const kind of ['form', 'table', 'questionnaire', 'statement'] as const) {
      for (const id of references[`${kind}s`]) {
        const found = project.documents.find(kind, id);
        if (found) planned.add(found);
      }
    }
    const lost = lostNames(project, document, references);
    const own = plan.problems.filter((problem) => !isConsequence(problem, lost) && !isUnreadable(project, problem));
    findings.push(...own.flatMap((problem) => place(project, problem, name)));
  }
  for (const document of project.checked.all) if (!planned.has(document)) findings.push(...syntaxOnly(document));
  for (const { source } of project.checked.of('form')) findings.push(...circles(source), ...lostMessages(source));
  if (project.isWhole) findings.push(...project.widgets.flatMap((widget) => checkExample(project, widget, library)));
  return findings;
};

/** Names declared below a node whose widget does not exist: the plan cannot know them, and the one typo was reported. */
function lostNames(project: Project, page: Document, references: References): Set<string> {
  const forms = [...references.forms].map((id) => project.documents.find('form', id)).filter((form) => form !== undefined);
  const lost = new Set<string>();
  for (const document of [page, ...forms]) {
    for (const { kind, value } of usesOf(document, project.shapes)) {
      if (kind !== 'node' || !isObject(value) || typeof value.widget !== 'string' || Object.hasOwn(project.shapes, value.widget)) continue;
      for (const [pointer, text] of stringsOf(value)) if (/\/(name|as)$/.test(pointer)) lost.add(text);
    }
  }
  return lost;
}

function isConsequence({ code, message }: Problem, lost: Set<string>): boolean {
  const [, name = ''] = /named "([^"]*)"/.exec(message) ?? [];
  return code === 'UNKNOWN_NAME' && lost.has(name);
}

/** A document that is there and cannot be read: that was reported where it stands. */
function isUnreadable(project: Project, { code, message }: Problem): boolean {
  const [, kind, id = ''] = /^there is no (form|table|questionnaire|statement) "([^"]*)"$/.exec(message) ?? [];
  return code === 'UNKNOWN_DOCUMENT' && kind !== undefined && project.documents.find(kind as DocumentKind, id) !== undefined;
}

function libraryOf(project: Project): Library {
  const find = (kind: DocumentKind, id: string): unknown => {
    const source = project.documents.find(kind, id)?.source;
    return source && isReadable(source) ? source.value : undefined;
  };
  return {
    form: (id) => find('form', id) as FormDocument | undefined,
    table: (id) => find('table', id) as TableDocument | undefined,
    rule: (id) => find('rule', id) as RuleDocument | undefined,
    questionnaire: (id) => find('questionnaire', id) as QuestionnaireDocument | undefined,
    statement: (id) => find('statement', id) as StatementDocument | undefined,
    call: (id) => (Object.hasOwn(project.contracts, id) ? project.contracts[id] : undefined),
    ids: (kind) => (kind === 'call' ? Object.keys(project.contracts) : project.ids(kind)),
    hasPage: (id) => project.documents.find('page', id) !== undefined,
  };
}

const kindsByFolder = new Map<string, DocumentKind>(Object.entries(folders).map(([kind, folder]) => [folder, kind as DocumentKind]));

/** The document a problem stands in, and in what page it was met when that is another one. */
function place(project: Project, problem: Problem, page: string): Finding[] {
  const [folder = '', ...id] = problem.document.split('/');
  const kind = kindsByFolder.get(folder);
  const document = kind && project.documents.find(kind, id.join('/'));
  if (!document) return [];
  const shownBy = problem.document === page ? undefined : `shown by ${page}`;
  const hint = [problem.hint, shownBy].filter((part) => part !== undefined).join('; ') || undefined;
  return [placed(document.source, problem, hint)];
}

/** Messages about expressions say the character (and repeat the hint): the finding points at it. */
function placed(source: Source, { pointer, code, severity, message, hint: own }: Problem, hint: string | undefined): Finding {
  const report = { code, severity, message: own === undefined ? message : message.replace(`: ${own}`, ''), hint };
  const [, character] = /\(character (\d+)/.exec(message) ?? [];
  return character === undefined ? finding(source, pointer, report) : atCharacter(source, pointer, Number(character) - 1, report);
}

const exampleCall: CallContract = {
  ...{ id: 'example.call', method: 'GET', path: '/', access: 'session', auth: 'bearer' },
  ...{ bodyType: 'json', envelope: 'standard', overlay: true, headers: {} },
};

/** The example of a widget planned as the only thing on a page, or of the form on it. */
function checkExample(project: Project, widget: Widget, library: Library): Finding[] {
  const example = widget.schema['x-example'];
  if (!isObject(example)) return [];
  const isField = widget.kind === 'field';
  const form = { version: 1, fields: [example] } as unknown as FormDocument;
  const body = isField ? [{ widget: 'form', name: 'example', form: 'example' }] : [example];
  const around: Library = {
    ...library,
    // A widget does not depend on the calls of one application.
    call: (id) => library.call(id) ?? exampleCall,
    form: (id) => (isField && id === 'example' ? form : library.form(id)),
  };
  const page = { version: 1, title: { en: 'Example' }, body } as unknown as PageDocument;
  const { plan } = planDocument('pages/example', page, project.shapes, around);
  const prefix = isField ? '/fields/0' : '/body/0';
  return plan.problems.map(({ code, pointer, severity, message, hint }) => {
    const at = pointer.startsWith(prefix) ? pointer.slice(prefix.length) : '';
    return finding(widget.source, `/x-example${at}`, { code, severity, message, hint });
  });
}

const withoutExpressions: DocumentKind[] = ['locale', 'service', 'entity', 'dictionary'];

/** Documents no page shows: their expressions can at least be read. */
function syntaxOnly({ kind, source }: Document): Finding[] {
  if (withoutExpressions.includes(kind) || !isReadable(source)) return [];
  const findings: Finding[] = [];
  for (const [pointer, text] of stringsIn(source)) {
    if (!hasExpression(text)) continue;
    try {
      compileTemplate(text);
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      const { code, message, hint } = error;
      const problem: Problem = { document: source.path, pointer, severity: 'error', code, message, ...(hint !== undefined && { hint }) };
      findings.push(placed(source, problem, hint));
    }
  }
  return findings;
}

function circles(source: Document['source']): Finding[] {
  const calculations = objectAt(source.value, 'calculations');
  const formulas = Object.fromEntries(
    Object.entries(calculations).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
  if (!isObject(source.value) || Object.keys(formulas).length === 0) return [];
  const { cycle } = orderCalculations(formulas);
  if (!cycle) return [];
  const message = `these calculations need each other: ${cycle.join(' > ')}`;
  return [finding(source, `/calculations/${cycle[0]}`, { code: 'CALCULATION_CIRCLE', message, atKey: true })];
}

/** Checks of a form whose message stands at a field the form has not: nobody would see it there. */
function lostMessages(source: Source): Finding[] {
  const fields = valueAt(source.value, '/fields');
  const checks = valueAt(source.value, '/checks');
  if (!Array.isArray(fields) || !Array.isArray(checks)) return [];
  const names = stringsOf(fields).flatMap(([pointer, text]) => (pointer.endsWith('/name') ? [text] : []));
  return checks.flatMap((check, index) => {
    const field = textAt(check, 'field');
    const [name = ''] = field?.split('.') ?? [];
    if (field === undefined || names.includes(field) || names.includes(name)) return [];
    const report = { code: 'UNKNOWN_FIELD', message: `the form has no field "${field}" to say this at`, hint: fieldHint(field, names) };
    return [finding(source, `/checks/${index}/field`, report)];
  });
}
