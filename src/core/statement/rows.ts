import type { ReadFigure, StatementModel } from './model.ts';

/** A row as other programs read and write it (FIN-07): amounts as decimal texts, the days of the period as timestamps. */
export interface FigureRow {
  table: string;
  field: string;
  start: string | number | null;
  end: string | number | null;
}

/** The rows of a statement: first that of the period, then every field, computed ones too. A field of a manual table has no start. */
export function toRows<Text>(model: StatementModel<Text>, figure: ReadFigure): FigureRow[] {
  const { table, field } = model.statement.period;
  const { totals } = model.compute(figure);
  const stamp = (text: string | null): number | null => (text === null ? null : Number(text));
  return [
    { table, field, start: stamp(figure(field, 'start')), end: stamp(figure(field, 'end')) },
    ...model.rows.map((row) => {
      const { name, total } = row.field;
      const value = (period: 'start' | 'end'): string | null => {
        if (!row.periods.includes(period)) return null;
        return total === undefined ? figure(name, period) : (totals.get(`${period}.${name}`) ?? null);
      };
      return { table: row.table.name, field: name, start: value('start'), end: value('end') };
    }),
  ];
}
