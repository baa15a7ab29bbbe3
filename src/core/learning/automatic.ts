import { candidatesOf } from './candidates.ts';
import { type Importance, importances } from './importance.ts';
import { bestThreshold, type Measured, type Metrics, measure, metricsOf, scoreOf } from './metrics.ts';
import { type Candidate, type Estimator, type KeptModel, type Learned, learn, predict } from './model.ts';
import { prepare, toMatrix, toTrainingMatrix } from './prepare.ts';
import { type Split, splitBy, stratify, thin } from './split.ts';
import { type Clock, type LearningColumn, type Matrix, type Targets, type Task, takeColumns, takeRows, takeValues } from './table.ts';
import { leaksIn, type Warning, warningsOfRows, warningsOfWorth } from './warnings.ts';
import { comparedBy, type Worth, worthOf } from './worth.ts';

/** One try: which rows it saw, what it reached on rows kept apart from them, how long it took. */
export interface Try {
  candidate: Candidate;
  rows: number;
  metrics: Metrics;
  /** What the baseline reached on the same rows, by the metric models of the task are compared by. */
  baseline: number | undefined;
  milliseconds: number;
}

/** What was found, measured on the fifth of the rows nothing was learned from or chosen by. */
export interface Fitted extends Measured {
  model: KeptModel;
  /** Tries of the last and largest round first, the best of each round first; the baseline is one of them. */
  leaderboard: Try[];
  baseline: Metrics;
  worth: Worth;
  importance: Importance[];
  warnings: Warning[];
  rows: { learned: number; apart: number };
}

export interface Wishes {
  target: string;
  task: Task;
  estimators: readonly Estimator[];
  seed: number;
  /** When the clock shows this, it ends with the best it has. */
  deadline: number;
  clock: Clock;
  onProgress?: (progress: { tried: number; planned: number; best: number | undefined }) => void;
}

/** Parts of the rows; one is kept apart to the end. */
const parts = 5;
/** Rows of the first round, in which every candidate is tried, and of the second. The last takes all. */
const fewRows = 3_000;
const moreRows = 20_000;
/** Candidates that get into the second and the last round. */
const keptAfter = [8, 3];

/**
 * Finds a model within the time: all candidates on few rows, the best ones on more, the best of these on all (successive halving). The same seed, rows and
 * list of candidates tried give the same model; where time ended the search the answer says how far it came.
 */
export function fitAutomatically(columns: readonly LearningColumn[], targets: Targets, wishes: Wishes): Fitted {
  const { task, seed, deadline, clock } = wishes;
  const begun = clock();
  const warnings: Warning[] = warningsOfRows(targets, task);
  const { learn: learned, apart } = splitBy(stratify(targets, task, parts, seed), 0);
  const own = takeColumns(columns, learned);
  const ownTargets = takeValues(targets, learned);
  const { preparation, leftOut } = prepare(own, ownTargets, task);
  warnings.push(...leftOut.map((one): Warning => ({ kind: 'leftOut', ...one })));
  const matrix = toTrainingMatrix(preparation, own, ownTargets, seed);
  if (matrix.columns.length === 0) warnings.push({ kind: 'noFeature' });
  warnings.push(...leaksIn(matrix, preparation, ownTargets, task));
  // The rest of the time is for the model of all rows and what is said of it.
  const searchEnd = begun + 0.7 * (deadline - begun);
  const isHopeless = matrix.columns.length === 0 || (task.kind === 'classes' && task.classes.length < 2) || learned.length < 10;
  const search = new Search(matrix, ownTargets, { ...wishes, deadline: searchEnd });
  if (!isHopeless) search.run();
  if (search.tried < search.planned && !isHopeless) warnings.push({ kind: 'timeUp', tried: search.tried, planned: search.planned });
  const { candidate, fallback, out } = search.best();
  const rounds = search.roundsOf(candidate);
  const refitEnd = begun + 0.9 * (deadline - begun);
  const refitted =
    isHopeless || clock() >= refitEnd || (fallback && search.mayTake(candidate) > refitEnd - clock())
      ? undefined
      : learn(withRounds(candidate, rounds), matrix, ownTargets, task, { seed, deadline: refitEnd, clock });
  const result = refitted ?? fallback ?? learn({ estimator: 'baseline' }, matrix, ownTargets, task, { seed, deadline, clock });
  const apartColumns = takeColumns(columns, apart);
  const apartMatrix = toMatrix(preparation, apartColumns);
  const apartTargets = takeValues(targets, apart);
  const isPair = task.kind === 'classes' && task.classes.length === 2;
  const threshold = isPair && out && isRare(ownTargets) ? bestThreshold(out.scores, out.targets) : 0.5;
  const outputs = predict(result, apartMatrix, task);
  const measured = measure(outputs, apartTargets, task, threshold);
  const baselineModel = learn({ estimator: 'baseline' }, matrix, ownTargets, task, { seed, deadline, clock });
  const constant = predict(baselineModel, apartMatrix, task);
  const baseline = metricsOf(constant, apartTargets, task);
  const worth = worthOf(measured.metrics, baseline, task, { outputs, constant, targets: apartTargets });
  warnings.push(...warningsOfWorth(measured.metrics, baseline, worth));
  const model: KeptModel = {
    version: 1,
    task,
    target: wishes.target,
    estimator: result.kind === 'constant' ? 'baseline' : candidate.estimator,
    preparation,
    learned: result,
    threshold,
  };
  return {
    model,
    leaderboard: search.leaderboard(),
    ...measured,
    baseline,
    worth,
    importance: importances(result, apartMatrix, apartTargets, preparation, { task, seed, deadline, clock }),
    warnings,
    rows: { learned: learned.length, apart: apart.length },
  };
}

