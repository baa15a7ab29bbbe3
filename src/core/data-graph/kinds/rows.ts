import { compileCondition } from '../condition.ts';
import { columnsRead, compileDerived } from '../derived/compile.ts';
import { DerivedError } from '../derived/parts.ts';
import { Parameters, quoted } from '../sql.ts';
import type { Column } from '../types.ts';
import { columnOf, type Given, isTooWide, type Kind, listOf, newName, nothing, type Origin, textOf, textsOf } from './kind.ts';

/** Rows of a data table: `tableId`, `role` fact or dimension. */
export const input: Kind = {
  least: 0,
  most: 0,
  read({ settings, tell, table }) {
    const id = textOf(settings.tableId);
    if (id === '') {
      tell('tableId', 'tableMissing');
      return nothing;
    }
    const found = table(id);
    if (!found) {
      tell('tableId', 'tableUnknown', { table: id });
      return nothing;
    }
    if (found.columns.length === 0) tell('tableId', 'tableEmpty');
    const names = found.columns.map(({ name }) => quoted(name)).join(', ');
    return {
      columns: found.columns,
      rows: found.rows,
      sql: found.columns.length === 0 ? undefined : ([from]) => `SELECT ${names} FROM ${from}`,
    };
  },
};

/** Rows a condition holds for: `condition`. */
export const filter: Kind = {
  least: 1,
  most: 1,
  read({ settings, inputs: [columns = []], tell, timeZone }) {
    const told = (kind: string, values?: Record<string, string>) => tell('condition', kind, values);
    const make = (parameters: Parameters, say: typeof told) => compileCondition(settings.condition, { columns, parameters, timeZone }, say);
    const fits = make(new Parameters(), told) !== undefined;
    return {
      columns: [...columns],
      sql: fits ? ([from], parameters) => `SELECT * FROM ${from} WHERE ${make(parameters, () => undefined)}` : undefined,
    };
  },
};

/** New fields: `fields` of `name`, `title` and `expression`. Later ones may read earlier ones. */
export const derive: Kind = {
  least: 1,
  most: 1,
  read({ settings, inputs: [columns = []], tell }) {
    const all: Column[] = [...columns];
    const given = listOf(settings.fields);
    if (given.length === 0) tell('fields', 'fieldsMissing');
    if (isTooWide(columns.length + given.length, tell)) return nothing;
    let isWhole = given.length > 0;
    const steps: { name: string; expression: string; before: Column[] }[] = [];
    for (const [index, field] of given.entries()) {
      const name = newName(all, field.name, `fields.${index}.name`, tell);
      const expression = textOf(field.expression);
      try {
        if (expression === '') throw new DerivedError('there is no expression', 0);
        const { type } = compileDerived(expression, all, new Parameters());
        if (name === undefined) isWhole = false;
        else {
          steps.push({ name, expression, before: [...all] });
          all.push({ name, title: textOf(field.title) || undefined, type });
        }
      } catch (error) {
        if (!(error instanceof DerivedError)) throw error;
        isWhole = false;
        tell(`fields.${index}.expression`, 'expression', () => ({
          field: name ?? String(index + 1),
          position: String(error.position + 1),
          message: error.message,
          hint: error.hint ?? '',
        }));
      }
    }
    return {
      columns: all,
      origins: originsOf(steps, columns),
      sql: isWhole
        ? ([from], parameters) =>
            steps.reduce(
              (inner, { name, expression, before }) =>
                `SELECT *, ${compileDerived(expression, before, parameters).sql} AS ${quoted(name)} FROM ${inner === from ? inner : `(${inner})`}`,
              from as string,
            )
        : undefined,
    };
  },
};

/** Columns of the input each field reads, also through the fields before it. */
function originsOf(steps: readonly { name: string; expression: string }[], columns: readonly Column[]): Map<string, Origin[]> {
  const own = new Set(columns.map(({ name }) => name));
  const known = new Map<string, string[]>();
  for (const { name, expression } of steps) {
    const read = columnsRead(expression).flatMap((one) => known.get(one) ?? (own.has(one) ? [one] : []));
    known.set(name, [...new Set(read)]);
  }
  return new Map([...known].map(([name, read]) => [name, read.map((column): Origin => ({ input: 0, column, how: 'computed' }))]));
}

/** Columns that stay, in this order: `columns` of `name`, and `as` where it is called otherwise from here on. */
export const select: Kind = {
  least: 1,
  most: 1,
  read({ settings, inputs: [columns = []], tell }) {
    const given = listOf(settings.columns);
    if (given.length === 0) tell('columns', 'columnsMissing');
    const all: (Column & { from: string })[] = [];
    for (const [index, one] of given.entries()) {
      const column = columnOf(columns, one.name, `columns.${index}.name`, tell);
      if (!column) continue;
      const name = textOf(one.as) === '' ? column.name : textOf(one.as);
      if (name !== column.name || all.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
        if (newName(all, name, `columns.${index}.as`, tell) === undefined) continue;
      }
      all.push({ ...column, name, title: textOf(one.title) || column.title, from: column.name });
    }
    const isWhole = given.length > 0 && all.length === given.length;
    const list = all.map(({ name, from }) => `${quoted(from)} AS ${quoted(name)}`).join(', ');
    return {
      columns: all.map(({ from: _, ...column }) => column),
      origins: new Map(all.map(({ name, from }) => [name, [{ input: 0, column: from, how: 'same' }]])),
      sql: isWhole ? ([from]) => `SELECT ${list} FROM ${from}` : undefined,
    };
  },
};

