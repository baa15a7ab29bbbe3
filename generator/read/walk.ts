import { questionnaireShape } from '../../src/core/matrix/document.ts';
import { statementShape } from '../../src/core/statement/document.ts';
import type { OptionShape, WidgetShape, WidgetShapes } from '../../src/core/types.ts';
import { isObject, type JsonSchema, objectAt, pointerPart } from '../json.ts';
import type { Document, DocumentKind } from './documents.ts';
import type { Source } from './source.ts';
import { entries } from './values.ts';

/** What a value of a document refers to. */
export type UseKind =
  | 'text'
  | 'call'
  | 'form'
  | 'table'
  | 'dictionary'
  | 'rule'
  | 'page'
  | 'questionnaire'
  | 'statement'
  | 'purpose'
  | 'layout'
  | 'theme'
  | 'action'
  | 'component'
  | 'icon'
  | 'path'
  | 'node';
export interface Use {
  kind: UseKind;
  value: unknown;
  pointer: string;
  /** Of a call: its parameters, and whether the place gives all of them itself. */
  arguments?: { value: JsonSchema; pointer: string; complete: boolean };
  /** Of a purpose: the kind of the documents that are chosen by it. No value where any may be chosen. */
  of?: 'questionnaire' | 'statement';
  /** Of a text in a step: the values for its placeholders. */
  values?: unknown;
}

/**
 * Everything a document refers to, in the order it stands: texts, calls, documents, actions and nodes, found by the shapes of the
 * widgets. Values of the wrong type are passed over: the meta-schemas report them. Many checks ask for them, and a process that checks again
 * asks for those of the same documents, so they are kept as long as the document is.
 */
export function usesOf(document: Document, shapes: WidgetShapes): readonly Use[] {
  const { source, kind } = document;
  const known = walked.get(source);
  if (known?.shapes === shapes && known.kind === kind) return known.uses;
  const uses: Use[] = [];
  new Walker(shapes, (use) => uses.push(use)).document(document);
  walked.set(source, { shapes, kind, uses });
  return uses;
}

const walked = new WeakMap<Source, { shapes: WidgetShapes; kind: DocumentKind; uses: Use[] }>();

const questionnaireTexts = (questionnaireShape as { properties: Record<string, OptionShape> }).properties;
const statementTexts = (statementShape as { properties: Record<string, OptionShape> }).properties;

class Walker {
  private readonly shapes: WidgetShapes;
  private readonly visit: (use: Use) => void;

  constructor(shapes: WidgetShapes, visit: (use: Use) => void) {
    this.shapes = shapes;
    this.visit = visit;
  }

  document({ kind, source }: Document): void {
    const value = source.value;
    if (!isObject(value)) return;
    if (kind === 'page' || kind === 'layout') this.page(value);
    if (kind === 'layout') this.use('layout', value.within, '/within');
    if (kind === 'form') {
      this.nodes(value.fields, '/fields');
      for (const [pointer, check] of entries(value.checks, '/checks')) if (isObject(check)) this.text(check.message, `${pointer}/message`);
    }
    if (kind === 'table') this.options(value, '', this.shapes.table);
    if (kind === 'questionnaire') this.object(value, questionnaireTexts, '');
    if (kind === 'statement') this.object(value, statementTexts, '');
    if (kind === 'recogniser') this.text(value.name, '/name');
    if (kind === 'register') this.register(value);
    if (kind === 'rule') this.ruleMessage(value.message);
    if (kind === 'theme') this.text(value.label, '/label');
    if (kind === 'menu') {
      for (const [pointer, item] of entries(value.items, '/items')) {
        if (!isObject(item)) continue;
        this.use('component', item.component, `${pointer}/component`);
        this.path(item.redirect, `${pointer}/redirect`);
        this.use('icon', item.icon, `${pointer}/icon`);
      }
    }
    if (kind === 'notice') this.path(value.link, '/link');
    if (kind === 'app') this.app(value);
  }

