import { hasExpression } from '../expression/index.ts';
import { isObject } from '../json-object.ts';
import { didYouMean } from '../suggest.ts';
import type { Compiled, OptionShape, Place, PlanField, PlanNode, PlanOption, WidgetShape } from '../types.ts';
import { compileAction } from './actions.ts';
import { at, MAX_PAGE_NODES, type PlanContext } from './context.ts';
import { FIELD_WORDS, NODE_WORDS } from './names.ts';
import { compileOption, compileText, compileValue, noteCall, noteRule } from './options.ts';

/** The widget where a layout shows what it frames. */
const OUTLET = 'outlet';

/** Widgets of a body; among the fields of a form also its fields. A faulty node stays in its place with its problem. */
export function compileNodes(context: PlanContext, value: unknown, place: Place): PlanNode[] {
  if (!Array.isArray(value)) {
    context.break('BAD_OPTION', 'expected a list of nodes', place);
    return [];
  }
  const compile = context.fieldNames ? compileMember : compileNode;
  return value.flatMap((node, index) => (isFull(context, at(place, index)) ? [] : [compile(context, node, at(place, index))]));
}

/** Fields of a form, with the widgets that stand between them. */
export function compileFields(context: PlanContext, value: unknown, place: Place): PlanField[] {
  if (!Array.isArray(value)) {
    context.break('BAD_OPTION', 'expected a list of fields', place);
    return [];
  }
  return withFieldNames(context, new Set(), () =>
    value.flatMap((field, index) => (isFull(context, at(place, index)) ? [] : [compileMember(context, field, at(place, index))])),
  );
}

/** Runs `work` where fields of these names are taken, or, with undefined, where no field may stand. */
function withFieldNames<Result>(context: PlanContext, names: Set<string> | undefined, work: () => Result): Result {
  const outer = context.fieldNames;
  context.fieldNames = names;
  try {
    return work();
  } finally {
    context.fieldNames = outer;
  }
}

function isFull(context: PlanContext, place: Place): boolean {
  context.nodes += 1;
  if (context.nodes === MAX_PAGE_NODES + 1) context.report('TOO_LARGE', `more than ${MAX_PAGE_NODES} nodes`, place, 'split the page');
  return context.nodes > MAX_PAGE_NODES;
}

function keyOf(context: PlanContext, place: Place): string {
  return `${context.keyPrefix}${place.pointer}`;
}

function emptyNode(context: PlanContext, place: Place, widget: string): PlanNode {
  return { document: place.document, pointer: place.pointer, key: keyOf(context, place), widget, as: 'item', options: {} };
}

function compileNode(context: PlanContext, value: unknown, place: Place): PlanNode {
  const { result, problem } = context.guard(() => {
    if (!isObject(value)) return notANode(context, place);
    const shape = shapeOf(context, value, place);
    const node = emptyNode(context, place, String(value.widget));
    if (!shape) return node;
    if (shape.kind === 'field') {
      const hint = 'put it into the fields of a form: directly, or in layouts there that do not repeat';
      context.break('FIELD_OUTSIDE_FORM', `"${node.widget}" is a field and lives in a form`, place, hint);
    }
    readNode(context, node, value, shape, place);
    return node;
  });
  return problem ? { ...result, problem } : result;
}

function readNode(context: PlanContext, node: PlanNode, value: Record<string, unknown>, shape: WidgetShape, place: Place): void {
  if (typeof value.name === 'string' && value.name !== '') {
    node.name = value.name;
    context.declareNode(value.name, at(place, 'name'));
  }
  compileWords(context, node, value, place);
  const compile = () => compileOptions(context, node, value, shape, []);
  if (shape.deferred) node.deferred = context.defer(compile);
  else compile();
}

/** An entry of a form's fields, or of a layout among them: a field, or a widget that stands between the fields. */
function compileMember(context: PlanContext, value: unknown, place: Place): PlanField {
  const { result, problem } = context.guard(() => {
    if (!isObject(value)) return { ...notANode(context, place), name: '', rules: [] };
    const shape = shapeOf(context, value, place);
    const name = typeof value.name === 'string' ? value.name : '';
    const member: PlanField = { ...emptyNode(context, place, String(value.widget)), name, rules: [] };
    if (shape?.kind === 'field') readField(context, member, value, shape, place);
    else if (shape) readBetween(context, member, value, shape, place);
    return member;
  });
  return problem ? { ...result, problem } : result;
}

