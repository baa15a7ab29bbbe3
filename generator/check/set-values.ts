import { didYouMean } from '../../src/core/suggest.ts';
import { stringsIn, stringsOf } from '../read/values.ts';
import { type Finding, finding } from './findings.ts';
import type { Context, Spot } from './scopes/context.ts';
import type { PageScope } from './scopes/page.ts';
import { pathsIn } from './scopes/paths-read.ts';
import type { Types } from './scopes/types.ts';

/**
 * A step that gives a form a value, `{"set": {"edit.values.code": "A"}}` or `form.values.code` within its fields, under a name nearly that of a field. A form
 * keeps any value and sends all it holds: one that is read somewhere, or sent with everything, is meant. `path` is what is set, and stands at the spot.
 */
export function setValueFindings(types: Types, scope: PageScope, path: string, { source, pointer }: Spot, around: Context): Finding[] {
  const [said = '', word, field] = path.split('.');
  if (word !== 'values' || field === undefined) return [];
  const holds = (one: string) => scope.named.get(one)?.shape.exposes.includes('values') === true;
  const name = said === 'form' ? (around.containers.findLast(holds) ?? said) : said;
  const form = said === 'form' ? around : holds(name) ? scope.named.get(name)?.context : undefined;
  const member = types.member(form?.formValues?.(), field);
  const hint = 'missing' in member ? didYouMean(field, member.known) : undefined;
  if (!('missing' in member) || hint === undefined) return [];
  const shown = [...(scope.named.get(name)?.options.values() ?? [])].map((option) => option.source);
  const texts = [...new Set([source, scope.document.source, ...shown])].flatMap(stringsIn);
  if (texts.some(([, text]) => reads(text, name, field)) || isSentWhole(scope, name, field)) return [];
  const message = `${said === 'form' ? 'the form around' : `the form "${name}"`} has no field "${field}"`;
  const report = { code: 'UNKNOWN_FIELD', severity: 'warning', message, hint, atKey: true } as const;
  return [finding(source, pointer, report)];
}

/** Whether an expression reads the value, whichever way the form is called there, or everything the form holds. */
function reads(text: string, name: string, field: string): boolean {
  const isOf = (path: string) =>
    `${path}.`.includes(`.values.${field}.`) || path === `${name}.values` || path === 'form.values' || path === name;
  return pathsIn(text).some(isOf);
}

/** Whether the actions of the form send `value`, which is all it holds, or this one of it. */
function isSentWhole(scope: PageScope, name: string, field: string): boolean {
  const options = [...(scope.named.get(name)?.options.values() ?? [])];
  // One without a name has options nobody finds by it.
  const isOwn = ({ source, pointer }: Spot) =>
    name === 'form' || options.some((option) => option.source === source && option.pointer === pointer);
  let isSent = false;
  for (const site of scope.sites.filter(({ spot }) => isOwn(spot)))
    scope.stepsOf(site, {
      value: (value, spot, _context, step) => {
        if (step.set !== undefined) return;
        const texts = stringsOf(value, spot.pointer);
        isSent ||= texts.some(([, text]) => pathsIn(text).some((path) => path === 'value' || `${path}.`.startsWith(`value.${field}.`)));
      },
    });
  return isSent;
}
