import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { formatFinding } from '../check/findings.ts';
import { readProject } from '../check/project.ts';
import { runChecks } from '../check/run.ts';
import { writeOutput } from '../emit/output.ts';
import { generate } from '../generate.ts';
import { type NewKind, newKinds, templateFiles, withRegistryEntry } from './templates.ts';

const idPattern = /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)*$/;

const nextSteps: Record<NewKind, string> = {
  page: 'Give it an address: a row in a document of schemas/menus with this id as its component.',
  form: 'Show it: {"widget": "form", "name": "edit", "form": "ID"} in the body of a page.',
  table: 'Show it: {"widget": "table", "name": "entries", "table": "ID"} in the body of a page.',
  rule: 'Name it in "rules" of a field, and in "rules" of a call so that the server applies it.',
  service: 'Answer it: server/modules/ID/routes.ts with defineModule({ service: "ID", routes: { list } }).',
  widget: 'Describe its options in options.schema.json, then run npm run generate.',
};

/** `new KIND NAME`: writes a start, generates, checks. Returns 1 when the start has mistakes, 2 for wrong usage. */
export async function runNew(root: string, args: string[]): Promise<number> {
  const [word, id, ...rest] = args;
  const kind = newKinds.find((known) => known === word);
  if (!kind || id === undefined || rest.length > 0) return refuse(`new ${newKinds.join('|')} NAME`);
  if (!idPattern.test(id)) return refuse(`"${id}" is no id: kebab-case, with / for folders, such as system/order-list`);
  if ((kind === 'widget' || kind === 'service') && id.includes('/')) return refuse(`the name of a ${kind} has no folder`);
  const files = templateFiles(kind, id);
  const taken = Object.keys(files).find((path) => existsSync(join(root, path)));
  if (taken !== undefined) return refuse(`${taken} exists already`);
  if (kind === 'widget') {
    const path = 'renderers/index.ts';
    files[path] = withRegistryEntry(readFileSync(join(root, path), 'utf8'), id);
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
    console.log(path);
  }
  for (const path of writeOutput(root, await generate(root))) console.log(path);
  const findings = runChecks(readProject(root)).filter(({ file, severity }) => severity === 'error' && Object.hasOwn(files, file));
  for (const entry of findings) console.error(formatFinding(entry));
  console.log(nextSteps[kind].replaceAll('ID', id));
  return findings.length > 0 ? 1 : 0;
}

function refuse(message: string): number {
  console.error(message);
  return 2;
}
