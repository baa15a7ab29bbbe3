import type { Analysis, LearningColumn } from '../../../../src/core/learning/index.ts';

/** A column of the file a thread reads, in the order of its values. */
export interface FileColumn {
  name: string;
  analysis: Analysis;
}

/** Rows as the engine writes them: every value quoted, nothing between the commas where there is none, no headings. */
export function readRows(content: Buffer, columns: readonly FileColumn[]): LearningColumn[] {
  const values: (string | null)[][] = columns.map(() => []);
  const text = content.toString('utf8');
  let [at, column] = [0, 0];
  while (at < text.length) {
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1);
      while (text[end + 1] === '"') end = text.indexOf('"', end + 2);
      if (end < 0) throw new Error('A value of the rows does not end');
      const raw = text.slice(at + 1, end);
      values[column]?.push(raw.includes('"') ? raw.replaceAll('""', '"') : raw);
      at = end + 1;
    } else values[column]?.push(null);
    if (text[at] === ',') column += 1;
    else column = 0;
    at += 1;
    // The last value of the last line is nothing, and no line end follows it.
    if (at === text.length && column > 0) values[column]?.push(null);
  }
  return columns.map(({ name, analysis }, index) => {
    const own = values[index] ?? [];
    if (analysis === 'category' || analysis === 'text' || analysis === 'id') return { name, analysis, texts: own };
    return { name, analysis, numbers: Float64Array.from(own, (value) => (value === null ? Number.NaN : finite(Number(value)))) };
  });
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : Number.NaN;
}
