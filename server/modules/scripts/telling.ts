import type { WordedContext } from '../../context.ts';
import { wordsFor } from '../models/words.ts';
import type { DeclaredColumn } from './tables.ts';
import type { Outcome, Problem } from './work/types.ts';

/** What is wrong with a script, in the language of its reader; what the interpreter says stands behind it as it says it. */
export function toldProblem(context: WordedContext, problem: Problem | null) {
  if (problem === null) return null;
  const say = wordsFor(context);
  const place = [
    ...(problem.line === null ? [] : [say.text('script.atLine', { line: problem.line })]),
    ...(problem.column === null ? [] : [say.text('script.atColumn', { column: problem.column })]),
    ...(problem.row === null ? [] : [say.text('script.atRow', { row: problem.row })]),
  ].join(', ');
  const text = [say.text(`script.problem.${problem.kind}`), place, problem.message].filter((part) => part !== '').join(' · ');
  return { kind: problem.kind, text, message: problem.message, line: problem.line, column: problem.column, row: problem.row };
}

/** What came of a script, in the language of its reader. */
export function toldOutcome(context: WordedContext, outcome: Outcome, columns: readonly DeclaredColumn[]) {
  const say = wordsFor(context);
  const problem = toldProblem(context, outcome.problem);
  const marks = [
    ...(problem?.line == null ? [] : [{ line: problem.line, column: problem.column, text: problem.message || problem.text }]),
    ...outcome.faults.flatMap(({ line, value }) => (line === null ? [] : [{ line, column: null, text: value }])),
  ];
  return {
    taken: outcome.taken,
    given: outcome.given,
    rejected: outcome.rejected,
    milliseconds: outcome.milliseconds,
    unknown: outcome.unknown,
    problem,
    faults: outcome.faults.map(({ row, column, kind, value, line }, index) => ({
      key: String(index + 1),
      row,
      column: column === null ? null : (columns.find(({ name }) => name === column)?.title ?? column),
      text: say.text(`script.fault.${kind}`),
      value,
      line,
    })),
    log: outcome.log.map((line, index) => ({ key: String(index + 1), ...line })),
    moreLog: outcome.moreLog,
    /** Lines of the code with what is wrong there, each once. */
    marks: marks.filter(({ line }, index) => marks.findIndex((one) => one.line === line) === index),
  };
}
