/**
 * Heights of many rows of which few were seen: one height for all, and what single rows differ from it. A Fenwick tree over the differences
 * gives the place of a row, and the row at a place, in a few steps however many rows there are.
 */
export class RowHeights {
  private readonly differences: Float64Array;
  private readonly sums: Float64Array;
  private isMeasured = false;

  constructor(
    readonly count: number,
    /** Height of rows that were not measured: a guess, until the first one is. */
    private usual: number,
  ) {
    this.differences = new Float64Array(count);
    this.sums = new Float64Array(count + 1);
  }

  /** The same for another number of rows: those that stay keep their heights. */
  resized(count: number): RowHeights {
    const next = new RowHeights(count, this.usual);
    next.isMeasured = this.isMeasured;
    for (const [index, difference] of this.differences.subarray(0, count).entries()) {
      if (difference !== 0) next.add(index, difference);
    }
    return next;
  }

  get total(): number {
    return this.top(this.count);
  }

  /** Pixels above a row. */
  top(index: number): number {
    let difference = 0;
    for (let at = index; at > 0; at -= at & -at) difference += this.sums[at] ?? 0;
    return index * this.usual + difference;
  }

  /** The row at so many pixels from the start. */
  at(pixels: number): number {
    let first = 0;
    let last = Math.max(0, this.count - 1);
    while (first < last) {
      const middle = (first + last + 1) >> 1;
      if (this.top(middle) <= pixels) first = middle;
      else last = middle - 1;
    }
    return first;
  }

  /** Takes the height of a row that is on the page; true when it was another. The first one is taken for all that were not seen. */
  measure(index: number, height: number): boolean {
    if (index < 0 || index >= this.count || height <= 0) return false;
    if (!this.isMeasured) {
      this.isMeasured = true;
      const isOther = Math.abs(height - this.usual) >= 0.5;
      this.usual = height;
      return isOther;
    }
    const change = height - this.usual - (this.differences[index] ?? 0);
    if (Math.abs(change) < 0.5) return false;
    this.add(index, change);
    return true;
  }

  private add(index: number, change: number): void {
    this.differences[index] = (this.differences[index] ?? 0) + change;
    for (let at = index + 1; at <= this.count; at += at & -at) this.sums[at] = (this.sums[at] ?? 0) + change;
  }
}
