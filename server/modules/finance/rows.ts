import { isDayStamp, periods } from '../../../src/core/statement/index.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import type { Model } from '../statements.ts';
import type { Change } from './figures.ts';

/** What a row changes, and which of them it was. */
export interface RowChange extends Change {
  row: number;
}

/** A row as other programs send it (FIN-07). */
export interface GivenRow {
  table: string;
  field: string;
  start?: string | number | null | undefined;
  end?: string | number | null | undefined;
}

/**
 * What rows change. Values of computed fields are passed over: whoever sends back the rows of API-80 need not take them out. A moment of
 * the period row stands for its day in the time zone of the server.
 * @throws ApiError PARAMETER_ERROR for rows the statement does not have, starts of manual tables, and numbers that lost digits already.
 */
export function changesOfRows(model: Model, rows: readonly GivenRow[], timeZone: string): RowChange[] {
  const details: ErrorDetail[] = [];
  const { table: periodTable, field: periodField } = model.statement.period;
  const changes = rows.flatMap((row, index) => {
    const known = model.rows.find(({ table, field }) => table.name === row.table && field.name === row.field);
    const isPeriod = row.table === periodTable && row.field === periodField;
    if (!known && !isPeriod) {
      details.push({ field: `${index}.field`, message: `the statement has no field "${row.field}" in a table "${row.table}"` });
      return [];
    }
    if (known?.field.total !== undefined) return [];
    return periods.flatMap((period): RowChange[] => {
      const given = row[period];
      if (given === undefined) return [];
      if (known && !known.periods.includes(period)) {
        if (given !== null && given !== '') details.push({ field: `${index}.${period}`, message: 'stays empty: the table is manual' });
        return [];
      }
      if (typeof given === 'number' && !isPeriod && !isExact(given)) {
        details.push({ field: `${index}.${period}`, message: 'has too many digits for a number: send it as a text' });
        return [];
      }
      const value = given === null || given === '' ? null : String(given);
      return [
        { row: index, field: row.field, period, version: undefined, value: isPeriod && value !== null ? dayStamp(value, timeZone) : value },
      ];
    });
  });
  if (details.length > 0) throw new ApiError('PARAMETER_ERROR', { details });
  return changes;
}

/** Binary numbers hold fifteen decimal digits for sure. */
function isExact(value: number): boolean {
  return Number.isFinite(value) && !String(value).includes('e') && String(value).replace(/[-.]/g, '').length <= 15;
}

function dayStamp(value: string, timeZone: string): string {
  const moment = Number(value);
  if (isDayStamp(value) || !/^-?\d{1,15}$/.test(value) || Number.isNaN(new Date(moment).getTime())) return value;
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' }).formatToParts(moment);
  const part = (type: string): number => Number(parts.find((entry) => entry.type === type)?.value);
  return String(Date.UTC(part('year'), part('month') - 1, part('day')));
}
