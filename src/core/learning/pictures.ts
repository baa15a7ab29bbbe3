import { fitAutomatically } from './automatic.ts';
import type { Confusion, Metrics } from './metrics.ts';
import { type KeptModel, predictColumns } from './model.ts';
import type { Clock, LearningColumn } from './table.ts';
import { targetOf } from './target.ts';
import type { Worth } from './worth.ts';

/** Width and height of the small pictures that are learned from; three bytes a pixel, row by row. */
export const pictureSide = 64;
const cell = 8;
const cells = pictureSide / cell;
const directions = 9;
const levels = 4;

/** What is kept of what was learned of pictures. Plain data. */
export interface PictureModel {
  version: 1;
  kind: 'picture';
  classifier: KeptModel;
  /** Features of the pictures that were learned from, one after the other, a byte each. */
  known: Uint8Array;
  /** Farthest a picture may be from the nearest known one and still be one of the classes. */
  reach: number;
}
export interface PictureFitted {
  model: PictureModel;
  classes: readonly string[];
  metrics: Metrics;
  baseline: Metrics;
  worth: Worth;
  confusion: Confusion;
  rows: { learned: number; apart: number };
}
/** A class with fewer different pictures than it needs, and how many it has. */
export interface FewPictures {
  label: string;
  count: number;
}
/** What a model says of a picture. */
export interface PictureSaid {
  /** Null: none of the classes. */
  label: string | null;
  reason: 'far' | 'unsure' | null;
  /** The likeliest first. */
  classes: { label: string; probability: number }[];
  /** How far from the nearest known picture, as a share of `reach`. */
  distance: number;
}

/** A picture of any size made small: every pixel is the mean of those it stands for. Four bytes a pixel come in; what is clear shows white. */
export function shrunk({ data, width, height }: { data: Uint8Array | Uint8ClampedArray; width: number; height: number }): Uint8Array {
  const small = new Uint8Array(pictureSide * pictureSide * 3);
  for (let y = 0; y < pictureSide; y += 1) {
    const [top, bottom] = span(y, height);
    for (let x = 0; x < pictureSide; x += 1) {
      const [left, right] = span(x, width);
      const sum = [0, 0, 0];
      for (let row = top; row < bottom; row += 1)
        for (let column = left; column < right; column += 1) {
          const at = (row * width + column) * 4;
          const alpha = (data[at + 3] ?? 255) / 255;
          for (let part = 0; part < 3; part += 1) sum[part] = (sum[part] ?? 0) + (data[at + part] ?? 0) * alpha + 255 * (1 - alpha);
        }
      const count = (bottom - top) * (right - left);
      for (let part = 0; part < 3; part += 1) small[(y * pictureSide + x) * 3 + part] = Math.round((sum[part] ?? 0) / count);
    }
  }
  return small;
}

function span(at: number, whole: number): [number, number] {
  const from = Math.min(whole - 1, Math.floor((at * whole) / pictureSide));
  return [from, Math.max(from + 1, Math.floor(((at + 1) * whole) / pictureSide))];
}

/** Features of a small picture, each from 0 to 1: where edges run in which direction, which colours there are, how bright it is where. */
function featuresOf(pixels: Uint8Array): Float64Array {
  const grey = new Float64Array(pictureSide * pictureSide);
  for (let at = 0; at < grey.length; at += 1)
    grey[at] = (0.299 * (pixels[at * 3] ?? 0) + 0.587 * (pixels[at * 3 + 1] ?? 0) + 0.114 * (pixels[at * 3 + 2] ?? 0)) / 255;
  return Float64Array.from([...edges(grey), ...colours(pixels), ...brightness(grey)]);
}

/** Histograms of gradients: in every cell how strong edges of each direction are, beside the strongest of the cells around. */
function edges(grey: Float64Array): Float64Array {
  const histogram = new Float64Array(cells * cells * directions);
  const value = (x: number, y: number) =>
    grey[Math.min(pictureSide - 1, Math.max(0, y)) * pictureSide + Math.min(pictureSide - 1, Math.max(0, x))] ?? 0;
  for (let y = 0; y < pictureSide; y += 1)
    for (let x = 0; x < pictureSide; x += 1) {
      const [dx, dy] = [value(x + 1, y) - value(x - 1, y), value(x, y + 1) - value(x, y - 1)];
      const turn = ((Math.atan2(dy, dx) + Math.PI) / Math.PI) % 1;
      const place =
        (Math.floor(y / cell) * cells + Math.floor(x / cell)) * directions + Math.min(directions - 1, Math.floor(turn * directions));
      histogram[place] = (histogram[place] ?? 0) + Math.hypot(dx, dy);
    }
  const strength = (cx: number, cy: number) => {
    let sum = 0;
    for (let y = Math.max(0, cy - 1); y <= Math.min(cells - 1, cy + 1); y += 1)
      for (let x = Math.max(0, cx - 1); x <= Math.min(cells - 1, cx + 1); x += 1)
        for (let part = 0; part < directions; part += 1) sum += (histogram[(y * cells + x) * directions + part] ?? 0) ** 2;
    return Math.sqrt(sum) + 1;
  };
  return histogram.map((sum, at) => {
    const place = Math.floor(at / directions);
    return Math.min(1, sum / strength(place % cells, Math.floor(place / cells)));
  });
}

