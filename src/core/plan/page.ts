import { orderByReads } from '../calculation.ts';
import type { CompiledSource } from '../expression/index.ts';
import { isObject } from '../json-object.ts';
import { didYouMean } from '../suggest.ts';
import type { Bundle, FieldDocument, PageDocument, Place, Plan, PlanBlock, PlanData, PlanField, Problem, WidgetShapes } from '../types.ts';
import { breakCircles, compileAction, compileBlock } from './actions.ts';
import { at, PlanContext, type Section } from './context.ts';
import type { Library, References } from './library.ts';
import { compileFields, compileNodes } from './nodes.ts';
import { compileText, compileValue, noteCall } from './options.ts';
import { sourcesOf } from './sources.ts';

const PAGE_WORDS = [
  '$schema',
  'version',
  'title',
  'description',
  'access',
  'query',
  'params',
  'data',
  'state',
  'values',
  'actions',
  'onOpen',
  'unsaved',
  'whileActing',
  'usedElsewhere',
  'body',
];
/** Of the layouts only. */
const LAYOUT_WORDS = ['within'];

/**
 * bundle + widget shapes -> plan: expressions compiled, options split by shape, steps typed, references inlined, problems collected.
 * Never throws for a faulty document: what is broken carries its problem, the rest stands.
 */
export function planPage(bundle: Bundle, shapes: WidgetShapes): Plan {
  return planDocument(bundle.document, bundle.page, shapes, libraryOf(bundle)).plan;
}

/** planPage over any library, with everything the document was seen to refer to. */
export function planDocument(
  document: string,
  page: PageDocument,
  shapes: WidgetShapes,
  library: Library,
): { plan: Plan; references: References } {
  const context = new PlanContext(shapes, library);
  const root: Place = { document, pointer: '' };
  const source: Record<string, unknown> = isObject(page) ? page : {};
  if (!isObject(page)) context.report('BAD_OPTION', 'a page is a JSON object', root);
  const isLayout = document.startsWith('layouts/');
  const words = isLayout ? [...PAGE_WORDS, ...LAYOUT_WORDS] : PAGE_WORDS;
  for (const key of Object.keys(source)) {
    if (words.includes(key)) continue;
    context.report('UNKNOWN_OPTION', `a ${isLayout ? 'layout' : 'page'} knows no "${key}"`, at(root, key), didYouMean(key, words));
  }
  declareSections(context, source);
  const plan: Plan = {
    document,
    title: context.guard(() => compileText(context, source.title, at(root, 'title'))).result,
    access: page?.access ?? 'session',
    query: page?.query ?? {},
    params: page?.params ?? {},
    data: planData(context, source.data, at(root, 'data')),
    state: planState(context, source.state, at(root, 'state')),
    values: planValues(context, source.values, at(root, 'values')),
    actions: planActions(context, source.actions, at(root, 'actions')),
    ...(source.onOpen !== undefined && { onOpen: context.guard(() => compileAction(context, source.onOpen, at(root, 'onOpen'))).result }),
    ...(source.unsaved !== undefined && { unsaved: context.guard(() => planUnsaved(context, source.unsaved, at(root, 'unsaved'))).result }),
    body: context.guard(() => compileNodes(context, source.body, at(root, 'body'))).result,
    widgets: [],
    deferred: [],
    stoppable: [],
    problems: context.problems,
  };
  if (document.startsWith('layouts/')) checkOutlet(context, root);
  context.checkNames();
  breakSourceCircles(context, plan, at(root, 'data'));
  for (const source of plan.data) if (context.readsFailure(source.name)) source.watched = true;
  plan.widgets = [...context.widgets].sort();
  plan.deferred = [...context.deferredWidgets].filter((widget) => !context.widgets.has(widget)).sort();
  plan.stoppable = [...context.stoppable].sort();
  return { plan, references: context.references };
}

