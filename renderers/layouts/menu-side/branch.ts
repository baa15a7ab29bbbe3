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

interface Tree {
  menuId: string;
  children: readonly Tree[];
}

/** The branch that leads to the current entry. `activeKeys` may name entries above the shown ones (MENU-02 shows the children of the first). */
export function branchTo(items: readonly Tree[], activeKeys: readonly string[]): Branch {
  const branch: string[] = [];
  let level = items;
  while (level.length > 0) {
    const item = level.find((candidate) => candidate.children.length > 0 && activeKeys.includes(candidate.menuId));
    if (!item) break;
    branch.push(item.menuId);
    level = item.children;
  }
  return branch;
}