function colours(pixels: Uint8Array): Float64Array {
  const histogram = new Float64Array(levels ** 3);
  const level = (value: number | undefined) => Math.min(levels - 1, Math.floor(((value ?? 0) * levels) / 256));
  for (let at = 0; at < pixels.length; at += 3) {
    const place = (level(pixels[at]) * levels + level(pixels[at + 1])) * levels + level(pixels[at + 2]);
    histogram[place] = (histogram[place] ?? 0) + 1;
  }
  // Small shares tell as much as large ones.
  return histogram.map((count) => Math.sqrt(count / (pictureSide * pictureSide)));
}

function brightness(grey: Float64Array): Float64Array {
  const means = new Float64Array(cells * cells);
  for (let at = 0; at < grey.length; at += 1) {
    const place = Math.floor(Math.floor(at / pictureSide) / cell) * cells + Math.floor((at % pictureSide) / cell);
    means[place] = (means[place] ?? 0) + (grey[at] ?? 0) / (cell * cell);
  }
  return means.map((mean) => Math.min(1, mean));
}

/** Farther than the farthest of so many hundredths of the known pictures from their nearest neighbours, and a little, is another thing. */
const nearShare = 0.98;
const reachFactor = 1.35;
/** Less sure than this is nothing said. */
const leastProbability = 0.5;

/**
 * Learns to tell labelled small pictures apart; measured on a fifth that nothing was learned from. Ends at the deadline. Pictures of a class whose features are
 * the same count once. Where a class has fewer than `least` then, nothing is learned and the first such class is told.
 */
export function fitPictures(
  pictures: readonly Uint8Array[],
  labels: readonly string[],
  { least, seed, deadline, clock }: { least: number; seed: number; deadline: number; clock: Clock },
): PictureFitted | { few: FewPictures } {
  const different = differentOf(pictures.map(featuresOf), labels);
  const counts = new Map<string, number>();
  for (const { label } of different) counts.set(label, (counts.get(label) ?? 0) + 1);
  for (const [label, count] of counts) if (count < least) return { few: { label, count } };
  const features = different.map((one) => one.features);
  const { task, targets } = targetOf({ name: 'label', analysis: 'category', texts: different.map(({ label }) => label) }, {});
  if (task.kind !== 'classes') throw new Error('Pictures are told apart by classes');
  const found = fitAutomatically(columnsOf(features), targets, {
    ...{ target: 'label', task, estimators: ['lrl1', 'rf'] as const, seed, deadline, clock },
  });
  if (!found.confusion) throw new Error('Classes have a confusion matrix');
  const known = Uint8Array.from(features.flatMap((own) => [...own].map(toByte)));
  const { metrics, baseline, worth, confusion, rows } = found;
  return {
    model: { version: 1, kind: 'picture', classifier: { ...found.model, threshold: 0.5 }, known, reach: reachOf(known, features.length) },
    ...{ classes: task.classes, metrics, baseline, worth, confusion, rows },
  };
}

/** Without copies: one that is kept apart would be measured by what was learned of its twin. */
function differentOf(features: readonly Float64Array[], labels: readonly string[]): { features: Float64Array; label: string }[] {
  const seen = new Set<string>();
  return features
    .map((own, at) => ({ features: own, label: labels[at] ?? '' }))
    .filter((one) => {
      const { size } = seen;
      return seen.add(`${one.features.join()} ${one.label}`).size > size;
    });
}

/** What a model says of a small picture. */
export function predictPicture({ classifier, known, reach }: PictureModel, pixels: Uint8Array): PictureSaid {
  if (classifier.task.kind !== 'classes') throw new Error('Pictures are told apart by classes');
  const features = featuresOf(pixels);
  const outputs = predictColumns(classifier, columnsOf([features]));
  const classes = classifier.task.classes
    .map((label, at) => ({ label, probability: outputs[at]?.[0] ?? 0 }))
    .sort((one, other) => other.probability - one.probability);
  const distance = nearest(known, Uint8Array.from(features, toByte), 0) / reach;
  const [best] = classes;
  const reason = distance > 1 ? 'far' : (best?.probability ?? 0) < leastProbability ? 'unsure' : null;
  return { label: reason === null ? (best?.label ?? null) : null, reason, classes, distance: Math.round(distance * 1_000) / 1_000 };
}

function columnsOf(features: readonly Float64Array[]): LearningColumn[] {
  return Array.from({ length: features[0]?.length ?? 0 }, (_, at) => ({
    name: `f${at}`,
    analysis: 'numeric' as const,
    numbers: Float64Array.from(features, (own) => own[at] ?? 0),
  }));
}

function toByte(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 255);
}

/** Pictures whose kept features are the same tell nothing of how far others may be: their distance counts for nothing. Always a number of at least 1. */
function reachOf(known: Uint8Array, count: number): number {
  const size = known.length / Math.max(1, count);
  const distances = Array.from({ length: count }, (_, at) => nearest(known, known.subarray(at * size, (at + 1) * size), 1))
    .filter(Number.isFinite)
    .sort((one, other) => one - other);
  return Math.max(1, (distances[Math.floor((distances.length - 1) * nearShare)] ?? 1) * reachFactor);
}

/** Distance to the nearest known picture that is at least so far; infinite where there is none. */
function nearest(known: Uint8Array, own: Uint8Array, least: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let at = 0; (at + 1) * own.length <= known.length; at += 1) {
    let sum = 0;
    for (let part = 0; part < own.length && sum < best; part += 1) sum += ((own[part] ?? 0) - (known[at * own.length + part] ?? 0)) ** 2;
    if (sum >= least) best = Math.min(best, sum);
  }
  return Math.sqrt(best);
}
