const longestWait = 60_000;

/** Resolves when what stands in the document now has been painted. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      // A message comes after the frame's layout and paint, and without the delay of a timer.
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve();
      channel.port2.postMessage(undefined);
    });
  });
}

/** Resolves as soon as a condition on the document holds. @throws Error when it never does. */
export function until(holds: () => boolean, what: string): Promise<void> {
  if (holds()) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      observer.disconnect();
      clearInterval(slow);
      clearTimeout(limit);
      settle();
    };
    const look = () => {
      if (holds()) end(resolve);
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    // Scroll positions and sizes change without a mutation.
    const slow = setInterval(look, 50);
    const limit = setTimeout(() => end(() => reject(new Error(`Never: ${what}`))), longestWait);
  });
}

/** Milliseconds from an act until a condition holds and the page is painted. */
export async function timeTo(act: () => void, holds: () => boolean, what: string): Promise<number> {
  const start = performance.now();
  act();
  await until(holds, what);
  await painted();
  return performance.now() - start;
}

/**
 * Time of a function as it is on its first call and once it is warm (median of `repeats` calls). Each call gets new arguments, so that
 * nothing remembered from the call before helps.
 */
export function firstAndWarm<Argument>(prepare: (call: number) => Argument, run: (argument: Argument) => unknown, repeats: number) {
  const times = Array.from({ length: repeats + 1 }, (_, call) => {
    const argument = prepare(call);
    const start = performance.now();
    const result = run(argument);
    const time = performance.now() - start;
    if (result === undefined) throw new Error('The measured function gave nothing');
    return time;
  });
  const warm = times.slice(1).sort((a, b) => a - b);
  return { first: times[0] ?? Number.NaN, warm: warm[Math.floor(warm.length / 2)] ?? Number.NaN };
}
