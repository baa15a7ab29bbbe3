import type { NodeController } from '../context.ts';
import type { Handle } from '../names.ts';
import type { Run } from './run.ts';

export function unknownNode(name: string, step: string): Error {
  return Object.assign(new Error(`There is no node "${name}" with the step "${step}"`), { code: 'UNKNOWN_NODE' });
}

/** The wish that opened a window last. */
const opened = new WeakMap<Handle, number>();

/** The node for a step of its kind. Undefined: it went, or serves a later wish by now. */
export function nodeFor<Kind extends keyof NodeController>(
  run: Run,
  name: string,
  step: Kind,
): ({ [K in Kind]-?: NonNullable<NodeController[K]> } & NodeController) | undefined {
  const handle = run.names.shown().get(name);
  const before = run.shown.get(name);
  if (before && before !== handle) return undefined;
  if (!handle?.current[step]) throw unknownNode(name, step);
  if ((opened.get(handle) ?? 0) > run.since) return undefined;
  if (step === 'open') opened.set(handle, run.since);
  return handle.current as never;
}

/** Whether a node of the document is not shown now: it begins anew when it is, so that there is nothing to reset or to close. */
export function isAway({ names }: Run, name: string): boolean {
  return names.declares(name) && !names.shown().has(name);
}
