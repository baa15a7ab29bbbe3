import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve as resolvePath } from 'node:path';
import { parseArgs } from 'node:util';
import { amendableKinds } from '../../src/core/amend.ts';
import { formatFinding } from '../check/findings.ts';
import { readProject } from '../check/project.ts';
import { runChecks } from '../check/run.ts';
import { jsonText, writeOutput } from '../emit/output.ts';
import { generate, tornPlaces } from '../generate.ts';
import { isObject } from '../json.ts';
import { targetOf } from '../read/amendments.ts';
import { type DocumentKind, folders, shown } from '../read/documents.ts';
import { schemaLineOf } from '../read/schema-line.ts';
import { amendmentFiles, type NewKind, newKinds, templateFiles, withRegistryEntry } from './templates.ts';

const idPattern = /^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+(-[a-z0-9]+)*)*$/;

const nextSteps: Record<NewKind, string> = {
  page: 'Give it an address: a row in a document of schemas/menus with this id as its component.',
  form: 'Show it: {"widget": "form", "name": "edit", "form": "ID"} in the body of a page.',
  table: 'Show it: {"widget": "table", "name": "entries", "table": "ID"} in the body of a page.',
  register:
    'Give its page an address: a row in a document of schemas/menus with the component main#registers/ID, and rows for its permissions.',
  rule: 'Name it in "rules" of a field, and in "rules" of a call so that the server applies it.',
  service: 'Answer it: server/modules/ID/routes.ts with defineModule({ service: "ID", routes: { list } }).',
  dictionary:
    'Choose from it: a field of the type dictionary in a register, or "options": "{{ dictEntries(\'TYPE\') }}". A running server has its entries a second later.',
  menu: 'Add rows of the type 1 with a "component" such as main#registers/NAME; then System management > Menus > Compare with the documents.',
  locale: 'Use its texts by their keys: ID.title. All three languages have every one.',
  amendment: 'Write what is to be otherwise; docs/configurators.md has the paths. What is not named stays that of the product.',
  widget: 'Describe its options in options.schema.json, then run npm run generate.',
};

/** What is next in an overlay, where it is something else than in the product. */
const nextInOverlay: Partial<Record<NewKind, string>> = {
  service:
    'Answer it in your back end, behind API_TARGET or a proxy: our server answers only the calls it was built with. docs/integrators.md says how; `contract --schemas DIR --only ID --base URL` tells whether it honours the contract.',
};

const help = `new ${newKinds.join('|')} NAME [--schemas DIR]     DIR is the folder of an overlay, such as schemas.local`;

/**
 * `new KIND NAME`: writes a start, generates, checks. With `--schemas DIR` the document goes into that overlay and nothing is generated. Returns 1
 * when the start has mistakes, 2 for wrong usage.
 */
export async function runNew(root: string, args: string[]): Promise<number> {
  const read = readArguments(args);
  if (typeof read === 'string') return refuse(read);
  const { kind, id, overlay } = read;
  if (!idPattern.test(id)) return refuse(`"${id}" is no id: kebab-case, with / for folders, such as system/order-list`);
  if ((kind === 'widget' || kind === 'service' || kind === 'locale') && id.includes('/'))
    return refuse(`the name of a ${kind} has no folder`);
  if (kind === 'widget' && overlay !== undefined) return refuse('a widget is code: it stands in renderers, never in an overlay');
  const start = kind === 'amendment' ? amendmentStart(root, overlay, id) : templateFiles(kind, id);
  if (typeof start === 'string') return refuse(start);
  const files = overlay === undefined || kind === 'widget' ? start : overlayFiles(root, overlay, kind, start);
  const shipped =
    overlay === undefined || kind === 'amendment' ? undefined : Object.keys(start).find((path) => existsSync(join(root, path)));
  if (shipped !== undefined) return refuse(`${shipped} is a document of the product, which this would replace: ${instead(kind, id)}`);
  if (overlay === undefined) {
    const { documents, unreadableWidgets } = readProject(root);
    const torn = tornPlaces(documents, unreadableWidgets);
    if (torn.length > 0) return refuse(`first mend what breaks off:\n${torn.join('\n')}`);
  }
  const taken = Object.keys(files).find((path) => existsSync(resolvePath(root, path)));
  if (taken !== undefined) return refuse(`${taken} exists already`);
  if (kind === 'widget') {
    const path = 'renderers/index.ts';
    files[path] = withRegistryEntry(readFileSync(join(root, path), 'utf8'), id);
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(resolvePath(root, path)), { recursive: true });
    writeFileSync(resolvePath(root, path), text);
    console.log(path);
  }
  if (overlay === undefined) for (const path of writeOutput(root, await generate(root))) console.log(path);
  const project = readProject(root, overlay === undefined ? [] : [overlay]);
  const findings = runChecks(project).filter(({ file, severity }) => severity === 'error' && Object.hasOwn(files, file));
  for (const entry of findings) console.error(formatFinding(entry));
  const next = (overlay === undefined ? undefined : nextInOverlay[kind]) ?? nextSteps[kind];
  console.log(next.replaceAll('ID', id));
  return findings.length > 0 ? 1 : 0;
}

/** What is done in place of a document that the product has. */
function instead(kind: NewKind, id: string): string {
  if (kind === 'locale') return `give it another name, and its texts the "area" ${id}`;
  const isAmendable = amendableKinds.some((known) => known === kind);
  const own = 'another name makes one of your own';
  return isAmendable ? `\`new amendment ${folders[kind as DocumentKind]}/${id}\` changes parts of it, ${own}` : own;
}

/** Folders are taken from where the command is run. */
function readArguments(args: string[]): { kind: NewKind; id: string; overlay: string | undefined } | string {
  try {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { schemas: { type: 'string' } } });
    const [word, id, ...rest] = positionals;
    const kind = newKinds.find((known) => known === word);
    if (!kind || id === undefined || rest.length > 0) return help;
    return { kind, id, overlay: values.schemas === undefined ? undefined : resolvePath(values.schemas) };
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${help}`;
  }
}

/** The start of an amendment of the document at this place, or why there is none: `tables/system/users`. */
function amendmentStart(root: string, overlay: string | undefined, id: string): Record<string, string> | string {
  const { documents } = readProject(root, overlay === undefined ? [] : [overlay]);
  const { path, ...advice } = targetOf(id, documents.byPath);
  const value = documents.byPath.get(path ?? '')?.source.value;
  if (isObject(value)) return amendmentFiles(id, value);
  return [advice.message ?? `${path} cannot be read`, advice.hint].filter((part) => part !== undefined).join('; ');
}

/** The documents of a start by their paths for people, below the folder of an overlay. */
function overlayFiles(
  root: string,
  overlay: string,
  kind: Exclude<NewKind, 'widget'>,
  files: Record<string, string>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      const file = join(overlay, path.replace(/^schemas\//, ''));
      const document: object = JSON.parse(text);
      return [shown(root, file), jsonText({ ...document, $schema: schemaLineOf(root, file, kind) })];
    }),
  );
}

function refuse(message: string): number {
  console.error(message);
  return 2;
}
