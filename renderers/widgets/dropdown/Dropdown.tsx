import { Nodes, useApp, useObserved, type WidgetProps } from '../../../src/engine/index.ts';
import type { DropdownOptions } from '../../../src/generated/options.ts';
import { MenuButton, type MenuEntry } from '../../shared/controls/MenuButton.tsx';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { holds } from '../../shared/controls/permission.ts';
import { usePress } from '../../shared/controls/usePress.ts';
import './dropdown.css';

/** A button with a menu of actions. Entries whose permission is missing or whose `when` is false are not there. */
export function Dropdown({ options, scope }: WidgetProps<DropdownOptions>) {
  const app = useApp();
  const permissions = useObserved(() => app.permissions);
  const { busy, press } = usePress();
  const entries = options.items
    .filter((item) => item.when !== false && holds(permissions, item.permission))
    .map(
      (item, index): MenuEntry => ({
        key: `${index}`,
        text: item.text,
        icon: item.icon,
        danger: item.danger,
        disabled: item.disabled,
        checked: item.checked,
        divider: item.divider,
        onChoose: () => void choose(item),
      }),
    );
  const choose = async (item: (typeof options.items)[number]) => {
    if (item.onClick && !(await press(item.onClick, { value: item.value }))) return;
    await press(options.onSelect, { value: item.value, item });
  };
  return (
    <MenuButton entries={entries} align={options.align}>
      {(props) =>
        options.body ? (
          <button type="button" {...props} className="tg-dropdown-bare" aria-label={options.label} disabled={options.disabled}>
            <Nodes nodes={options.body} scope={scope} />
          </button>
        ) : (
          <PlainButton
            {...props}
            text={options.text}
            icon={options.icon ?? (options.text ? undefined : 'more')}
            look={options.type}
            danger={options.danger}
            disabled={options.disabled}
            busy={busy}
            aria-label={options.text ? undefined : options.label}
          />
        )
      }
    </MenuButton>
  );
}