/** Compiles a list of fields by itself, as a form document holds it. `place` is where the list stands. */
export function planFields(
  fields: readonly FieldDocument[],
  bundle: Pick<Bundle, Held>,
  shapes: WidgetShapes,
  place: Place,
): { fields: PlanField[]; widgets: string[]; problems: Problem[] } {
  const context = new PlanContext(shapes, libraryOf(bundle));
  const { result } = context.guard(() => compileFields(context, fields, place));
  context.checkNames();
  return { fields: result, widgets: [...context.widgets].sort(), problems: context.problems };
}

type Held = 'forms' | 'tables' | 'rules' | 'calls' | 'questionnaires' | 'statements';

function libraryOf(bundle: Pick<Bundle, Held>): Library {
  const { forms: form, tables: table, rules: rule, calls: call, questionnaires: questionnaire, statements: statement } = bundle;
  const held = { form, table, rule, call, questionnaire, statement, page: {} };
  return {
    form: (id) => own(bundle.forms, id),
    table: (id) => own(bundle.tables, id),
    rule: (id) => own(bundle.rules, id),
    questionnaire: (id) => own(bundle.questionnaires, id),
    statement: (id) => own(bundle.statements, id),
    call: (id) => own(bundle.calls, id),
    ids: (kind) => Object.keys(held[kind] ?? {}),
  };
}

function own<Value>(record: Record<string, Value> | undefined, key: string): Value | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}

function declareSections(context: PlanContext, page: Record<string, unknown>): void {
  const names = (key: string): ReadonlySet<string> => new Set(isObject(page[key]) ? Object.keys(page[key]) : []);
  for (const section of ['data', 'state', 'values', 'query', 'params'] as Section[]) context.sections.set(section, names(section));
  context.sections.set('status', names('data'));
  for (const name of names('actions')) context.actions.add(name);
}

function entriesOf(context: PlanContext, value: unknown, place: Place): [string, unknown][] {
  if (value === undefined) return [];
  if (isObject(value)) return Object.entries(value);
  context.report('BAD_OPTION', 'expected an object', place);
  return [];
}

function planData(context: PlanContext, value: unknown, place: Place): PlanData[] {
  return entriesOf(context, value, place).map(([name, source]) => {
    const spot = at(place, name);
    const { result, problem } = context.guard(() => planSource(context, name, source, spot));
    return problem ? { ...result, problem } : result;
  });
}

function planSource(context: PlanContext, name: string, source: unknown, place: Place): PlanData {
  if (!isObject(source) || typeof source.call !== 'string') {
    context.break('BAD_OPTION', 'a data source is an object with "call"', place);
    return { name, call: '', keepPrevious: true };
  }
  noteCall(context, source.call, at(place, 'call'));
  const when = context.condition(source.when, at(place, 'when'));
  const pollWhile = context.condition(source.pollWhile, at(place, 'pollWhile'));
  return {
    name,
    call: source.call,
    ...(source.with !== undefined && { with: compileValue(context, source.with, at(place, 'with')) }),
    ...(source.body !== undefined && { body: compileValue(context, source.body, at(place, 'body')) }),
    ...(when && { when }),
    ...(typeof source.poll === 'number' && { poll: source.poll }),
    ...(pollWhile && { pollWhile }),
    ...(source.shared === true && { shared: true }),
    ...(source.optional === true && { optional: true }),
    keepPrevious: source.keepPrevious !== false,
    ...(typeof source.select === 'string' && { select: context.template(source.select, at(place, 'select')) }),
  };
}

/**
 * Sources that are asked with each other's answers would be asked without end, or draw the page without end: they are not asked at all. One that is
 * asked with its own may come to rest, as long as what it has stays on show meanwhile.
 */