function readField(context: PlanContext, field: PlanField, value: Record<string, unknown>, shape: WidgetShape, place: Place): void {
  const { name } = field;
  if (name === '') context.break('MISSING_OPTION', 'a field needs a name', place);
  else if (context.fieldNames?.has(name)) {
    context.report('DUPLICATE_NAME', `this form has two fields named "${name}"`, at(place, 'name'), 'give one another name');
  }
  context.fieldNames?.add(name);
  if (value.each !== undefined) {
    context.break('BAD_OPTION', 'a field stands once', at(place, 'each'), 'use a field whose value is a list, such as array-table');
  }
  compileFieldWords(context, field, value, place);
  compileWords(context, field, value, place);
  withFieldNames(context, undefined, () => compileOptions(context, field, value, shape, FIELD_WORDS));
}

/** Layouts hand the form on to their nodes, unless they repeat: a value cannot stand in two rounds. */
function readBetween(context: PlanContext, node: PlanField, value: Record<string, unknown>, shape: WidgetShape, place: Place): void {
  const { span, ...rest } = value;
  node.between = true;
  if (typeof span === 'number') node.span = span;
  const names = shape.kind === 'layout' && value.each === undefined ? context.fieldNames : undefined;
  withFieldNames(context, names, () => readNode(context, node, rest, shape, place));
}

function notANode(context: PlanContext, place: Place): PlanNode {
  context.break('BAD_OPTION', 'a node is an object such as {"widget": "text"}', place);
  return emptyNode(context, place, '');
}

function shapeOf(context: PlanContext, value: Record<string, unknown>, place: Place): WidgetShape | undefined {
  const { widget } = value;
  if (typeof widget !== 'string') {
    context.break('MISSING_OPTION', 'a node needs "widget"', place);
    return undefined;
  }
  const shape = Object.hasOwn(context.shapes, widget) ? context.shapes[widget] : undefined;
  if (!shape) {
    const hint = didYouMean(widget, Object.keys(context.shapes));
    context.break('UNKNOWN_WIDGET', `there is no widget "${widget}"`, at(place, 'widget'), hint);
    return undefined;
  }
  context.uses(widget);
  if (widget === OUTLET) context.outlets += 1;
  for (const name of shape.locals ?? []) context.declareLocal(name);
  return shape;
}

/** when, each, as, permission. */
function compileWords(context: PlanContext, node: PlanNode, value: Record<string, unknown>, place: Place): void {
  const when = context.condition(value.when, at(place, 'when'));
  // A constant true is no condition at all.
  if (when && value.when !== true) node.when = when;
  if (value.each !== undefined) {
    if (typeof value.each === 'string' && hasExpression(value.each)) node.each = context.template(value.each, at(place, 'each'));
    else context.break('BAD_OPTION', 'expected an expression that gives a list', at(place, 'each'));
  }
  if (typeof value.as === 'string') node.as = value.as;
  context.declareLocal(value.as);
  if (typeof value.permission === 'string') node.permission = [value.permission];
  else if (Array.isArray(value.permission)) node.permission = value.permission.filter((entry) => typeof entry === 'string');
  else if (value.permission !== undefined) {
    context.break('BAD_OPTION', 'expected a permission or a list of them', at(place, 'permission'));
  }
}

function compileFieldWords(context: PlanContext, field: PlanField, value: Record<string, unknown>, place: Place): void {
  if (value.label !== undefined) field.label = compileText(context, value.label, at(place, 'label'));
  if (value.hint !== undefined) field.hint = compileText(context, value.hint, at(place, 'hint'));
  if (value.warning !== undefined) field.warning = compileText(context, value.warning, at(place, 'warning'));
  if (value.requiredText !== undefined) field.requiredText = compileText(context, value.requiredText, at(place, 'requiredText'));
  if (typeof value.requiredSign === 'boolean') field.requiredSign = value.requiredSign;
  if (value.default !== undefined) field.default = compileValue(context, value.default, at(place, 'default'));
  if (typeof value.span === 'number') field.span = value.span;
  if (value.onChange !== undefined) field.onChange = compileAction(context, value.onChange, at(place, 'onChange'));
  for (const word of ['required', 'disabled', 'readOnly'] as const) {
    const condition = flag(context, value[word], at(place, word));
    if (condition !== undefined) field[word] = condition;
  }
  if (!Array.isArray(value.rules)) return;
  value.rules.forEach((rule, index) => {
    noteRule(context, rule, at(at(place, 'rules'), index));
    if (typeof rule === 'string') field.rules.push(rule);
  });
}

