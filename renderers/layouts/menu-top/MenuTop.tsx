import { useLayoutEffect, useRef, useState } from 'react';
import { menuName } from '../../../src/core/index.ts';
import { type NavigationItem, withOwnPage } from '../../../src/core/menu.ts';
import { useLanguage, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { MenuTopOptions } from '../../../src/generated/options.ts';
import { Anchor } from '../../shared/Anchor.tsx';
import { classes } from '../../shared/classes.ts';
import { listOf } from '../../shared/list.ts';
import { firstLine } from './fit.ts';
import './menu-top.css';
import { Popover } from './Popover.tsx';

/** The menu of the header (LAYOUT-11). Entries that do not fit stand under a last entry "more". */
export function MenuTop({ options }: WidgetProps<MenuTopOptions>) {
  const t = useTranslate();
  const language = useLanguage();
  const list = useRef<HTMLUListElement>(null);
  const items = listOf<NavigationItem>(options.items).filter((item) => item.href || item.children.length > 0);
  const activeKeys = listOf<string>(options.activeKeys);
  const names = items.map((item) => menuName(item, language)).join('\n');
  const [{ shown, slack }, setLine] = useState({ shown: items.length, slack: 0 });
  const [open, setOpen] = useState<string>();

  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return;
    const measure = () => {
      const boxes = [...element.children].map((child) => {
        const { offsetTop: top, offsetLeft, offsetWidth } = child as HTMLElement;
        return { top, right: offsetLeft - element.offsetLeft + offsetWidth };
      });
      setLine(firstLine(names ? boxes : [], element.clientWidth));
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [names]);

  const rest = items.slice(shown);
  const onLeave = (id: string) => setOpen((current) => (current === id ? undefined : current));
  const popover = { activeKeys, open, onOpen: setOpen, onLeave };
  return (
    <nav className="tg-top" aria-label={options.label ?? t('layout.mainMenu')}>
      <ul className="tg-top-list" ref={list}>
        {items.map((item, index) => {
          const isActive = activeKeys.includes(item.menuId);
          return (
            <li key={item.menuId} className={index < shown ? undefined : 'tg-top-wrapped'}>
              {item.children.length > 0 ? (
                <Popover id={item.menuId} name={menuName(item, language)} items={withOwnPage(item)} active={isActive} {...popover} />
              ) : (
                <Anchor href={item.href} className={classes('tg-top-entry', isActive && 'tg-top-active')} current={isActive}>
                  {menuName(item, language)}
                </Anchor>
              )}
            </li>
          );
        })}
      </ul>
      {rest.length > 0 ? (
        <div className="tg-top-more" style={{ insetInlineStart: -slack }}>
          <Popover
            id="more"
            name={t('layout.more')}
            items={rest}
            active={rest.some((item) => activeKeys.includes(item.menuId))}
            {...popover}
          />
        </div>
      ) : null}
    </nav>
  );
}
