import type { OptionKind, OptionShape, WidgetShape } from '../../src/core/types.ts';
import { isObject, type JsonSchema, objectAt, sortedEntries, textsAt, valueAt } from '../json.ts';
import type { Widget } from '../read/widgets.ts';
import { codeHeader } from './output.ts';

export const optionKinds: readonly OptionKind[] = [
  'text',
  'nodes',
  'fields',
  'action',
  'lazy',
  'lazyText',
  'literal',
  'value',
  'call',
  'form',
  'table',
  'dictionary',
  'rule',
  'page',
  'questionnaire',
  'statement',
  'icon',
  'path',
  'lazyPath',
];

/** src/generated/widgets.ts */
export function emitWidgets(widgets: Widget[]): string {
  const shapes = Object.fromEntries(widgets.map((widget) => [widget.key, shapeOfWidget(widget)]));
  const keys = widgets.map((widget) => `\n  | ${JSON.stringify(widget.key)}`).join('') || ' never';
  return [
    codeHeader,
    "import type { WidgetShapes } from '../core/types.ts';\n",
    `export type WidgetKey =${keys};\n`,
    `export const shapes: WidgetShapes & Record<WidgetKey, WidgetShapes[string]> = ${JSON.stringify(shapes, null, 2)};\n`,
  ].join('\n');
}

export function shapeOfWidget(widget: Widget): WidgetShape {
  const options = Object.fromEntries(
    sortedEntries(objectAt(widget.schema, 'properties')).map(([name, option]) => [name, shapeOf(option, widget.schema, 0)]),
  );
  const locals = Object.keys(objectAt(widget.schema, 'x-locals')).sort();
  const calls = Object.fromEntries(sortedEntries(objectAt(widget.schema, 'x-calls')).map(([name, call]) => [name, String(call)]));
  return {
    kind: widget.kind,
    options,
    required: textsAt(widget.schema, 'required'),
    ...(locals.length > 0 && { locals }),
    ...(Object.keys(calls).length > 0 && { calls }),
    ...(widget.schema['x-deferred'] === true && { deferred: true as const }),
  };
}

/** What checking documents takes besides the shape, and no browser needs. */
export interface CheckedShape extends WidgetShape {
  /** Names a named node of this widget offers to expressions. */
  exposes: string[];
}
export type CheckedShapes = Record<string, CheckedShape>;

export function checkedShapeOf(widget: Widget): CheckedShape {
  return { ...shapeOfWidget(widget), exposes: Object.keys(objectAt(widget.schema, 'x-exposes')).sort() };
}

export function optionKind(schema: JsonSchema): OptionKind | undefined {
  return optionKinds.find((kind) => kind === schema['x-targus']);
}

/** Definitions may contain themselves; a shape is finite. */
const deepest = 12;

/** How the engine treats an option: `x-targus` where it stands, the shapes of parts around it, `value` otherwise. */
export function shapeOf(schema: unknown, root: JsonSchema, depth: number): OptionShape {
  if (!isObject(schema) || depth > deepest) return 'value';
  const kind = optionKind(schema);
  if (kind) return kind;
  if (typeof schema.$ref === 'string') {
    return schema.$ref.startsWith('#') ? shapeOf(valueAt(root, schema.$ref.slice(1)), root, depth + 1) : 'value';
  }
  const properties = sortedEntries(objectAt(schema, 'properties')).map(([name, part]): [string, OptionShape] => [
    name,
    shapeOf(part, root, depth + 1),
  ]);
  if (properties.some(([, shape]) => shape !== 'value')) return { properties: Object.fromEntries(properties) };
  const items = shapeOf(schema.items, root, depth + 1);
  if (items !== 'value') return { items };
  const entries = shapeOf(schema.additionalProperties, root, depth + 1);
  if (entries !== 'value') return { entries };
  for (const word of ['anyOf', 'oneOf', 'allOf']) {
    const branches = Array.isArray(schema[word]) ? schema[word].map((branch) => shapeOf(branch, root, depth + 1)) : [];
    const special = branches.find((shape) => shape !== 'value');
    if (special) return special;
  }
  return 'value';
}
