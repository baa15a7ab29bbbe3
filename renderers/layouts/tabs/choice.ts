/** Tabs that exist, and which of them is chosen: the wanted one if it can be chosen, else the first that can. */
export function chosen<Tab extends { key: string; visible?: boolean; disabled?: boolean }>(
  items: readonly Tab[],
  wanted: string | undefined,
): { tabs: Tab[]; active: string | undefined } {
  const tabs = items.filter((item) => item.visible !== false);
  const usable = tabs.filter((tab) => !tab.disabled);
  const active = usable.find((tab) => tab.key === wanted) ?? usable[0];
  return { tabs, active: active?.key };
}

/** Key of the tab that an arrow, Home or End key chooses next; disabled ones are passed over. */
export function nextTab(key: string, active: string | undefined, tabs: readonly { key: string; disabled?: boolean }[]): string | undefined {
  const usable = tabs.filter((tab) => !tab.disabled);
  const at = usable.findIndex((tab) => tab.key === active);
  const count = usable.length;
  const moves: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: count - 1 };
  const to = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return to === undefined || count === 0 ? undefined : usable[(to + count) % count]?.key;
}
