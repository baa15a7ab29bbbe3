import pg from 'pg';

/** Milliseconds for which nothing is trusted after a statement that ended without an answer: the database may still be at work on it. */
const doubt = 60_000;
/**
 * Single statements that change nothing. What is not recognised may change something, and every statement that ends a transaction does. A
 * function that writes must not be called by a bare `select`: there is none.
 */
const changesNothing = /^\s*(select|begin)\b[^;]*$/i;

/**
 * Every statement this process sends to a database that nobody else writes to. What was read holds until one is sent that may change
 * something: a transaction is seen by others between the sending of its end and the answer, and at no other moment.
 */
export class Writes {
  #changes = 0;
  #underWay = 0;
  #doubtUntil = 0;

  /** What stands for the state of the data now, to be taken before something is read; nothing while a statement may be changing it. */
  mark(): number | undefined {
    return this.#underWay > 0 || performance.now() < this.#doubtUntil ? undefined : this.#changes;
  }

  /** Sends a statement, which may change something from now until its end. */
  watch<Result>(text: unknown, send: () => Result): Result {
    if (typeof text === 'string' && changesNothing.test(text)) return send();
    this.#changes += 1;
    this.#underWay += 1;
    const result = send();
    // Of anything but a promise nobody tells when it ends.
    if (result instanceof Promise) result.then(this.#ended, this.#failed);
    else this.#failed(undefined);
    return result;
  }

  readonly #ended = (): void => {
    this.#changes += 1;
    this.#underWay -= 1;
  };

  readonly #failed = (error: unknown): void => {
    // What the database itself refuses has ended; a connection that broke tells nothing.
    if (!(error instanceof pg.DatabaseError)) this.#doubtUntil = performance.now() + doubt;
    this.#ended();
  };
}

/** Most values that are held at once; then all are asked for anew. */
const most = 10_000;
/** Milliseconds after which a value is asked for in any case: whoever writes past the server, by hand say, is heard then. */
const longest = 1_000;

/**
 * Asks only for what may have changed since it was asked for last. Whatever was written before the question is in the answer.
 * @param ask reads the value of a key, beginning after it was asked.
 * @param lasts for how many milliseconds after the reading the value stays as it is when nothing is written.
 */
export function whileUnwritten<Value>(
  writes: Writes,
  ask: (key: string) => Promise<Value | undefined>,
  lasts: (value: Value) => number,
): (key: string) => Promise<Value | undefined> {
  const held = new Map<string, { value: Value; until: number }>();
  let heldAt: number | undefined;
  let turn: Promise<void> | undefined;

  /**
   * Questions of one turn of the event loop go on together, so that their answers leave one right after the other: one by one, each would
   * have to wake up whoever waits for it, which takes longer than all the rest.
   */
  const gathered = (): Promise<void> =>
    (turn ??= new Promise((resolve) => {
      setImmediate(() => {
        turn = undefined;
        resolve();
      });
    }));
  const find = (key: string, mark: number): Value | undefined => {
    if (mark !== heldAt) held.clear();
    heldAt = mark;
    const found = held.get(key);
    return found && performance.now() < found.until ? found.value : undefined;
  };

  return async (key) => {
    const mark = writes.mark();
    if (mark === undefined) return await ask(key);
    const known = find(key, mark);
    if (known !== undefined) {
      await gathered();
      return known;
    }
    const began = performance.now();
    const value = await ask(key);
    if (value === undefined || writes.mark() !== mark) return value;
    if (held.size >= most) held.clear();
    held.set(key, { value, until: began + Math.min(longest, lasts(value)) });
    return value;
  };
}
