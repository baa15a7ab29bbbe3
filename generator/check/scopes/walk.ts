import type { OptionShape } from '../../../src/core/types.ts';
import type { CheckedShape } from '../../emit/shapes.ts';
import { isObject, type JsonSchema, pointerPart } from '../../json.ts';
import type { Document } from '../../read/documents.ts';
import { entries, stringsOf } from '../../read/values.ts';
import type { Project } from '../project.ts';
import { isReadable } from '../project.ts';
import { type Context, type Spot, withCondition, withGuard, withNames } from './context.ts';
import { rowOf } from './rows.ts';
import type { Type, Types } from './types.ts';
import { typeOfRecord, typeOfValues } from './values.ts';

/** What looks at a document as it is walked. Everything is optional. */
export interface Visitor {
  /** A text with {{ }} in it. */
  template?: (text: string, spot: Spot, context: Context) => void;
  /** A node with its options, those of the documents it shows among them. */
  node?: (node: JsonSchema, options: Options, spot: Spot, context: Context, shape: CheckedShape) => void;
  /** Where a user, or the page itself, starts an action. */
  action?: (action: unknown, spot: Spot, context: Context) => void;
  /** A call made without an action: of a data source or of an option. */
  call?: (holder: JsonSchema, call: string, spot: Spot, context: Context) => void;
}

/** First parts of the paths below a prefix that steps write. */
type Written = (prefix: string) => string[];

/** Options of a node by name, each with the document it stands in. */
export type Options = Map<string, { value: unknown; source: Spot['source']; pointer: string }>;

/** Keys of a form or table document that are no options. */
const documentWords = ['$schema', 'version', 'description'];
const nodeWords = ['widget', 'name', 'when', 'each', 'as', 'permission'];
/** Documents may show each other in a circle; the core reports it. */
const deepest = 40;

/** Walks bodies, fields and options by the shapes of the widgets, through the forms and tables they show. */
export class Walker {
  private readonly project: Project;
  private readonly types: Types;
  private readonly visitor: Visitor;
  private readonly written: Written;
  private depth = 0;

  constructor(project: Project, types: Types, visitor: Visitor, written: Written = () => []) {
    this.project = project;
    this.types = types;
    this.visitor = visitor;
    this.written = written;
  }

  nodes(value: unknown, spot: Spot, context: Context): void {
    if (this.depth > deepest) return;
    this.depth += 1;
    for (const [pointer, node] of entries(value, spot.pointer)) {
      if (isObject(node)) this.node(node, { source: spot.source, pointer }, context);
    }
    this.depth -= 1;
  }

  /** A table or form that stands alone: its options as those of a node. */
  document(document: Document, shape: CheckedShape, context: Context): void {
    const options = ownOptions(objectValue(document), { source: document.source, pointer: '' }, documentWords);
    this.options({}, options, { source: document.source, pointer: '' }, context, shape);
  }

  strings(value: unknown, spot: Spot, context: Context): void {
    if (!this.visitor.template) return;
    for (const [pointer, text] of stringsOf(value, spot.pointer)) {
      if (text.includes('{{')) this.visitor.template?.(text, { source: spot.source, pointer }, context);
    }
  }

  private node(node: JsonSchema, spot: Spot, outer: Context): void {
    const shape =
      typeof node.widget === 'string' && Object.hasOwn(this.project.shapes, node.widget) ? this.project.shapes[node.widget] : undefined;
    if (!shape) return;
    const at = (word: string): Spot => ({ source: spot.source, pointer: `${spot.pointer}/${word}` });
    this.strings(node.each, at('each'), outer);
    const item = typeof node.as === 'string' ? node.as : 'item';
    const repeated =
      node.each === undefined ? outer : withNames(outer, { [item]: this.types.element(rowOf.template(node.each, this.types, outer)) });
    let context = withCondition(withGuard(repeated, node.permission), node.when);
    if (typeof node.name === 'string' && shape.kind !== 'field') context = { ...context, containers: [...context.containers, node.name] };
    this.strings(node.when, at('when'), repeated);
    const options = ownOptions(node, spot, nodeWords);
    for (const [name, { value }] of [...options]) {
      const kind = Object.hasOwn(shape.options, name) ? shape.options[name] : undefined;
      if ((kind !== 'form' && kind !== 'table') || typeof value !== 'string') continue;
      const shown = this.project.documents.find(kind, value);
      if (!shown || !isReadable(shown.source)) continue;
      for (const [key, option] of ownOptions(objectValue(shown), { source: shown.source, pointer: '' }, documentWords)) {
        if (!options.has(key)) options.set(key, option);
      }
    }
    this.options(node, options, spot, context, shape);
  }

