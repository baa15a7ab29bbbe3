import { didYouMean } from '../../src/core/suggest.ts';
import { isObject, objectAt, textAt, valueAt } from '../json.ts';
import type { DocumentKind } from '../read/documents.ts';
import { stringsOf } from '../read/walk.ts';
import { type Finding, finding } from './findings.ts';
import type { Check, Project } from './project.ts';
import { permissionsAsked } from './scopes/context.ts';

const shown: DocumentKind[] = ['page', 'layout', 'form', 'table', 'register'];

/** Permissions that hide something and that nobody can hold, as no call wants them and no menu row grants them: mostly slips of the pen. */
export const checkPermissionNames: Check = (project) => {
  const known = knownPermissions(project);
  return shown.flatMap((kind) =>
    project.documents.of(kind).flatMap(({ source }) =>
      [...stringsOf(source.value)].flatMap(([pointer, text]): Finding[] => {
        const asked = /\/permission(\/\d+)?$/.test(pointer) ? [text] : permissionsAsked(text);
        return asked
          .filter((permission) => !known.has(permission))
          .map((permission) => {
            const message = `no call wants the permission "${permission}" and no menu row grants it, so that this is hidden from everybody`;
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
