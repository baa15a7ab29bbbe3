import { isObject } from '../core/json-object.ts';
import type { AppDocument, MenuRow } from '../core/types.ts';
import type { AppState } from '../engine/types.ts';

type Session = AppState['session'];

export interface Stats {
  session: Session;
  user: Record<string, unknown> | null;
  /** undefined: the answer held no menus. */
  menus: MenuRow[] | undefined;
  /** The token is one of delegate mode whose delegation has ended. */
  delegationEnded: boolean;
  /** The session of the token ended because its person went on under another name in another window. */
  switched: boolean;
  /** The token they were asked with; undefined: none. */
  token: string | undefined;
}

/** What is no object counts as an empty one. */
export function record(value: unknown): Record<string, unknown> {
  return isObject(value) ? value : {};
}
function records(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'object' && item !== null) : [];
}

/** Ways to sign in of API-05 and API-13, whatever arrives. */
export function readAuthProperties(value: unknown): Session['authProperties'] {
  const configs = records(record(value).configs).filter((config) => typeof config.protocol === 'string');
  return { configs: configs as Session['authProperties']['configs'] };
}

/** A session of nobody; what is known about signing in stays. */
export function signedOut(
  app: Pick<AppDocument, 'defaultMenuStyle'>,
  authProperties: Session['authProperties'] = { configs: [] },
): Session {
  return {
    login: false,
    menuStyle: app.defaultMenuStyle ?? '2',
    applications: [],
    authProperties,
    delegate: null,
    viewing: null,
    userConfig: {},
  };
}

/** Answer of API-05 -> state. Wrong parts count as absent, so that a broken answer never blanks the application (STATE-01). */
export function readStats(answer: unknown, app: Pick<AppDocument, 'defaultMenuStyle'>, token: string | undefined): Stats {
  const stats = record(answer);
  const login = stats.login === true;
  const style = String(stats.menuStyle ?? '');
  const principal = record(stats.principal);
  return {
    session: {
      ...signedOut(app, readAuthProperties(stats.authProperties)),
      login,
      ...(typeof stats.ip === 'string' ? { ip: stats.ip } : {}),
      ...(style === '1' || style === '2' ? { menuStyle: style } : {}),
      applications: applicationsOf(stats.applications),
      delegate: stats.delegate ?? null,
      viewing: typeof record(stats.viewing).id === 'string' ? record(stats.viewing) : null,
      userConfig: record(stats.userConfig),
    },
    user: login && Object.keys(principal).length > 0 ? principal : null,
    menus: Array.isArray(stats.menus) ? menuRows(stats.menus) : undefined,
    delegationEnded: !login && stats.delegationEnded === true,
    switched: !login && stats.switched === true,
    token,
  };
}

/** Modules of API-05; an id that is a number is the text of its digits, as in rows of menus. */
function applicationsOf(value: unknown): Session['applications'] {
  const named = records(value).map((item) => (typeof item.menuId === 'number' ? { ...item, menuId: String(item.menuId) } : item));
  return named.filter((item) => typeof item.menuId === 'string') as Session['applications'];
}

/** Rows of API-05 or API-18 as they came: what is no row among them is a problem with its own place when they are compiled. */
export function menuRows(value: unknown): MenuRow[] {
  return Array.isArray(value) ? value : [];
}

/** Roles of the principal under either name, of which a back end may leave one empty (STATE-05). */
export function rolesOf(user: Record<string, unknown> | null): { roleCode?: unknown }[] {
  const roles = records(user?.roles);
  return roles.length > 0 ? roles : records(user?.roleList);
}
