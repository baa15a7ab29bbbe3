import { join, relative, sep } from 'node:path';
import { filesBelow } from '../../server/documents/files-below.ts';
import type { WidgetShape } from '../../src/core/types.ts';
import { byText, isObject, type JsonSchema } from '../json.ts';
import { shown } from './documents.ts';
import { readSource, type Source } from './source.ts';

/** A widget as its options.schema.json describes it. */
export interface Widget {
  key: string;
  /** Folder of renderers/ it stands in: fields, layouts, displays, widgets. */
  group: string;
  kind: WidgetShape['kind'];
  schema: JsonSchema;
  source: Source;
}

const widgetKinds: Record<string, WidgetShape['kind']> = { layout: 'layout', display: 'display', field: 'field', widget: 'widget' };

/**
 * Reads renderers/<group>/<key>/options.schema.json, sorted by key. A file that is no JSON object, or a key met again, is left to `check`.
 * `read` may remember what it has read.
 */
export function readWidgets(root: string, read = readSource): { widgets: Widget[]; doubles: Widget[]; unreadable: Source[] } {
  const folder = join(root, 'renderers');
  const widgets = new Map<string, Widget>();
  const doubles: Widget[] = [];
  const unreadable: Source[] = [];
  for (const absolute of filesBelow(folder)) {
    const parts = relative(folder, absolute).split(sep);
    const [group, key, name] = parts;
    if (parts.length !== 3 || !group || !key || name !== 'options.schema.json') continue;
    const source = read(absolute, shown(root, absolute), `renderers/${parts.join('/')}`);
    if (!isObject(source.value) || source.faults.length > 0) {
      unreadable.push(source);
      continue;
    }
    const kind = widgetKinds[String(source.value['x-kind'])] ?? 'widget';
    const widget: Widget = { key, group, kind, schema: source.value, source };
    if (widgets.has(key)) doubles.push(widget);
    else widgets.set(key, widget);
  }
  return { widgets: [...widgets.values()].sort((a, b) => byText(a.key, b.key)), doubles, unreadable };
}