function isRare(targets: Targets): boolean {
  const share = targets.reduce((sum, value) => sum + value, 0) / Math.max(1, targets.length);
  return Math.min(share, 1 - share) < 0.2;
}

function withRounds(candidate: Candidate, rounds: number | undefined): Candidate {
  if (rounds === undefined || (candidate.estimator !== 'lgbm' && candidate.estimator !== 'xgboost')) return candidate;
  return { ...candidate, settings: { ...candidate.settings, rounds } };
}

interface Tried extends Try {
  score: number;
  learned: Learned;
  rounds: number | undefined;
  out: { scores: Float64Array; targets: Targets };
}

class Search {
  tried = 0;
  readonly planned: number;
  private readonly rungs: Tried[][] = [];
  private readonly plan: { first: Candidate[]; then: Candidate[] };
  private readonly sizes: number[];
  private readonly baseline: Tried;

  constructor(
    private readonly matrix: Matrix,
    private readonly targets: Targets,
    private readonly wishes: Wishes,
  ) {
    this.plan = candidatesOf(wishes.estimators, wishes.seed);
    this.sizes = [fewRows, moreRows, Number.POSITIVE_INFINITY].filter((_, at, all) => at === 0 || matrix.rows > (all[at - 1] as number));
    const first = this.plan.first.length + this.plan.then.length;
    this.planned = this.sizes.reduce((sum, _, rung) => sum + (rung === 0 ? first : Math.min(first, keptAfter[rung - 1] as number)), 0);
    this.baseline = this.evaluate({ estimator: 'baseline' }, this.sizes[0] as number, Number.POSITIVE_INFINITY);
  }

  run(): void {
    const { clock, deadline } = this.wishes;
    let candidates = [...this.plan.first, ...this.plan.then];
    this.sizes.forEach((size, rung) => {
      const tries: Tried[] = [];
      this.rungs.push(tries);
      // Larger rounds get their share of the time whatever the first one would like.
      const end = clock() + (deadline - clock()) / (this.sizes.length - rung);
      candidates.forEach((candidate, at) => {
        // Something is always learned, however short the time.
        if (clock() >= end && (rung > 0 || at > 0)) return;
        const slice = clock() + Math.max(rung + at === 0 ? 400 : 50, (end - clock()) / Math.min(4, candidates.length - at));
        tries.push(this.evaluate(candidate, size, slice));
        this.tried += 1;
        this.wishes.onProgress?.({ tried: this.tried, planned: this.planned, best: this.sorted(tries)[0]?.score });
      });
      const best = this.sorted(tries).slice(0, keptAfter[rung] ?? 1);
      if (best.length > 0) candidates = best.map(({ candidate }) => candidate);
    });
  }

