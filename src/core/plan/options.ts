import { constantCompiled, hasExpression } from '../expression/index.ts';
import { isObject } from '../json-object.ts';
import { type QuestionnaireDocument, questionnaireShape } from '../matrix/document.ts';
import { type StatementDocument, statementShape } from '../statement/document.ts';
import { didYouMean } from '../suggest.ts';
import type { Compiled, LocalizedText, OptionKind, OptionShape, Place, PlanOption, Scope } from '../types.ts';
import { compileAction } from './actions.ts';
import { at, MAX_PAGE_DEPTH, type PlanContext } from './context.ts';
import { compileFields, compileNodes } from './nodes.ts';
import { mayName, wholeChoice } from './whole.ts';

const NOTHING: PlanOption = { kind: 'constant', value: undefined };

/** Compiles one option of a widget by its shape. */
export function compileOption(context: PlanContext, value: unknown, shape: OptionShape, place: Place): PlanOption {
  if (context.depth > MAX_PAGE_DEPTH) {
    context.break('TOO_DEEP', `nested deeper than ${MAX_PAGE_DEPTH}`, place);
    return NOTHING;
  }
  context.depth += 1;
  try {
    return typeof shape === 'string' ? compileKind(context, value, shape, place) : compileShape(context, value, shape, place);
  } finally {
    context.depth -= 1;
  }
}

function compileKind(context: PlanContext, value: unknown, kind: OptionKind, place: Place): PlanOption {
  switch (kind) {
    case 'literal':
      return { kind: 'constant', value };
    case 'text':
      return compileText(context, value, place);
    case 'nodes':
      return { kind: 'nodes', value: compileNodes(context, value, place) };
    case 'fields':
      return { kind: 'fields', value: compileFields(context, value, place) };
    case 'action':
      return { kind: 'action', value: compileAction(context, value, place) };
    case 'lazy':
    case 'lazyPath':
      return { kind: 'lazy', value: lazy(compileValue(context, value, place)) };
    case 'lazyText': {
      const text = compileText(context, value, place);
      return text.kind === 'text' ? { kind, value: text.value } : text;
    }
    case 'questionnaire':
    case 'statement':
      return compileWhole(context, kind, value, place);
    default:
      noteReference(context, value, kind, place);
      return compileValue(context, value, place);
  }
}

/** A document with its texts compiled, so that a widget gets them translated. An expression says which of all there are, or of those of a purpose. */
function compileWhole(context: PlanContext, kind: WholeKind, value: unknown, place: Place): PlanOption {
  const choice = wholeChoice(value);
  if (!choice) {
    context.break('BAD_OPTION', `expected the id of a ${kind}, an expression that gives one, or {id, purpose}`, place);
    return NOTHING;
  }
  const { id, purpose } = choice;
  if (hasExpression(id)) {
    const ids = context.library.ids(kind);
    const documents = ids.filter((each) => mayName(choice, each, documentOf(context, kind, each)));
    if (purpose !== undefined && documents.length === 0) {
      const given = ids.map((each): unknown => documentOf(context, kind, each)?.purpose);
      const purposes = given.filter((each) => typeof each === 'string');
      context.break('UNKNOWN_DOCUMENT', `there is no ${kind} for "${purpose}"`, at(place, 'purpose'), didYouMean(purpose, purposes));
    }
    const options = documents.map((each) => [each, whole(context, kind, each) ?? NOTHING]);
    const computed = context.template(id, purpose === undefined ? place : at(place, 'id'));
    return { kind: 'document', value: { id: computed, of: kind, documents: Object.fromEntries(options) } };
  }
  const option = whole(context, kind, id);
  if (option) return option;
  context.break('UNKNOWN_DOCUMENT', `there is no ${kind} "${id}"`, place, didYouMean(id, context.library.ids(kind)));
  return NOTHING;
}

/** Words of a document that are not for the widget. */
const PLAIN_WORDS: readonly string[] = ['$schema', 'description', 'requirements', 'purpose'];

type WholeKind = 'questionnaire' | 'statement';

function documentOf({ library }: PlanContext, kind: WholeKind, id: string): QuestionnaireDocument | StatementDocument | undefined {
  return kind === 'questionnaire' ? library.questionnaire?.(id) : library.statement?.(id);
}

function whole(context: PlanContext, kind: WholeKind, id: string): PlanOption | undefined {
  const document = documentOf(context, kind, id);
  if (!document) return undefined;
  context.references[`${kind}s`].add(id);
  const root: Place = { document: `${kind}s/${id}`, pointer: '' };
  const words = Object.entries(document).filter(([word]) => !PLAIN_WORDS.includes(word));
  return compileOption(context, Object.fromEntries(words), kind === 'questionnaire' ? questionnaireShape : statementShape, root);
}

