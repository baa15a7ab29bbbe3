import { type KeyboardEvent, useContext, useEffect, useRef, useState } from 'react';
import type { NavigationItem } from '../../../src/core/menu.ts';
import { useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { MenuSideOptions } from '../../../src/generated/options.ts';
import { classes } from '../../shared/classes.ts';
import { InDrawer } from '../../shared/drawer-context.ts';
import { listOf } from '../../shared/list.ts';
import { focusable, step } from '../../shared/menu/focus.ts';
import { useDismiss } from '../../shared/menu/useDismiss.ts';
import { type Branch, branchTo } from './branch.ts';
import { Entries } from './Entries.tsx';
import './menu-side.css';

const NONE: Branch = [];

/** The menu of the side. Opens the branch of the current path when the path changes; collapsed, submenus open beside their icon. */
export function MenuSide({ options }: WidgetProps<MenuSideOptions>) {
  const t = useTranslate();
  const inDrawer = useContext(InDrawer);
  const root = useRef<HTMLElement>(null);
  const items = listOf<NavigationItem>(options.items);
  const activeKeys = listOf<string>(options.activeKeys);
  const collapsed = options.collapsed === true && !inDrawer;
  const active = branchTo(items, activeKeys).join('\n');
  const [branch, setBranch] = useState<Branch>(NONE);

  useEffect(() => {
    setBranch(collapsed || active === '' ? NONE : active.split('\n'));
  }, [active, collapsed]);
  useDismiss(collapsed && branch.length > 0, root, () => setBranch(NONE));

  const onKeyDown = (event: KeyboardEvent) => {
    const all = focusable(root.current ?? document.body);
    const next = step(event.key, all.indexOf(document.activeElement as HTMLElement), all.length);
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };

  return (
    <nav ref={root} className={classes('tg-side', collapsed && 'tg-side-collapsed')} aria-label={options.label ?? t('layout.mainMenu')}>
      <Entries
        items={items}
        above={NONE}
        branch={branch}
        activeKeys={activeKeys}
        collapsed={collapsed}
        onBranch={setBranch}
        onKeyDown={onKeyDown}
      />
    </nav>
  );
}
