import { isObject, type JsonSchema, objectAt, textsAt } from '../json.ts';
import type { Widget } from '../read/widgets.ts';
import { generatedNote } from './output.ts';
import { optionKind } from './shapes.ts';

const common = (name: string): JsonSchema => ({ $ref: `../common.schema.json#/definitions/${name}` });
const names = (name: string): JsonSchema => ({ $ref: `names.schema.json#/definitions/${name}` });
const local = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });

/** Words every node knows. */
const nodeWords: JsonSchema = {
  name: { ...common('name'), description: 'Makes the node readable for expressions under this name.' },
  when: { ...common('condition'), description: 'Shown only while true.' },
  each: { ...common('expression'), description: 'Shown once per item of this list; the item is `item` (or `as`), its position `index`.' },
  as: { ...common('name'), description: 'Name of the item of `each`. Default item.' },
  permission: {
    anyOf: [common('permission'), { type: 'array', minItems: 1, items: common('permission') }],
    description: 'Shown only to users who hold one of these permissions.',
  },
};

/** A document that is computed, among those of a purpose. */
const chosenByPurpose: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'purpose'],
  properties: {
    id: { ...common('expression'), description: 'Gives the id of the document.' },
    purpose: { ...common('purpose'), description: 'The page carries the documents of this purpose, and the expression names one of them.' },
  },
};

/** A field stands once: its value has one place in the form. */
const { each: _each, as: _as, ...onceWords } = nodeWords;

/** Words a field knows besides. */
const fieldWords: JsonSchema = {
  name: {
    type: 'string',
    pattern: '^[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*$',
    maxLength: 120,
    description: 'Where the value stands in form.values.',
  },
  label: { ...local('text'), description: 'Label of the control.' },
  hint: { ...local('text'), description: 'Help below the control.' },
  warning: {
    ...local('text'),
    description: 'What is unusual about the value, below the control while the text is not empty; keeps nobody from saving.',
  },
  required: { ...common('condition'), description: 'Whether the field must be filled.' },
  requiredText: { ...local('text'), description: 'Message while a required field is empty. Default a general one with the label.' },
  requiredSign: {
    type: 'boolean',
    description: 'False: a required field has no sign beside its label, such as where one of several fields is enough. Default true.',
  },
  rules: { type: 'array', items: names('rule'), description: 'Rules of schemas/rules the value must obey.' },
  default: { description: 'First value: JSON or an expression.' },
  disabled: { ...common('condition'), description: 'Whether the control is disabled.' },
  readOnly: { ...common('condition'), description: 'Whether the value can be read but not changed.' },
  span: { type: 'integer', minimum: 1, maximum: 24, description: 'Columns of 24 the field takes. Default 24.' },
  onChange: { ...common('action'), description: 'Runs when the user changed the value; reads `value`.' },
};

/** Where a schema of an option is expanded: `list` is what nodes inside become (fields within forms). */
interface Context {
  parts: string;
  list: 'nodes' | 'fields';
}

/** schemas/meta/generated/nodes.schema.json: one strict definition a widget, chosen by the word `widget`. */
export function emitNodeSchema(widgets: Widget[]): JsonSchema {
  const definitions: JsonSchema = {
    text: { anyOf: [names('text'), common('localized')], description: 'A text key, an expression, or one wording a language.' },
    nodes: { type: 'array', items: local('node') },
    fields: { type: 'array', items: local('field') },
  };
  const fields = widgets.filter((widget) => widget.kind === 'field');
  const others = widgets.filter((widget) => widget.kind !== 'field');
  definitions.node = choice(widgets, others, 'node');
  definitions.field = choice(widgets, [...fields, ...others], 'field');
  for (const widget of widgets) {
    const context: Context = { parts: `part.${widget.key}.`, list: 'nodes' };
    if (widget.kind === 'field') {
      definitions[`field.${widget.key}`] = widgetDefinition(widget, { ...onceWords, ...fieldWords }, ['name'], context);
    } else {
      definitions[`node.${widget.key}`] = widgetDefinition(widget, nodeWords, [], context);
    }
    addParts(definitions, widget, context);
    if (widget.kind === 'field') continue;
    const inForm: Context = { parts: `formPart.${widget.key}.`, list: 'fields' };
    // Only layouts hand the form around them on to their nodes.
    const inside = widget.kind === 'layout' && holdsNodes(widget.schema) ? inForm : context;
    definitions[`field.${widget.key}`] = widgetDefinition(widget, { ...nodeWords, span: fieldWords.span }, [], inside);
    if (inside === inForm) addParts(definitions, widget, inForm);
  }
  definitions.tableDocument = tableDocument(widgets.find((widget) => widget.key === 'table'));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'generated/nodes.schema.json',
    $comment: generatedNote,
    title: 'Nodes and fields',
    definitions,
  };
}

function addParts(definitions: JsonSchema, widget: Widget, context: Context): void {
  for (const [name, part] of Object.entries(objectAt(widget.schema, 'definitions'))) {
    definitions[`${context.parts}${name}`] = expand(part, context);
  }
}

