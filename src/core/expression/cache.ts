/**
 * A bounded map that forgets what was not used for long. It holds two generations: what is used moves to the younger one, and when that is
 * half of the size, the older one is forgotten as a whole. Forgetting entries one by one makes a Map look through the holes they leave.
 */
export class RecentCache<Value> {
  #recent = new Map<string, Value>();
  #older = new Map<string, Value>();
  readonly #half: number;

  /** `size`: most entries, at least 2. */
  constructor(size: number) {
    this.#half = Math.max(1, Math.floor(size / 2));
  }

  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  get(key: string): Value | undefined {
    const value = this.#recent.get(key);
    if (value !== undefined) return value;
    const older = this.#older.get(key);
    if (older === undefined) return undefined;
    this.#older.delete(key);
    this.set(key, older);
    return older;
  }

  set(key: string, value: Value): void {
    if (this.#recent.size >= this.#half && !this.#recent.has(key)) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(key, value);
  }
}
