import type { SyntaxNode } from '../../../src/core/expression/parse.ts';
import type { Source } from '../../read/source.ts';
import { callsIn, type Lookup, literalText, parseTemplate } from './infer.ts';
import { pathsOf } from './paths-read.ts';
import type { Type } from './types.ts';

/** Where a value stands. */
export interface Spot {
  source: Source;
  pointer: string;
}

/** What a place can read, and who can see it. */
export interface Context {
  lookup: Lookup;
  /** Permissions that hide what stands here; of each list a user has at least one. The first `ofPage` are those of the page itself. */
  guards: string[][];
  ofPage: number;
  /** Names of the nodes around it: dialogs show what they hold only when a step opens them. */
  containers: string[];
  /** A condition around it decides whether it is there, or runs. */
  isConditional?: true;
  /** Whether a condition around it asks who is signed in, and whether anybody is. */
  asksForPerson?: () => boolean;
  /** The expressions the page computes its `values` by. */
  computed?: (name: string) => string | undefined;
  /** What the form around holds by itself, without what steps write. */
  formValues?: () => Type | undefined;
}

export function withNames(context: Context, names: Record<string, Type | undefined>): Context {
  const { lookup } = context;
  return { ...context, lookup: (name) => (Object.hasOwn(names, name) ? names[name] : lookup(name)) };
}

export function withGuard(context: Context, permission: unknown): Context {
  const list = [permission].flat().filter((entry) => typeof entry === 'string');
  return list.length === 0 ? context : { ...context, guards: [...context.guards, list] };
}

/** `{{ can('a:b') && ... }}` hides like `permission` does, and `session.login` shows something to whoever is signed in; `isElse`: where it does not hold. */
export function withCondition(context: Context, condition: unknown, isElse = false): Context {
  if (typeof condition !== 'string') return context;
  const asksForPerson = () =>
    context.asksForPerson?.() === true || parseTemplate(condition).some(({ node }) => needsPerson(node, !isElse, context.computed));
  let result: Context = { ...context, isConditional: true, asksForPerson };
  if (isElse || !condition.includes('can')) return result;
  for (const { node } of parseTemplate(condition)) {
    for (const part of conjuncts(node)) {
      const { type, callee, arguments: args } = part as { type: string; callee?: { name?: unknown }; arguments?: never[] };
      const permission = type === 'CallExpression' && callee?.name === 'can' ? literalText(args?.[0]) : undefined;
      if (permission !== undefined) result = withGuard(result, permission);
    }
  }
  return result;
}

/** What says nothing about who is not signed in unless it is turned round. */
const negating: readonly unknown[] = ['!', 'isEmpty'];

/** Whether an expression holds (or, where `holds` is false, fails) only for somebody who is signed in. Comparisons with the person are taken to. */
function needsPerson(node: SyntaxNode, holds: boolean, computed: Context['computed']): boolean {
  const of = (part: unknown, still = holds) => needsPerson(part as SyntaxNode, still, computed);
  const { type, operator } = node;
  const name = type === 'CallExpression' ? (node.callee as SyntaxNode).name : operator;
  const [first] = type === 'CallExpression' ? (node.arguments as SyntaxNode[]) : [];
  if (name === 'can' || name === 'hasRole') return holds;
  if (negating.includes(name)) return of(first ?? node.argument, !holds);
  if (operator === '&&' || operator === '||') {
    const sides = [of(node.left), of(node.right)];
    // `a && b` fails, as `a || b` holds, for whom either does.
    return (operator === '&&') === holds ? sides.includes(true) : !sides.includes(false);
  }
  if (type === 'Identifier' || type === 'MemberExpression') {
    const [path = ''] = pathsOf(node);
    const value = path.startsWith('values.') ? computed?.(path.slice('values.'.length)) : undefined;
    if (value !== undefined) return parseTemplate(value).some((tree) => needsPerson(tree.node, holds, undefined));
    if (isOfPerson(path)) return holds;
  }
  return pathsOf(node).some(isOfPerson);
}

function isOfPerson(path: string): boolean {
  return /^(session|user)(\.|$)/.test(path);
}

function conjuncts(node: ReturnType<typeof parseTemplate>[number]['node']): object[] {
  if (node.type !== 'BinaryExpression' || node.operator !== '&&') return [node];
  return [...conjuncts(node.left as typeof node), ...conjuncts(node.right as typeof node)];
}

/** Permissions an expression asks for with can(), wherever. */
export function permissionsAsked(text: string): string[] {
  if (!text.includes('{{') || !text.includes('can')) return [];
  return callsIn(text)
    .flatMap(({ name, args }) => (name === 'can' ? [literalText(args[0])] : []))
    .filter((entry) => entry !== undefined);
}
