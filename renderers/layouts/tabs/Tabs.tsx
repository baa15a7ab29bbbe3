import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Nodes, useController, useReveal, useTranslate, Visible, type WidgetProps } from '../../../src/engine/index.ts';
import type { TabsOptions } from '../../../src/generated/options.ts';
import { CountBubble } from '../../shared/CountBubble.tsx';
import { classes } from '../../shared/classes.ts';
import { Icon } from '../../shared/icon/Icon.tsx';
import { chosen, nextTab } from './choice.ts';
import './tabs.css';

/** Panels of which one is shown; a panel is made when it is first shown, and rests while hidden. */
export function Tabs({ options, node, scope, id, expose }: WidgetProps<TabsOptions>) {
  const t = useTranslate();
  const { items, initial, onChange, look = 'line', stretch, label } = options;
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

  const onKeyDown = (event: KeyboardEvent) => {
    const next = nextTab(event.key, active, tabs);
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
    buttons.current.get(next)?.focus();
  };
  const tabId = (key: string) => `${id}-tab-${key}`;
  const panelId = (key: string) => `${id}-panel-${key}`;

  return (
    <div className={classes('tg-tabs', stretch && 'tg-tabs-stretch')} data-look={look}>
      <div className="tg-tabs-list" role="tablist" aria-label={label ?? t('layout.tabs')} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            ref={(element) => {
              if (element) buttons.current.set(tab.key, element);
              else buttons.current.delete(tab.key);
            }}
            type="button"
            role="tab"
            id={tabId(tab.key)}
            className="tg-tabs-tab"
            aria-selected={tab.key === active}
            aria-controls={tab.key === active && tab.body ? panelId(tab.key) : undefined}
            aria-disabled={tab.disabled || undefined}
            tabIndex={tab.key === active ? 0 : -1}
            onClick={() => !tab.disabled && choose(tab.key)}
          >
            {tab.icon ? <Icon name={tab.icon} size={16} /> : null}
            <span>{tab.label}</span> <CountBubble count={tab.badge} />
          </button>
        ))}
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