function breakSourceCircles(context: PlanContext, plan: Plan, place: Place): void {
  const named = new Map(plan.data.map((source) => [source.name, source]));
  const { cycles } = orderByReads([...named.keys()], (name) =>
    [named.get(name)?.with, named.get(name)?.body].flatMap((option) => (option ? sourcesOf(option, plan) : [])),
  );
  for (const cycle of cycles) {
    const [first = ''] = cycle;
    const comesToRest = cycle.length === 1 && named.get(first)?.keepPrevious === true;
    const message = `data sources are asked with each other's answers: ${[...cycle, first].join(' > ')}`;
    const severity = comesToRest ? 'warning' : 'error';
    const problem = context.report('DATA_CYCLE', message, at(place, first), 'break the circle', severity);
    if (!comesToRest) for (const name of cycle) Object.assign(named.get(name) ?? {}, { problem });
  }
}

function planState(context: PlanContext, value: unknown, place: Place): Plan['state'] {
  return entriesOf(context, value, place).map(([name, state]) => {
    const { initial, persist, key } = isObject(state) ? state : {};
    return {
      name,
      initial: context.guard(() => compileValue(context, initial, at(at(place, name), 'initial'))).result,
      ...((persist === 'local' || persist === 'session') && { persist }),
      key: typeof key === 'string' ? key : `${place.document}.${name}`,
    };
  });
}

/** Values in dependency order. Members of a cycle are left out and read as undefined. */
function planValues(context: PlanContext, value: unknown, place: Place): Plan['values'] {
  const compiled = new Map<string, CompiledSource>();
  for (const [name, source] of entriesOf(context, value, place)) {
    const spot = at(place, name);
    if (typeof source !== 'string') {
      context.report('BAD_OPTION', 'a value is an expression in {{ }}', spot);
      continue;
    }
    const { result, problem } = context.guard(() => context.template(source, spot));
    if (!problem) compiled.set(name, result);
  }
  const { order, cycles } = orderByReads([...compiled.keys()], (name) => valuesRead(compiled.get(name)));
  for (const cycle of cycles) {
    const [first = ''] = cycle;
    context.report('VALUE_CYCLE', `values read each other: ${[...cycle, first].join(' > ')}`, at(place, first), 'break the circle');
  }
  return order.flatMap((name) => {
    const entry = compiled.get(name);
    return entry ? [{ name, value: entry }] : [];
  });
}

/** Names of the values an expression reads: `values.total` and `values.total.net` read total. */
function valuesRead(compiled: CompiledSource | undefined): string[] {
  const heads = [...(compiled?.findings.heads.values() ?? [])];
  return heads.filter(({ section }) => section === 'values').map(({ name }) => name);
}

function planActions(context: PlanContext, value: unknown, place: Place): Record<string, PlanBlock> {
  const result: Record<string, PlanBlock> = {};
  for (const [name, action] of entriesOf(context, value, place)) {
    const { result: block, problem } = context.guard(() => compileBlock(context, action, at(place, name)));
    // A block that cannot be read at all must not pass for one that did its work.
    result[name] = problem ? { ...block, steps: [{ ...at(place, name), kind: 'broken', args: {}, problem }] } : block;
  }
  breakCircles(context, result);
  return result;
}

function checkOutlet(context: PlanContext, place: Place): void {
  if (context.outlets === 1) return;
  const message = context.outlets === 0 ? 'a layout needs a node with the widget "outlet"' : 'a layout has exactly one outlet';
  context.report('OUTLET_COUNT', message, at(place, 'body'));
}

/** What would be lost where the page is left. Its texts are those of the question. */
function planUnsaved(context: PlanContext, value: unknown, place: Place): NonNullable<Plan['unsaved']> {
  const source = isObject(value) ? value : {};
  const words = ['title', 'text', 'okText', 'cancelText'] as const;
  const texts = words.flatMap((word) =>
    source[word] === undefined ? [] : [[word, compileText(context, source[word], at(place, word))] as const],
  );
  return { when: context.condition(source.when, at(place, 'when')), words: Object.fromEntries(texts) };
}
