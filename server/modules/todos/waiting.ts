import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import { readerOf } from '../../reader.ts';
import { accessOfPrincipal, type MenuAnswer } from '../identity/access.ts';
import { namesOfAccounts } from '../users/names.ts';
import { approvalSources } from './approvals.ts';
import { mailSources } from './invitations.ts';
import { ownSources } from './own.ts';

/** What somebody waits for, as its source knows it. */
export interface Waiting {
  /** Unique within its kind. */
  id: string;
  title: string;
  /** What it is about, or how it stands. */
  detail: string;
  /** Where it is done. */
  url: string | null;
  /** Who it came from: what they are called, or their account. */
  from: string | { account: string | null } | null;
  /** Since when, and until which day. */
  time: string;
  dueDate: string | null;
}
/** Where such things come from: what waits for who asks, at most `most`, and how many there are. */
export type WaitingSource = (context: WordedContext, most: number) => Promise<{ items: Waiting[]; total: number }>;

export const kinds = ['task', 'plan', 'record', 'schedule', 'grant', 'invitation', 'message'] as const;
export type WaitingKind = (typeof kinds)[number];

/** The sources, one line each; a module with things that wait for people adds its own. */
const sources: Readonly<Record<WaitingKind, WaitingSource>> = { ...ownSources, ...approvalSources, ...mailSources };

/** Of each kind: more than anybody looks through, and few enough for one answer. */
const mostOfKind = 300;

/** Everything that waits for the user, what is due first in front. */
export async function everythingWaiting(context: WordedContext) {
  const { menus } = accessOfPrincipal(signedIn(context));
  const moduleOf = modulesOf(menus);
  const word = menuWords(context);
  const found = await Promise.all(
    kinds.map(async (kind) => {
      const { items, total } = await sources[kind](context, mostOfKind);
      return { kind, total, items: items.slice(0, mostOfKind) };
    }),
  );
  const nameOf = await namesOfAccounts(
    context,
    found.flatMap(({ items }) => items.flatMap(({ from }) => (isAccount(from) ? [from.account] : []))),
  );
  const items = found.flatMap(({ kind, items }) =>
    items.map((item) => {
      const module = moduleOf(item.url);
      const from = isAccount(item.from) ? nameOf(item.from.account) : item.from;
      return { ...item, from, id: `${kind}-${item.id}`, kind, module: module?.menuId ?? null, moduleName: module ? word(module) : null };
    }),
  );
  const modules = new Map(
    items.flatMap(({ module, moduleName }) => (module === null || moduleName === null ? [] : [[module, moduleName]])),
  );
  return {
    items: items.sort(byUrgency),
    total: found.reduce((sum, { total }) => sum + total, 0),
    counts: found.map(({ kind, total }) => ({ kind, total })),
    modules: [...modules].map(([value, label]) => ({ value, label })),
  };
}

const isAccount = (from: Waiting['from']) => typeof from === 'object' && from !== null;

interface Timed {
  dueDate: string | null;
  time: string;
}
const last = '9999-12-31';
function byUrgency(one: Timed, other: Timed): number {
  return (one.dueDate ?? last).localeCompare(other.dueDate ?? last) || other.time.localeCompare(one.time);
}

/** The module an address lies in: the topmost menu entry above the one that leads there. */
function modulesOf(menus: readonly MenuAnswer[]): (url: string | null) => MenuAnswer | undefined {
  const byId = new Map(menus.map((menu) => [menu.menuId, menu]));
  const byUrl = new Map(menus.flatMap((menu) => (menu.url === null ? [] : [[menu.url, menu] as const])));
  return (url) => {
    const path = url?.split(/[?#]/, 1)[0] ?? '';
    let menu = byUrl.get(path) ?? byUrl.get(path.replaceAll(/\/\d+(?=\/|$)/g, '/:id'));
    for (let steps = 0; menu && steps < 32; steps += 1) {
      const parent = byId.get(menu.parentId);
      if (!parent) break;
      menu = parent;
    }
    return menu;
  };
}

function menuWords(context: WordedContext): (menu: MenuAnswer) => string {
  const { say } = readerOf(context);
  const entry = (l: string, text: string | null) => (text === null || text === '' ? [] : [{ l, t: text }]);
  return ({ name, nameEn, nameHans, nameHant }) =>
    say([{ l: 'zh-Hans', t: nameHans ?? name, d: true }, ...entry('en', nameEn), ...entry('zh-Hant', nameHant)]);
}
