import { didYouMean } from '../../src/core/suggest.ts';
import { isObject, objectAt, textAt, valueAt } from '../json.ts';
import type { DocumentKind } from '../read/documents.ts';
import { stringsIn } from '../read/values.ts';
import { type Finding, finding } from './findings.ts';
import type { Check, Project } from './project.ts';
import { permissionsAsked } from './scopes/context.ts';

/** What a permission nobody can hold comes to. */
const outcomes = {
  register: 'nobody does this or hears of it',
  ...{ page: 'this is hidden from everybody', layout: 'this is hidden from everybody' },
  ...{ form: 'this is hidden from everybody', table: 'this is hidden from everybody' },
} as const satisfies Partial<Record<DocumentKind, string>>;
/** By what permissions of a register records are seen. */
const isSight = /^\/reach\/\d+\/permission$/;
const kinds = Object.keys(outcomes) as (keyof typeof outcomes)[];

/**
 * Permissions that hide something or name people, and that nobody can hold, as no call wants them and no menu row grants them: mostly slips of the pen.
 * What is made of a register hides by those the register names: each is told once, where it stands.
 */
export const checkPermissionNames: Check = (project) => {
  const known = knownPermissions(project);
  const told = new Set<string>();
  return kinds.flatMap((kind) =>
    project.documents.of(kind).flatMap(({ source, isDerived }) =>
      stringsIn(source).flatMap(([pointer, text]): Finding[] => {
        const asked = /\/permission(\/\d+)?$/.test(pointer) ? [text] : permissionsAsked(text);
        return asked
          .filter((permission) => !known.has(permission) && !(isDerived && told.has(`${source.file} ${permission}`)))
          .map((permission) => {
            told.add(`${source.file} ${permission}`);
            const outcome = kind === 'register' && isSight.test(pointer) ? 'nobody sees records by it' : outcomes[kind];
            const message = `no call wants the permission "${permission}" and no menu row grants it, so that ${outcome}`;
            const hint = didYouMean(permission, [...known]) ?? 'name it in the access of a call, or in the perms of a menu row';
            return finding(source, pointer, { code: 'UNKNOWN_PERMISSION', severity: 'warning', message, hint });
          });
      }),
    ),
  );
};

function knownPermissions(project: Project): Set<string> {
  const ofCalls = Object.values(project.contracts).flatMap(({ access }) => (typeof access === 'object' ? [access.permission].flat() : []));
  const ofMenus = project.documents.of('menu').flatMap(({ source }) => granted(valueAt(source.value, '/items')));
  return new Set([...ofCalls, ...ofMenus]);
}

/** Permissions of menu rows and of the rows below them. */
function granted(rows: unknown): string[] {
  if (!Array.isArray(rows)) return [];
  return rows.filter(isObject).flatMap((row) => {
    const access = [objectAt(row, 'access').permission].flat().filter((entry) => typeof entry === 'string');
    const perms = (textAt(row, 'perms') ?? '').split(',').map((part) => part.trim());
    return [...access, ...perms.filter((part) => part !== ''), ...granted(row.children)];
  });
}
