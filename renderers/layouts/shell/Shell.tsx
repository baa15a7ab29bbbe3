import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { Nodes, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { ShellOptions } from '../../../src/generated/options.ts';
import { classes } from '../../shared/classes.ts';
import { Glyph } from '../../shared/icon/Glyph.tsx';
import { NARROW, useMedia } from '../../shared/useMedia.ts';
import { Drawer } from './Drawer.tsx';
import './shell.css';

/** The main frame: header, side and content as landmarks (LAYOUT-01, LAYOUT-05). */
export function Shell({ options, scope }: WidgetProps<ShellOptions>) {
  const t = useTranslate();
  const narrow = useMedia(NARROW);
  const main = useRef<HTMLElement>(null);
  const menuButton = useRef<HTMLButtonElement>(null);
  const mainId = useId();
  const drawerId = useId();
  const [drawer, setDrawer] = useState(false);
  const { header, tools, side, footer, body, docked = true, collapsed = false, headless = false, onCollapse } = options;

  const hasSide = !headless && side !== undefined && side.length > 0;
  const isDocked = hasSide && docked && !narrow;
  // Where there is no room for it any more it does not come back by itself.
  useEffect(() => {
    if (!narrow) setDrawer(false);
  }, [narrow]);
  const closeDrawer = useCallback(() => {
    setDrawer(false);
    menuButton.current?.focus();
  }, []);

  return (
    <div className={classes('tg-shell', isDocked && collapsed && 'tg-shell-collapsed')}>
      {headless ? null : (
        <>
          <a
            className="tg-shell-skip"
            href={`#${mainId}`}
            onClick={(event) => {
              event.preventDefault();
              main.current?.focus();
            }}
          >
            {t('layout.skip')}
          </a>
          <header className="tg-shell-header">
            {hasSide && narrow ? (
              <button
                ref={menuButton}
                type="button"
                className="tg-icon-button"
                aria-expanded={drawer}
                aria-controls={drawer ? drawerId : undefined}
                aria-label={t('layout.openMenu')}
                onClick={() => setDrawer(true)}
              >
                <Glyph name="menu" />
              </button>
            ) : null}
            {isDocked && onCollapse ? (
              <button
                type="button"
                className="tg-icon-button"
                aria-expanded={!collapsed}
                aria-label={t(collapsed ? 'layout.unfoldMenu' : 'layout.foldMenu')}
                title={t(collapsed ? 'layout.unfoldMenu' : 'layout.foldMenu')}
                onClick={() => void onCollapse({ value: !collapsed })}
              >
                <Glyph name={collapsed ? 'unfold' : 'fold'} />
              </button>
            ) : null}
            <div className="tg-shell-start">
              <Nodes nodes={header} scope={scope} />
            </div>
            <div className="tg-shell-tools">
              <Nodes nodes={tools} scope={scope} />
            </div>
          </header>
        </>
      )}
      <div className="tg-shell-row">
        {isDocked ? (
          <div className="tg-shell-side">
            <Nodes nodes={side} scope={scope} />
          </div>
        ) : null}
        <div className="tg-shell-content">
          <main id={mainId} className="tg-shell-main" ref={main} tabIndex={-1}>
            <Nodes nodes={body} scope={scope} />
          </main>
          {footer && footer.length > 0 && !headless ? (
            <footer className="tg-shell-footer">
              <Nodes nodes={footer} scope={scope} />
            </footer>
          ) : null}
        </div>
      </div>
      {hasSide && narrow && drawer ? (
        <Drawer id={drawerId} label={t('layout.mainMenu')} closeLabel={t('layout.closeMenu')} close={closeDrawer}>
          <Nodes nodes={side} scope={scope} />
        </Drawer>
      ) : null}
    </div>
  );
}