/** Orders of columns as SQL: `orders` of `column` and `direction`. Missing values come last. */
function ordersOf(given: unknown, columns: readonly Column[], path: string, tell: Tell): string[] | undefined {
  const orders = listOf(given).map(({ column, direction }, index) => {
    const found = columnOf(columns, column, `${path}.${index}.column`, tell);
    return found && `${quoted(found.name)} ${direction === 'desc' ? 'DESC' : 'ASC'} NULLS LAST`;
  });
  return orders.some((one) => one === undefined) ? undefined : (orders as string[]);
}
type Tell = Given['tell'];

/** Rows in an order, and only so many of them: `orders`, `limit`. */
export const sort: Kind = {
  least: 1,
  most: 1,
  read({ settings, inputs: [columns = []], tell }) {
    const orders = ordersOf(settings.orders, columns, 'orders', tell);
    if (orders?.length === 0) tell('orders', 'ordersMissing');
    const limit = settings.limit === undefined || settings.limit === null || settings.limit === '' ? undefined : Number(settings.limit);
    const isLimit = limit === undefined || (Number.isInteger(limit) && limit >= 1 && limit <= 1_000_000_000);
    if (!isLimit) tell('limit', 'limit');
    const isWhole = isLimit && orders !== undefined && orders.length > 0;
    return {
      columns: [...columns],
      sql: isWhole ? ([from]) => `SELECT * FROM ${from} ORDER BY ${orders.join(', ')}${limit ? ` LIMIT ${limit}` : ''}` : undefined,
    };
  },
};

/** One row of those that are alike: in all columns, or in those of `by`, the first in the order of `orders`. */
export const deduplicate: Kind = {
  least: 1,
  most: 1,
  read({ settings, inputs: [columns = []], tell }) {
    const by = textsOf(settings.by).map((name, index) => columnOf(columns, name, `by.${index}`, tell));
    const orders = ordersOf(settings.orders, columns, 'orders', tell);
    if (orders === undefined || by.some((one) => one === undefined)) return { columns: [...columns] };
    if (by.length === 0) return { columns: [...columns], sql: ([from]) => `SELECT DISTINCT * FROM ${from}` };
    const names = by.map((one) => quoted((one as Column).name)).join(', ');
    // The other columns make it the same row every time.
    const order = [...orders, ...columns.map(({ name }) => `${quoted(name)} ASC NULLS LAST`)].join(', ');
    return {
      columns: [...columns],
      sql: ([from]) => `SELECT * FROM ${from} QUALIFY row_number() OVER (PARTITION BY ${names} ORDER BY ${order}) = 1`,
    };
  },
};

/** Below so many rows the blocks of system sampling are all or nothing. */
const blocks = 10_000;

/** A part of the rows (DATA-19): `method` system, bernoulli or reservoir, `percentage` 0 to 100 (RULE-20) or for reservoir `rows`, `seed`. */
export const sample: Kind = {
  least: 1,
  most: 1,
  read({ settings, inputs: [columns = []], tell, rows }) {
    const { method } = settings;
    const whole = (value: unknown) => (value === '' || value === null || value === undefined ? undefined : Number(value));
    const [percentage, count, seed] = [whole(settings.percentage), whole(settings.rows), whole(settings.seed) ?? 1];
    const isMethod = method === 'system' || method === 'bernoulli' || method === 'reservoir';
    if (!isMethod) tell('method', 'sampleMethod');
    const byRows = method === 'reservoir' && count !== undefined;
    const isSize = byRows
      ? Number.isInteger(count) && count >= 0 && count <= 10_000_000
      : percentage !== undefined && Number.isInteger(percentage) && percentage >= 0 && percentage <= 100;
    if (!isSize) tell(byRows ? 'rows' : 'percentage', byRows ? 'sampleRows' : 'samplePercentage');
    const isSeed = Number.isInteger(seed) && seed >= 0 && seed <= 2_000_000_000;
    if (!isSeed) tell('seed', 'sampleSeed');
    if (method === 'system' && rows !== undefined && rows < blocks)
      tell('method', 'sampleBlocks', { rows: String(rows), least: String(blocks) }, 'warning');
    const size = byRows ? `${count} ROWS` : `${percentage} PERCENT`;
    return {
      columns: [...columns],
      rows: byRows ? Math.min(rows ?? count, count) : rows,
      sql:
        isMethod && isSize && isSeed ? ([from]) => `SELECT * FROM ${from} USING SAMPLE ${method}(${size}) REPEATABLE (${seed})` : undefined,
    };
  },
};

/** What the data table of the process is filled with: `refresh` full or incremental (DATA-14). */
export const output: Kind = {
  least: 1,
  most: 1,
  read({ settings, inputs: [columns = []], tell }) {
    const isRefresh = settings.refresh === 'full' || settings.refresh === 'incremental';
    if (!isRefresh) tell('refresh', 'refreshMissing');
    return { columns: [...columns], sql: ([from]) => `SELECT * FROM ${from}` };
  },
};
