import type { Compiled, PlanOption, Scope } from '../../core/types.ts';
import { childScope, type Engine } from '../../engine/index.ts';
import { wordsOf } from './caption.ts';
import { expression, type Fact } from './explain.ts';
import { type LiveNode, propsAround } from './tree.ts';

/** The row a place on the page stands for. */
export interface PointedRow {
  row: object;
  index: number;
}

/** The row under an element: the nearest part around that is given one, by itself or as its line. */
export function rowAt(target: Element): PointedRow | undefined {
  for (const props of propsAround(target)) {
    const { line } = props;
    for (const source of [props, isObject(line) ? line : {}]) {
      const { row, index } = source;
      if (isObject(row) && typeof index === 'number') return { row, index };
    }
  }
  return undefined;
}

/**
 * Why each action a widget offers beside its nodes (those of the rows of a table, of its selection) is there, missing or disabled: permissions
 * held or not, and `when` and `disabled` for the row that was pointed at. Without a row their expressions are only named.
 */
export function explainActions(engine: Engine, { node, scope }: LiveNode, pointed: PointedRow | undefined): Fact[] {
  const inRow = pointed && childScope(scope, { row: pointed.row, index: pointed.index });
  return Object.entries(node.options).flatMap(([name, option]) => {
    if (option.kind !== 'array') return [];
    return option.value.flatMap((entry, at) => {
      if (entry.kind !== 'object' || entry.value.onClick?.kind !== 'action') return [];
      return explainAction(engine, `${name}.${at}`, entry.value, scope, inRow);
    });
  });
}

function explainAction(engine: Engine, path: string, parts: Record<string, PlanOption>, scope: Scope, inRow: Scope | undefined): Fact[] {
  const caption = wordsOf(engine, parts.text, inRow ?? scope) || wordsOf(engine, parts.label, inRow ?? scope);
  const permissions = parts.permission?.kind === 'constant' ? [parts.permission.value].flat().map(String) : [];
  const isHeld = permissions.length === 0 || permissions.some((name) => engine.app.permissions.has(name));
  const own = (name: 'when' | 'disabled'): { compiled: Compiled; value: unknown } | undefined => {
    const part = parts[name];
    if (part?.kind !== 'lazy' && part?.kind !== 'dynamic') return undefined;
    return { compiled: part.value, value: inRow && valueIn(part.value, inRow) };
  };
  const [when, disabled] = [own('when'), own('disabled')];
  const isHidden = !isHeld || (when !== undefined && inRow !== undefined && !when.value);
  const isDisabled = inRow !== undefined && disabled !== undefined && Boolean(disabled.value);
  const state = isHidden ? 'hidden' : isDisabled ? 'disabled' : 'shown';
  const facts: Fact[] = [
    {
      label: 'action',
      value: `${caption ? `“${caption}” ` : ''}${path}: ${engine.translate(`inspect.${state}`)}`,
      isBad: state !== 'shown',
    },
  ];
  for (const permission of permissions) {
    const held = engine.app.permissions.has(permission);
    facts.push({ label: 'permission', value: `${permission}: ${engine.translate(`inspect.${held ? 'held' : 'notHeld'}`)}`, isBad: !held });
  }
  for (const [name, found] of Object.entries({ when, disabled })) {
    if (!found) continue;
    const label = name === 'when' ? 'expression' : 'disabled';
    const text = `${name}: ${found.compiled.source}`;
    facts.push(
      inRow ? expression(label, text, found.compiled, inRow) : { label, value: `${text} (${engine.translate('inspect.pointAtRow')})` },
    );
  }
  return facts;
}

function valueIn(compiled: Compiled, scope: Scope): unknown {
  try {
    return compiled.evaluate(scope);
  } catch {
    // A failing expression counts as no, as in the widget; the fact of the expression tells its failure.
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
