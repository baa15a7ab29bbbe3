import type { SyntaxNode } from '../../src/core/expression/parse.ts';
import { splitTemplate } from '../../src/core/expression/template.ts';
import { isSlip } from '../../src/core/suggest.ts';
import { isObject, listAt, objectAt, textAt, valueAt } from '../json.ts';
import type { Document } from '../read/documents.ts';
import { usesOf } from '../read/walk.ts';
import { finding } from './findings.ts';
import { type Check, isReadable, type Project } from './project.ts';
import { literalText, parseTemplate } from './scopes/infer.ts';
import { wholeMenus } from './whole-menus.ts';

/**
 * Paths no menu row has. Rows may stand in a database alone or come from another back end, and another application may be served beside this one: where
 * the documents do not show that their menus are whole, only a path nearly spelt like that of a row is told.
 */
export const checkPaths: Check = (project) => {
  const patterns = patternsOf(project);
  const known = patterns.map(partsOf);
  const elsewhere = applicationsElsewhere(project);
  const isWhole = wholeMenus(project);
  // What the application itself leads to, such as the sign-in.
  const meant = project.documents.of('app').flatMap(({ source }) => Object.values(objectAt(source.value, 'routes')));
  return project.documents.all.flatMap((document) => {
    if (document.isDerived) return [];
    const paths = usesOf(document, project.shapes).filter(({ kind }) => kind === 'path');
    return paths.flatMap(({ value, pointer }) =>
      beginningsOf(String(value)).flatMap((beginning) => {
        const path = readPath(beginning);
        if (
          !path ||
          elsewhere.hosts.includes(path.parts[0]) ||
          known.some((pattern) => fits(path, pattern, (part, other) => part === other))
        )
          return [];
        const index = known.findIndex((pattern) => fits(path, pattern, isNearly));
        if (
          index < 0 &&
          (!isWhole(document) ||
            isOwnWindow(document, pointer) ||
            isServed(path) ||
            meant.includes(`/${path.parts.join('/')}`) ||
            elsewhere.frames.includes(path.parts[0]))
        )
          return [];
        const shown = `/${path.parts.join('/')}${path.isWhole ? '' : '/...'}`;
        const report = { code: 'UNKNOWN_PATH', severity: 'warning', message: `no menu row has the path "${shown}"` } as const;
        const hint = index < 0 ? 'give it a row in schemas/menus, or lead to one there is' : `did you mean "${patterns[index]}"?`;
        return [finding(document.source, pointer, { ...report, hint })];
      }),
    );
  });
};

/** A window of its own may show what is no page. */
function isOwnWindow({ source }: Document, pointer: string): boolean {
  return textAt(valueAt(source.value, pointer.slice(0, pointer.lastIndexOf('/'))), 'window') === 'new';
}

/** Addresses of the server, and files. */
function isServed({ parts }: Path): boolean {
  return parts[0] === 'api' || parts[0] === 'config' || /\.[a-z0-9]{2,5}$/i.test(parts.at(-1) ?? '');
}

