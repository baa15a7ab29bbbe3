/** An element with a class, and a role where it has one. */
export function make(name: string, className: string, role?: string): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  if (role !== undefined) element.setAttribute('role', role);
  return element;
}

export function place(element: HTMLElement, box: { left?: number; top?: number; width?: number; height?: number }): void {
  const { style } = element;
  for (const [name, value] of Object.entries(box)) style.setProperty(name, `${value}px`);
}

/** Puts children into their order without moving the one that holds the focus. */
export function reorder(ordered: readonly HTMLElement[]): void {
  if (ordered.every((element, index) => index === 0 || ordered[index - 1]?.nextElementSibling === element)) return;
  const kept = ordered.find((element) => element.contains(document.activeElement)) ?? ordered[0];
  const at = ordered.indexOf(kept as HTMLElement);
  kept?.before(...ordered.slice(0, at));
  kept?.after(...ordered.slice(at + 1));
}
