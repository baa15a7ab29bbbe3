import type { HeatMapOptions } from '../../../src/generated/options.ts';

export type Band = HeatMapOptions['bands'][number];
export interface HeatCell {
  value: number;
  /** As it was given. */
  given: Record<string, unknown>;
  /** undefined when every band has a bound and the figure is above the last. */
  band: Band | undefined;
}

/** How rows and columns are told apart, whether cells hold their ids as texts or as numbers. */
export function keyOf(value: unknown): string {
  return String(value ?? '');
}

/** The first band the figure is below of; a band without a bound takes the rest. */
export function bandOf(bands: readonly Band[], value: number): Band | undefined {
  return bands.find((band) => typeof band.below !== 'number' || value < band.below);
}

/** Cells by row and column. Of two for one pair the later counts; cells without a figure are none. */
export function heatCells(
  options: Pick<HeatMapOptions, 'cells' | 'row' | 'column' | 'value' | 'judged' | 'scored' | 'bands'>,
): Map<string, Map<string, HeatCell>> {
  const { cells, row = 'row', column = 'column', value: name, judged = name, scored, bands } = options;
  const found = new Map<string, Map<string, HeatCell>>();
  for (const cell of Array.isArray(cells) ? (cells as Record<string, unknown>[]) : []) {
    const value = numberOf(cell[name]);
    if (value === undefined) continue;
    const line = found.get(keyOf(cell[row])) ?? new Map<string, HeatCell>();
    line.set(keyOf(cell[column]), {
      value,
      given: cell,
      band: scored ? scoreBand(bands, cell[row], cell[column]) : judgedBand(bands, cell[judged]),
    });
    found.set(keyOf(cell[row]), line);
  }
  return found;
}

/** The band of a row by a column that are both numbers. */
export function scoreBand(bands: readonly Band[], row: unknown, column: unknown): Band | undefined {
  const [one, other] = [numberOf(row), numberOf(column)];
  return one === undefined || other === undefined ? undefined : bandOf(bands, one * other);
}

function judgedBand(bands: readonly Band[], given: unknown): Band | undefined {
  const value = numberOf(given);
  return value === undefined ? undefined : bandOf(bands, value);
}

function numberOf(given: unknown): number | undefined {
  const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
