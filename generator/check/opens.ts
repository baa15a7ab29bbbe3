import { fieldHint } from '../../src/core/suggest.ts';
import type { CheckedShape } from '../emit/shapes.ts';
import { pages } from './expressions.ts';
import { type Finding, finding } from './findings.ts';
import type { Check } from './project.ts';
import type { Context, Spot } from './scopes/context.ts';
import { scopeOf } from './scopes/page.ts';
import { Types } from './scopes/types.ts';
import type { Options } from './scopes/walk.ts';
import { setFilterFindings } from './set-filters.ts';
import { setValueFindings } from './set-values.ts';

/** Steps open and close what can be opened and write what is there, and what waits to be opened is opened by something. */
export const checkOpens: Check = (project) => {
  const types = new Types(project);
  return pages(project).flatMap((document) => {
    const scope = scopeOf(project, document);
    const findings: Finding[] = [];
    const opened = new Set<string>();
    const target = (word: 'open' | 'close', name: string, { source, pointer }: Spot) => {
      if (word === 'open') opened.add(name);
      const shape = scope.named.get(name)?.shape;
      // A name nothing has is reported with the other names.
      if (!shape || canOpen(shape)) return;
      const message = `"${name}" is nothing that opens and closes`;
      const known = [...scope.named].filter(([, other]) => canOpen(other.shape)).map(([other]) => `"${other}"`);
      const hint = known.length > 0 ? `this page opens ${known.join(', ')}` : 'give a dialog or a drawer this name';
      findings.push(finding(source, `${pointer}/${word}`, { code: 'OPEN_TARGET', message, hint }));
    };
    const node = (_node: unknown, options: Options) => {
      const submit = options.get('submit');
      if (typeof submit?.value !== 'string' || submit.value.includes('{{') || scope.named.get(submit.value)?.widget === 'form') return;
      const { source, pointer } = submit;
      const forms = [...scope.named].filter(([, { widget }]) => widget === 'form').map(([name]) => name);
      const message = `no form on this page is named "${submit.value}", so that OK submits nothing`;
      findings.push(finding(source, pointer, { code: 'UNKNOWN_NAME', message, hint: fieldHint(submit.value, forms) }));
    };
    scope.walk({ node });
    const visitor = {
      open: (name: string, spot: Spot) => target('open', name, spot),
      close: (name: string, spot: Spot) => target('close', name, spot),
      set: (path: string, spot: Spot, context: Context) => {
        const { source, pointer } = spot;
        const [name = '', word = ''] = path.split('.', 2);
        opened.add(name);
        const { shape, widget } = scope.named.get(name) ?? {};
        findings.push(...setFilterFindings(project, scope, path, spot), ...setValueFindings(types, scope, path, spot, context));
        if (!shape || shape.exposes.includes(word)) return;
        const message = `the ${widget} "${name}" has no "${word}"`;
        const hint = fieldHint(word, shape.exposes);
        findings.push(finding(source, pointer, { code: 'UNKNOWN_FIELD', message, hint, atKey: true }));
      },
    };
    for (const { action, spot, context } of scope.sites) {
      if (typeof action !== 'string') scope.steps(action, spot, context, visitor);
    }
    scope.actions((action, spot, context) => scope.steps(action, spot, context, visitor));
    for (const [name, { spot, shape, widget }] of scope.named) {
      if (!canOpen(shape) || opened.has(name)) continue;
      const message = `nothing opens the ${widget} "${name}"`;
      const hint = `a button or an action with {"open": "${name}"}`;
      findings.push(finding(spot.source, `${spot.pointer}/name`, { code: 'OPEN_MISSING', severity: 'warning', message, hint }));
    }
    return findings;
  });
};

function canOpen(shape: CheckedShape): boolean {
  return shape.exposes.includes('open');
}
