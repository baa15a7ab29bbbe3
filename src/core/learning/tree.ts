import type { Bins } from './bins.ts';
import type { Random } from './random.ts';
import type { Matrix } from './table.ts';

/** A tree in lists, one entry a node; a leaf has the feature -1. Values up to the threshold go left; where a value is missing `missing` says 1 for left. */
export interface Tree {
  feature: number[];
  threshold: number[];
  missing: number[];
  left: number[];
  right: number[];
  value: number[];
}

export interface Growth {
  /** `leaf` splits where it gains most (as LightGBM does), `level` splits all of a depth before the next (as XGBoost does). */
  order: 'leaf' | 'level';
  leaves: number;
  depth: number;
  /** Least rows and least sum of second derivatives of a leaf. */
  minRows: number;
  minWeight: number;
  /** Penalty of large leaf values, and what a split has to gain. */
  lambda: number;
  gamma: number;
  /** Features the tree may use; every one by default. */
  features?: Int32Array;
  /** Features looked at for each split, another choice each time; all by default. */
  perSplit?: number;
}

interface Cut {
  gain: number;
  feature: number;
  bin: number;
  missingLeft: boolean;
}

interface Open {
  node: number;
  depth: number;
  start: number;
  end: number;
  gradient: number;
  hessian: number;
  histogram: Float64Array | undefined;
  cut: Cut | undefined;
}

/** Places of a histogram a bin takes: sums of first and second derivatives and the number of rows. */
const perBin = 3;

/** A tree that lowers a loss by its first and second derivatives at each row. `rows` is put into another order; rows may be named more than once. */
export function growTree(
  bins: Bins,
  gradients: Float64Array,
  hessians: Float64Array,
  rows: Int32Array,
  growth: Growth,
  random: Random,
): Tree {
  return new Grower(bins, gradients, hessians, rows, growth, random).grow();
}

class Grower {
  private readonly tree: Tree = { feature: [], threshold: [], missing: [], left: [], right: [], value: [] };
  private readonly features: Int32Array;
  private readonly offsets: Int32Array;
  private readonly size: number;
  private readonly spare: Int32Array;

  constructor(
    private readonly bins: Bins,
    private readonly gradients: Float64Array,
    private readonly hessians: Float64Array,
    private readonly rows: Int32Array,
    private readonly growth: Growth,
    private readonly random: Random,
  ) {
    this.features = growth.features ?? Int32Array.from(bins.codes, (_, at) => at);
    this.offsets = new Int32Array(bins.codes.length);
    let size = 0;
    for (const feature of this.features) {
      this.offsets[feature] = size;
      size += ((bins.thresholds[feature] as Float64Array).length + 2) * perBin;
    }
    this.size = size;
    this.spare = new Int32Array(rows.length);
  }

  grow(): Tree {
    const { growth } = this;
    const open = [this.begin(0, 0, this.rows.length)];
    for (let leaves = 1; leaves < growth.leaves; leaves += 1) {
      let chosen = -1;
      for (let at = 0; at < open.length; at += 1) {
        const one = open[at] as Open;
        if (!one.cut) continue;
        const best = open[chosen];
        if (!best || (growth.order === 'leaf' ? one.cut.gain > (best.cut?.gain ?? 0) : one.depth < best.depth)) chosen = at;
      }
      const [next] = chosen < 0 ? [] : open.splice(chosen, 1);
      if (!next) break;
      open.push(...this.split(next));
    }
    return this.tree;
  }

  private begin(depth: number, start: number, end: number, histogram?: Float64Array): Open {
    let [gradient, hessian] = [0, 0];
    for (let at = start; at < end; at += 1) {
      const row = this.rows[at] as number;
      gradient += this.gradients[row] as number;
      hessian += this.hessians[row] as number;
    }
    const { tree, growth } = this;
    const node = tree.feature.push(-1) - 1;
    tree.threshold.push(0);
    tree.missing.push(0);
    tree.left.push(-1);
    tree.right.push(-1);
    tree.value.push(hessian + growth.lambda > 0 ? -gradient / (hessian + growth.lambda) : 0);
    const open: Open = { node, depth, start, end, gradient, hessian, histogram, cut: undefined };
    if (depth >= growth.depth || end - start < 2 * growth.minRows) return open;
    if (growth.perSplit === undefined) open.histogram ??= this.count(start, end);
    open.cut = this.bestCut(open);
    return open;
  }