/** The widgets allowed in a place, and for each what else its object may hold. */
function choice(all: Widget[], allowed: Widget[], place: 'node' | 'field'): JsonSchema {
  const keys = allowed.map((widget) => widget.key).sort();
  return {
    type: 'object',
    required: ['widget'],
    properties: { widget: all.length > 0 ? { enum: keys, description: 'The widget that is shown here.' } : { type: 'string' } },
    allOf: keys.map((key) => branch({ properties: { widget: { const: key } }, required: ['widget'] }, local(`${place}.${key}`))),
  };
}

/** The keyword is computed because an object literal with `then` looks like a promise. */
function branch(condition: JsonSchema, schema: JsonSchema): JsonSchema {
  const consequence = 'then';
  return { if: condition, [consequence]: schema };
}

function widgetDefinition(widget: Widget, words: JsonSchema, required: string[], context: Context): JsonSchema {
  return {
    type: 'object',
    description: widget.schema.description,
    additionalProperties: false,
    required: ['widget', ...required, ...textsAt(widget.schema, 'required')],
    properties: { widget: { const: widget.key }, ...words, ...optionProperties(widget, context) },
  };
}

function optionProperties(widget: Widget, context: Context): JsonSchema {
  return Object.fromEntries(Object.entries(objectAt(widget.schema, 'properties')).map(([name, option]) => [name, expand(option, context)]));
}

function tableDocument(table: Widget | undefined): JsonSchema {
  if (!table) return { type: 'object', properties: { columns: { type: 'array' } } };
  const { table: _, ...options } = optionProperties(table, { parts: 'part.table.', list: 'nodes' });
  return {
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      version: common('version'),
      description: { type: 'string', description: 'For configurators; never shown.' },
      ...options,
    },
  };
}

function holdsNodes(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(holdsNodes);
  return isObject(schema) && (optionKind(schema) === 'nodes' || Object.values(schema).some(holdsNodes));
}

/** What a document may write for an option: the dialect's own definitions where `x-targus` says so, an expression instead of any value. */
function expand(schema: unknown, context: Context): unknown {
  if (!isObject(schema)) return schema;
  const described = descriptionOf(schema);
  switch (optionKind(schema)) {
    case 'text':
    case 'lazyText':
      return { ...local('text'), ...described };
    case 'nodes':
      return { ...local(context.list), ...described };
    case 'fields':
      return { ...local('fields'), ...described };
    case 'action':
      return { ...common('action'), ...described };
    case 'literal':
      return strip(schema);
    case 'lazy':
    case 'lazyPath':
      return orExpression(strip(schema));
    case 'call':
    case 'form':
    case 'table':
    case 'dictionary':
    case 'rule':
    case 'page':
      if (schema.type === 'array') break;
      return { ...names(String(schema['x-targus'])), ...described };
    case 'questionnaire':
    case 'statement':
      return { anyOf: [names(String(schema['x-targus'])), chosenByPurpose], ...described };
    default:
  }
  if (typeof schema.$ref === 'string') return { $ref: reference(schema.$ref, context), ...described };
  return orExpression(expandParts(schema, context));
}

function expandParts(schema: JsonSchema, context: Context): JsonSchema {
  const result = strip(schema);
  for (const word of ['properties', 'patternProperties']) {
    if (isObject(result[word])) {
      result[word] = Object.fromEntries(Object.entries(result[word]).map(([name, part]) => [name, expand(part, context)]));
    }
  }
  for (const word of ['items', 'additionalProperties']) if (isObject(result[word])) result[word] = expand(result[word], context);
  for (const word of ['anyOf', 'oneOf', 'allOf']) {
    const branches = result[word];
    // The whole may be an expression already: its branches need not say so again.
    if (Array.isArray(branches))
      result[word] = branches.map((branch) => (isMarked(branch) ? expand(branch, context) : expandParts(asObject(branch), context)));
  }
  return result;
}

function isMarked(schema: unknown): boolean {
  return isObject(schema) && (optionKind(schema) !== undefined || typeof schema.$ref === 'string');
}

function asObject(schema: unknown): JsonSchema {
  return isObject(schema) ? schema : {};
}

function reference(ref: string, context: Context): string {
  return ref.startsWith('#/definitions/') ? `#/definitions/${context.parts}${ref.slice('#/definitions/'.length)}` : ref;
}

const constraints = ['enum', 'const', 'pattern', 'maxLength', 'minLength', 'format'];

/** An expression may stand for any value. A plain string admits one as it is. */
function orExpression(schema: JsonSchema): JsonSchema {
  const isPlainText = schema.type === 'string' && !constraints.some((word) => Object.hasOwn(schema, word));
  const isAnything = Object.keys(schema).every((key) => key === 'description' || key === 'default');
  if (isPlainText || isAnything) return schema;
  const { description, ...rest } = schema;
  // Editors do not look into `else` for values to complete; they do into examples.
  const examples = Array.isArray(rest.enum) ? rest.enum : rest.type === 'boolean' ? [true, false] : undefined;
  return { ...(typeof description === 'string' && { description }), ...(examples && { examples }), if: common('expression'), else: rest };
}

function descriptionOf(schema: JsonSchema): JsonSchema {
  return typeof schema.description === 'string' ? { description: schema.description } : {};
}

function strip(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !key.startsWith('x-')));
}
