import { startOf } from '../../src/core/expression/parse.ts';
import { fieldHint } from '../../src/core/suggest.ts';
import { isObject, pointerPart, valueAt } from '../json.ts';
import { atCharacter } from './characters.ts';
import { type GivenFilter, givenBy, givenIn, strangeValue } from './filter-values.ts';
import { type Finding, finding } from './findings.ts';
import { isOverlaid } from './overlaid.ts';
import type { Project } from './project.ts';
import type { Spot } from './scopes/context.ts';
import { keysOf, parseTemplate } from './scopes/infer.ts';
import type { PageScope } from './scopes/page.ts';

/**
 * A step that gives a table its filters, `{"set": {"records.filters": {"state": ["open"]}}}`: all of them at once, and those it has, as far as they are
 * written out. `path` is what is set, and stands at the spot.
 */
export function setFilterFindings(project: Project, scope: PageScope, path: string, { source, pointer }: Spot): Finding[] {
  const [name = '', word, ...rest] = path.split('.');
  const known = word === 'filters' ? scope.filtersOf(name) : undefined;
  if (!known) return [];
  const code = 'UNKNOWN_FIELD';
  if (rest.length > 0) {
    const message = `the filters of the table "${name}" are set together, not one of them`;
    const hint = `write "${name}.filters": {"${rest.join('.')}": ...}`;
    return [finding(source, pointer, { code, message, hint, atKey: true })];
  }
  // A table of an overlay may have other filters than the page that was shipped with it knows.
  const shown = [...(scope.named.get(name)?.options.values() ?? [])].map((option) => project.documents.byPath.get(option.source.path));
  const severity = shown.some((document) => isOverlaid(document, scope.document)) ? 'warning' : 'error';
  const report = (key: string) => {
    const message = `the table "${name}" has no filter "${key}"`;
    return { code, severity, message, hint: fieldHint(key, known) } as const;
  };
  const value = valueAt(source.value, pointer);
  const strange = (given: readonly GivenFilter[], at: (filter: string) => string) =>
    given.flatMap((one) => {
      const told = strangeValue(project, scope, name, one);
      return told ? [finding(source, at(one.name), told)] : [];
    });
  if (isObject(value)) {
    const place = (key: string) => `${pointer}/${pointerPart(key)}`;
    const unknown = Object.keys(value).filter((key) => !known.includes(key));
    return [...unknown.map((key) => finding(source, place(key), { ...report(key), atKey: true })), ...strange(givenBy(value), place)];
  }
  if (typeof value !== 'string') return [];
  return parseTemplate(value).flatMap(({ node, offset }) => [
    ...keysOf(node)
      .filter((key) => !known.includes(key.name))
      .map((key) => atCharacter(source, pointer, offset + startOf(key.at), report(key.name))),
    ...strange(givenIn(node), () => pointer),
  ]);
}