  private page(page: JsonSchema): void {
    this.text(page.title, '/title');
    for (const [pointer, data] of entries(page.data, '/data')) if (isObject(data)) this.call(data, 'call', pointer);
    for (const [pointer, action] of entries(page.actions, '/actions')) this.action(action, pointer);
    this.action(page.onOpen, '/onOpen');
    for (const word of ['title', 'text', 'okText', 'cancelText']) this.text(objectAt(page, 'unsaved')[word], `/unsaved/${word}`);
    this.nodes(page.body, '/body');
  }

  /** Some of its texts stand in no document made of it: the server tells them. */
  private register(register: JsonSchema): void {
    this.text(register.title, '/title');
    for (const list of ['fields', 'states', 'moves', 'views', 'warnings'])
      for (const [pointer, entry] of entries(register[list], `/${list}`))
        for (const word of isObject(entry) ? ['label', 'hint', 'message', 'text'] : [])
          this.text(objectAt({ entry }, 'entry')[word], `${pointer}/${word}`);
    for (const [pointer, link] of entries(register.links, '/links')) if (isObject(link)) this.path(link.to, `${pointer}/to`);
  }

  private app(app: JsonSchema): void {
    this.text(app.name, '/name');
    for (const [pointer, page] of entries(app.pages, '/pages')) this.use('page', page, pointer);
    for (const word of ['mainLayout', 'bareLayout']) this.use('layout', app[word], `/${word}`);
    for (const [pointer, theme] of entries(app.themes, '/themes')) this.use('theme', theme, pointer);
    for (const [pointer, call] of entries(app.calls, '/calls')) this.use('call', call, pointer);
    for (const [pointer, route] of entries(app.routes, '/routes')) this.path(route, pointer);
    for (const [pointer, grown] of entries(app.grownMenus, '/grownMenus')) {
      if (!isObject(grown)) continue;
      this.call(grown, 'call', pointer);
      this.path(grown.url, `${pointer}/url`);
    }
    for (const [pointer, calls] of entries(objectAt(app.embedding, 'refresh'), '/embedding/refresh')) {
      for (const [at, call] of entries(calls, pointer)) this.use('call', call, at);
    }
  }

  private ruleMessage(message: unknown): void {
    if (!isObject(message) || message.default === undefined) this.text(message, '/message');
    else for (const [pointer, part] of entries(message, '/message')) this.text(part, pointer);
  }

  nodes(nodes: unknown, at: string): void {
    for (const [pointer, node] of entries(nodes, at)) if (isObject(node)) this.node(node, pointer);
  }

  private node(node: JsonSchema, pointer: string): void {
    this.visit({ kind: 'node', value: node, pointer });
    const shape = typeof node.widget === 'string' && Object.hasOwn(this.shapes, node.widget) ? this.shapes[node.widget] : undefined;
    if (shape?.kind === 'field') {
      this.text(node.label, `${pointer}/label`);
      this.text(node.hint, `${pointer}/hint`);
      for (const [at, rule] of entries(node.rules, `${pointer}/rules`)) this.use('rule', rule, at);
      this.action(node.onChange, `${pointer}/onChange`);
    }
    this.options(node, pointer, shape);
  }

  private options(node: JsonSchema, pointer: string, shape: WidgetShape | undefined): void {
    if (shape) this.object(node, shape.options, pointer);
  }

  private object(value: JsonSchema, shapes: Record<string, OptionShape>, pointer: string): void {
    for (const [name, part] of Object.entries(value)) {
      const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined;
      const at = `${pointer}/${pointerPart(name)}`;
      if (shape === 'call' && typeof part === 'string') this.call(value, name, pointer, false);
      else if (shape !== undefined) this.option(part, shape, at);
    }
  }

