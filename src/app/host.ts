import { dayIn, formatDate, menuName, personName } from '../core/index.ts';
import type { ExpressionHost, Scope } from '../core/types.ts';
import type { DictionaryStore } from '../engine/index.ts';
import type { AppState, Translate } from '../engine/types.ts';
import { randomUuid } from './random-uuid.ts';
import { rolesOf } from './stats.ts';

interface HostParts {
  state: AppState;
  translate: Translate;
  dictionaries: DictionaryStore;
}

/** The functions of expressions that need the application. What they read is observed like any other value. */
export function createHost({ state, translate, dictionaries }: HostParts): ExpressionHost {
  const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value));
  return {
    functions: {
      t: (key, values) => translate(text(key), values as Record<string, unknown> | undefined),
      localized: (value) => translate.localized(value as Parameters<Translate['localized']>[0]),
      dict: (type, value) => dictionaries.label(text(type), value),
      dictEntries: (type) => dictionaries.view(text(type)).entries ?? [],
      can: (permission) => (Array.isArray(permission) ? permission : [permission]).some((one) => state.permissions.has(text(one))),
      hasRole: (code) => rolesOf(state.user).some((role) => role.roleCode === code),
      personName: (person) => {
        const name = personName(person, state.language);
        const hasLeft = (person as { hasLeft?: unknown } | null | undefined)?.hasLeft === true;
        return name !== '' && hasLeft ? translate('common.hasLeft', { name }) : name;
      },
      menuName: (item) =>
        typeof item === 'object' && item !== null ? menuName(item as Parameters<typeof menuName>[0], state.language) : '',
      formatDate: (value, pattern) => formatDate(value, pattern === undefined ? undefined : text(pattern)),
      now: () => Date.now(),
      // As the back end counts days: it would refuse one that has begun or ended for the browser alone.
      today: () => dayIn(text(state.config.timeZone), Date.now()) ?? formatDate(Date.now(), 'YYYY-MM-DD'),
      hour: () => new Date().getHours(),
      uuid: randomUuid,
    },
  };
}

/** The outermost scope: session, user, config, variant, app, language, theme, tone. */
export function rootScope(state: AppState, host: ExpressionHost): Scope {
  const names = {
    get session() {
      return state.session;
    },
    get user() {
      return state.user;
    },
    get config() {
      return state.config;
    },
    get variant() {
      return state.variant;
    },
    get app() {
      return state.manifest.app;
    },
    get language() {
      return state.language;
    },
    get theme() {
      return state.theme;
    },
    get tone() {
      return state.tone;
    },
  };
  return { names, host };
}
