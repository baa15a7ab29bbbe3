import { limits } from './limits.ts';
import { type Part, PatternError, parsePattern } from './pattern-parse.ts';

export { PatternError } from './pattern-parse.ts';

/** A step of a compiled pattern: reads one sign, goes on at two places at once, or is the end. */
export type Step = { test: (code: number) => boolean } | { next: number; other?: number } | 'end';

/**
 * A pattern as a function that tells whether a whole text fits it. All ways through the pattern are followed side by side, one sign of the text after the other: the time is at most
 * length of the text times steps of the pattern, whatever they are. Patterns of the language itself go back and try again, and some of these never end.
 * @throws PatternError for what cannot be read or is too large.
 */
export function compilePattern(source: string): (text: string) => boolean {
  const steps = patternSteps(source);
  return (text) => fits(steps, text);
}

/** The steps a pattern is followed by, from the first one. `longest`: signs it may have. @throws PatternError */
export function patternSteps(source: string, longest: number = limits.patternLength): Step[] {
  const steps: Step[] = [];
  emit(parsePattern(source, longest), steps);
  add(steps, 'end');
  return steps;
}

function add(steps: Step[], step: Step): number {
  if (steps.length >= limits.patternSteps) throw new PatternError('patternLarge', 0);
  return steps.push(step) - 1;
}

function emit(part: Part, steps: Step[]): void {
  if ('test' in part) add(steps, { test: part.test });
  else if ('row' in part) for (const one of part.row) emit(one, steps);
  else if ('choices' in part) emitChoices(part.choices, steps);
  else emitRepeat(part, steps);
}

function emitChoices(choices: readonly Part[], steps: Step[]): void {
  const ends: number[] = [];
  for (const [index, choice] of choices.entries()) {
    const isLast = index === choices.length - 1;
    const fork = isLast ? undefined : add(steps, { next: steps.length + 1 });
    emit(choice, steps);
    if (!isLast) ends.push(add(steps, { next: 0 }));
    if (fork !== undefined) steps[fork] = { next: fork + 1, other: steps.length };
  }
  for (const end of ends) steps[end] = { next: steps.length };
}

function emitRepeat({ part, least, most }: { part: Part; least: number; most: number | undefined }, steps: Step[]): void {
  for (let count = 0; count < least; count += 1) emit(part, steps);
  if (most === undefined) {
    const fork = add(steps, { next: steps.length + 1 });
    emit(part, steps);
    add(steps, { next: fork });
    steps[fork] = { next: fork + 1, other: steps.length };
    return;
  }
  const forks: number[] = [];
  for (let count = least; count < most; count += 1) {
    forks.push(add(steps, { next: steps.length + 1 }));
    emit(part, steps);
  }
  for (const fork of forks) steps[fork] = { next: fork + 1, other: steps.length };
}

function fits(steps: readonly Step[], text: string): boolean {
  /** In which round a step was reached last: none is followed twice in one. */
  const reached = new Int32Array(steps.length).fill(-1);
  let round = 0;
  const follow = (at: number, into: number[]): void => {
    const open = [at];
    for (let step = open.pop(); step !== undefined; step = open.pop()) {
      if (reached[step] === round) continue;
      reached[step] = round;
      const what = steps[step];
      if (what === undefined) continue;
      if (what === 'end' || 'test' in what) into.push(step);
      else {
        if (what.other !== undefined) open.push(what.other);
        open.push(what.next);
      }
    }
  };
  let places: number[] = [];
  follow(0, places);
  for (const sign of text) {
    const code = sign.codePointAt(0) ?? 0;
    const next: number[] = [];
    round += 1;
    for (const place of places) {
      const step = steps[place];
      if (step !== undefined && step !== 'end' && 'test' in step && step.test(code)) follow(place + 1, next);
    }
    if (next.length === 0) return false;
    places = next;
  }
  return places.some((place) => steps[place] === 'end');
}
