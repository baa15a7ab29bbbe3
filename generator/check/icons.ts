import { didYouMean } from '../../src/core/suggest.ts';
import { readIconNames } from '../read/icons.ts';
import { usesOf } from '../read/walk.ts';
import { finding } from './findings.ts';
import type { Check } from './project.ts';

/** Every icon that is written out exists: of an unknown one a neutral dot is shown. */
export const checkIcons: Check = (project) => {
  const uses = project.documents.all.flatMap((document) =>
    usesOf(document, project.shapes).flatMap(({ kind, value, pointer }) =>
      kind === 'icon' && typeof value === 'string' && !value.includes('{{') ? [{ source: document.source, value, pointer }] : [],
    ),
  );
  const known = uses.length > 0 ? readIconNames(project.root) : [];
  return uses
    .filter(({ value }) => !known.includes(value))
    .map(({ source, value, pointer }) => {
      const hint = didYouMean(value, known) ?? 'docs/reference/widgets.md names all icons';
      return finding(source, pointer, { code: 'UNKNOWN_ICON', severity: 'warning', message: `there is no icon "${value}"`, hint });
    });
};
