import type { SyntaxNode } from '../../src/core/expression/parse.ts';
import { fieldHint } from '../../src/core/suggest.ts';
import { isObject, isWritten, listAt, objectAt, textAt } from '../json.ts';
import { entriesOf } from './entries-of.ts';
import type { Report } from './findings.ts';
import type { Project } from './project.ts';
import { keyOf, literalText } from './scopes/infer.ts';
import type { PageScope } from './scopes/page.ts';
import type { Options } from './scopes/walk.ts';

/** A filter with a value it is given. */
export interface GivenFilter {
  name: string;
  value: string;
}

/** Values an object in an expression gives by name, as far as they are texts that are written out: `{state: ['open'], severity: '3'}`. */
export function givenIn(object: SyntaxNode): GivenFilter[] {
  if (object.type !== 'ObjectExpression') return [];
  return (object.properties as SyntaxNode[]).flatMap((property) => {
    const name = keyOf(property);
    const value = property.value as SyntaxNode | undefined;
    const values = value?.type === 'ArrayExpression' ? (value.elements as SyntaxNode[]) : [value];
    return name === undefined ? [] : values.flatMap((one) => ({ name, value: literalText(one) ?? '' }));
  });
}

/** The same of an object of the document. */
export function givenBy(object: Record<string, unknown>): GivenFilter[] {
  return Object.entries(object).flatMap(([name, value]) => [value].flat().flatMap((one) => (isWritten(one) ? { name, value: one } : [])));
}

/** A value that a filter does not offer. A warning: the list shows nothing then, and an administrator may have added the entry of a dictionary. */
export function strangeValue(project: Project, scope: PageScope, table: string, given: GivenFilter): Report | undefined {
  const options = scope.named.get(table)?.options;
  return options && strangeChoice(project, options, `the table "${table}"`, given);
}

/** The same of a table with these options. */
export function strangeChoice(project: Project, options: Options, table: string, { name, value }: GivenFilter): Report | undefined {
  const known = value === '' ? undefined : choicesOf(project, options, name);
  if (!known || known.includes(value)) return undefined;
  const message = `the filter "${name}" of ${table} has no choice "${value}"`;
  return { code: 'UNKNOWN_ENTRY', severity: 'warning', message, hint: fieldHint(value, known) };
}

function choicesOf(project: Project, options: Options, filter: string): string[] | undefined {
  const present = textAt(options.get('aliases')?.value, filter) ?? filter;
  const fields = ['filters', 'linkedFilters'].flatMap((of) => listAt({ list: options.get(of)?.value }, 'list'));
  const field = fields.find((one) => textAt(one, 'name') === present);
  if (!isObject(field)) return undefined;
  const dictionary = textAt(field, 'dictionary');
  if (dictionary !== undefined) return entriesOf(project.documents, dictionary);
  const written = Array.isArray(field.options) ? field.options.map((option) => objectAt({ option }, 'option').value) : [];
  const texts = written.filter(isWritten);
  return texts.length > 0 && texts.length === written.length ? (texts as string[]) : undefined;
}
