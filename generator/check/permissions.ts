import { pages } from './expressions.ts';
import { type Finding, finding } from './findings.ts';
import type { Check, Project } from './project.ts';
import type { Context, Spot } from './scopes/context.ts';
import { type PageScope, scopeOf } from './scopes/page.ts';
import type { ActionSite } from './scopes/sites.ts';

/**
 * What hides a control agrees with what the server demands of the calls behind it: a control anybody sees whose call is refused to some,
 * a control hidden by another permission than the call's, and a control hidden in the browser only.
 */
export const checkPermissions: Check = (project) => {
  return pages(project).flatMap((document) => {
    const scope = scopeOf(project, document);
    const findings: Finding[] = [];
    const call = (id: string, place: Spot, context: Context) => {
      const wanted = permissionsOf(project, id);
      if (wanted) findings.push(...compare(scope, id, wanted, place, context));
    };
    const site = (start: ActionSite) => {
      const reported = new Set<string>();
      scope.stepsOf(start, {
        call: (id, _step, _spot, context) => {
          if (reported.has(id)) return;
          reported.add(id);
          call(id, start.spot, context);
          findings.push(...unprotected(project, id, start, context));
        },
      });
    };
    scope.walk({ action: site, call: (_holder, id, place, context) => call(id, place, context) });
    return findings;
  });
};

/** Permissions of which the server wants one, or undefined when it wants none. */
function permissionsOf(project: Project, id: string): string[] | undefined {
  const access = project.contracts[id]?.access;
  return typeof access === 'object' ? [access.permission].flat() : undefined;
}

function compare(scope: PageScope, id: string, wanted: string[], { source, pointer }: Spot, context: Context): Finding[] {
  if (isImplied(scope, context, wanted, [])) return [];
  const needed = wanted.join(' or ');
  const own = context.guards.slice(context.ofPage);
  if (own.length === 0) {
    const message = `everybody who sees this can start ${id}, which the server refuses without ${needed}`;
    const permission = JSON.stringify(wanted.length === 1 ? wanted[0] : wanted);
    const hint = `hide it with "permission": ${permission} (a data source with "when": "{{ can('${wanted[0]}') }}"), or keep others off the whole page with "access": {"permission": ${permission}}`;
    return [finding(source, pointer, { code: 'CONTROL_OPEN', severity: 'warning', message, hint })];
  }
  const shown = own.map((list) => list.join(' or ')).join(' and ');
  const message = `shown with ${shown}, but the server wants ${needed} for ${id}`;
  return [finding(source, pointer, { code: 'CONTROL_PERMISSION', message, hint: `"permission": ${JSON.stringify(wanted[0])}` })];
}

/**
 * Whoever sees the place holds one of the wanted permissions. What a dialog holds is seen by whom its openers let in: one of them asks for
 * what is wanted, and none lets everybody in. (The others may open it for something else, as one dialog often adds and changes.)
 */
function isImplied(scope: PageScope, context: Context, wanted: string[], open: string[]): boolean {
  if (context.guards.some((list) => list.every((permission) => wanted.includes(permission)))) return true;
  return context.containers.some((name) => {
    if (open.includes(name)) return false;
    const openers = (scope.openers.get(name) ?? []).map((opener) => ({
      isEnough: isImplied(scope, opener.context, wanted, [...open, name]),
      // One inside the dialog itself lets nobody in who was not there.
      asks: opener.context.guards.length > opener.context.ofPage || opener.context.containers.includes(name),
    }));
    return openers.some(({ isEnough }) => isEnough) && openers.every(({ isEnough, asks }) => isEnough || asks);
  });
}

/** A control hidden by a permission of its own whose changing call anybody may make. */
function unprotected(project: Project, id: string, { spot }: ActionSite, context: Context): Finding[] {
  const contract = project.contracts[id];
  const own = context.guards.slice(context.ofPage);
  if (!contract || contract.method === 'GET' || typeof contract.access === 'object' || own.length === 0) return [];
  // What the call names decides, and with it the document that shows the control.
  if (project.callOf(id)?.rightsBy !== undefined) return [];
  const shown = own.map((list) => list.join(' or ')).join(' and ');
  const message = `hidden without ${shown}, but the server lets ${contract.access === 'public' ? 'everybody' : 'everybody signed in'} call ${id}`;
  const hint = `give the call "access": {"permission": ${JSON.stringify(own[0]?.[0])}} in its contract`;
  return [finding(spot.source, spot.pointer, { code: 'CALL_UNPROTECTED', message, hint })];
}
