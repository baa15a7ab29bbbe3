import type { CausalWarning, Refutation, Warning } from '../../../src/core/learning/index.ts';
import type { WordedContext } from '../../context.ts';
import type { CausalRow } from './causal.ts';
import { type ReaderWords, wordsFor } from './words.ts';

/** A warning of a version in the language of its reader. */
export function toldWarning(
  context: WordedContext,
  warning: Warning,
  titleOf: (name: string) => string,
): { level: 'info' | 'warning'; text: string } {
  const say = wordsFor(context);
  const level = warning.kind === 'leftOut' || warning.kind === 'sampled' || warning.kind === 'missingTarget' ? 'info' : 'warning';
  switch (warning.kind) {
    case 'leak':
      return { level, text: say.text('aimodel.warning.leak', { column: titleOf(warning.column), score: say.number(warning.score, 3) }) };
    case 'leftOut':
      return { level, text: say.text(`aimodel.leftOut.${warning.reason}`, { column: titleOf(warning.column) }) };
    case 'rareClass':
      return { level, text: say.text('aimodel.warning.rareClass', { label: warning.label, rows: say.number(warning.rows) }) };
    case 'oneClass':
      return { level, text: say.text('aimodel.warning.oneClass', { label: warning.label }) };
    case 'timeUp':
      return {
        level,
        text: say.text('aimodel.warning.timeUp', { tried: say.number(warning.tried), planned: say.number(warning.planned) }),
      };
    case 'rareClassesLeft': {
      const [rows, classes, most] = [say.number(warning.rows), say.number(warning.classes), say.number(warning.most)];
      return { level, text: say.text('aimodel.warning.rareClassesLeft', { rows, classes, most }) };
    }
    case 'fewRows':
    case 'missingTarget':
    case 'sampled':
      return { level, text: say.text(`aimodel.warning.${warning.kind}`, { rows: say.number(warning.rows) }) };
    case 'notBetter':
    case 'poorChances':
    case 'noFeature':
      return { level, text: say.text(`aimodel.warning.${warning.kind}`) };
  }
}

type CausalState = 'running' | 'done' | 'failed';

/** An analysis as pages read it, with its result in plain words. */
export function toldCausal(context: WordedContext, row: CausalRow) {
  const say = wordsFor(context);
  const { settings, result: kept } = row;
  const titleOf = (name: string) => settings.titles[name] ?? name;
  const isOpen = row.runStatus === 'queued' || row.runStatus === 'started';
  const state: CausalState = isOpen ? 'running' : kept ? 'done' : 'failed';
  return {
    id: String(row.id),
    name: row.name,
    state,
    tableId: row.tableBizId,
    tableTitle: row.tableTitle,
    treatment: titleOf(settings.treatment),
    treated: settings.treated,
    outcome: settings.good === null ? titleOf(settings.outcome) : `${titleOf(settings.outcome)} = ${settings.good}`,
    confounders: settings.confounders.map(titleOf),
    runId: row.runId === null ? null : String(row.runId),
    failure: row.failure && state === 'failed' ? say.text(row.failure.key, row.failure.values) : null,
    createTime: row.createdAt.toISOString(),
    madeTime: row.madeAt?.toISOString() ?? null,
    effect: kept?.result.doublyRobust.effect ?? null,
    low: kept?.result.doublyRobust.low ?? null,
    high: kept?.result.doublyRobust.high ?? null,
    verdict: kept?.result.verdict ?? null,
    result: kept ? toldResult(say, row, kept) : null,
  };
}

function toldResult(say: ReaderWords, { settings }: CausalRow, { result, leftOut, isSample }: NonNullable<CausalRow['result']>) {
  const digits = digitsOf(result.doublyRobust.high - result.doublyRobust.low);
  const number = (value: number) => say.number(value, digits);
  const titleOf = (name: string) => settings.titles[name] ?? name;
  const about = {
    treatment: `${titleOf(settings.treatment)} = ${settings.treated}`,
    outcome: settings.good === null ? titleOf(settings.outcome) : `${titleOf(settings.outcome)} = ${settings.good}`,
    effect: number(Math.abs(result.doublyRobust.effect)),
    low: number(result.doublyRobust.low),
    high: number(result.doublyRobust.high),
    difference: number(result.difference.effect),
  };
  const confounders = settings.confounders.map(titleOf).join(', ');
  const ways = (['doublyRobust', 'regression', 'weighting', 'difference'] as const).map((way) => ({
    way,
    title: say.text(`causal.way.${way}`),
    ...result[way],
  }));
  return {
    rows: result.rows,
    treated: result.treated,
    treatedMean: result.treatedMean,
    otherMean: result.otherMean,
    draws: result.draws,
    digits,
    sentences: [
      say.text(`causal.verdict.${result.verdict}`, about),
      say.text('causal.plain', about),
      confounders === '' ? say.text('causal.assumption.none') : say.text('causal.assumption.confounders', { confounders }),
      say.text('causal.assumption.others'),
    ],
    ways,
    refutations: result.refutations.map((one) => ({ ...one, ...toldRefutation(say, one, number) })),
    balance: result.balance.map(({ feature, before, after }) => ({
      feature: featureTitle(feature, settings.titles),
      before: Math.abs(before),
      after: Math.abs(after),
    })),
    warnings: [
      ...result.warnings.map((kind: CausalWarning) =>
        say.text(`causal.warning.${kind}`, { incomparable: say.number(result.incomparable), draws: say.number(result.draws) }),
      ),
      ...(leftOut > 0 ? [say.text('causal.leftOut', { rows: say.number(leftOut) })] : []),
      ...(isSample ? [say.text('aimodel.warning.sampled', { rows: say.number(result.rows) })] : []),
      ...result.leftOut.map(({ column, reason }) => say.text(`aimodel.leftOut.${reason}`, { column: titleOf(column) })),
    ],
  };
}

function toldRefutation(say: ReaderWords, { refuter, effect, isPassed }: Refutation, number: (value: number) => string) {
  return {
    title: say.text(`causal.refuter.${refuter}.title`),
    text: say.text(`causal.refuter.${refuter}.${isPassed ? 'passed' : 'failed'}`, { effect: number(effect) }),
  };
}

/** `illness: month` and `place = town` with the title in place of the name. */
function featureTitle(feature: string, titles: Readonly<Record<string, string>>): string {
  const name = Object.keys(titles)
    .filter((one) => feature === one || feature.startsWith(`${one} = `) || feature.startsWith(`${one}: `))
    .sort((one, other) => other.length - one.length)[0];
  return name === undefined ? feature : `${titles[name]}${feature.slice(name.length)}`;
}

/** Digits after the point that say something of an interval this wide. */
function digitsOf(width: number): number {
  if (!(width > 0)) return 4;
  return Math.min(8, Math.max(0, 2 - Math.floor(Math.log10(width))));
}
