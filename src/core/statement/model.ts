import { orderByReads } from '../calculation.ts';
import { ExpressionError } from '../expression/errors.ts';
import { type ReadAmount, readAmount } from './amount.ts';
import { isDayStamp } from './day.ts';
import { type AmountLimits, type Period, periods, type Statement, type StatementField, type StatementIndicator } from './document.ts';
import { Exact, toDecimals } from './exact.ts';
import { compileFormula, type Formula } from './formula.ts';

/** A value somebody gives: an amount of a field, or a day of the period as its timestamp, in plain form; null where nothing was given. */
export interface Figure {
  field: string;
  period: Period;
  value: string | null;
}
/** What stands in a cell: plain form, or null. */
export type ReadFigure = (field: string, period: Period) => string | null;

/** Everything that follows from the figures. */
export interface Computed {
  /** Computed fields, by `end.<field>`; null where something is missing. */
  totals: ReadonlyMap<string, string | null>;
  /** Values of indicators with their decimals, by name; null is shown as a dash (FIN-06). */
  indicators: ReadonlyMap<string, string | null>;
}

/** A row of the input table (FIN-04). */
export interface StatementRow<Text> {
  table: { name: string; label: Text };
  field: StatementField<Text>;
  /** Periods the field has a value for. */
  periods: readonly Period[];
}
export interface IndicatorRow<Text> {
  module: { name: string; label: Text };
  indicator: StatementIndicator<Text>;
}

/** A statement ready to compute with: rows, cells to be filled, and its formulas in the order in which they depend on each other. */
export class StatementModel<Text> {
  readonly statement: Statement<Text>;
  readonly rows: readonly StatementRow<Text>[];
  readonly indicators: readonly IndicatorRow<Text>[];
  /** What people fill, row by row: the days of the period, then every amount that is not computed. */
  readonly cells: readonly { field: string; period: Period }[];
  readonly #formulas = new Map<string, Formula>();
  readonly #order: readonly string[];
  readonly #keys: ReadonlySet<string>;

  constructor(statement: Statement<Text>) {
    this.statement = statement;
    this.rows = statement.tables.flatMap(({ name, label, manual, fields }) =>
      fields.map((field) => ({ table: { name, label }, field, periods: manual ? (['end'] as const) : periods })),
    );
    this.indicators = statement.statistics.modules.flatMap(({ name, label, indicators }) =>
      indicators.map((indicator) => ({ module: { name, label }, indicator })),
    );
    const amounts = this.rows.filter(({ field }) => field.total === undefined);
    this.cells = [
      // In the order they are shown, which is that of time; amounts have the end first.
      ...(['start', 'end'] as const).map((period) => ({ field: statement.period.field, period })),
      ...amounts.flatMap((row) => row.periods.map((period) => ({ field: row.field.name, period }))),
    ];
    this.#keys = new Set(this.cells.map(({ field, period }) => keyOf(field, period)));
    this.#compile();
    this.#order = orderByReads([...this.#formulas.keys()], (name) => this.#readsOf(name)).order;
  }

  get limits(): AmountLimits {
    return this.statement.amount;
  }
  isPeriod(field: string): boolean {
    return field === this.statement.period.field;
  }
  /** Whether people fill this cell. */
  has(field: string, period: Period): boolean {
    return this.#keys.has(keyOf(field, period));
  }

  /** Reads a value as it travels: an amount (RULE-21), or the timestamp of a day. */
  read(field: string, text: string): ReadAmount {
    if (!this.isPeriod(field)) return readAmount(text, this.limits);
    const value = text.trim();
    if (value === '') return { value: null };
    return isDayStamp(value) ? { value } : { fault: 'day' };
  }

  /** Evaluates every formula, each after those it reads. */
  compute(figure: ReadFigure): Computed {
    const values = new Map<string, Exact | null>();
    const read = (path: string): Exact | null => {
      const known = values.get(path);
      if (known !== undefined) return known;
      const [period, field = ''] = path.split('.');
      const text = period === 'start' || period === 'end' ? figure(field, period) : null;
      const value = text === null ? null : new Exact(text);
      values.set(path, value);
      return value;
    };
    for (const name of this.#order) {
      const [owner] = name.split('.');
      const local = owner === 'indicators' ? read : (path: string) => read(`${owner}.${path}`);
      values.set(name, this.#formulas.get(name)?.evaluate(local) ?? null);
    }
    return { totals: this.#totals(values), indicators: this.#results(values) };
  }

  #totals(values: ReadonlyMap<string, Exact | null>): Map<string, string | null> {
    const totals = new Map<string, string | null>();
    for (const row of this.rows) {
      if (row.field.total === undefined) continue;
      for (const period of row.periods) {
        const key = keyOf(row.field.name, period);
        const value = values.get(key) ?? null;
        totals.set(key, value === null ? null : toDecimals(value, this.limits.decimals));
      }
    }
    return totals;
  }

  #results(values: ReadonlyMap<string, Exact | null>): Map<string, string | null> {
    return new Map(
      this.indicators.map(({ indicator }) => {
        const value = values.get(`indicators.${indicator.name}`) ?? null;
        return [indicator.name, value === null ? null : toDecimals(value, indicator.decimals ?? 2)];
      }),
    );
  }

  #compile(): void {
    const add = (name: string, source: string): void => {
      try {
        this.#formulas.set(name, compileFormula(source));
      } catch (cause) {
        // `check` reports it and the overlay refuses it; what it gives is not known.
        if (!(cause instanceof ExpressionError)) throw cause;
      }
    };
    for (const { field, periods: held } of this.rows) {
      if (field.total !== undefined) for (const period of held) add(keyOf(field.name, period), field.total);
    }
    for (const { indicator } of this.indicators) add(`indicators.${indicator.name}`, indicator.formula);
  }

  #readsOf(name: string): string[] {
    const [owner] = name.split('.');
    const reads = [...(this.#formulas.get(name)?.reads.keys() ?? [])];
    return owner === 'indicators' ? reads : reads.map((path) => `${owner}.${path}`);
  }
}

/** How formulas and maps name a cell: `end.cash`. */
export function keyOf(field: string, period: Period): string {
  return `${period}.${field}`;
}
