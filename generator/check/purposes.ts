import { servedPurposes } from '../../src/core/purposes.ts';
import { didYouMean } from '../../src/core/suggest.ts';
import { textAt } from '../json.ts';
import { usesOf } from '../read/walk.ts';
import { type Finding, finding } from './findings.ts';
import type { Check, Project } from './project.ts';

type Kind = keyof typeof servedPurposes;

/** Purposes that documents give themselves, and those by which pages and the server ask for them: a misspelt one is asked for by nobody. */
export const checkPurposes: Check = (project) => (Object.keys(servedPurposes) as Kind[]).flatMap((kind) => purposeFindings(project, kind));

function purposeFindings(project: Project, kind: Kind): Finding[] {
  const documents = project.documents.of(kind);
  const given = [...new Set(documents.flatMap(({ source }) => textAt(source.value, 'purpose') ?? []))];
  const asked = new Set<string>([servedPurposes[kind]]);
  const named = new Set<unknown>();
  const findings: Finding[] = [];
  let takesAny = false;
  for (const document of project.documents.all) {
    for (const use of usesOf(document, project.shapes)) {
      if (use.kind === kind) named.add(use.value);
      if (use.kind !== 'purpose' || use.of !== kind) continue;
      if (typeof use.value !== 'string') {
        takesAny = true;
        continue;
      }
      asked.add(use.value);
      if (given.includes(use.value)) continue;
      const message = `there is no ${kind} of the purpose "${use.value}"`;
      findings.push(finding(document.source, use.pointer, { ...unknown, message, hint: didYouMean(use.value, given) }));
    }
  }
  for (const { id, source } of documents) {
    const purpose = textAt(source.value, 'purpose');
    if (purpose === undefined || asked.has(purpose)) continue;
    const slip = didYouMean(purpose, asked);
    // A page that names it, or takes any, shows it whatever its purpose.
    if (slip === undefined && (takesAny || named.has(id))) continue;
    const hint = slip ?? `a page asks for it with "${kind}": {"id": "{{ ... }}", "purpose": "${purpose}"}`;
    findings.push(finding(source, '/purpose', { ...unknown, message: `nothing asks for a ${kind} of the purpose "${purpose}"`, hint }));
  }
  return findings;
}

const unknown = { code: 'UNKNOWN_PURPOSE', severity: 'warning' } as const;
