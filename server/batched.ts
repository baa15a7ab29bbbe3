/**
 * Gathers questions that arrive while one is under way into the next one. A question is never answered by a read that began
 * before it was asked.
 * @param read answers for all keys at once; what is missing in the map is answered with undefined.
 */
export function batched<Value>(read: (keys: string[]) => Promise<Map<string, Value>>): (key: string) => Promise<Value | undefined> {
  interface Waiting {
    resolve: (value: Value | undefined) => void;
    reject: (error: unknown) => void;
  }
  // Two under way keep the database busy while the answers of one are worked on.
  const most = 2;
  let waiting = new Map<string, Waiting[]>();
  let running = 0;
  let isPlanned = false;

  const plan = (): void => {
    if (isPlanned || running >= most || waiting.size === 0) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      void run();
    });
  };
  const run = async (): Promise<void> => {
    const asked = waiting;
    waiting = new Map();
    running += 1;
    try {
      const found = await read([...asked.keys()]);
      for (const [key, callers] of asked) for (const { resolve } of callers) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of [...asked.values()].flat()) reject(error);
    } finally {
      running -= 1;
      plan();
    }
  };
  return (key) =>
    new Promise((resolve, reject) => {
      const callers = waiting.get(key);
      if (callers) callers.push({ resolve, reject });
      else waiting.set(key, [{ resolve, reject }]);
      plan();
    });
}
