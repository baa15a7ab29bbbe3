import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import type { PlanNode } from '../core/types.ts';
import { type NavigateOptions, type NodeController, useEngine } from './context.ts';
import { useNames } from './names.ts';
import type { Client, FrameLinks } from './types.ts';

/** The HTTP client: client.call('dictionary.list', { with: {...} }). */
export function useClient(): Client {
  return useEngine().client;
}

/** Goes to a path of this application, or back with -1. Other origins are refused with a message. */
export function useNavigateTo(): (to: string | -1, options?: NavigateOptions) => void {
  const engine = useEngine();
  return useCallback(
    (to, options) => {
      try {
        engine.navigate(to, options);
      } catch (error) {
        engine.feedback.message('error', error instanceof Error ? error.message : String(error));
      }
    },
    [engine],
  );
}

/** The address a path of this application has in the browser, for real links. Other addresses stay as they are. */
export function useAddressOf(): (path: string) => string {
  const { addressOf } = useEngine();
  return useCallback((path) => (path.startsWith('/') && addressOf ? addressOf(path) : path), [addressOf]);
}

/** Messages to and from the windows of frames. */
export function useFrameLinks(): FrameLinks | undefined {
  return useEngine().frames;
}

/** Lets the steps open, close, refresh, validate, reset and set reach this node by its name. Does nothing for a node without a name. */
export function useController(node: PlanNode, controller: NodeController): void {
  const names = useNames();
  const latest = useRef(controller);
  useLayoutEffect(() => {
    latest.current = controller;
  });
  const name = node.name;
  useEffect(() => {
    if (!name) return;
    return names.control(name, latest);
  }, [names, name]);
}

/**
 * Offers a live object under the node's name: own getters that read observables, evaluated only when an expression reads them. For values too
 * large to copy whenever one part changes. Does nothing for a node without a name.
 */
export function useLiveNames(node: PlanNode, view: object): void {
  const names = useNames();
  const name = node.name;
  useLayoutEffect(() => (name ? names.attach(name, view) : undefined), [names, name, view]);
}
