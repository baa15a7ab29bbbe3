/**
 * Answers by key, all of one revision: another one forgets them, so that nothing of an older one stays in memory. Who asks while it is read waits
 * for the same answer. What fails is not remembered.
 */
export class Remembered<Found> {
  readonly #known = new Map<string, Promise<Found>>();
  readonly #most: number;
  #revision: number | undefined;

  constructor(most: number) {
    this.#most = most;
  }

  async get(key: string, revision: number, read: () => Promise<Found>): Promise<Found> {
    if (revision !== this.#revision) this.#known.clear();
    this.#revision = revision;
    const known = this.#known.get(key);
    if (known) return await known;
    if (this.#known.size >= this.#most) this.#known.clear();
    const found = read();
    this.#known.set(key, found);
    try {
      return await found;
    } catch (error) {
      if (this.#known.get(key) === found) this.#known.delete(key);
      throw error;
    }
  }
}
