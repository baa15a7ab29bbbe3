import { useNavigateTo, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { UserInfoOptions } from '../../../src/generated/options.ts';
import { Glyph } from '../../shared/icon/Glyph.tsx';
import { MenuButton } from '../../shared/menu/MenuButton.tsx';
import { Portrait } from '../../shared/Portrait.tsx';
import { TagLabel } from '../../shared/TagLabel.tsx';
import { identitiesOf } from './identities.ts';
import './user-info.css';

/** Avatar and name of the user with a menu of actions. */
export function UserInfo({ options }: WidgetProps<UserInfoOptions>) {
  const t = useTranslate();
  const navigate = useNavigateTo();
  const { userName, detail, src, marker, items, onAvatar, avatarLabel } = options;
  const identities = identitiesOf(options);
  const name = userName || t('layout.user');
  const portrait = <Portrait src={src} name={name} size={28} decorative />;
  const menu = (
    <MenuButton
      label={t('layout.userMenu', { name })}
      head={
        <div className="tg-user-head">
          <Portrait src={src} name={name} size={40} decorative />
          <div>
            <p className="tg-user-name">{name}</p>
            {detail ? <p className="tg-user-detail">{detail}</p> : null}
          </div>
        </div>
      }
      entries={[
        ...items
          .filter((item) => item.visible !== false)
          .map((item) => ({
            key: item.key,
            label: item.label,
            icon: item.icon,
            danger: item.danger,
            divider: item.divider,
            disabled: item.disabled,
            onSelect: () => {
              if (item.onClick) void item.onClick();
              else if (item.href) navigate(item.href);
            },
          })),
        ...identities.map(({ value, label, selected }, index) => ({
          key: `identity ${value}`,
          label,
          selected,
          divider: index === 0,
          heading: index === 0 ? options.identitiesTitle : undefined,
          onSelect: () => {
            if (!selected) void options.onIdentity?.({ value });
          },
        })),
      ]}
    >
      {onAvatar ? null : portrait}
      <span className="tg-user-name tg-user-short">{name}</span>
      {marker ? <TagLabel text={marker} tone="warning" /> : null}
      <Glyph name="down" size={12} />
    </MenuButton>
  );
  if (!onAvatar) return menu;
  return (
    <div className="tg-user-info">
      <button
        type="button"
        className="tg-user-avatar"
        aria-label={avatarLabel || name}
        title={avatarLabel || name}
        onClick={() => void onAvatar()}
      >
        {portrait}
      </button>
      {menu}
    </div>
  );
}
