/** Most questions under way. */
const most = 2;
/** Milliseconds a question may be under way before it holds up no others: a database far away would otherwise be idle most of the time. */
const patience = 1;

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
  let waiting = new Map<string, Waiting[]>();
  let running = 0;
  let isNext = false;
  let timer: NodeJS.Timeout | undefined;

  /** Asks in the turn after next: the answers just given are sent by then, and who got one may have asked again. Many callers make few questions. */
  const askNext = (): void => {
    clearTimeout(timer);
    timer = undefined;
    isNext = true;
    setImmediate(() =>
      setImmediate(() => {
        isNext = false;
        void ask();
      }),
    );
  };
  const plan = (): void => {
    if (isNext || waiting.size === 0 || running >= most) return;
    if (running === 0) askNext();
    else timer ??= setTimeout(askNext, patience);
  };
  const ask = async (): Promise<void> => {
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
