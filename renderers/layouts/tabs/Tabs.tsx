import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Nodes, useController, useReveal, useTranslate, Visible, type WidgetProps } from '../../../src/engine/index.ts';
import type { TabsOptions } from '../../../src/generated/options.ts';
import { CountBubble } from '../../shared/CountBubble.tsx';
import { classes } from '../../shared/classes.ts';
import { MenuButton } from '../../shared/controls/MenuButton.tsx';
import { Icon } from '../../shared/icon/Icon.tsx';
import { chosen, nextTab } from './choice.ts';
import './tabs.css';

/** Panels of which one is shown; a panel is made when it is first shown, and rests while hidden. */
export function Tabs({ options, node, scope, id, expose }: WidgetProps<TabsOptions>) {
  const t = useTranslate();
  const { items, initial, onChange, look = 'line', stretch, label, activation = 'auto' } = options;
  const [own, setOwn] = useState(initial);
  const { tabs, active } = chosen(items, options.active ?? own);
  const shown = useRef(new Set<string>());
  if (active !== undefined) shown.current.add(active);
  const buttons = useRef(new Map<string, HTMLButtonElement>());

  useEffect(() => expose({ active }), [expose, active]);
  const choose = (key: string) => {
    if (key === active) return;
    setOwn(key);
    void onChange?.({ value: key });
  };
  useController(node, { set: (_path, value) => choose(String(value)) });

  const focused = () => tabs.find(({ key }) => buttons.current.get(key) === document.activeElement)?.key;
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys in an open menu bubble here, too: it hangs below its tab.
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
    const next = nextTab(event.key, focused() ?? active, tabs);
    if (next === undefined) return;
    event.preventDefault();
    if (activation === 'auto' && entriesOf(tabs.find(({ key }) => key === next)?.menu).length === 0) choose(next);
    buttons.current.get(next)?.focus();
  };
  const entriesOf = (menu: TabsOptions['items'][number]['menu']) =>
    (menu?.items ?? []).flatMap((entry) => {
      if (typeof entry !== 'object' || entry === null) return [];
      const values = entry as Record<string, unknown>;
      const value = String(values[menu?.valueField ?? 'value'] ?? '');
      return [{ value, text: t.localized(values[menu?.textField ?? 'text'] as Parameters<typeof t.localized>[0]) || value }];
    });
  const tabId = (key: string) => `${id}-tab-${key}`;
  const panelId = (key: string) => `${id}-panel-${key}`;

  return (
    <div className={classes('tg-tabs', stretch && 'tg-tabs-stretch')} data-look={look}>
      <div className="tg-tabs-list" role="tablist" aria-label={label ?? t('layout.tabs')} onKeyDown={onKeyDown}>
        {tabs.map((tab) => {
          const button = {
            type: 'button' as const,
            role: 'tab' as const,
            className: 'tg-tabs-tab',
            'aria-selected': tab.key === active,
            'aria-disabled': tab.disabled || undefined,
            tabIndex: tab.key === active ? 0 : -1,
          };
          const keep = (element: HTMLButtonElement | null) => {
            if (element) buttons.current.set(tab.key, element);
            else buttons.current.delete(tab.key);
          };
          const content = (
            <>
              {tab.icon ? <Icon name={tab.icon} size={16} /> : null}
              <span>{tab.label}</span> <CountBubble count={tab.badge} />
            </>
          );
          const entries = tab.disabled ? [] : entriesOf(tab.menu);
          if (entries.length > 0) {
            return (
              <MenuButton
                key={tab.key}
                align="end"
                onOpen={() => void tab.menu?.onOpen?.({ value: tab.key })}
                entries={entries.map(({ value, text }) => ({
                  key: value,
                  text,
                  onChoose: () => void onChange?.({ value: tab.key, item: value }),
                }))}
              >
                {(props) => (
                  <button
                    {...props}
                    {...button}
                    ref={(element) => {
                      props.ref(element);
                      keep(element);
                    }}
                  >
                    {content}
                    <Icon name="down" size={12} />
                  </button>
                )}
              </MenuButton>
            );
          }
          return (
            <button
              key={tab.key}
              {...button}
              ref={keep}
              id={tabId(tab.key)}
              aria-controls={tab.key === active && tab.body ? panelId(tab.key) : undefined}
              onClick={() => !tab.disabled && choose(tab.key)}
            >
              {content}
            </button>
          );
        })}
      </div>
      {tabs.map((tab) => (
        <Reveal key={tab.key} nodes={tab.body} reveal={() => choose(tab.key)} />
      ))}
      {tabs.map((tab) =>
        tab.body && shown.current.has(tab.key) ? (
          <div
            key={tab.key}
            role="tabpanel"
            id={panelId(tab.key)}
            aria-labelledby={tabId(tab.key)}
            className="tg-tabs-panel"
            hidden={tab.key !== active}
          >
            <Visible shown={tab.key === active}>
              <Nodes nodes={tab.body} scope={scope} />
            </Visible>
          </div>
        ) : null,
      )}
    </div>
  );
}

/** Opens a tab when a field in it needs the user. */
function Reveal({ nodes, reveal }: { nodes: TabsOptions['items'][number]['body']; reveal: () => void }) {
  useReveal(nodes, reveal);
  return null;
}
