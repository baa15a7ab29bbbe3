import { batch, observable } from '@formily/reactive';
import { createContext, useContext } from 'react';
import { isField } from '../core/index.ts';
import type { PlanNode, PlanOption, Scope } from '../core/types.ts';
import type { NodeController } from './context.ts';
import { sameValue } from './scope.ts';

/** What steps can do with a node; the same object as long as the node is shown. */
export interface Handle {
  readonly current: NodeController;
}
export interface Offer {
  expose: (values: Record<string, unknown>) => void;
  /** The node is shown no longer: its name is undefined again. */
  end: () => void;
}

/**
 * The named nodes of one frame (a page, or one round of `each`): what they expose to expressions and what steps can do with them.
 * `names` is the frame's own part of the scope.
 */
export class NameSpace {
  private readonly handles = new Map<string, Handle>();

  constructor(
    readonly names: Record<string, unknown>,
    readonly parent?: NameSpace,
  ) {}

  /** Offers values under a node's name; equal values notify nobody. Those it offered before and leaves out now become undefined. */
  offer(name: string): Offer {
    let own: Record<string, unknown> | undefined;
    return {
      expose: (values) => {
        const current = own;
        if (!current || this.names[name] !== current) {
          own = observable.shallow({ ...values });
          this.names[name] = own;
          return;
        }
        batch(() => {
          for (const [key, value] of Object.entries(values)) if (!sameValue(current[key], value)) current[key] = value;
          for (const key of Object.keys(current)) if (!(key in values)) current[key] = undefined;
        });
      },
      end: () => {
        if (own && this.names[name] === own) this.names[name] = undefined;
        own = undefined;
      },
    };
  }

  /** Offers a live object (getters on observables) under a node's name, until the answer is called. */
  attach(name: string, view: object): () => void {
    this.names[name] = view;
    return () => {
      if (this.names[name] === view) this.names[name] = undefined;
    };
  }

  control(name: string, handle: Handle): () => void {
    this.handles.set(name, handle);
    return () => {
      if (this.handles.get(name) === handle) this.handles.delete(name);
    };
  }

  /** The nodes shown now. */
  shown(): Map<string, Handle> {
    return new Map([...(this.parent?.shown() ?? []), ...this.handles]);
  }

  controller(name: string): NodeController | undefined {
    return this.handles.get(name)?.current ?? this.parent?.controller(name);
  }

  /** Whether a node has this name, shown or not. */
  declares(name: string): boolean {
    return Object.hasOwn(this.names, name) || (this.parent?.declares(name) ?? false);
  }
}

/** Names of all nodes below, so that every name exists (undefined) before its node is there and readers are told when it comes. */
function namesBelow(nodes: readonly PlanNode[], found: Set<string> = new Set()): Set<string> {
  for (const node of nodes) {
    // Names inside `each` belong to its rounds, those of fields to the values of their form.
    if (node.each || isField(node)) continue;
    if (node.name) found.add(node.name);
    for (const option of Object.values(node.options)) namesInOption(option, found);
  }
  return found;
}
function namesInOption(option: PlanOption, found: Set<string>): void {
  if (option.kind === 'nodes' || option.kind === 'fields') namesBelow(option.value, found);
  else if (option.kind === 'object') for (const part of Object.values(option.value)) namesInOption(part, found);
  else if (option.kind === 'array') for (const part of option.value) namesInOption(part, found);
}

/** Undefined places for the names of these nodes. */
export function placesFor(nodes: readonly PlanNode[]): Record<string, unknown> {
  return Object.fromEntries([...namesBelow(nodes)].map((name) => [name, undefined]));
}

/** A frame of its own for one round of `each`. */
export function roundScope(parent: Scope, node: PlanNode, item: unknown, index: number): Scope {
  const inner: PlanNode = { ...node, each: undefined };
  return { names: observable.shallow({ ...placesFor([inner]), [node.as]: item, index }), parent };
}

export const NamesContext = createContext<NameSpace | undefined>(undefined);

export function useNames(): NameSpace {
  const names = useContext(NamesContext);
  if (!names) throw new Error('useNames needs a PageView above it');
  return names;
}