  /** The best of the largest round that has any; what it learned there, for want of time. */
  best(): { candidate: Candidate; fallback: Learned | undefined; out: Tried['out'] | undefined } {
    const last = this.rungs.filter((tries) => tries.length > 0).at(-1) ?? [];
    const [best] = this.sorted(last);
    return best
      ? { candidate: best.candidate, fallback: best.learned, out: best.out }
      : { candidate: { estimator: 'baseline' }, fallback: undefined, out: undefined };
  }

  roundsOf(candidate: Candidate): number | undefined {
    const found = this.rungs
      .flat()
      .filter((one) => one.candidate === candidate)
      .at(-1);
    return found?.rounds === undefined ? undefined : Math.max(1, Math.round(found.rounds * 1.1));
  }

  /** Milliseconds to learn from all rows, as far as its last try tells. */
  mayTake(candidate: Candidate): number {
    const found = this.rungs
      .flat()
      .filter((one) => one.candidate === candidate)
      .at(-1);
    return found ? (found.milliseconds * this.matrix.rows) / Math.max(1, found.rows) : 0;
  }

  leaderboard(): Try[] {
    const rounds = [...this.rungs].reverse().flatMap((tries) => this.sorted(tries));
    return [...rounds, this.baseline].map(({ candidate, rows, metrics, baseline, milliseconds }) => ({
      candidate,
      rows,
      metrics,
      baseline,
      milliseconds,
    }));
  }

  private sorted(tries: readonly Tried[]): Tried[] {
    return [...tries].sort((one, other) => other.score - one.score);
  }

  private evaluate(candidate: Candidate, size: number, deadline: number): Tried {
    const { task, seed, clock } = this.wishes;
    const begun = clock();
    const rows = thin(
      Int32Array.from(this.targets, (_, row) => row),
      this.targets,
      task,
      size,
      seed,
    );
    const own = takeValues(this.targets, rows);
    // Few rows are measured three times, with another third apart each time.
    const folds = rows.length <= fewRows ? 3 : 5;
    const measured = rows.length <= fewRows ? 3 : 1;
    const part = stratify(own, task, folds, seed + 1);
    const outputs: Float64Array[][] = [];
    const seen: Targets[] = [];
    let learned: Learned | undefined;
    const rounds: number[] = [];
    for (let fold = 0; fold < measured && (fold === 0 || clock() < deadline); fold += 1) {
      const split = within(splitBy(part, fold), rows);
      const apart = { matrix: takeRows(this.matrix, split.apart), targets: takeValues(this.targets, split.apart) };
      const [matrix, targets] = [takeRows(this.matrix, split.learn), takeValues(this.targets, split.learn)];
      const end = clock() + (deadline - clock()) / (measured - fold);
      const one = learn(candidate, matrix, targets, task, { seed, clock, deadline: end, apart });
      learned ??= one;
      if (one.kind === 'boosted') rounds.push(one.rounds.length);
      outputs.push(predict(one, apart.matrix, task));
      seen.push(apart.targets);
    }
    const all = (outputs[0] ?? []).map((_, index) => joined(outputs.map((output) => output[index] as Float64Array)));
    const allTargets = joined(seen);
    // The same for all parts: shares that differ by part would rank one part above another.
    const constant = learn({ estimator: 'baseline' }, this.matrix, own, task, { seed, clock, deadline });
    const baseline = metricsOf(predict(constant, { rows: allTargets.length, columns: [] }, task), allTargets, task);
    const metrics = candidate.estimator === 'baseline' ? baseline : metricsOf(all, allTargets, task);
    return {
      candidate,
      rows: rows.length,
      metrics,
      baseline: baseline[comparedBy(metrics, task)],
      milliseconds: Math.round(clock() - begun),
      score: scoreOf(metrics, task),
      learned: learned as Learned,
      rounds: rounds.length > 0 ? rounds.reduce((sum, count) => sum + count, 0) / rounds.length : undefined,
      out: { scores: all[1] ?? (all[0] as Float64Array), targets: allTargets },
    };
  }
}

function within({ learn: learned, apart }: Split, rows: Int32Array): Split {
  return { learn: learned.map((at) => rows[at] as number), apart: apart.map((at) => rows[at] as number) };
}

function joined(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
