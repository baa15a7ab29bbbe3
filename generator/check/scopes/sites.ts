import type { Context, Spot } from './context.ts';

/** Where a user or the page starts an action. */
export interface ActionSite {
  action: unknown;
  spot: Spot;
  context: Context;
}

/** A step that opens a node. */
export interface Opener {
  context: Context;
  with: unknown;
}
