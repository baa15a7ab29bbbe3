import { isObject, textAt } from '../json.ts';
import { pages } from './expressions.ts';
import { type Finding, finding } from './findings.ts';
import type { Check, Project } from './project.ts';
import type { Context, Spot } from './scopes/context.ts';
import { scopeOf } from './scopes/page.ts';

/**
 * Calls on pages everybody sees (`"access": "public"`) that the server answers to who is signed in alone: a workbook a table offers, a control, a source. What a
 * permission or a condition about `session` or `user` hides from visitors is theirs to see who may make the call.
 */
export const checkVisitors: Check = (project) =>
  pages(project).flatMap((document) => {
    if (!isObject(document.source.value) || document.source.value.access !== 'public') return [];
    const scope = scopeOf(project, document);
    const findings = new Map<string, Finding>();
    const look = (call: string, { source, pointer }: Spot, context: Context, what: string) => {
      // What a dialog holds is seen by whom its openers let in.
      const isOpened = context.containers.some((name) => scope.named.get(name)?.shape.exposes.includes('open'));
      if (!needsPerson(project, call) || context.asksForPerson?.() || context.guards.length > 0 || isOpened) return;
      const message = `everybody sees this page, and ${what} is refused to who is not signed in: ${call} needs a person`;
      const hint = 'show it "when": "{{ session.login }}"';
      const key = `${source.file}${pointer}${call}`;
      findings.set(key, finding(source, pointer, { code: 'CALL_NEEDS_PERSON', severity: 'warning', message, hint }));
    };
    scope.walk({
      call: (_holder, call, spot, context) => look(call, spot, context, 'what it asks for'),
      action: (site) => scope.stepsOf(site, { call: (call, _step, _spot, context) => look(call, site.spot, context, 'this') }),
      node: (_node, options, _spot, context, shape) => {
        const download = options.get('download');
        const isOffered = download && download.value !== false && textAt(download.value, 'permission') === undefined;
        const call = textAt(download?.value, 'call') ?? shape.calls?.download;
        if (isOffered && call !== undefined) look(call, download, context, 'the workbook');
      },
    });
    return [...findings.values()];
  });

function needsPerson(project: Project, call: string): boolean {
  const contract = project.contracts[call];
  return contract !== undefined && contract.access !== 'public';
}