  private options(node: JsonSchema, options: Options, spot: Spot, outer: Context, shape: CheckedShape): void {
    const rows = shape.options.source !== undefined || shape.options.rows !== undefined ? this.withRows(options, outer) : outer;
    const context = shape.exposes.includes('values') ? this.withForm(node, options, shape, rows) : rows;
    this.visitor.node?.(node, options, spot, context, shape);
    const holder = Object.fromEntries([...options].map(([name, { value }]) => [name, value]));
    for (const [name, { value, source, pointer }] of options) {
      const option = Object.hasOwn(shape.options, name) ? shape.options[name] : undefined;
      if (option === undefined && shape.kind === 'field') this.fieldWord(name, value, { source, pointer }, context);
      else if (option !== undefined)
        this.option(value, option, { source, pointer }, name === 'made' ? this.withRecord(options, context) : context, holder);
    }
  }

  /** What a form makes of its record. */
  private withRecord(options: Options, context: Context): Context {
    return withNames(context, { record: typeOfRecord(options, this.types, context) });
  }

  private fieldWord(name: string, value: unknown, spot: Spot, context: Context): void {
    if (name === 'onChange') this.visitor.action?.(value, spot, context);
    else this.strings(value, spot, context);
  }

  /** `form` inside a form. */
  private withForm(node: JsonSchema, options: Options, { exposes }: CheckedShape, context: Context): Context {
    const names = ['form', ...(typeof node.name === 'string' ? [node.name] : [])];
    const set = () => names.flatMap((name) => this.written(`${name}.values.`));
    const values = () => typeOfValues(options, this.project.shapes, this.types, context, set());
    const get = (name: string): Type | undefined => (name === 'values' ? values() : undefined);
    const inside = withNames(context, { form: { kind: 'record', known: exposes, get, label: 'the form' } });
    return { ...inside, formValues: () => typeOfValues(options, this.project.shapes, this.types, context, []) };
  }

  private withRows(options: Options, context: Context): Context {
    const row = rowOf.options(options, this.types, this.project, context);
    return withNames(context, { row, selected: row && { kind: 'list', of: row, label: row.label } });
  }

  private option(value: unknown, shape: OptionShape, spot: Spot, context: Context, holder: JsonSchema): void {
    if (typeof shape === 'object') {
      this.structure(value, shape, spot, context);
      return;
    }
    switch (shape) {
      case 'literal':
        return;
      case 'nodes':
      case 'fields':
        this.nodes(value, spot, context);
        return;
      case 'action':
        this.visitor.action?.(value, spot, context);
        return;
      case 'call':
        if (typeof value === 'string' && !value.includes('{{')) this.visitor.call?.(holder, value, spot, context);
        return;
      default:
        this.strings(value, spot, shape === 'lazy' || shape === 'lazyPath' ? withNames(context, this.answer(holder)) : context);
    }
  }

  /** Lazy options beside a call may read its answer: `list`, `total`. */
  private answer(holder: JsonSchema): Record<string, Type | undefined> {
    return typeof holder.call === 'string' ? { result: this.project.answerOf(holder.call, holder) } : {};
  }

  private structure(value: unknown, shape: Exclude<OptionShape, string>, spot: Spot, context: Context): void {
    const { source } = spot;
    if ('items' in shape || 'entries' in shape) {
      const part = 'items' in shape ? shape.items : shape.entries;
      if (!isObject(value) && !Array.isArray(value)) this.strings(value, spot, context);
      for (const [pointer, entry] of entries(value, spot.pointer)) this.option(entry, part, { source, pointer }, context, {});
    } else if (Array.isArray(value)) {
      for (const [pointer, entry] of entries(value, spot.pointer)) this.structure(entry, shape, { source, pointer }, context);
    } else if (isObject(value)) {
      const each = value.each === undefined ? undefined : this.types.element(rowOf.template(value.each, this.types, context));
      const repeated = each ? withNames(context, { item: each }) : context;
      const inner = withCondition(withGuard(repeated, value.permission), value.when);
      for (const [name, entry] of Object.entries(value)) {
        const part = Object.hasOwn(shape.properties, name) ? shape.properties[name] : undefined;
        if (part !== undefined) this.option(entry, part, { source, pointer: `${spot.pointer}/${pointerPart(name)}` }, inner, value);
      }
    } else this.strings(value, spot, context);
  }
}

function objectValue(document: Document): JsonSchema {
  return isObject(document.source.value) ? document.source.value : {};
}

function ownOptions(value: JsonSchema, { source, pointer }: Spot, except: readonly string[]): Options {
  return new Map(
    Object.entries(value)
      .filter(([name]) => !except.includes(name))
      .map(([name, option]) => [name, { value: option, source, pointer: `${pointer}/${pointerPart(name)}` }]),
  );
}
