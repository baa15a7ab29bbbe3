import { isObject } from '../json.ts';
import { stringsOf } from '../read/values.ts';
import { atCharacter } from './characters.ts';
import { pages } from './expressions.ts';
import { type Finding, sortFindings } from './findings.ts';
import type { Check, Project } from './project.ts';
import { type PageScope, scopeOf } from './scopes/page.ts';
import { positionOf } from './scopes/paths-read.ts';
import type { ActionSite } from './scopes/sites.ts';

/**
 * Forms that are saved at every change (`instant`) by what their fields hold (`<form>.values`) instead of `value`: what another field refuses is sent with
 * the change, and the change is refused for it. An action that something else starts, too, has no `value` there and is not told.
 */
export const checkInstantForms: Check = (project) =>
  sortFindings(
    pages(project).flatMap((document) => {
      const scope = scopeOf(project, document);
      const forms = formsOf(scope);
      const isShared = ({ action }: ActionSite) =>
        typeof action === 'string' &&
        scope.sites.filter((site) => site.action === action).length > forms.filter(({ site }) => site.action === action).length;
      return forms.flatMap((form) => (isShared(form.site) ? [] : sentBy(project, scope, form)));
    }),
  );

interface InstantForm {
  names: string[];
  site: ActionSite;
}

function formsOf(scope: PageScope): InstantForm[] {
  const forms: InstantForm[] = [];
  scope.walk({
    node: ({ name }, options, _spot, context) => {
      const change = options.get('onChange');
      if (options.get('instant')?.value !== true || !change) return;
      const { value: action, source, pointer } = change;
      forms.push({ names: ['form', ...(typeof name === 'string' ? [name] : [])], site: { action, spot: { source, pointer }, context } });
    },
  });
  return forms;
}

function sentBy(project: Project, scope: PageScope, { names, site }: InstantForm): Finding[] {
  const findings: Finding[] = [];
  scope.stepsOf(site, {
    value: (value, { source, pointer }, _context, step) => {
      // What only looks something up saves nothing.
      if (typeof step.call !== 'string' || project.callOf(step.call)?.isSafe || !/\/(body|with)$/.test(pointer)) return;
      const texts = typeof value === 'string' ? [[pointer, value] as const] : isObject(value) ? stringsOf(value, pointer) : [];
      for (const [at, text] of texts) {
        for (const name of names) {
          const position = positionOf(text, `${name}.values`);
          if (position === undefined) continue;
          const message = `"${name}.values" holds what fields refuse, too, and a change of another field is sent with it`;
          const report = { code: 'FORM_VALUES', message, hint: 'send "value": of a field that is refused it has what was saved last' };
          findings.push(atCharacter(source, at, position, { ...report, severity: 'warning' }));
        }
      }
    },
  });
  return findings;
}
