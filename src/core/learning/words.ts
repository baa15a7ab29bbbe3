import { descend, probabilitiesFrom, type SparseColumn } from './linear.ts';
import { type Confusion, confusionOf, type Metrics, metricsOf } from './metrics.ts';
import { splitBy, stratify } from './split.ts';
import { type Clock, outputsOf, type Targets, type Task } from './table.ts';
import { type Warning, warningsOfRows, warningsOfWorth } from './warnings.ts';
import { comparedBy, type Worth, worthOf } from './worth.ts';

/** A kept model that classifies texts by runs of characters. Plain data. */
export interface TextModel {
  version: 1;
  kind: 'text';
  task: Task & { kind: 'classes' };
  /** Runs of characters it knows, and how rare each is (inverse document frequency). */
  grams: string[];
  rarity: number[];
  outputs: { intercept: number; places: number[]; coefficients: number[] }[];
  threshold: number;
}

export interface TextFitted {
  model: TextModel;
  metrics: Metrics;
  baseline: Metrics;
  worth: Worth;
  confusion: Confusion;
  /** Runs that speak most for each class. */
  telling: { label: string; grams: { gram: string; weight: number }[] }[];
  leaderboard: { penalty: number; metrics: Metrics; baseline: number | undefined; milliseconds: number }[];
  warnings: Warning[];
  rows: { learned: number; apart: number };
}

const mostGrams = 30_000;
const mostCharacters = 2_000;
const leastTexts = 2;
/** Share of the penalty that leaves runs out; the rest lets runs of the same words share their weight. */
const mix = 0.1;

/** Characters that stand for a word or a part of one by themselves: Chinese, Japanese, Korean. */
const wordless = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]/u;

/**
 * Runs of a text, each once with how often it is there: of words the words themselves and their runs of three to five letters with their borders, of characters
 * without borders between words the runs of one to three.
 */
export function gramsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (gram: string) => counts.set(gram, (counts.get(gram) ?? 0) + 1);
  const plain = text.slice(0, mostCharacters).normalize('NFKC').toLowerCase();
  for (const part of plain.match(
    /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]+|[^\s\p{P}\p{S}\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]+/gu,
  ) ?? []) {
    if (wordless.test(part)) {
      for (let size = 1; size <= 3; size += 1) for (let at = 0; at + size <= part.length; at += 1) add(part.slice(at, at + size));
      continue;
    }
    const word = ` ${part} `;
    add(word);
    for (let size = 3; size <= 5; size += 1)
      for (let at = 0; at + size <= word.length; at += 1) if (size < word.length) add(word.slice(at, at + size));
  }
  return counts;
}

const penalties = [0.3, 0.1, 0.03, 0.01];

/** Learns to classify texts: the best of a few penalties on a part kept apart, then measured on another nothing was chosen by. Ends at the deadline. */
export function fitTexts(
  texts: readonly (string | null)[],
  targets: Targets,
  task: Task & { kind: 'classes' },
  { seed, deadline, clock }: { seed: number; deadline: number; clock: Clock },
): TextFitted {
  const begun = clock();
  const warnings = warningsOfRows(targets, task);
  const { learn, apart } = splitBy(stratify(targets, task, 5, seed), 0);
  const take = (rows: Int32Array) => ({
    texts: Array.from(rows, (row) => texts[row] ?? ''),
    targets: Float64Array.from(rows, (row) => targets[row] as number),
  });
  const [learned, kept] = [take(learn), take(apart)];
  const inner = splitBy(stratify(learned.targets, task, 5, seed + 1), 0);
  const pick = (rows: Int32Array) => ({
    texts: Array.from(rows, (row) => learned.texts[row] as string),
    targets: Float64Array.from(rows, (row) => learned.targets[row] as number),
  });
  const [innerLearned, innerKept] = [pick(inner.learn), pick(inner.apart)];
  const leaderboard: TextFitted['leaderboard'] = [];
  const innerBaseline = metricsOf(sharesFor(inner.apart.length, innerLearned.targets, task), innerKept.targets, task);
  const own = vocabularyOf(innerLearned.texts);
  let best = { penalty: penalties[1] as number, loss: Number.POSITIVE_INFINITY };
  for (const [at, penalty] of penalties.entries()) {
    const started = clock();
    if (at > 0 && started > begun + 0.5 * (deadline - begun)) {
      warnings.push({ kind: 'timeUp', tried: at, planned: penalties.length });
      break;
    }
    const end = started + (begun + 0.6 * (deadline - begun) - started) / 2;
    const model = learnTexts(innerLearned.texts, innerLearned.targets, task, own, penalty, end, clock);
    const metrics = metricsOf(predictTexts(model, innerKept.texts), innerKept.targets, task);
    const baseline = innerBaseline[comparedBy(metrics, task)];
    leaderboard.push({ penalty, metrics, baseline, milliseconds: Math.round(clock() - started) });
    if ((metrics.logLoss ?? 0) < best.loss) best = { penalty, loss: metrics.logLoss ?? 0 };
  }
  leaderboard.sort((one, other) => (one.metrics.logLoss ?? 0) - (other.metrics.logLoss ?? 0));
  const model = learnTexts(learned.texts, learned.targets, task, vocabularyOf(learned.texts), best.penalty, deadline, clock);
  const outputs = predictTexts(model, kept.texts);
  const constant = sharesFor(apart.length, learned.targets, task);
  const [metrics, baseline] = [metricsOf(outputs, kept.targets, task), metricsOf(constant, kept.targets, task)];
  const worth = worthOf(metrics, baseline, task, { outputs, constant, targets: kept.targets });
  warnings.push(...warningsOfWorth(metrics, baseline, worth));
  return {
    model,
    metrics,
    baseline,
    worth,
    confusion: confusionOf(outputs, kept.targets),
    telling: tellingOf(model),
    leaderboard,
    warnings,
    rows: { learned: learn.length, apart: apart.length },
  };
}

