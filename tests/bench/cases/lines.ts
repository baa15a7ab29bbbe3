import type { BenchContext } from '../context.ts';
import { interleave, type Measure, type Summary } from '../statistics.ts';

/** A subject of tests/bench/pages/subjects, measured once in a fresh page. */
export function pageSubject(context: BenchContext, name: string, argument: unknown): Measure {
  return () => context.inPage(name, argument);
}

/** Measures subjects in turns and tells how far it is. */
export function measure<Subject extends string>(context: BenchContext, subjects: Record<Subject, Measure>, rounds: number, warmUp = 1) {
  return interleave(subjects, {
    rounds,
    warmUp,
    onStart: (subject, round) => context.say(`  ${round < 0 ? 'warm-up' : `round ${round + 1} of ${rounds}`}: ${subject}`),
  });
}

/** A metric that must have been measured. @throws Error with its name otherwise. */
export function metric(of: Record<string, Summary>, name: string): Summary {
  const summary = of[name];
  if (!summary) throw new Error(`No figures for ${name}`);
  return summary;
}
