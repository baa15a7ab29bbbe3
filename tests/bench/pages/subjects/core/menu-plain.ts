import type { MenuRow } from '../../../../../src/core/types.ts';
import { menuRows } from '../fixtures/menu-rows.ts';
import { firstAndWarm } from '../support/clock.ts';
import type { Subject } from '../support/subject.ts';

interface Entry {
  row: MenuRow;
  children: Entry[];
}

/** The least a hand-written menu does: one map, children under parents, a list of routes, a set of permissions. Nothing is checked. */
function compile(rows: readonly MenuRow[]) {
  const byId = new Map<string, Entry>();
  for (const row of rows) byId.set(row.menuId, { row, children: [] });
  const roots: Entry[] = [];
  const routes: { path: string; layouts: string[]; page: string }[] = [];
  const permissions = new Set<string>();
  for (const entry of byId.values()) {
    const { row } = entry;
    const siblings = row.parentId === '0' ? roots : byId.get(row.parentId)?.children;
    if (row.type === '0' || row.type === '1') siblings?.push(entry);
    if (row.component && row.url) {
      const parts = row.component.split('#');
      routes.push({ path: row.url, page: parts.pop() ?? '', layouts: parts.length === 0 ? ['main'] : parts });
    }
    for (const permission of row.perms?.split(',') ?? []) permissions.add(permission);
  }
  return { roots, routes, permissions };
}

const subject: Subject = async (_root, argument) => {
  const count = Number(argument);
  const times = firstAndWarm((call) => menuRows(count, call), compile, 15);
  return { ...times, routes: compile(menuRows(count, 0)).routes.length, problems: 0 };
};

export default subject;
