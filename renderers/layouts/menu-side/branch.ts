/** Open submenus from the root inwards: one a level, so that only one branch is open at a time (MENU-08). */
export type Branch = readonly string[];

/** Opens or closes the submenu `id` whose open ancestors are `above`. Whatever else was open at that level closes. */
export function toggle(branch: Branch, above: Branch, id: string): Branch {
  const isOpen = branch[above.length] === id && above.every((part, level) => branch[level] === part);
  return isOpen ? [...above] : [...above, id];
}

/** Whether the submenu `id` at `level` is open. */
export function isOpen(branch: Branch, level: number, id: string): boolean {
  return branch[level] === id;
}
