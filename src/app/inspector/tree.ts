import type { PlanField, PlanNode, Scope } from '../../core/types.ts';
import { NodeComponent } from '../../engine/node-component.tsx';
import type { NodePlace } from '../../engine/place.tsx';

/** A node as it stands on the page now, hidden ones included. */
export interface LiveNode {
  node: PlanNode | PlanField;
  scope: Scope;
  place: NodePlace | undefined;
  depth: number;
  /** What it draws; empty while hidden. */
  elements: Element[];
}

/**
 * The parts of React's tree this needs. React publishes no way from an element to the components around it; its developer tools read the
 * same links. They are read here only, and only while the inspector is open.
 */
interface Fiber {
  stateNode: unknown;
  return: Fiber | null;
  memoizedProps: unknown;
  child: Fiber | null;
  sibling: Fiber | null;
}

/** Every node below the root of the application, in the order of the page. */
export function liveNodes(root: Element): LiveNode[] {
  const key = Object.keys(root).find((name) => name.startsWith('__reactContainer$'));
  const start = key ? currentOf((root as unknown as Record<string, unknown>)[key]) : undefined;
  const found: LiveNode[] = [];
  if (start) visit(start.child, 0, [], found);
  return found;
}

/** Of two versions React keeps, the one on show. */
function currentOf(container: unknown): Fiber | undefined {
  const owner = (container as Fiber | null)?.stateNode as { current?: Fiber } | null | undefined;
  return owner?.current;
}

function visit(first: Fiber | null, depth: number, owners: LiveNode[], found: LiveNode[]): void {
  for (let fiber = first; fiber; fiber = fiber.sibling) {
    const live = asNode(fiber.stateNode, depth);
    if (live) found.push(live);
    if (fiber.stateNode instanceof Element) for (const owner of owners) owner.elements.push(fiber.stateNode);
    // An element covers what is in it, so owners outside need not hear of more.
    const inner = live ? [live] : fiber.stateNode instanceof Element ? [] : owners;
    visit(fiber.child, live ? depth + 1 : depth, inner.length > 0 && live ? [...owners, live] : inner, found);
  }
}

function asNode(instance: unknown, depth: number): LiveNode | undefined {
  if (!(instance instanceof NodeComponent)) return undefined;
  const { node, field, scope } = instance.props as unknown as { node?: PlanNode; field?: PlanField; scope: Scope };
  const own = node ?? field;
  return own && { node: own, scope, place: instance.context, depth, elements: [] };
}

/** The innermost node that draws this element. */
export function nodeAt(nodes: readonly LiveNode[], target: Element): LiveNode | undefined {
  let best: LiveNode | undefined;
  for (const live of nodes) if (live.elements.some((element) => element.contains(target)) && live.depth >= (best?.depth ?? 0)) best = live;
  return best;
}

/** What the parts of the page around an element were given, from the inside out. */
export function* propsAround(target: Element): Generator<Record<string, unknown>> {
  const key = Object.keys(target).find((name) => name.startsWith('__reactFiber$'));
  let fiber = key ? ((target as unknown as Record<string, unknown>)[key] as Fiber | null) : null;
  for (; fiber; fiber = fiber.return) {
    if (fiber.stateNode instanceof NodeComponent) return;
    if (typeof fiber.memoizedProps === 'object' && fiber.memoizedProps !== null) yield fiber.memoizedProps as Record<string, unknown>;
  }
}
