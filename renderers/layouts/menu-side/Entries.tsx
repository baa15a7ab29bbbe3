import { type CSSProperties, type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { menuName } from '../../../src/core/index.ts';
import { type NavigationItem, withOwnPage } from '../../../src/core/menu.ts';
import { useLanguage } from '../../../src/engine/index.ts';
import { Anchor } from '../../shared/Anchor.tsx';
import { classes } from '../../shared/classes.ts';
import { Glyph } from '../../shared/icon/Glyph.tsx';
import { Icon } from '../../shared/icon/Icon.tsx';
import { type Branch, isOpen, toggle } from './branch.ts';

interface EntriesProps {
  items: readonly NavigationItem[];
  /** menuIds of the open submenus around this list. */
  above: Branch;
  branch: Branch;
  activeKeys: readonly string[];
  collapsed: boolean;
  onBranch: (branch: Branch) => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  id?: string;
}

/** Pixels before an entry: names of the second level stand under names of the first, deeper ones a little further in. */
const indent = (level: number, collapsed: boolean) => (level === 0 ? 12 : (collapsed ? 12 : 42) + (level - 1) * 14);

/** One list of entries; submenus are made when they are open. */
export function Entries({ items, onKeyDown, id, ...rest }: EntriesProps) {
  return (
    <ul
      className="tg-side-list"
      id={id}
      onKeyDown={onKeyDown}
      style={{ '--tg-indent': `${indent(rest.above.length, rest.collapsed)}px` } as CSSProperties}
    >
      {items.map((item) => (
        <li key={item.menuId}>
          <Entry item={item} {...rest} />
        </li>
      ))}
    </ul>
  );
}

function Entry({
  item,
  above,
  branch,
  activeKeys,
  collapsed,
  onBranch,
}: Omit<EntriesProps, 'items' | 'id' | 'onKeyDown'> & { item: NavigationItem }) {
  const language = useLanguage();
  const listId = useId();
  const level = above.length;
  const name = menuName(item, language);
  const isTop = level === 0;
  const isActive = activeKeys.includes(item.menuId);
  const isIconOnly = collapsed && isTop;
  const content = (
    <>
      {isTop ? <Icon name={item.icon ?? ''} size={18} /> : null}
      <span className={classes('tg-side-name', isIconOnly && 'tg-hidden')}>{name}</span>
    </>
  );

  if (item.children.length === 0) {
    if (!item.href) return null;
    return (
      <Anchor
        href={item.href}
        className={classes('tg-side-entry', isActive && 'tg-side-active', isIconOnly && 'tg-side-icon-only')}
        current={isActive && activeKeys.at(-1) === item.menuId}
        title={isIconOnly ? name : undefined}
        onUse={() => {
          if (collapsed) onBranch([]);
        }}
      >
        {content}
      </Anchor>
    );
  }
  const open = isOpen(branch, level, item.menuId);
  const list = open ? (
    <Entries
      id={listId}
      items={withOwnPage(item)}
      above={[...above, item.menuId]}
      branch={branch}
      activeKeys={activeKeys}
      collapsed={collapsed}
      onBranch={onBranch}
    />
  ) : null;
  return (
    <>
      <button
        type="button"
        className={classes('tg-side-entry', isActive && 'tg-side-within', isIconOnly && 'tg-side-icon-only')}
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        title={isIconOnly ? name : undefined}
        onClick={() => onBranch(toggle(branch, above, item.menuId))}
        onKeyDown={(event) => {
          const opens = event.key === 'ArrowRight' && !open;
          const closes = (event.key === 'ArrowLeft' || event.key === 'Escape') && open;
          if (opens || closes) onBranch(toggle(branch, above, item.menuId));
        }}
      >
        {content}
        {isIconOnly ? null : <Glyph name={open ? 'up' : 'down'} size={14} />}
      </button>
      {isIconOnly && list ? <Flyout title={name}>{list}</Flyout> : list}
    </>
  );
}

/** The submenu of a collapsed entry, beside it: the side itself would cut it off. */
function Flyout({ title, children }: { title: string; children: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<{ top: number; left: number }>();
  useLayoutEffect(() => {
    const button = panel.current?.previousElementSibling?.getBoundingClientRect();
    const own = panel.current?.getBoundingClientRect();
    if (!button || !own) return;
    setPlace({ top: Math.max(8, Math.min(button.top, window.innerHeight - own.height - 8)), left: button.right + 8 });
  }, []);
  return (
    <div className="tg-side-flyout" ref={panel} style={place}>
      <p className="tg-side-flyout-title">{title}</p>
      {children}
    </div>
  );
}
