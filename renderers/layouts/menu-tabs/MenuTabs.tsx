import { menuName } from '../../../src/core/index.ts';
import type { NavigationItem } from '../../../src/core/menu.ts';
import { useLanguage, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { MenuTabsOptions } from '../../../src/generated/options.ts';
import { Anchor } from '../../shared/Anchor.tsx';
import { classes } from '../../shared/classes.ts';
import { listOf } from '../../shared/list.ts';
import { filledIn } from './address.ts';
import './menu-tabs.css';

/** Tabs that are links: each is a page of its own with its own address (LAYOUT-09). */
export function MenuTabs({ options }: WidgetProps<MenuTabsOptions>) {
  const t = useTranslate();
  const language = useLanguage();
  const { params } = options;
  const items = listOf<NavigationItem>(options.items)
    .map((item) => ({ ...item, href: filledIn(item.href, params ?? {}) }))
    .filter(({ href }) => href !== '');
  const activeKeys = listOf<string>(options.activeKeys);
  if (items.length === 0) return null;
  return (
    <nav className="tg-menu-tabs" aria-label={options.label ?? t('layout.tabs')}>
      <ul>
        {items.map((item) => {
          const isActive = activeKeys.includes(item.menuId);
          return (
            <li key={item.menuId}>
              <Anchor href={item.href} className={classes('tg-menu-tab', isActive && 'tg-menu-tab-active')} current={isActive}>
                {menuName(item, language)}
              </Anchor>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
