import type { DocumentSet } from './documents.ts';
import type { Library } from './plan/library.ts';
import { planDocument } from './plan/page.ts';
import type { Bundle, CallContract, Problem, WidgetShapes } from './types.ts';

/**
 * A page or layout with everything it refers to, through forms and tables, however deep. It is found by planning the document, so that
 * the bundle holds what the browser's plan will ask for and nothing else. Throws RangeError when the document does not exist. `library`: that of the set,
 * for who wants to see what is read.
 */
export function buildBundle(
  set: DocumentSet,
  kind: 'page' | 'layout',
  id: string,
  shapes: WidgetShapes,
  contracts: Readonly<Record<string, CallContract>>,
  library: Library = libraryOf(set, contracts),
): { bundle: Bundle; problems: Problem[] } {
  const page = set.get(kind, id);
  if (page === undefined) throw new RangeError(`there is no ${kind} "${id}"`);
  const document = `${kind}s/${id}`;
  const { plan, references } = planDocument(document, page, shapes, library);
  const questionnaires = pick(references.questionnaires, (name) => set.get('questionnaire', name));
  const statements = pick(references.statements, (name) => set.get('statement', name));
  const bundle: Bundle = {
    document,
    page,
    forms: pick(references.forms, (name) => set.get('form', name)),
    tables: pick(references.tables, (name) => set.get('table', name)),
    rules: pick(references.rules, (name) => set.get('rule', name)),
    ...(Object.keys(questionnaires).length > 0 && { questionnaires }),
    ...(Object.keys(statements).length > 0 && { statements }),
    calls: pick(references.calls, (name) => (Object.hasOwn(contracts, name) ? contracts[name] : undefined)),
    dictionaries: [...references.dictionaries].sort(),
    widgets: plan.widgets,
  };
  return { bundle, problems: plan.problems };
}

/** A whole set of documents as what a plan refers to. */
export function libraryOf(set: DocumentSet, contracts: Readonly<Record<string, CallContract>>): Library {
  return {
    form: (id) => set.get('form', id),
    table: (id) => set.get('table', id),
    rule: (id) => set.get('rule', id),
    questionnaire: (id) => set.get('questionnaire', id),
    statement: (id) => set.get('statement', id),
    call: (id) => (Object.hasOwn(contracts, id) ? contracts[id] : undefined),
    ids: (kind) => (kind === 'call' ? Object.keys(contracts) : set.ids(kind)),
    hasPage: (id) => set.get('page', id) !== undefined,
  };
}

/** Sorted by name, so that the same documents always give the same bytes. */
function pick<Value>(names: ReadonlySet<string>, read: (name: string) => Value | undefined): Record<string, Value> {
  const result: Record<string, Value> = {};
  for (const name of [...names].sort()) {
    const value = read(name);
    if (value !== undefined) result[name] = value;
  }
  return result;
}
