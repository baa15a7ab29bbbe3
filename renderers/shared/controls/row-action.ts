import type { ActionOutcome } from '../../../src/core/types.ts';
import { type Lazy, lazyText, truth } from '../lazy.ts';
import { holds } from './permission.ts';
import type { Ask, usePress } from './usePress.ts';

/** What can be done with one record of several, as an option of a widget. */
export interface RecordAction {
  text?: Lazy;
  danger?: boolean;
  when?: Lazy;
  permission?: string | string[];
  confirm?: Lazy;
  onClick: (locals?: Record<string, unknown>) => Promise<ActionOutcome>;
}

/** The record, and its place among the others. */
export interface RecordLocals extends Record<string, unknown> {
  row: Record<string, unknown>;
  index: number;
}

/** The actions this record offers to this user. */
export function offered<Action extends RecordAction>(
  actions: readonly Action[],
  locals: RecordLocals,
  permissions: ReadonlySet<string>,
): Action[] {
  return actions.filter((action) => holds(permissions, action.permission) && truth(action.when, locals, action.when === undefined));
}

/** Why the button of an action does nothing now, '' where nobody says it; undefined where it can be pressed. */
export function heldBack(action: { disabled?: Lazy; reason?: Lazy }, locals: RecordLocals): string | undefined {
  return truth(action.disabled, locals, false) ? (lazyText(action.reason, locals) ?? '') : undefined;
}

/** The question before an action of records. */
export function askOfRows(
  action: Pick<RecordAction, 'confirm' | 'danger'>,
  okText: string | undefined,
  locals: Record<string, unknown>,
): Ask {
  return { text: lazyText(action.confirm, locals), okText, danger: action.danger };
}

/** Runs the action of a record, after its question. `now`: all actions, in the language of the window. */
export function runAction<Action extends RecordAction>(
  press: ReturnType<typeof usePress>['press'],
  action: Action,
  locals: RecordLocals,
  now: { readonly value: readonly Action[] },
): Promise<boolean> {
  const at = now.value.indexOf(action);
  return press(action.onClick, locals, () => {
    const asking = now.value[at] ?? action;
    return askOfRows(asking, lazyText(asking.text, locals), locals);
  });
}