function compileShape(context: PlanContext, value: unknown, shape: Exclude<OptionShape, OptionKind>, place: Place): PlanOption {
  if ('items' in shape) {
    if (!Array.isArray(value)) return compileValue(context, value, place);
    const items = value.map((item, index) => compileOption(context, item, shape.items, at(place, index)));
    return items.every(isConstant) ? { kind: 'constant', value } : { kind: 'array', value: items };
  }
  if (!isObject(value)) return compileValue(context, value, place);
  if ('entries' in shape) {
    return compileEntries(value, (key) => compileOption(context, value[key], shape.entries, at(place, key)));
  }
  return compileEntries(value, (key) => {
    const property = Object.hasOwn(shape.properties, key) ? shape.properties[key] : undefined;
    if (property !== undefined) return compileOption(context, value[key], property, at(place, key));
    context.report('UNKNOWN_OPTION', `"${key}" is not known here`, at(place, key), didYouMean(key, Object.keys(shape.properties)));
    return undefined;
  });
}

function compileEntries(value: Record<string, unknown>, compile: (key: string) => PlanOption | undefined): PlanOption {
  const result: Record<string, PlanOption> = {};
  let constant = true;
  for (const key of Object.keys(value)) {
    const option = compile(key);
    if (option) result[key] = option;
    constant &&= option !== undefined && isConstant(option);
  }
  return constant ? { kind: 'constant', value } : { kind: 'object', value: result };
}

function isConstant(option: PlanOption): boolean {
  return option.kind === 'constant';
}

/** A text: key, expression, or one wording a language. */
export function compileText(context: PlanContext, value: unknown, place: Place): PlanOption {
  if (typeof value === 'string') {
    return { kind: 'text', value: hasExpression(value) ? context.template(value, place) : { key: value } };
  }
  if (isObject(value)) return { kind: 'text', value: { localized: value as LocalizedText } };
  context.break('BAD_OPTION', 'expected a text: a key, an expression, or an object with one wording a language', place);
  return NOTHING;
}

/** JSON whose strings may be expressions, at any depth. What holds none stays as written. */
export function compileValue(context: PlanContext, value: unknown, place: Place): PlanOption {
  if (typeof value === 'string') {
    return hasExpression(value) ? { kind: 'dynamic', value: context.template(value, place) } : { kind: 'constant', value };
  }
  if (typeof value !== 'object' || value === null) return { kind: 'constant', value };
  if (Array.isArray(value)) return compileOption(context, value, { items: 'value' }, place);
  return compileOption(context, value, { entries: 'value' }, place);
}

/** One Compiled for a whole value, evaluated together. */
function lazy(option: PlanOption): Compiled {
  if (option.kind === 'dynamic') return option.value;
  if (option.kind === 'constant') return constantCompiled(option.value);
  const reads = readsOf(option);
  return { source: '', constant: reads.length === 0, reads, evaluate: (scope) => evaluateValue(option, scope) };
}

/** Root names the expressions of a compiled value read. */
export function readsOf(option: PlanOption): string[] {
  const reads = new Set<string>();
  collectReads(option, reads);
  return [...reads];
}

function collectReads(option: PlanOption, reads: Set<string>): void {
  if (option.kind === 'dynamic') for (const name of option.value.reads) reads.add(name);
  else if (option.kind === 'array') for (const item of option.value) collectReads(item, reads);
  else if (option.kind === 'object') for (const item of Object.values(option.value)) collectReads(item, reads);
}

/** Evaluates a compiled value: what `compileValue` gave, with every expression replaced by its result. */
export function evaluateValue(option: PlanOption, scope: Scope): unknown {
  switch (option.kind) {
    case 'constant':
      return option.value;
    case 'dynamic':
      return option.value.evaluate(scope);
    case 'array':
      return option.value.map((item) => evaluateValue(item, scope));
    case 'object':
      return Object.fromEntries(Object.entries(option.value).map(([key, item]) => [key, evaluateValue(item, scope)]));
    default:
      throw new TypeError(`an option of kind ${option.kind} is not a plain value`);
  }
}

/** Remembers what a reference names and checks that it exists. References that are expressions are only known when the page runs. */
function noteReference(context: PlanContext, value: unknown, kind: OptionKind, place: Place): void {
  if (kind === 'dictionary' && typeof value === 'string' && !hasExpression(value)) context.references.dictionaries.add(value);
  if (kind === 'rule') for (const id of Array.isArray(value) ? value : [value]) noteRule(context, id, place);
  if (typeof value !== 'string' || hasExpression(value)) return;
  if (kind === 'call') noteCall(context, value, place);
  if (kind === 'page' && context.library.hasPage?.(value) === false) {
    context.break('UNKNOWN_DOCUMENT', `there is no page "${value}"`, place, didYouMean(value, context.library.ids('page')));
  }
}

export function noteCall(context: PlanContext, id: string, place: Place): void {
  if (context.library.call(id)) context.references.calls.add(id);
  else context.break('UNKNOWN_CALL', `there is no call "${id}"`, place, didYouMean(id, context.library.ids('call')));
}

export function noteRule(context: PlanContext, id: unknown, place: Place): void {
  if (typeof id !== 'string') return;
  if (context.library.rule(id)) context.references.rules.add(id);
  else context.break('UNKNOWN_RULE', `there is no rule "${id}"`, place, didYouMean(id, context.library.ids('rule')));
}
