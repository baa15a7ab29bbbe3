import { observer } from '../../../src/engine/index.ts';
import { lazyText } from '../lazy.ts';
import { MenuButton } from './MenuButton.tsx';
import { PlainButton } from './PlainButton.tsx';
import { type RecordAction, type RecordLocals, runAction } from './row-action.ts';
import type { usePress } from './usePress.ts';

interface MenuAction extends RecordAction {
  icon?: string;
}
interface RecordMenuProps extends ReturnType<typeof usePress> {
  /** Those this record offers. */
  actions: readonly MenuAction[];
  locals: RecordLocals;
  /** All actions, in the language of the window. */
  now: { readonly value: readonly MenuAction[] };
  /** What the button says to screen readers. */
  label: string;
  tabIndex?: number;
}

/** What can be done with a record, folded into a button; nothing where there is nothing to do. One action of a record runs at a time. */
export const RecordMenu = observer(function RecordMenu({ actions, locals, now, busy, press, label, tabIndex }: RecordMenuProps) {
  if (actions.length === 0) return null;
  return (
    <MenuButton
      align="end"
      entries={actions.map((action, at) => ({
        key: String(at),
        text: lazyText(action.text, locals) ?? '',
        icon: action.icon,
        danger: action.danger,
        disabled: busy,
        onChoose: () => void runAction(press, action, locals, now),
      }))}
    >
      {(props) => <PlainButton {...props} look="text" size="small" icon="ellipsis" busy={busy} tabIndex={tabIndex} aria-label={label} />}
    </MenuButton>
  );
});
