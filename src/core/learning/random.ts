/** Numbers that look random and are the same for the same seed, on every machine. */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private count = 1;

  constructor(seed: number) {
    [this.a, this.b, this.c] = [seed >>> 0, Math.floor(seed / 2 ** 32) >>> 0, 0x9e3779b9];
    for (let round = 0; round < 12; round += 1) this.next();
  }

  /** From 0 up to and without 1. */
  next(): number {
    const sum = (this.a + this.b + this.count) | 0;
    this.count = (this.count + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to and without `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** Of the normal distribution around 0 with deviation 1. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** Puts the numbers into another order, in place. */
  shuffle(list: Int32Array): Int32Array {
    for (let last = list.length - 1; last > 0; last -= 1) {
      const other = this.below(last + 1);
      const kept = list[last] as number;
      list[last] = list[other] as number;
      list[other] = kept;
    }
    return list;
  }

  /** `size` different numbers below `end`, in ascending order. */
  choose(end: number, size: number): Int32Array {
    const all = this.shuffle(Int32Array.from({ length: end }, (_, index) => index));
    return all.slice(0, size).sort();
  }
}
