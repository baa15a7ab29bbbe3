import { pages } from './expressions.ts';
import { type Finding, finding } from './findings.ts';
import type { Check } from './project.ts';
import { scopeOf } from './scopes/page.ts';

/** A form that makes something of its record (`made`) and is given none (`initial`): nothing is made. */
export const checkMadeOf: Check = (project) => {
  const findings: Finding[] = [];
  const message = 'nothing is made here: the form has no record';
  const hint = 'say by "initial" which record it holds, or leave out "made"';
  for (const document of pages(project))
    scopeOf(project, document).walk({
      node: (_node, options) => {
        const { source, pointer } = options.get('made') ?? {};
        if (!source || pointer === undefined || options.has('initial')) return;
        findings.push(finding(source, pointer, { code: 'MISSING_OPTION', message, hint, severity: 'warning', atKey: true }));
      },
    });
  return findings;
};