/** What always says the same: the shares of the classes that were learned from, for so many rows. */
function sharesFor(rows: number, learned: Targets, task: Task & { kind: 'classes' }): Float64Array[] {
  const shareOf = (index: number) => learned.reduce((sum, value) => sum + Number(value === index), 0) / Math.max(1, learned.length);
  return task.classes.map((_, index) => new Float64Array(rows).fill(shareOf(index)));
}

interface Vocabulary {
  grams: string[];
  rarity: number[];
}

function vocabularyOf(texts: readonly string[]): Vocabulary {
  const uses = new Map<string, number>();
  for (const text of texts) for (const gram of gramsOf(text).keys()) uses.set(gram, (uses.get(gram) ?? 0) + 1);
  const frequent = [...uses].filter(([, count]) => count >= leastTexts && count < 0.95 * texts.length);
  frequent.sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
  const chosen = frequent.slice(0, mostGrams);
  return { grams: chosen.map(([gram]) => gram), rarity: chosen.map(([, count]) => 1 + Math.log((1 + texts.length) / (1 + count))) };
}

/** Columns of the runs, whatever the length of the texts. */
function sparse(texts: readonly string[], { grams, rarity }: Vocabulary): SparseColumn[] {
  const places = new Map(grams.map((gram, at) => [gram, at]));
  const rows: number[][] = grams.map(() => []);
  const values: number[][] = grams.map(() => []);
  texts.forEach((text, row) => {
    for (const [place, value] of weighed(text, places, rarity)) {
      rows[place]?.push(row);
      values[place]?.push(value);
    }
  });
  return grams.map((_, at) => ({ rows: Int32Array.from(rows[at] ?? []), values: Float64Array.from(values[at] ?? []) }));
}

function weighed(text: string, places: ReadonlyMap<string, number>, rarity: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  let squares = 0;
  for (const [gram, count] of gramsOf(text)) {
    const own = 1 + Math.log(count);
    // Runs nobody knows make a text longer, too: so it is as long for the model that keeps only what it uses.
    squares += own * own;
    const place = places.get(gram);
    if (place !== undefined) found.push([place, own * (rarity[place] as number)]);
  }
  const length = Math.sqrt(squares) || 1;
  return found.map(([place, value]) => [place, value / length]);
}

function learnTexts(
  texts: readonly string[],
  targets: Targets,
  task: Task & { kind: 'classes' },
  vocabulary: Vocabulary,
  penalty: number,
  deadline: number,
  clock: Clock,
): TextModel {
  const columns = sparse(texts, vocabulary);
  const asked = outputsOf(task) <= 2 ? [1] : task.classes.map((_, index) => index);
  const outputs = asked.map((index, at) => {
    const end = clock() + Math.max(20, (deadline - clock()) / (asked.length - at));
    return descend(
      columns,
      targets.map((target) => Number(target === index)),
      { isLogistic: true, penalty, mix, deadline: end, clock },
    );
  });
  // Only what is used is kept.
  const used = [...new Set(outputs.flatMap(({ places }) => places))].sort((one, other) => one - other);
  const moved = new Map(used.map((place, at) => [place, at]));
  return {
    version: 1,
    kind: 'text',
    task,
    grams: used.map((place) => vocabulary.grams[place] as string),
    rarity: used.map((place) => vocabulary.rarity[place] as number),
    outputs: outputs.map((one) => ({ ...one, places: one.places.map((place) => moved.get(place) as number) })),
    threshold: 0.5,
  };
}

/** Probabilities of each class of every text. */
export function predictTexts(model: TextModel, texts: readonly (string | null)[]): Float64Array[] {
  const places = new Map(model.grams.map((gram, at) => [gram, at]));
  const weights = model.outputs.map(({ places: own, coefficients }) => {
    const all = new Float64Array(model.grams.length);
    own.forEach((place, at) => {
      all[place] = coefficients[at] as number;
    });
    return all;
  });
  const sums = model.outputs.map(({ intercept }) => new Float64Array(texts.length).fill(intercept));
  texts.forEach((text, row) => {
    for (const [place, value] of weighed(text ?? '', places, model.rarity))
      for (const [output, sum] of sums.entries()) sum[row] = (sum[row] as number) + value * (weights[output]?.[place] as number);
  });
  return probabilitiesFrom(sums, model.task);
}

/** Runs of a text that spoke for a class, the strongest first. */
export function reasonsFor(model: TextModel, text: string, index: number): { gram: string; weight: number }[] {
  const places = new Map(model.grams.map((gram, at) => [gram, at]));
  const isPair = model.outputs.length === 1;
  const output = model.outputs[isPair ? 0 : index];
  const sign = isPair && index === 0 ? -1 : 1;
  const coefficients = new Map(output?.places.map((place, at) => [place, output.coefficients[at] as number]));
  return weighed(text, places, model.rarity)
    .map(([place, value]) => ({ gram: (model.grams[place] as string).trim(), weight: sign * value * (coefficients.get(place) ?? 0) }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, 10);
}

function tellingOf(model: TextModel): TextFitted['telling'] {
  return model.task.classes.map((label, index) => {
    const isPair = model.outputs.length === 1;
    const output = model.outputs[isPair ? 0 : index];
    const sign = isPair && index === 0 ? -1 : 1;
    const grams = (output?.places ?? [])
      .map((place, at) => ({ gram: (model.grams[place] as string).trim(), weight: sign * (output?.coefficients[at] as number) }))
      .filter(({ weight }) => weight > 0)
      .sort((one, other) => other.weight - one.weight)
      .slice(0, 10);
    return { label, grams };
  });
}
