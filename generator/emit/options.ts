import { isObject, type JsonSchema, pascalCase } from '../json.ts';
import type { Widget } from '../read/widgets.ts';
import { codeHeader } from './output.ts';
import { optionKind } from './shapes.ts';
import { typesOf } from './types.ts';

const resolvedTypes: Record<string, string> = {
  text: 'string',
  nodes: 'PlanNode[]',
  fields: 'PlanField[]',
  action: 'OptionAction',
  lazy: 'OptionLazy',
  lazyText: 'OptionLazy',
  lazyPath: 'OptionLazy',
  call: 'string',
  form: 'string',
  table: 'string',
  dictionary: 'string',
  rule: 'string',
  page: 'string',
  questionnaire: 'Questionnaire<string>',
  statement: 'Statement<string>',
  icon: 'string',
  path: 'string',
};

/** src/generated/options.ts: the options a widget receives, after the engine evaluated them. */
export async function emitOptions(widgets: Widget[]): Promise<string> {
  const blocks: string[] = [];
  for (const widget of widgets) blocks.push(await typesOfWidget(widget));
  const body = blocks.join('\n\n');
  const planTypes = ['PlanField', 'PlanNode'].filter((name) => body.includes(`${name}[]`));
  const head = [codeHeader, `import type { ${['ActionOutcome', ...planTypes].join(', ')} } from '../core/types.ts';`];
  if (body.includes('Questionnaire<string>')) head.push("import type { Questionnaire } from '../core/matrix/document.ts';");
  if (body.includes('Statement<string>')) head.push("import type { Statement } from '../core/statement/document.ts';");
  head.push(
    '',
    '/** Runs an action with more names its steps can read. */',
    'export type OptionAction = (locals?: Record<string, unknown>) => Promise<ActionOutcome>;',
    '/** Evaluates an expression with more names it can read: row, index ... */',
    'export type OptionLazy = (locals?: Record<string, unknown>) => unknown;',
    '',
  );
  return `${head.join('\n')}\n${body}\n`;
}

async function typesOfWidget(widget: Widget): Promise<string> {
  const prefix = pascalCase(widget.key);
  const { properties, required, definitions } = widget.schema;
  const schema = resolve(
    { type: 'object', description: widget.schema.description, properties, required, additionalProperties: false },
    prefix,
  );
  const named = Object.fromEntries(
    Object.entries(isObject(definitions) ? definitions : {}).map(([key, part]) => [`${prefix}${pascalCase(key)}`, resolve(part, prefix)]),
  );
  return typesOf(`${prefix}Options`, schema, named);
}

/** Types after evaluation for what `x-targus` marks; local references under names of their own. */
function resolve(schema: unknown, prefix: string): unknown {
  if (Array.isArray(schema)) return schema.map((part) => resolve(part, prefix));
  if (!isObject(schema)) return schema;
  const kind = optionKind(schema);
  const type = kind && resolvedTypes[kind];
  if (type) {
    // A list of references, or one of several fixed names, keeps its own type.
    if (type === 'string' && (schema.type === 'array' || Array.isArray(schema.enum))) return without(schema);
    return { tsType: type, description: schema.description };
  }
  if (typeof schema.$ref === 'string' && schema.$ref.startsWith('#/definitions/')) {
    return { $ref: `#/definitions/${prefix}${pascalCase(schema.$ref.slice('#/definitions/'.length))}` };
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key, key === 'enum' || key === 'const' ? part : resolve(part, prefix)]),
  );
}

function without(schema: JsonSchema): JsonSchema {
  const { 'x-targus': _, ...rest } = schema;
  return rest;
}
