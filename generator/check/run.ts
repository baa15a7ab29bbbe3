import { resolve } from 'node:path';
import { checkDocuments } from './documents.ts';
import { type Finding, formatFinding, sortFindings } from './findings.ts';
import { checkMenus } from './menus.ts';
import { checkPlans } from './plans.ts';
import { type Check, type Project, readProject } from './project.ts';
import { checkReferences } from './references.ts';
import { checkSchemas } from './schema.ts';
import { checkServices } from './services.ts';
import { checkTexts } from './texts.ts';

const checks: Check[] = [checkSchemas, checkReferences, checkTexts, checkMenus, checkServices, checkDocuments];

/** Every finding of every check, sorted by file and place. What the core says again about a place is left out. */
export function runChecks(project: Project): Finding[] {
  const findings = checks.flatMap((check) => check(project));
  const places = new Set(findings.map(({ file, pointer }) => `${file}#${pointer}`));
  const isNew = ({ file, pointer }: Finding) => !places.has(`${file}#${pointer}`) && !places.has(`${file}#${pointer}/widget`);
  return sortFindings([...findings, ...checkPlans(project).filter(isNew)]);
}

/** `check [--schemas DIR ...] [--format text|json]`. Returns 1 when there are errors, 2 for wrong usage. */
export function runCheck(root: string, args: string[]): number {
  const options = readArguments(args);
  if (typeof options === 'string') {
    console.error(options);
    return 2;
  }
  const project = readProject(
    root,
    options.folders.map((folder) => resolve(folder)),
  );
  const findings = runChecks(project);
  const errors = findings.filter((entry) => entry.severity === 'error').length;
  if (options.format === 'json') {
    console.log(JSON.stringify({ errors, warnings: findings.length - errors, findings }, null, 2));
  } else {
    for (const entry of findings) console.log(`${formatFinding(entry)}\n`);
    console.log(
      `${project.documents.all.length} documents, ${project.widgets.length} widgets: ${errors} errors, ${findings.length - errors} warnings`,
    );
  }
  return errors > 0 ? 1 : 0;
}

function readArguments(args: string[]): { folders: string[]; format: 'text' | 'json' } | string {
  const folders: string[] = [];
  let format: 'text' | 'json' = 'text';
  for (let index = 0; index < args.length; index += 2) {
    const [option, value] = args.slice(index, index + 2);
    if (option === '--schemas' && value !== undefined) folders.push(value);
    else if (option === '--format' && (value === 'text' || value === 'json')) format = value;
    else return `check does not know ${args.slice(index, index + 2).join(' ')}`;
  }
  return { folders, format };
}
