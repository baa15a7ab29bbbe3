import { getPath } from '../../../src/core/index.ts';
import { localizedText } from '../../../src/core/language.ts';
import type { Language } from '../../../src/core/types.ts';
import { figureOf } from '../../shared/figure.ts';

type Row = Record<string, unknown>;

export interface Bar {
  row: Row;
  /** Its name, counted where several rows have the same one. */
  key: string;
  /** Empty where it has none. */
  name: string;
  /** As they are shown: what is no figure is undefined. */
  figures: (number | undefined)[];
  /** Per cent of the whole width that each part takes; all together 100 at most. */
  parts: number[];
}

interface BarSettings {
  rowName: string;
  names: readonly string[];
  scale: 'common' | 'share';
  language: Language;
  /** What fills the whole width, unless a bar is longer. */
  max?: number | undefined;
}

/** The bars of rows: the property that names them, in words of one language or of several, and the figures of these properties. Figures below 0 take no room. */
export function barsOf(rows: readonly Row[], { rowName, names, scale, language, max = 0 }: BarSettings): Bar[] {
  const all = rows.map((row) => names.map((name) => figureOf(getPath(row, name))));
  const totals = all.map((figures) => figures.reduce((sum: number, figure) => sum + lengthOf(figure), 0));
  const longest = totals.reduce((most, total) => Math.max(most, total), max);
  const seen = new Map<string, number>();
  return rows.map((row, index) => {
    const figures = all[index] ?? [];
    const whole = scale === 'share' ? (totals[index] ?? 0) : longest;
    const name = localizedText(getPath(row, rowName), language);
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    return {
      row,
      key: `${nth} ${name}`,
      name,
      figures,
      parts: figures.map((figure) => (whole > 0 ? (lengthOf(figure) * 100) / whole : 0)),
    };
  });
}

const lengthOf = (figure: number | undefined): number => Math.max(figure ?? 0, 0);
