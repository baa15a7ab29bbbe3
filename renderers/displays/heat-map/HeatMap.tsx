import { localizedText } from '../../../src/core/language.ts';
import { useLanguage, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { HeatMapOptions } from '../../../src/generated/options.ts';
import { formatNumber } from '../../shared/format.ts';
import { Loading } from '../../shared/Loading.tsx';
import { listOf } from '../../shared/list.ts';
import { heatCells, keyOf, scoreBand } from './cells.ts';
import '../../shared/figure-button.css';
import '../../shared/row-name.css';
import './heat-map.css';

/** Figures of rows by columns, tinted by band. The tint never speaks alone: every cell has its figure and the word of its band. */
export function HeatMap({ options }: WidgetProps<HeatMapOptions>) {
  const t = useTranslate();
  const language = useLanguage();
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
      <section className="tg-heat-scroll" aria-label={title} tabIndex={onRow || onSelect ? undefined : 0}>
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
                  return (
                    <td
                      key={column}
                      data-tone={(cell?.band ?? (scored ? scoreBand(bands, row, column) : undefined))?.tone}
                      data-bare={cell ? undefined : true}
                    >
                      {cell && onSelect ? (
                        <button
                          type="button"
                          className="tg-figure tg-heat-figure"
                          aria-label={saidOf(
                            [nameOf(row, index), columnOf(column, at)],
                            formatNumber(cell.value, language, digits),
                            cell.band?.label,
                          )}
                          onClick={() => void onSelect({ row, column, value: cell.value, cell: cell.given })}
                        >
                          {formatNumber(cell.value, language, digits)}
                          {cell.band ? <small>{cell.band.label}</small> : null}
                        </button>
                      ) : (
                        <>
                          {cell ? formatNumber(cell.value, language, digits) : '–'}
                          {cell?.band ? <small>{cell.band.label}</small> : null}
                        </>
                      )}
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

/** Row, column, figure and band in the order of a table that is read. */
function saidOf(names: readonly string[], figure: string, band: string | undefined): string {
  return `${names.join(', ')}: ${figure}${band ? ` (${band})` : ''}`;
}

function range(from: number | undefined, below: number | undefined, language: Parameters<typeof formatNumber>[1]): string {
  if (below !== undefined) return `< ${formatNumber(below, language)}`;
  return from === undefined ? '' : `≥ ${formatNumber(from, language)}`;
}