  private split(open: Open): [Open, Open] {
    const { tree, bins } = this;
    const { feature, bin, missingLeft } = open.cut as Cut;
    const middle = this.partition(open, bins.codes[feature] as Uint8Array, bin, missingLeft);
    tree.feature[open.node] = feature;
    tree.threshold[open.node] = (bins.thresholds[feature] as Float64Array)[bin - 1] as number;
    tree.missing[open.node] = missingLeft ? 1 : 0;
    const depth = open.depth + 1;
    const parent = open.histogram;
    open.histogram = undefined;
    const isLeftSmaller = middle - open.start < open.end - middle;
    // The smaller side is counted; the other is what is left of both.
    let [leftCounts, rightCounts]: (Float64Array | undefined)[] = [];
    if (parent && depth < this.growth.depth) {
      const small = isLeftSmaller ? this.count(open.start, middle) : this.count(middle, open.end);
      for (let at = 0; at < parent.length; at += 1) parent[at] = (parent[at] as number) - (small[at] as number);
      [leftCounts, rightCounts] = isLeftSmaller ? [small, parent] : [parent, small];
    }
    const left = this.begin(depth, open.start, middle, leftCounts);
    const right = this.begin(depth, middle, open.end, rightCounts);
    tree.left[open.node] = left.node;
    tree.right[open.node] = right.node;
    return [left, right];
  }

  private partition({ start, end }: Open, codes: Uint8Array, bin: number, missingLeft: boolean): number {
    const { rows, spare } = this;
    let [left, right] = [start, 0];
    for (let at = start; at < end; at += 1) {
      const row = rows[at] as number;
      const code = codes[row] as number;
      if (code === 0 ? missingLeft : code <= bin) {
        rows[left] = row;
        left += 1;
      } else {
        spare[right] = row;
        right += 1;
      }
    }
    for (let at = 0; at < right; at += 1) rows[left + at] = spare[at] as number;
    return left;
  }

  private count(start: number, end: number, features = this.features): Float64Array {
    const histogram = new Float64Array(this.size);
    const { rows, gradients, hessians } = this;
    for (const feature of features) {
      const codes = this.bins.codes[feature] as Uint8Array;
      const offset = this.offsets[feature] as number;
      for (let at = start; at < end; at += 1) {
        const row = rows[at] as number;
        const place = offset + (codes[row] as number) * perBin;
        histogram[place] = (histogram[place] as number) + (gradients[row] as number);
        histogram[place + 1] = (histogram[place + 1] as number) + (hessians[row] as number);
        histogram[place + 2] = (histogram[place + 2] as number) + 1;
      }
    }
    return histogram;
  }

  private bestCut(open: Open): Cut | undefined {
    const { growth, features } = this;
    let looked = features;
    let { histogram } = open;
    if (growth.perSplit !== undefined) {
      looked = this.random.choose(features.length, Math.min(features.length, growth.perSplit)).map((at) => features[at] as number);
      histogram = this.count(open.start, open.end, looked);
    }
    if (!histogram) return undefined;
    let best: Cut | undefined;
    for (const feature of looked) best = this.cutOf(open, feature, histogram, best);
    return best;
  }

  private cutOf(open: Open, feature: number, histogram: Float64Array, best: Cut | undefined): Cut | undefined {
    const { minRows, minWeight, lambda, gamma } = this.growth;
    const offset = this.offsets[feature] as number;
    const last = (this.bins.thresholds[feature] as Float64Array).length + 1;
    const rows = open.end - open.start;
    const missingRows = histogram[offset + 2] as number;
    const whole = (open.gradient * open.gradient) / (open.hessian + lambda);
    let found = best;
    for (const missingLeft of missingRows > 0 ? [false, true] : [false]) {
      let [gradient, hessian, count] = missingLeft
        ? [histogram[offset] as number, histogram[offset + 1] as number, missingRows]
        : [0, 0, 0];
      for (let bin = 1; bin < last; bin += 1) {
        const place = offset + bin * perBin;
        gradient += histogram[place] as number;
        hessian += histogram[place + 1] as number;
        count += histogram[place + 2] as number;
        const otherHessian = open.hessian - hessian;
        if (count < minRows || hessian < minWeight) continue;
        if (rows - count < minRows || otherHessian < minWeight) break;
        const other = open.gradient - gradient;
        const gain = 0.5 * ((gradient * gradient) / (hessian + lambda) + (other * other) / (otherHessian + lambda) - whole);
        if (gain > gamma + 1e-12 && gain > (found?.gain ?? 0)) found = { gain, feature, bin, missingLeft };
      }
    }
    return found;
  }
}

/** Adds what the tree says of every row, times `factor`. */
export function addTree(tree: Tree, matrix: Matrix, factor: number, into: Float64Array): void {
  const { feature, threshold, missing, left, right, value } = tree;
  for (let row = 0; row < matrix.rows; row += 1) {
    let node = 0;
    for (let used = feature[0] as number; used >= 0; used = feature[node] as number) {
      const own = (matrix.columns[used] as Float64Array)[row] as number;
      const goesLeft = Number.isNaN(own) ? missing[node] === 1 : own <= (threshold[node] as number);
      node = (goesLeft ? left[node] : right[node]) as number;
    }
    into[row] = (into[row] as number) + factor * (value[node] as number);
  }
}
