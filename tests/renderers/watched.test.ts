import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, it } from 'vitest';
import { isObject } from '../../src/core/json-object.ts';

const root = join(import.meta.dirname, '../../renderers');
/** What reads an expression of a document (renderers/shared/lazy.ts). */
const readers = ['attempt', 'lazyText', 'truth'];

type Part = Record<string, unknown>;
const identifier = (part: unknown): string => (isObject(part) && part.type === 'Identifier' ? String(part.name) : '');
const isCallOf = (part: Part, names: readonly string[]): boolean =>
  part.type === 'CallExpression' && names.includes(identifier(part.callee));
/** What an event does is read when it happens. */
const isLater = (part: Part): boolean =>
  part.async === true ||
  (part.type === 'JSXAttribute' && isObject(part.name) && /^on[A-Z]/.test(String(part.name.name))) ||
  (part.type === 'Property' && /^on[A-Z]/.test(identifier(part.key)));

/** Names of the components of a file that read expressions while they draw, and draw again for other properties alone. */
function unwatched(text: string): string[] {
  const watched = new Set<string>();
  const reading = new Set<string>();
  const visit = (part: unknown, component: string, given: string, isWatched: boolean): void => {
    if (Array.isArray(part)) for (const one of part) visit(one, component, given, isWatched);
    if (!isObject(part) || isLater(part)) return;
    const isObserver = isCallOf(part, ['observer']);
    if (isObserver) for (const one of part.arguments as unknown[]) watched.add(identifier(one));
    if (isCallOf(part, readers) && component !== '') reading.add(component);
    const isFunction = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'].includes(String(part.type));
    const name = isFunction ? identifier(part.id) || given : '';
    const isComponent = /^[A-Z]/.test(name);
    if (isComponent && isWatched) watched.add(name);
    const declared = part.type === 'VariableDeclarator' ? identifier(part.id) : '';
    for (const inner of Object.values(part)) visit(inner, isComponent ? name : component, declared, isObserver);
  };
  visit(parseAst(text, { lang: 'tsx' }), '', '', false);
  return [...reading].filter((name) => !watched.has(name));
}

const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.tsx'));

it('every component of a renderer that reads expressions draws again when what they read changes', () => {
  const found = files.flatMap((path) => unwatched(readFileSync(join(root, path), 'utf8')).map((name) => `${path}: ${name}`));
  expect(found).toEqual([]);
});

it('what draws again is told from what does not', () => {
  const reads = 'return <p onClick={() => lazyText(a, {})}>{lazyText(b, {})}</p>;';
  expect(unwatched(`function Plain() { ${reads} }`)).toEqual(['Plain']);
  expect(unwatched(`const Arrow = () => <p>{attempt(() => 1)}</p>;`)).toEqual(['Arrow']);
  expect(unwatched(`const Watched = observer(function Watched() { ${reads} });`)).toEqual([]);
  expect(unwatched(`function Later() { ${reads} } export const Seen = observer(Later);`)).toEqual([]);
  expect(unwatched('function Pressed() { return <p onClick={() => truth(a, {}, false)} />; }')).toEqual([]);
});
