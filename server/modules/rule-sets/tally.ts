import type { Decision, Judgement, Misfit, Rule, RuleSet } from '../../../src/core/rule-set/index.ts';
import type { LabelValue } from '../../database/values.ts';

/** What was said of a record before. Hits are known where a version was asked for it again. */
export interface Before {
  decision: Decision;
  score: number | null;
  hits?: Judgement['hits'] | undefined;
}

/** What a back-test found. */
export interface BackTestResult {
  changed: number;
  unfit: number;
  /** Why records do not fit: of each field what is wrong, how often, and where first. */
  misfits: (Misfit & { name: LabelValue; count: number; first: string })[];
  changes: { before: Decision; after: Decision; count: number }[];
  decisions: { decision: Decision; before: number; after: number }[];
  /** How often each rule was hit, by the live version where it was asked as well; a rule the version has no more has no hits. */
  rules: { id: string; name: LabelValue; hits: number; before: number | null }[];
  /** Scores above `from`, up to `to`: the first ones are of exactly 0, the last ones have no end. */
  scores: { from: number; to: number | null; before: number; after: number }[];
  /** The live version a table was judged by as well; null: there is none, or the table lacks its fields. */
  comparedWith?: number | null;
  samples: { key: string; subject: string | null; before: Decision; after: Decision; scoreBefore: number | null; score: number }[];
}

const decisions: readonly Decision[] = ['approve', 'review', 'block'];
const mostSamples = 50;
/** Bands of scores above 0, at most. */
const mostBands = 10;

interface Count {
  before: number;
  after: number;
}

/** Adds up what a version says of many records beside what was said before. */
export class Tally {
  #unfit = 0;
  readonly #misfits = new Map<string, Misfit & { count: number; first: string }>();
  readonly #pairs = new Map<string, number>();
  readonly #hits = new Map<string, Count>();
  readonly #samples: BackTestResult['samples'] = [];
  readonly #width: number;
  readonly #bands: Count[];

  /** @param live the version that said what was before, where it was asked again */
  constructor(
    private readonly set: Pick<RuleSet, 'rules' | 'fields'>,
    private readonly live?: Pick<RuleSet, 'rules'>,
  ) {
    const most = Math.max(weightOf(set), live ? weightOf(live) : 0);
    this.#width = niceWidth(most / mostBands);
    this.#bands = Array.from({ length: Math.max(1, bandOf(most, this.#width)) + 1 }, () => ({ before: 0, after: 0 }));
  }

  /** A record that was not judged, and why. */
  unfit(key: string, misfits: readonly Misfit[]): void {
    this.#unfit += 1;
    for (const { field, kind } of misfits) {
      const known = this.#misfits.get(`${kind} ${field}`) ?? { field, kind, count: 0, first: key };
      known.count += 1;
      this.#misfits.set(`${kind} ${field}`, known);
    }
  }

  add(key: string, subject: string | null, before: Before | undefined, { decision, score, hits }: Judgement): void {
    for (const { id } of hits) this.#hit(id).after += 1;
    for (const { id } of before?.hits ?? []) this.#hit(id).before += 1;
    this.#band(score).after += 1;
    if (before && before.score !== null) this.#band(before.score).before += 1;
    const pair = `${before?.decision ?? ''} ${decision}`;
    this.#pairs.set(pair, (this.#pairs.get(pair) ?? 0) + 1);
    if (before === undefined || before.decision === decision || this.#samples.length >= mostSamples) return;
    this.#samples.push({ key, subject, before: before.decision, after: decision, scoreBefore: before.score, score });
  }

  #hit(id: string): Count {
    const known = this.#hits.get(id) ?? { before: 0, after: 0 };
    this.#hits.set(id, known);
    return known;
  }

  #band(score: number): Count {
    const last = this.#bands.length - 1;
    return this.#bands[Math.min(last, bandOf(score, this.#width))] ?? { before: 0, after: 0 };
  }

  result(): BackTestResult {
    const count = (fits: (before: string, after: string) => boolean) =>
      [...this.#pairs].reduce((sum, [pair, number]) => {
        const [before = '', after = ''] = pair.split(' ');
        return fits(before, after) ? sum + number : sum;
      }, 0);
    const changes = decisions.flatMap((before) =>
      decisions
        .filter((after) => after !== before)
        .map((after) => ({ before, after, count: count((was, is) => was === before && is === after) }))
        .filter((change) => change.count > 0),
    );
    const { rules, fields } = this.set;
    const gone = this.live?.rules.filter(({ id }) => !rules.some((rule) => rule.id === id)) ?? [];
    const last = this.#bands.length - 1;
    // Weights add up to far more than most records reach.
    const reached = Math.max(
      0,
      this.#bands.findLastIndex(({ before, after }) => before + after > 0),
    );
    return {
      changed: changes.reduce((sum, change) => sum + change.count, 0),
      unfit: this.#unfit,
      misfits: [...this.#misfits.values()]
        .map((misfit) => ({ ...misfit, name: (fields.find(({ name }) => name === misfit.field)?.label ?? misfit.field) as LabelValue }))
        .sort((one, other) => other.count - one.count),
      changes,
      decisions: decisions.map((decision) => ({
        decision,
        before: count((was) => was === decision),
        after: count((_was, is) => is === decision),
      })),
      rules: [...rules, ...gone].map(({ id, name }) => ({
        id,
        name: name as LabelValue,
        hits: this.#hits.get(id)?.after ?? 0,
        before: this.live?.rules.some((rule) => rule.id === id) ? (this.#hits.get(id)?.before ?? 0) : null,
      })),
      scores: this.#bands.slice(0, reached + 1).map((band, index) => ({
        from: index === 0 ? 0 : round(this.#width * (index - 1)),
        to: index === 0 ? 0 : index === last ? null : round(this.#width * index),
        ...band,
      })),
      samples: this.#samples,
    };
  }
}

function weightOf({ rules }: { rules: readonly Pick<Rule, 'weight'>[] }): number {
  return rules.reduce((sum, { weight }) => sum + weight, 0);
}

/** The band a score lies in: one on the edge in the lower one, whatever digits binary numbers add (0.07 / 0.01). */
function bandOf(score: number, width: number): number {
  return score > 0 ? Math.max(1, Math.ceil(score / width - 1e-9)) : 0;
}

/** 1, 2 or 5 with zeros, at least as much: bands whose ends people can read. */
function niceWidth(least: number): number {
  if (!(least > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  return round(([1, 2, 5, 10].find((step) => step * power >= least) ?? 10) * power);
}

/** Without the digits binary numbers add. */
function round(value: number): number {
  return Number(value.toPrecision(10));
}
