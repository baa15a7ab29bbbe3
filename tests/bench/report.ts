import { ratio, type Summary } from './statistics.ts';

export type Unit = 'ms' | 's' | 'kB' | 'requests/s' | 'nodes' | 'requests' | 'round trips' | 'fields' | '';

/** What a figure is held against: a fixed limit for ours, or a share of a baseline. */
export type Budget =
  | { kind: 'at most'; limit: number }
  /** Ours is at most `factor` times the baseline. */
  | { kind: 'at most times'; factor: number; baseline: string }
  /** Ours is at least `factor` times the baseline. */
  | { kind: 'at least times'; factor: number; baseline: string }
  /** Ours is at most the baseline plus `more`. */
  | { kind: 'at most more'; more: number; baseline: string };

/** One thing measured: ours first, then the baselines it stands beside. */
export interface Line {
  what: string;
  unit: Unit;
  ours: Summary;
  baselines: Record<string, Summary>;
  budget?: Budget;
  /** What a reader must know to judge the figure. */
  note?: string;
}

export interface Verdict {
  /** The budget in words: `at most 20 ms`. */
  text: string;
  holds: boolean;
}

export interface Section {
  name: string;
  title: string;
  lines: Line[];
  /** Why nothing was measured. */
  failure?: string;
}

/** Whether ours keeps its budget, judged by medians. @throws Error when the budget names a baseline the line has not. */
export function judge(line: Line): Verdict | undefined {
  const { budget, ours, unit } = line;
  if (!budget) return undefined;
  if (budget.kind === 'at most') return { text: `at most ${figure(budget.limit)} ${unit}`.trim(), holds: ours.median <= budget.limit };
  const baseline = line.baselines[budget.baseline]?.median;
  if (baseline === undefined) throw new Error(`${line.what}: no baseline "${budget.baseline}"`);
  switch (budget.kind) {
    case 'at most times':
      return { text: `at most ${budget.factor} x ${budget.baseline}`, holds: ours.median <= baseline * budget.factor };
    case 'at least times':
      return { text: `at least ${budget.factor} x ${budget.baseline}`, holds: ours.median >= baseline * budget.factor };
    case 'at most more':
      return { text: `at most ${budget.baseline} + ${budget.more}`, holds: ours.median <= baseline + budget.more };
  }
}

/** Three figures that matter: 0.042, 4.21, 42.1, 421, 4,210. */
export function figure(value: number): string {
  const size = Math.abs(value);
  const digits = Number.isInteger(value) || size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The sections as a table for a terminal: one row a subject, ours first. */
export function printTable(sections: readonly Section[]): string {
  return sections.map((section) => [section.title, '='.repeat(section.title.length), ...sectionRows(section), ''].join('\n')).join('\n');
}

function sectionRows(section: Section): string[] {
  if (section.failure) return [`not measured: ${section.failure}`];
  return section.lines.flatMap((line) => {
    const verdict = judge(line);
    const head = line.unit ? `${line.what} (${line.unit})` : line.what;
    const subjects = Object.entries(line.baselines);
    return [
      `${head}${verdict ? `: ${verdict.text}, ${verdict.holds ? 'holds' : 'MISSED'}` : ''}`,
      ...table([
        ['', 'median', 'min', 'max', 'ours / it'],
        ['ours', ...figures(line.ours), ''],
        ...subjects.map(([name, summary]) => [name, ...figures(summary), times(ratio(line.ours, summary))]),
      ]),
      ...(line.note ? [`  ${line.note}`] : []),
      '',
    ];
  });
}

function figures(summary: Summary): string[] {
  return [summary.median, summary.min, summary.max].map(figure);
}

function times(value: number | undefined): string {
  return value === undefined ? '-' : `${value.toFixed(2)} x`;
}

/** Columns as wide as their widest cell; the first to the left, figures to the right. */
function table(rows: readonly string[][]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0), column === 0 ? 26 : 9));
  return rows.map((row) => `  ${row.map((cell, column) => pad(cell, widths[column] ?? 0, column === 0)).join('  ')}`.trimEnd());
}

function pad(cell: string, width: number, left: boolean): string {
  return left ? cell.padEnd(width) : cell.padStart(width);
}

/** The sections with verdicts and ratios, as reports/bench.json holds them. */
export function toJson(sections: readonly Section[], machine: Record<string, unknown>): Record<string, unknown> {
  return {
    machine,
    sections: sections.map((section) => ({
      ...section,
      lines: section.lines.map((line) => ({
        ...line,
        verdict: judge(line),
        ratios: Object.fromEntries(Object.entries(line.baselines).map(([name, summary]) => [name, ratio(line.ours, summary)])),
      })),
    })),
  };
}