/** Paths of all menu rows inside the application, and those the app document gives a meaning. */
function patternsOf({ documents }: Project): string[] {
  const rows = documents
    .of('menu')
    .filter(({ source }) => isReadable(source))
    .flatMap(({ source }) => listAt(source.value, 'items'));
  const urls = rows.flatMap((row) => (textAt(row, 'isFrame') === '0' ? [] : [textAt(row, 'url') ?? '']));
  const routes = documents.of('app').flatMap(({ source }) => {
    const { userHome } = objectAt(source.value, 'routes');
    return typeof userHome === 'string' ? [userHome] : [];
  });
  return [...urls, ...routes].filter((url) => url !== '').map((url) => (url.startsWith('/') ? url : `/${url}`).split(/[?#]/, 1)[0] ?? '');
}

/** Applications beside this one: what lies below those of another site (`hosts`) is theirs to know, as below their entry on this one, and below those in a frame mostly so. */
function applicationsElsewhere({ documents }: Project): Record<'hosts' | 'frames', (string | undefined)[]> {
  const apps = documents.of('app').flatMap(({ source }) => listAt(source.value, 'apps'));
  const hosts = apps.filter((app) => /^https?:/i.test(textAt(app, 'entry') ?? ''));
  const frames = apps.filter((app) => !isObject(app) || app.frame !== false);
  const entries = apps.flatMap((app) => readPath({ text: textAt(app, 'entry') ?? '', isWhole: true })?.parts[0] ?? []);
  return { hosts: [...hosts.map((app) => textAt(app, 'id')), ...entries], frames: frames.map((app) => textAt(app, 'id')) };
}

interface Path {
  parts: string[];
  /** Nothing follows the parts. */
  isWhole: boolean;
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

/** The parts of a path that are written out; undefined where it is no path of the application, or nothing of it is. */
function readPath({ text, isWhole }: Beginning): Path | undefined {
  if (!/^\/(?!\/)/.test(text) || text.includes('%')) return undefined;
  const [path = '', ...rest] = text.split(/[?#]/);
  const isOver = isWhole || rest.length > 0;
  const parts = partsOf(path);
  // What is computed may go on where a part was begun.
  if (!isOver && !path.endsWith('/')) parts.pop();
  return parts.length === 0 ? undefined : { parts, isWhole: isOver };
}

/** Whether a path may be one of a pattern: a parameter of the router (`:id`) takes any part, `*` all that follow. */
function fits({ parts, isWhole }: Path, pattern: readonly string[], isSame: (part: string, other: string) => boolean): boolean {
  const isOpen = pattern.at(-1) === '*';
  const certain = isOpen ? pattern.slice(0, -1) : pattern;
  if (parts.length > certain.length ? !isOpen : isWhole && parts.length < certain.length) return false;
  return parts.every((part, index) => {
    const other = certain[index];
    return other === undefined || other.startsWith(':') || isSame(part, other);
  });
}

/** Names of a few letters, and numbers, resemble each other by chance; capitals never do. */
function isNearly(part: string, other: string): boolean {
  const [one, two] = [part.toLowerCase(), other.toLowerCase()];
  if (one === two) return true;
  return Math.min(one.length, two.length) > 3 && !/\d/.test(one + two) && isSlip(one, two);
}

/** What a computed text begins with. */
interface Beginning {
  text: string;
  isWhole: boolean;
}

const unknown: readonly Beginning[] = [{ text: '', isWhole: false }];
/** Choices within choices: more are not followed. */
const mostBeginnings = 16;

/** The beginnings a text with {{ }} can have: `{{ '/orders/' + row.id }}` begins with /orders/. */
function beginningsOf(template: string): readonly Beginning[] {
  if (!template.includes('{{')) return [{ text: template, isWhole: true }];
  const trees = parseTemplate(template);
  if (trees.length === 0) return [];
  let next = 0;
  const parts = splitTemplate(template).map((part) => {
    if ('text' in part) return [{ text: part.text, isWhole: true }];
    const tree = trees[next]?.node;
    next += 1;
    return tree ? beginningsOfNode(tree) : unknown;
  });
  return parts.reduce(joined);
}

function beginningsOfNode(node: SyntaxNode): readonly Beginning[] {
  const literal = literalText(node);
  if (literal !== undefined) return [{ text: literal, isWhole: true }];
  const of = (word: string) => beginningsOfNode(node[word] as SyntaxNode);
  if (node.type === 'ConditionalExpression') return [...of('consequent'), ...of('alternate')];
  if (node.type !== 'BinaryExpression') return unknown;
  if (node.operator === '+') return joined(of('left'), of('right'));
  return node.operator === '??' || node.operator === '||' ? [...of('left'), ...of('right')] : unknown;
}

function joined(first: readonly Beginning[], then: readonly Beginning[]): readonly Beginning[] {
  const all = first.flatMap(({ text, isWhole }) =>
    isWhole ? then.map((next) => ({ text: text + next.text, isWhole: next.isWhole })) : [{ text, isWhole }],
  );
  return all.slice(0, mostBeginnings);
}
