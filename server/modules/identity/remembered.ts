/**
 * Answers by key, each of one revision: another one has it read anew. Who asks while it is read waits for the same answer. What fails is not
 * remembered.
 */
export class Remembered<Found> {
  readonly #known = new Map<string, { revision: number; found: Promise<Found> }>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  async get(key: string, revision: number, read: () => Promise<Found>): Promise<Found> {
    const known = this.#known.get(key);
    if (known?.revision === revision) return await known.found;
    if (this.#known.size >= this.#most) this.#known.clear();
    const entry = { revision, found: read() };
    this.#known.set(key, entry);
    try {
      return await entry.found;
    } catch (error) {
      if (this.#known.get(key) === entry) this.#known.delete(key);
      throw error;
    }
  }
}
