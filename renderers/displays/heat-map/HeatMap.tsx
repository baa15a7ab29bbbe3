import { localizedText } from '../../../src/core/language.ts';
import { useLanguage, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { HeatMapOptions } from '../../../src/generated/options.ts';
import { useEdges } from '../../shared/edges.ts';
import { type Digits, figureText } from '../../shared/figure-text.ts';
import { formatNumber } from '../../shared/format.ts';
import { Loading } from '../../shared/Loading.tsx';
import { listOf } from '../../shared/list.ts';
import { type HeatCell, heatCells, keyOf, scoreBand } from './cells.ts';
import '../../shared/figure-button.css';
import '../../shared/row-name.css';
import './heat-map.css';

/** Figures of rows by columns, tinted by band. The tint never speaks alone: every cell has its figure and the word of its band. */
export function HeatMap({ options }: WidgetProps<HeatMapOptions>) {
  const t = useTranslate();
  const language = useLanguage();
  const edges = useEdges();
  const {
    title,
    rowTitle,
    digits,
    bands,
    judged,
    scored,
    emptyName = '–',
    emptyText,
    loading,
    onRow,
    onSelect,
    row: rowField = 'row',
  } = options;
  const rows = listOf<string>(options.rows);
  const columns = listOf<string>(options.columns);
  // Names of data, such as those of people, may be in several languages.
  const named = (names: unknown) => listOf<unknown>(names).map((name) => (name == null ? undefined : localizedText(name, language)));
  const rowNames = named(options.rowNames);
  const columnNames = named(options.columnNames);
  if (loading && rows.length === 0) return <Loading />;
  if (rows.length === 0 || columns.length === 0) return <p className="tg-heat-empty">{emptyText ?? t('layout.empty')}</p>;
  const cells = heatCells(options);
  const nameOf = (row: string, index: number) => (rowNames[index] ?? row) || emptyName;
  const columnOf = (column: string, index: number) => (columnNames[index] ?? column) || emptyName;
  const choose = (row: string, name: string) =>
    onRow?.({
      value: row,
      name,
      cells: listOf<Record<string, unknown>>(options.cells).filter((cell) => keyOf(cell[rowField]) === keyOf(row)),
    });
  return (
    <div className="tg-heat">
      <section ref={edges} className="tg-heat-scroll tg-edges" aria-label={title} tabIndex={onRow || onSelect ? undefined : 0}>
        <table>
          <caption className="tg-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{rowTitle}</th>
              {columns.map((column, index) => (
                <th key={column} scope="col">
                  {columnOf(column, index)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={row}>
                <th scope="row">
                  {onRow ? (
                    <button type="button" className="tg-row-name" onClick={() => void choose(row, rowNames[index] ?? row)}>
                      {nameOf(row, index)}
                    </button>
                  ) : (
                    nameOf(row, index)
                  )}
                </th>
                {columns.map((column, at) => {
                  const cell = cells.get(keyOf(row))?.get(keyOf(column));
                  const band = cell?.band ?? (scored ? scoreBand(bands, row, column) : undefined);
                  const names = [nameOf(row, index), columnOf(column, at)];
                  const select = cell && onSelect && (() => void onSelect({ row, column, value: cell.value, cell: cell.given }));
                  return (
                    <td key={column} data-tone={band?.tone} data-bare={cell ? undefined : true}>
                      {cell ? <CellFigure cell={cell} digits={digits} names={names} onSelect={select} /> : '–'}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <ul className="tg-heat-legend">
        {bands.map((band, index) => (
          <li key={String(band.below)} data-tone={band.tone}>
            {band.label}
            {judged === undefined && !scored ? <span>{range(bands[index - 1]?.below, band.below, language)}</span> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CellFigureProps {
  cell: HeatCell;
  digits: Digits;
  /** Of its row and column. */
  names: readonly string[];
  onSelect: (() => void) | undefined;
}

/** The figure and the band of a cell; a button where it leads somewhere, named by row, column, figure and band as a table is read. */
function CellFigure({ cell: { value, band }, digits, names, onSelect }: CellFigureProps) {
  const figure = figureText(value, useLanguage(), digits);
  const shown = (
    <>
      {figure}
      {band ? <small>{band.label}</small> : null}
    </>
  );
  if (!onSelect) return shown;
  const said = `${names.join(', ')}: ${figure}${band?.label ? ` (${band.label})` : ''}`;
  return (
    <button type="button" className="tg-figure tg-heat-figure" aria-label={said} onClick={onSelect}>
      {shown}
    </button>
  );
}

function range(from: number | undefined, below: number | undefined, language: Parameters<typeof formatNumber>[1]): string {
  if (below !== undefined) return `< ${formatNumber(below, language)}`;
  return from === undefined ? '' : `≥ ${formatNumber(from, language)}`;
}
