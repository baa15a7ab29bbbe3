import { observer, useTranslate } from '../../../src/engine/index.ts';
import type { TableOptions } from '../../../src/generated/options.ts';
import { MenuButton, type MenuEntry } from '../../shared/controls/MenuButton.tsx';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { runAction } from '../../shared/controls/row-action.ts';
import { lazyText, truth } from '../../shared/lazy.ts';
import type { Row } from './model.ts';
import { useRowPress } from './useRowPress.ts';

export type RowAction = NonNullable<TableOptions['actions']>[number];

const SHOWN = 3;

interface RowActionsProps {
  /** Those of the table: what one is there is what it stays, however it is worded and whatever else the row offers. */
  all: readonly RowAction[];
  actions: RowAction[];
  now: { readonly value: readonly RowAction[] };
  shown?: number;
  row: Row;
  index: number;
}

/** Buttons at the end of a row, which follow what their words and states read by themselves; those beyond `shown` fold into a menu, and those that cannot be pressed before others. One action of a row runs at a time. */
export const RowActions = observer(function RowActions({ all, actions, now, shown = SHOWN, row, index }: RowActionsProps) {
  const t = useTranslate();
  const { busy, press } = useRowPress();
  const locals = { row, index };
  const { visible, folded } = arranged(actions, shown, (action) => truth(action.disabled, locals, false));
  /** What shows of an action now. */
  const state = (action: RowAction) => {
    const isDisabled = truth(action.disabled, locals, false);
    const reason = isDisabled ? lazyText(action.reason, locals) : undefined;
    return { isDisabled, reason, text: lazyText(action.text, locals), label: lazyText(action.label, locals) };
  };
  return (
    <span className="tg-table-actions" aria-busy={busy || undefined}>
      {visible.map((action) => {
        const { isDisabled, reason, text, label } = state(action);
        return (
          <PlainButton
            key={all.indexOf(action)}
            look="link"
            text={text}
            icon={action.icon}
            danger={action.danger}
            aria-label={text ? undefined : label}
            title={reason ?? (text ? undefined : label)}
            blocked={(isDisabled && reason !== undefined) || busy}
            disabled={isDisabled && reason === undefined}
            onClick={() => void runAction(press, action, locals, now)}
          />
        );
      })}
      {folded.length > 0 ? (
        <MenuButton
          align="end"
          entries={folded.map((action): MenuEntry => {
            const { isDisabled, reason, text, label } = state(action);
            return {
              key: String(all.indexOf(action)),
              text: text ?? label ?? '',
              icon: action.icon,
              danger: action.danger,
              disabled: isDisabled || busy,
              title: reason,
              onChoose: () => void runAction(press, action, locals, now),
            };
          })}
        >
          {(props) => <PlainButton {...props} look="link" icon="ellipsis" aria-label={t('table.moreFor')} />}
        </MenuButton>
      ) : null}
    </span>
  );
});

/** Which of the actions of a row are buttons, and which stand in its menu: what cannot be pressed takes no room of what can. */
function arranged(
  actions: RowAction[],
  shown: number,
  isDisabled: (action: RowAction) => boolean,
): { visible: RowAction[]; folded: RowAction[] } {
  // A menu for a single action would only cost a click; with none shown there is no room for its words.
  if (actions.length <= shown) return { visible: actions, folded: [] };
  const disabled = actions.filter(isDisabled);
  const working = actions.filter((action) => !disabled.includes(action));
  const visible = working.slice(0, Math.max(0, shown - 1));
  return { visible, folded: [...working.slice(visible.length), ...disabled] };
}
