import type { Source } from '../../read/source.ts';
import { callsIn, type Lookup, literalText, parseTemplate } from './infer.ts';
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
  /** A condition around it asks who is signed in, and whether anybody is. */
  asksForPerson?: true;
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

/** `{{ can('a:b') && ... }}` hides like `permission` does, and `session.login` shows something to whoever is signed in. */
export function withCondition(context: Context, condition: unknown): Context {
  if (typeof condition !== 'string') return context;
  let result: Context = /\b(session|user)\b/.test(condition) ? { ...context, asksForPerson: true } : context;
  if (!condition.includes('can')) return result;
  for (const { node } of parseTemplate(condition)) {
    for (const part of conjuncts(node)) {
      const { type, callee, arguments: args } = part as { type: string; callee?: { name?: unknown }; arguments?: never[] };
      const permission = type === 'CallExpression' && callee?.name === 'can' ? literalText(args?.[0]) : undefined;
      if (permission !== undefined) result = withGuard(result, permission);
    }
  }
  return result;
}

function conjuncts(node: ReturnType<typeof parseTemplate>[number]['node']): object[] {
  if (node.type !== 'BinaryExpression' || node.operator !== '&&') return [node];
  return [...conjuncts(node.left as typeof node), ...conjuncts(node.right as typeof node)];
}

/** Permissions an expression asks for with can(), wherever. */
export function permissionsAsked(text: string): string[] {
  return callsIn(text)
    .flatMap(({ name, args }) => (name === 'can' ? [literalText(args[0])] : []))
    .filter((entry) => entry !== undefined);
}