function flag(context: PlanContext, value: unknown, place: Place): Compiled | boolean | undefined {
  return typeof value === 'boolean' ? value : context.condition(value, place);
}

function compileOptions(
  context: PlanContext,
  node: PlanNode,
  value: Record<string, unknown>,
  shape: WidgetShape,
  words: readonly string[],
): void {
  const given = new Set<string>();
  for (const key of Object.keys(value)) {
    if (NODE_WORDS.includes(key) || words.includes(key)) continue;
    given.add(key);
    setOption(context, node.options, shape, key, value[key], at(node, key));
  }
  inlineDocuments(context, node, value, shape, given);
  for (const key of shape.required) {
    if (!given.has(key)) context.break('MISSING_OPTION', `"${node.widget}" needs the option "${key}"`, node);
  }
}

function setOption(
  context: PlanContext,
  options: Record<string, PlanOption>,
  shape: WidgetShape,
  key: string,
  value: unknown,
  place: Place,
): void {
  const option: OptionShape | undefined = Object.hasOwn(shape.options, key) ? shape.options[key] : undefined;
  if (option !== undefined) {
    options[key] = compileOption(context, value, option, place);
    noteOwnCall(context, shape, key, value, place);
  } else {
    const candidates = [...Object.keys(shape.options), ...NODE_WORDS, ...(shape.kind === 'field' ? FIELD_WORDS : [])];
    context.report('UNKNOWN_OPTION', `this widget has no option "${key}"`, place, didYouMean(key, candidates));
  }
}

/** A call the widget makes by itself where it has the option, unless the option names another one. */
function noteOwnCall(context: PlanContext, { calls }: WidgetShape, key: string, value: unknown, place: Place): void {
  const call = calls && Object.hasOwn(calls, key) ? calls[key] : undefined;
  const isOff = value === false || (isObject(value) && value.call !== undefined);
  if (call !== undefined && !isOff) noteCall(context, call, place);
}

/** Keys of a form or table document that are no options. */
const DOCUMENT_WORDS = ['$schema', 'version', 'description'];

/**
 * An option of the kind form or table names a document whose keys become options of the node, under the node's own ones:
 * {"widget": "form", "form": "system/entry"} gets the fields, calculations and checks of forms/system/entry.
 */
function inlineDocuments(
  context: PlanContext,
  node: PlanNode,
  value: Record<string, unknown>,
  shape: WidgetShape,
  given: Set<string>,
): void {
  for (const key of Object.keys(value)) {
    const kind = Object.hasOwn(shape.options, key) ? shape.options[key] : undefined;
    const id = value[key];
    if ((kind !== 'form' && kind !== 'table') || typeof id !== 'string') continue;
    const place = at(node, key);
    if (hasExpression(id)) {
      context.break('BAD_OPTION', `the ${kind} of a widget is fixed and cannot be an expression`, place);
      continue;
    }
    const document = kind === 'form' ? context.library.form(id) : context.library.table(id);
    const name = `${kind}s/${id}`;
    if (!document) {
      context.break('UNKNOWN_DOCUMENT', `there is no ${kind} "${id}"`, place, didYouMean(id, context.library.ids(kind)));
    } else if (context.open.includes(name)) {
      context.break('REFERENCE_CYCLE', `${name} contains itself: ${[...context.open, name].join(' > ')}`, place);
    } else {
      context.references[`${kind}s`].add(id);
      inline(context, node, document as unknown as Record<string, unknown>, name, shape, given);
    }
  }
}

function inline(
  context: PlanContext,
  node: PlanNode,
  document: Record<string, unknown>,
  name: string,
  shape: WidgetShape,
  given: Set<string>,
): void {
  const prefix = context.keyPrefix;
  context.keyPrefix = `${node.key}>${name}#`;
  context.open.push(name);
  for (const key of Object.keys(document)) {
    if (DOCUMENT_WORDS.includes(key) || given.has(key)) continue;
    given.add(key);
    setOption(context, node.options, shape, key, document[key], {
      document: name,
      pointer: at({ document: name, pointer: '' }, key).pointer,
    });
  }
  context.open.pop();
  context.keyPrefix = prefix;
}
