/** Repeated measurements of one thing, in the unit of their line. */
export interface Summary {
  median: number;
  min: number;
  max: number;
  /** In the order they were taken. */
  samples: number[];
}

/**
 * Median, least and greatest of some measurements; of an even number the median is the mean of the middle two.
 * @throws RangeError without samples, or when one is no finite number: a gap must not look like a figure.
 */
export function summarise(samples: readonly number[]): Summary {
  if (samples.length === 0) throw new RangeError('No samples to summarise');
  const strange = samples.find((sample) => !Number.isFinite(sample));
  if (strange !== undefined) throw new RangeError(`${strange} is not a measurement`);
  const sorted = [...samples].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
  return { median: (lower + upper) / 2, min: Math.min(...sorted), max: Math.max(...sorted), samples: [...samples] };
}

/** How many times the baseline ours is, by medians; undefined when the baseline is zero. */
export function ratio(ours: Summary, baseline: Summary): number | undefined {
  return baseline.median === 0 ? undefined : ours.median / baseline.median;
}

/** What one measurement of a subject gives: numbers by metric. */
export type Metrics = Record<string, number>;
/** Measures once; `round` counts from 0. */
export type Measure = (round: number) => Promise<Metrics>;

export interface InterleaveOptions {
  rounds: number;
  /** Rounds thrown away first. Default 1. */
  warmUp?: number;
  /** Told before every measurement. */
  onStart?: (subject: string, round: number) => void;
}

/**
 * Measures subjects in turns (A, B, A, B ...), so that a busy moment of the machine touches them alike.
 * @returns summaries by subject and metric.
 * @throws RangeError when a subject leaves a metric out in one round.
 */
export async function interleave<Subject extends string>(
  subjects: Record<Subject, Measure>,
  { rounds, warmUp = 1, onStart }: InterleaveOptions,
): Promise<Record<Subject, Record<string, Summary>>> {
  const names = Object.keys(subjects) as Subject[];
  const taken = new Map<Subject, Metrics[]>(names.map((name) => [name, []]));
  for (let round = -warmUp; round < rounds; round++) {
    for (const name of names) {
      onStart?.(name, round);
      const metrics = await subjects[name](Math.max(round, 0));
      if (round >= 0) taken.get(name)?.push(metrics);
    }
  }
  const summaries = names.map((name) => [name, byMetric(taken.get(name) ?? [])] as const);
  return Object.fromEntries(summaries) as Record<Subject, Record<string, Summary>>;
}

function byMetric(rounds: readonly Metrics[]): Record<string, Summary> {
  const names = new Set(rounds.flatMap((round) => Object.keys(round)));
  return Object.fromEntries([...names].map((name) => [name, summarise(rounds.map((round) => round[name] ?? Number.NaN))]));
}
