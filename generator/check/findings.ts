import type { Position, Source } from '../read/source.ts';

/** A mistake, where it stands, and what to do about it. */
export interface Finding {
  code: string;
  severity: 'error' | 'warning';
  message: string;
  hint?: string;
  file: string;
  line: number;
  column: number;
  pointer: string;
  /** The line it stands on. */
  excerpt: string;
}

export interface Report {
  code: string;
  message: string;
  hint?: string | undefined;
  severity?: 'error' | 'warning';
  /** Point at the key instead of its value. */
  atKey?: boolean;
}

export function finding(source: Source, pointer: string, report: Report): Finding {
  return findingAt(source, report.atKey ? source.locateKey(pointer) : source.locate(pointer), pointer, report);
}

export function findingAt(source: Source, position: Position, pointer: string, report: Report): Finding {
  const left = source.leftAt?.(pointer);
  return {
    code: report.code,
    severity: report.severity ?? 'error',
    message: left === undefined ? report.message : `${report.message}, ${left}`,
    ...(report.hint !== undefined && { hint: report.hint }),
    file: source.file,
    line: position.line,
    column: position.column,
    pointer,
    excerpt: source.text.split('\n', position.line)[position.line - 1] ?? '',
  };
}

/** Errors first by file and place; the same mistake at the same place once. */
export function sortFindings(findings: Finding[]): Finding[] {
  const once = new Map(findings.map((entry) => [`${entry.file}:${entry.line}:${entry.column}:${entry.code}:${entry.message}`, entry]));
  return [...once.values()].sort(
    (a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0) || a.line - b.line || a.column - b.column || (a.code < b.code ? -1 : 1),
  );
}

const widestExcerpt = 120;

/** Text for a terminal: place, message, the line with a caret below it, and the hint. */
export function formatFinding(entry: Finding): string {
  const lines = [`${entry.file}:${entry.line}:${entry.column} ${entry.severity} ${entry.code}: ${entry.message}`];
  const cut = Math.max(0, Math.min(entry.column - 1 - 20, entry.excerpt.length - widestExcerpt));
  const shown = entry.excerpt.slice(cut, cut + widestExcerpt);
  const indent = shown.length - shown.trimStart().length;
  if (shown.trim() !== '') lines.push(`    ${shown.trim()}`, `    ${' '.repeat(Math.max(0, entry.column - 1 - cut - indent))}^`);
  if (entry.hint !== undefined) lines.push(`    ${entry.hint}`);
  return lines.join('\n');
}
