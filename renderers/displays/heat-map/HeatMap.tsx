import { useLanguage, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { HeatMapOptions } from '../../../src/generated/options.ts';
import { formatNumber } from '../../shared/format.ts';
import { Loading } from '../../shared/Loading.tsx';
import { listOf } from '../../shared/list.ts';
import { heatCells, keyOf } from './cells.ts';
import '../../shared/row-name.css';
import './heat-map.css';

/** Figures of rows by columns, tinted by band. The tint never speaks alone: every cell has its figure and the word of its band. */
export function HeatMap({ options }: WidgetProps<HeatMapOptions>) {
  const t = useTranslate();
  const language = useLanguage();
  const { title, rowTitle, digits, bands, judged, emptyName = '–', emptyText, loading, onRow, row: rowField = 'row' } = options;
  const rows = listOf<string>(options.rows);
  const columns = listOf<string>(options.columns);
  const rowNames = listOf<string>(options.rowNames);
  const columnNames = listOf<string>(options.columnNames);
  if (loading && rows.length === 0) return <Loading />;
  if (rows.length === 0 || columns.length === 0) return <p className="tg-heat-empty">{emptyText ?? t('layout.empty')}</p>;
  const cells = heatCells(options);
  const choose = (row: string, name: string) =>
    onRow?.({
      value: row,
      name,
      cells: listOf<Record<string, unknown>>(options.cells).filter((cell) => keyOf(cell[rowField]) === keyOf(row)),
    });
  return (
    <div className="tg-heat">
      <section className="tg-heat-scroll" aria-label={title} tabIndex={onRow ? undefined : 0}>
        <table>
          <caption className="tg-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{rowTitle}</th>
              {columns.map((column, index) => (
                <th key={column} scope="col">
                  {(columnNames[index] ?? column) || emptyName}
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
                      {(rowNames[index] ?? row) || emptyName}
                    </button>
                  ) : (
                    (rowNames[index] ?? row) || emptyName
                  )}
                </th>
                {columns.map((column) => {
                  const cell = cells.get(keyOf(row))?.get(keyOf(column));
                  return (
                    <td key={column} data-tone={cell?.band?.tone}>
                      {cell ? formatNumber(cell.value, language, digits) : '–'}
                      {cell?.band ? <small>{cell.band.label}</small> : null}
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
            {judged === undefined ? <span>{range(bands[index - 1]?.below, band.below, language)}</span> : null}
          </li>
        ))}
      </ul>
    </div>
  );
}

function range(from: number | undefined, below: number | undefined, language: Parameters<typeof formatNumber>[1]): string {
  if (below !== undefined) return `< ${formatNumber(below, language)}`;
  return from === undefined ? '' : `≥ ${formatNumber(from, language)}`;
}
