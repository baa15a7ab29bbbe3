import { reaction } from '@formily/reactive';

/** Waits until `holds` (read from observables) is true. Who asks meanwhile waits by the same reaction, however often that is. */
export function sharedWait(holds: () => boolean): () => Promise<void> {
  let waiting: Promise<void> | undefined;
  const wait = async (): Promise<void> => {
    let stop = (): void => {};
    await new Promise<void>((resolve) => {
      stop = reaction(holds, (isTrue) => isTrue && resolve(), { fireImmediately: true });
    });
    stop();
    waiting = undefined;
  };
  return () => {
    waiting ??= wait();
    return waiting;
  };
}
