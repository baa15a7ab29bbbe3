import { fieldHint } from '../../src/core/suggest.ts';
import type { Source } from '../read/source.ts';
import { stringsIn } from '../read/walk.ts';
import { type Finding, finding } from './findings.ts';
import type { Context, Spot } from './scopes/context.ts';
import type { PageScope } from './scopes/page.ts';
import type { Types } from './scopes/types.ts';

/**
 * A step that gives a form a value, `{"set": {"edit.values.code": "A"}}` or `form.values.code` within its fields: one it has a field for, computes or begins
 * with. A warning, since a form keeps others, too, which nobody sees; one that is read somewhere is meant. `path` is what is set, and stands at the spot.
 */
export function setValueFindings(types: Types, scope: PageScope, path: string, { source, pointer }: Spot, around: Context): Finding[] {
  const [name = '', word, field] = path.split('.');
  if (word !== 'values' || field === undefined) return [];
  const { shape, context } = scope.named.get(name) ?? {};
  const form = name === 'form' ? around : shape?.exposes.includes('values') ? context : undefined;
  const member = types.member(form?.formValues?.(), field);
  if (!('missing' in member)) return [];
  const shown = [...(scope.named.get(name)?.options.values() ?? [])].map((option) => option.source);
  if ([source, scope.document.source, ...shown].some((one) => isReadIn(one, field))) return [];
  const message = `${name === 'form' ? 'the form around' : `the form "${name}"`} has no field "${field}"`;
  const report = { code: 'UNKNOWN_FIELD', severity: 'warning', message, hint: fieldHint(field, member.known), atKey: true } as const;
  return [finding(source, pointer, report)];
}

/** Whether an expression reads a value of this name of a form, whichever way the form is called there. */
function isReadIn(source: Source, field: string): boolean {
  const read = new RegExp(`\\.values\\.${field.replace(/\W/g, '\\$&')}(?![\\w$])`);
  return stringsIn(source).some(([, text]) => text.includes('{{') && read.test(text));
}
