import { isObject, type JsonSchema, objectAt, sortedEntries, textAt, textsAt } from '../../json.ts';
import type { Widget } from '../../read/widgets.ts';
import { optionKind } from '../shapes.ts';
import { code, jsonBlock, page, table } from './markdown.ts';
import { typeWords } from './type-words.ts';

const kindTitles: Record<Widget['kind'], string> = {
  layout: 'Layouts: arrange other nodes',
  display: 'Displays: show something',
  widget: 'Widgets: do something',
  field: 'Fields: have a value and stand in forms',
};

/** docs/reference/widgets.md */
export function widgetsPage(widgets: Widget[], icons: string[]): string {
  const introduction = [
    'Every node also knows `name`, `when`, `each`, `as` and `permission`; every field `name`, `label`, `hint`, `required`, `rules`, `default`, `disabled`, `readOnly`, `span` and `onChange`.',
    'A value may be an expression unless its type says literal. A lazy option is an expression the widget reads with more names, such as `row`; a lazy text is a text of any form that may read them.',
  ].join(' ');
  const contents = Object.entries(kindTitles).map(([kind, title]) => {
    const links = widgets.filter((widget) => widget.kind === kind).map(({ key }) => `[${key}](#${key})`);
    return links.length === 0 ? '' : `**${title}.** ${links.join(', ')}`;
  });
  return page('Widgets', introduction, [...contents, ...widgets.map(widgetBlock), `## Icons\n\n${icons.map(code).join(', ')}`]);
}

function widgetBlock(widget: Widget): string {
  const { schema } = widget;
  const value = textAt(schema, 'x-value');
  const settable = textsAt(schema, 'x-settable');
  const parts = Object.entries(objectAt(schema, 'definitions'));
  const blocks = [
    `## ${widget.key}`,
    textAt(schema, 'description') ?? '',
    `Kind: ${widget.kind}${value === undefined ? '' : `, value: ${value}`}. Code: \`renderers/${widget.group}/${widget.key}\`.`,
    optionsTable(schema, schema) || 'No options.',
    ...parts.map(([name, part]) => namedPart(name, part, schema)),
    names('What expressions can read of a named node', objectAt(schema, 'x-exposes')),
    settable.length > 0 ? `An action may set ${settable.map(code).join(', ')}.` : '',
    names('Names its parts can read besides', objectAt(schema, 'x-locals')),
    textAt(schema, 'x-keyboard') ? `**Keyboard and screen readers.** ${textAt(schema, 'x-keyboard')}` : '',
    isObject(schema['x-example']) ? jsonBlock(schema['x-example']) : '',
  ];
  return blocks.filter((block) => block !== '').join('\n\n');
}

function namedPart(name: string, part: unknown, root: JsonSchema): string {
  const rows = optionsTable(part, root);
  return rows === '' ? '' : `**${name}**${textAt(part, 'description') ? `: ${textAt(part, 'description')}` : ''}\n\n${rows}`;
}

function names(title: string, record: JsonSchema): string {
  const rows = sortedEntries(record).map(([name, meaning]) => [code(name), String(meaning)]);
  return rows.length === 0 ? '' : `**${title}**\n\n${table(['name', 'is'], rows)}`;
}

function optionsTable(schema: unknown, root: JsonSchema): string {
  return table(['option', 'type', 'required', 'default', 'description'], optionRows(schema, root, '', 0));
}

const deepestRows = 3;

/** One row an option; the parts of objects and of list items follow with their path. */
function optionRows(schema: unknown, root: JsonSchema, prefix: string, depth: number): string[][] {
  const required = textsAt(schema, 'required');
  return Object.entries(objectAt(schema, 'properties')).flatMap(([name, option]) => {
    const path = `${prefix}${name}`;
    const fallback = isObject(option) && option.default !== undefined ? code(JSON.stringify(option.default)) : '';
    const row = [code(path), typeName(option), required.includes(name) ? 'yes' : '', fallback, textAt(option, 'description') ?? ''];
    if (depth >= deepestRows || !isObject(option) || optionKind(option)) return [row];
    return [row, ...optionRows(option, root, `${path}.`, depth + 1), ...optionRows(option.items, root, `${path}[].`, depth + 1)];
  });
}

function typeName(schema: unknown): string {
  if (!isObject(schema)) return 'any';
  const kind = optionKind(schema);
  const plain = typeWords(schema, typeName);
  if (!kind || kind === 'value') return plain;
  return kind === 'literal' || kind === 'lazy' ? `${kind} ${plain}` : kind.replace(/^lazy(?=[A-Z])/, 'lazy ').toLowerCase();
}
