import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';
import type { Project } from '../../../generator/check/project.ts';
import { isObject, pointerPart, pointerParts } from '../../../generator/json.ts';
import type { Document } from '../../../generator/read/documents.ts';
import { entries } from '../../../generator/read/values.ts';
import { usesOf } from '../../../generator/read/walk.ts';

export type MutationKind = 'misspelt key' | 'misspelt reference' | 'wrong type' | 'removed required key';

/** One slip of a configurator in a document, and the line check should name. */
export interface Mutant {
  kind: MutationKind;
  document: Document;
  pointer: string;
  text: string;
  line: number;
}
export interface Site {
  kind: MutationKind;
  document: Document;
  pointer: string;
}

/** Names the author chooses: renaming one is no typo of the dialect. Texts are the exception: check compares the languages. */
const chosenNames = [
  /^(page|layout)\/(data|state|values|actions|query|params)\/[^/]+$/,
  /^service\/calls\/[^/]+$/,
  /^form\/calculations\/[^/]+$/,
  /\/made\/[^/]+$/,
  /^rule\/message\/[^/]+$/,
  /^theme\/tokens\/[^/]+$/,
  /^app\/(calls|variants|designs|languageAliases)\/[^/]+$/,
  /^questionnaire\/totals\/[^/]+$/,
  /\/(properties|headers|rules)\/[^/]+$/,
];
/** JSON that is handed on as it is: bodies and parameters of calls, first values, data written out, meta of menu rows. */
const handedOn = /\/(with|set|initial|default|meta|filterInitial|value|enum|const|examples|x-[a-z]+)(\/|$)/;
const bodyOfCall = /\/(onClick|onSubmit|onOpen|onOk|then|else|do|steps|actions\/[^/]+|onError|finally)\/\d+\/(body|query)(\/|$)/;

const requiredKeys: Record<string, string[]> = {
  app: ['name', 'routes', 'pages', 'mainLayout', 'calls', 'languages'],
  dictionary: ['type', 'label', 'entries'],
  entity: ['schema'],
  form: ['fields'],
  layout: ['title', 'body'],
  locale: ['language', 'texts'],
  menu: ['use', 'items'],
  page: ['title', 'body'],
  questionnaire: ['title', 'rows', 'columns', 'choices'],
  rule: ['message'],
  service: ['title', 'calls'],
  table: ['columns'],
  theme: ['code', 'label', 'tone', 'tokens', 'surfaces'],
};
const requiredInside: [RegExp, string[]][] = [
  [/^service\/calls\/[^/]+$/, ['summary', 'method', 'path', 'access', 'response']],
  [/^menu\/items\/\d+$/, ['menuId', 'parentId', 'type', 'name']],
  [/^dictionary\/entries\/\d+$/, ['value', 'label']],
  [/^(page|layout)\/data\/[^/]+$/, ['call']],
  [/^table\/columns\/\d+$/, ['name', 'title']],
  [/^app\/pages$/, ['notFound', 'noPermission', 'broken']],
];

/** Everywhere a slip can be made in a document. */
export function sitesOf(document: Document, project: Project): Site[] {
  const sites: Site[] = [];
  const add = (kind: MutationKind, pointer: string) => sites.push({ kind, document, pointer });
  const visit = (value: unknown, pointer: string): void => {
    const place = `${document.kind}${pointer}`;
    if (isObject(value)) {
      const shape = typeof value.widget === 'string' ? project.shapes[value.widget] : undefined;
      const required = [
        ...(pointer === '' ? ['$schema', 'version', ...(requiredKeys[document.kind] ?? [])] : []),
        ...requiredInside.flatMap(([pattern, keys]) => (pattern.test(place) ? keys : [])),
        ...(shape ? ['widget', ...shape.required, ...(shape.kind === 'field' ? ['name'] : [])] : []),
      ];
      for (const key of required) if (Object.hasOwn(value, key)) add('removed required key', `${pointer}/${pointerPart(key)}`);
    }
    for (const [at, part] of entries(value, pointer)) {
      const here = `${document.kind}${at}`;
      if (handedOn.test(here) || bodyOfCall.test(here)) continue;
      if (isObject(value) && !chosenNames.some((pattern) => pattern.test(here))) add('misspelt key', at);
      if (!Array.isArray(value)) add('wrong type', at);
      visit(part, at);
    }
  };
  visit(document.source.value, '');
  for (const use of usesOf(document, project.shapes)) {
    if (use.kind === 'node') {
      if (isObject(use.value) && typeof use.value.widget === 'string') add('misspelt reference', `${use.pointer}/widget`);
    } else if (typeof use.value === 'string' && use.value.length > 3 && !use.value.includes('{{')) add('misspelt reference', use.pointer);
  }
  return sites;
}

/** The document after the slip; `random` gives numbers from 0 to 1. */
export function mutate({ kind, document, pointer }: Site, random: () => number): Mutant {
  const { source } = document;
  const path = pathOf(source.text, pointer);
  const tree = parseTree(source.text);
  const node = tree && findNodeAtLocation(tree, path);
  if (!node) throw new Error(`${source.file} has nothing at ${pointer}`);
  const replace = (start: number, length: number, text: string) => source.text.slice(0, start) + text + source.text.slice(start + length);
  const key = node.parent?.type === 'property' ? node.parent.children?.[0] : undefined;
  switch (kind) {
    case 'misspelt key': {
      if (!key) throw new Error(`${pointer} has no key`);
      const text = replace(key.offset, key.length, JSON.stringify(misspell(String(key.value), random)));
      return { kind, document, pointer, text, line: source.locateKey(pointer).line };
    }
    case 'misspelt reference': {
      const text = replace(node.offset, node.length, JSON.stringify(misspell(String(node.value), random)));
      return { kind, document, pointer, text, line: source.locate(pointer).line };
    }
    case 'wrong type': {
      const wrong = node.type === 'object' || node.type === 'array' ? '7' : '[[7]]';
      return { kind, document, pointer, text: replace(node.offset, node.length, wrong), line: source.locate(pointer).line };
    }
    default: {
      const text = applyEdits(source.text, modify(source.text, path, undefined, {}));
      return { kind, document, pointer, text, line: source.locate(pointer.slice(0, pointer.lastIndexOf('/'))).line };
    }
  }
}

function pathOf(text: string, pointer: string): (string | number)[] {
  let value: unknown = JSON.parse(text);
  return pointerParts(pointer).map((part) => {
    const step = Array.isArray(value) ? Number(part) : part;
    value = (value as Record<string | number, unknown>)[step];
    return step;
  });
}

/** Two letters swapped, one left out or one doubled, never the first: as people type. */
function misspell(word: string, random: () => number): string {
  for (;;) {
    const at = 1 + Math.floor(random() * Math.max(1, word.length - 2));
    const [before, letter, next, after] = [word.slice(0, at), word.charAt(at), word.charAt(at + 1), word.slice(at + 2)];
    const how = Math.floor(random() * 3);
    const result = how === 0 ? before + next + letter + after : how === 1 ? before + next + after : before + letter + letter + next + after;
    if (result !== word) return result;
  }
}

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