  private option(value: unknown, shape: OptionShape, pointer: string): void {
    if (typeof shape === 'object') {
      if ('items' in shape) for (const [at, item] of entries(value, pointer)) this.option(item, shape.items, at);
      else if ('entries' in shape) for (const [at, entry] of entries(value, pointer)) this.option(entry, shape.entries, at);
      else if (isObject(value)) this.object(value, shape.properties, pointer);
      else if (Array.isArray(value)) for (const [at, item] of entries(value, pointer)) this.option(item, shape, at);
      return;
    }
    switch (shape) {
      case 'text':
      case 'lazyText':
        this.text(value, pointer);
        return;
      case 'nodes':
      case 'fields':
        this.nodes(value, pointer);
        return;
      case 'action':
        this.action(value, pointer);
        return;
      case 'call':
      case 'form':
      case 'table':
      case 'dictionary':
      case 'rule':
      case 'page':
      case 'icon':
        if (Array.isArray(value)) for (const [at, item] of entries(value, pointer)) this.use(shape, item, at);
        else this.use(shape, value, pointer);
        return;
      case 'path':
      case 'lazyPath':
        this.path(value, pointer);
        return;
      case 'questionnaire':
      case 'statement':
        this.purpose(shape, value, pointer);
        this.use(shape, value, pointer);
        return;
      default:
    }
  }

  /** By what a computed reference chooses among documents. */
  private purpose(of: 'questionnaire' | 'statement', value: unknown, pointer: string): void {
    if (isObject(value) && typeof value.purpose === 'string')
      this.visit({ kind: 'purpose', value: value.purpose, pointer: `${pointer}/purpose`, of });
    else if (typeof value === 'string' && value.includes('{{')) this.visit({ kind: 'purpose', value: undefined, pointer, of });
  }

  private text(value: unknown, pointer: string, values?: unknown): void {
    if (typeof value === 'string' || isObject(value)) this.visit({ kind: 'text', value, pointer, ...(values !== undefined && { values }) });
  }

  /** A reference; one that is computed is known only when it runs. */
  private use(kind: UseKind, value: unknown, pointer: string): void {
    if (typeof value === 'string' && !value.includes('{{')) this.visit({ kind, value, pointer });
  }

  /** A path, computed or not: its start is mostly written out. */
  private path(value: unknown, pointer: string): void {
    if (typeof value === 'string') this.visit({ kind: 'path', value, pointer });
  }

  private call(holder: JsonSchema, word: string, pointer: string, complete = true): void {
    const value = holder[word];
    if (typeof value !== 'string' || value.includes('{{')) return;
    const given = isObject(holder.with) ? holder.with : undefined;
    const withArguments = given ?? (holder.with === undefined && complete ? {} : undefined);
    this.visit({
      kind: 'call',
      value,
      pointer: `${pointer}/${word}`,
      ...(withArguments && { arguments: { value: withArguments, pointer: given ? `${pointer}/with` : pointer, complete } }),
    });
  }

  private action(action: unknown, pointer: string): void {
    if (typeof action === 'string') this.use('action', action, pointer);
    else if (Array.isArray(action)) this.steps(action, pointer);
    else if (isObject(action)) for (const word of ['steps', 'onError', 'finally']) this.steps(action[word], `${pointer}/${word}`);
  }

  private steps(steps: unknown, at: string): void {
    for (const [pointer, step] of entries(steps, at)) {
      if (!isObject(step)) continue;
      for (const word of ['call', 'download', 'upload']) if (step[word] !== undefined) this.call(step, word, pointer);
      this.use('action', step.run, `${pointer}/run`);
      this.path(step.navigate, `${pointer}/navigate`);
      for (const word of ['confirm', 'notify', 'message', 'title', 'okText', 'cancelText'])
        this.text(step[word], `${pointer}/${word}`, step.with);
      for (const word of ['then', 'else', 'do']) this.steps(step[word], `${pointer}/${word}`);
    }
  }
}
