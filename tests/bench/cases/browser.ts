import type { BenchContext } from '../context.ts';
import type { Budget, Line, Unit } from '../report.ts';
import type { Summary } from '../statistics.ts';
import { measure, metric, pageSubject } from './lines.ts';

const rounds = 5;

/** Subjects by the name they are reported under; `ours` first. Each is measured in a fresh page each round. */
async function compare(context: BenchContext, subjects: Record<string, string>, size: number) {
  const measures = Object.fromEntries(Object.entries(subjects).map(([name, subject]) => [name, pageSubject(context, subject, size)]));
  const results: Record<string, Record<string, Summary>> = await measure(context, measures, rounds);
  const of = (subject: string, name: string): Summary => metric(results[subject] ?? {}, name);
  const baselines = Object.keys(subjects).filter((name) => name !== 'ours');
  return {
    of,
    line: (what: string, unit: Unit, name: string, rest: { budget?: Budget; note?: string } = {}): Line => ({
      what,
      unit,
      ours: of('ours', name),
      baselines: Object.fromEntries(baselines.map((baseline) => [baseline, of(baseline, name)])),
      ...rest,
    }),
  };
}

/** A page of nodes in the engine beside the same page with one state in one context. */
export async function nodes(context: BenchContext): Promise<Line[]> {
  const plain = 'React with one context';
  const { line } = await compare(context, { ours: 'nodes/ours', [plain]: 'nodes/plain' }, 300);
  return [
    line('rendered for one changed value that one node reads', 'nodes', 'rendered', { budget: { kind: 'at most', limit: 1 } }),
    line('press of the button until the new value is painted', 'ms', 'change'),
    line('mount', 'ms', 'mount'),
  ];
}

/** The table widget beside a windowed table written by hand and the component library's own. */
export async function table(context: BenchContext): Promise<Line[]> {
  const plain = 'windowed DOM by hand';
  const { line } = await compare(context, { ours: 'table/ours', [plain]: 'table/plain', 'antd Table virtual': 'table/antd' }, 10_000);
  return [
    line('mount until the first rows are painted', 'ms', 'mount'),
    line('scroll through in 60 steps, each until its rows are painted', 'ms', 'scroll'),
    line('longest of these steps', 'ms', 'longestStep'),
    line('elements in the document at the end', '', 'elements'),
  ];
}

/** A form document beside plain Formily with its antd components. */
export async function form(context: BenchContext): Promise<Line[]> {
  const baseline = 'plain Formily with antd';
  const { line } = await compare(context, { ours: 'form/ours', [baseline]: 'form/formily' }, 500);
  const half: Budget = { kind: 'at most times', factor: 0.5, baseline };
  return [
    line('show until all inputs are painted', 'ms', 'show', { budget: half }),
    line('submit until all errors are painted', 'ms', 'validate', { budget: half }),
    line('one letter until its error is gone', 'ms', 'change'),
    line('elements in the document', '', 'elements'),
  ];
}
