import { isObject } from '../../../src/core/json-object.ts';
import type { LabelValue } from '../../database/values.ts';
import type { MenuAnswer } from './access.ts';

/** An application and its tile on the home page (API-05, HOME-03). */
export interface ApplicationAnswer {
  menuId: string;
  entry: string | null;
  full: boolean;
  name: string;
  nameHans: string | null;
  nameHant: string | null;
  nameEn: string | null;
  title: LabelValue | null;
  /** 0 enabled, 1 disabled. */
  status: string;
  userHomeIcon: string | null;
  description: LabelValue | null;
  descriptionDetails: LabelValue | null;
  /** Whether API-29 counts pending tasks for it. */
  pending: boolean;
}

// Rights are read once for many requests, and what stands in them with them.
const known = new WeakMap<readonly MenuAnswer[], ApplicationAnswer[]>();

/**
 * The applications of a user: menu rows whose `meta.application` describes one. A tile is thus data of a menu row, and who may
 * see the row sees the tile (PERM-04).
 */
export function applicationsOf(menus: readonly MenuAnswer[]): ApplicationAnswer[] {
  const applications = known.get(menus) ?? readApplications(menus);
  known.set(menus, applications);
  return applications;
}

function readApplications(menus: readonly MenuAnswer[]): ApplicationAnswer[] {
  return menus.flatMap((menu) => applicationOf(menu) ?? []);
}

/** The application a menu row describes. */
export function applicationOf(menu: MenuAnswer): ApplicationAnswer | undefined {
  const application = readMeta(menu.meta).application;
  if (!isObject(application)) return undefined;
  return {
    menuId: text(application.id) ?? menu.menuId,
    entry: text(application.entry),
    full: application.full === true,
    name: menu.name,
    nameHans: menu.nameHans,
    nameHant: menu.nameHant,
    nameEn: menu.nameEn,
    title: label(application.title),
    status: text(application.status) ?? '0',
    userHomeIcon: text(application.userHomeIcon) ?? menu.icon,
    description: label(application.description),
    descriptionDetails: label(application.descriptionDetails),
    pending: application.pending === true,
  };
}

/** Malformed `meta` counts as empty (ROUTE-12): one bad menu never blocks the others. */
function readMeta(meta: string | null): Record<string, unknown> {
  if (meta === null || !meta.includes('"application"')) return {};
  try {
    const value: unknown = JSON.parse(meta);
    return isObject(value) ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function label(value: unknown): LabelValue | null {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return null;
  const entries = value.flatMap((entry) => {
    if (!isObject(entry) || typeof entry.l !== 'string' || typeof entry.t !== 'string') return [];
    return [entry.d === true ? { l: entry.l, t: entry.t, d: true } : { l: entry.l, t: entry.t }];
  });
  return entries.length > 0 ? entries : null;
}
