import { fieldHint } from '../../src/core/suggest.ts';
import { isObject, listAt, pointerPart, textAt } from '../json.ts';
import { givenBy, strangeChoice } from './filter-values.ts';
import { type Finding, finding } from './findings.ts';
import type { Project } from './project.ts';
import { fieldsIn } from './scopes/told.ts';
import type { Options } from './scopes/walk.ts';

/** `filterInitial` of a table: filters the table has, with values they offer. Anything else would be sent, or left out, and nobody could change it. */
export function firstFilterFindings(project: Project, options: Options): Finding[] {
  const initial = options.get('filterInitial');
  if (!initial || !isObject(initial.value)) return [];
  const known = ['filters', 'linkedFilters'].flatMap((of) => namesIn(options.get(of)?.value, project));
  const { source, pointer } = initial;
  const unknown = Object.keys(initial.value)
    .filter((name) => !known.includes(name))
    .map((name) => {
      const message = `the table has no filter "${name}" to begin with`;
      const hint = fieldHint(name, known) ?? 'what every request holds belongs to the parameters of its call';
      return finding(source, `${pointer}/${pointerPart(name)}`, { code: 'UNKNOWN_FIELD', message, hint, atKey: true });
    });
  const strange = givenBy(initial.value).flatMap((given) => {
    const told = strangeChoice(project, options, 'the table', given);
    return told ? [finding(source, `${pointer}/${pointerPart(given.name)}`, told)] : [];
  });
  return [...unknown, ...strange];
}

/** A widget nobody knows is told where it stands: its name is one all the same. */
function namesIn(filters: unknown, project: Project): string[] {
  const named = listAt({ filters }, 'filters').flatMap((field) => textAt(field, 'name') ?? []);
  return [...new Set([...named, ...fieldsIn(filters, project.shapes).map(({ name }) => name)])];
}
