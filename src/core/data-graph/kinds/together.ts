import { isNumeric, quoted, sqlTypes } from '../sql.ts';
import type { Column, FieldType } from '../types.ts';
import { columnOf, isTooWide, type Kind, listOf, nothing, type Origin } from './kind.ts';

const joins = { inner: 'INNER JOIN', outer: 'FULL OUTER JOIN', left: 'LEFT JOIN', right: 'RIGHT JOIN' } as const;

/**
 * Two tables side by side (DATA-20): `type` inner, outer, left or right, `on` pairs of `left` and `right`. Columns of the right side whose names are taken get a number
 * behind; a key both sides call alike stands there once, with the value of the side that has one, as the wider type of both.
 */
export const join: Kind = {
  least: 2,
  most: 2,
  read({ settings, inputs: [left = [], right = []], tell }) {
    const type = settings.type as keyof typeof joins;
    if (!Object.hasOwn(joins, String(settings.type))) tell('type', 'joinType');
    const given = listOf(settings.on);
    if (given.length === 0) tell('on', 'joinKeys');
    const keys = given.map((pair, index) => {
      const [one, other] = [columnOf(left, pair.left, `on.${index}.left`, tell), columnOf(right, pair.right, `on.${index}.right`, tell)];
      if (!one || !other) return undefined;
      if (one.type !== other.type && !(isNumeric(one.type) && isNumeric(other.type)))
        return tell(`on.${index}.right`, 'joinTypes', { left: one.name, leftType: one.type, right: other.name, rightType: other.type });
      return { one, other };
    });
    // What both sides call alike becomes one column: of a type that holds the keys of both.
    const shared = new Map<string, FieldType>();
    for (const key of keys)
      if (key && key.one.name === key.other.name) shared.set(key.one.name, widest(key.one.type, key.other.type) ?? key.one.type);
    if (isTooWide(left.length + right.length - shared.size, tell)) return nothing;
    const columns: Column[] = left.map((column) => ({ ...column, type: shared.get(column.name) ?? column.type }));
    const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
    const origins = new Map<string, Origin[]>(
      [...shared.keys()].map((name) => [name, [0, 1].map((input): Origin => ({ input, column: name, how: 'same' }))]),
    );
    const list = left.map(({ name }) => {
      const type = shared.get(name);
      if (type === undefined) return `l.${quoted(name)} AS ${quoted(name)}`;
      return `CAST(coalesce(l.${quoted(name)}, r.${quoted(name)}) AS ${sqlTypes[type]}) AS ${quoted(name)}`;
    });
    for (const column of right) {
      if (shared.has(column.name)) continue;
      const name = freeName(taken, column.name);
      taken.add(name.toLowerCase());
      columns.push({ ...column, name });
      origins.set(name, [{ input: 1, column: column.name, how: 'same' }]);
      list.push(`r.${quoted(column.name)} AS ${quoted(name)}`);
    }
    const isWhole = Object.hasOwn(joins, String(type)) && keys.length > 0 && keys.every((key) => key !== undefined);
    const on = keys.map((key) => key && `l.${quoted(key.one.name)} = r.${quoted(key.other.name)}`).join(' AND ');
    return {
      columns,
      origins,
      sql: isWhole ? ([from, to]) => `SELECT ${list.join(', ')} FROM ${from} AS l ${joins[type]} ${to} AS r ON ${on}` : undefined,
    };
  },
};

/** The name itself, or the first with a number behind that nobody has. */
function freeName(taken: ReadonlySet<string>, name: string): string {
  const has = (one: string) => taken.has(one.toLowerCase());
  if (!has(name)) return name;
  for (let number = 2; ; number += 1) {
    const tail = `_${number}`;
    const one = `${name.slice(0, 24 - tail.length)}${tail}`;
    if (!has(one)) return one;
  }
}

const merges = ['union', 'union-all', 'and', 'or'] as const;

/**
 * Rows of several tables below each other (DATA-20), columns found by their names. `type`: union-all takes all rows, union each only once, and those that stand in every
 * table; these need the same columns. or takes each row once too, with the columns any of the tables has: where a table lacks one, it is empty.
 */
export const merge: Kind = {
  least: 2,
  most: 10,
  read({ settings, inputs, tell }) {
    const type = settings.type as (typeof merges)[number];
    if (!merges.includes(type)) tell('type', 'mergeType');
    const columns: Column[] = (inputs[0] ?? []).map((column) => ({ ...column }));
    const found = new Map(columns.map((column) => [column.name.toLowerCase(), column]));
    const own = inputs.map((some) => new Map(some.map(({ name }) => [name.toLowerCase(), name])));
    let fits = merges.includes(type);
    for (const [index, other] of inputs.entries()) {
      if (index === 0) continue;
      const extra: string[] = [];
      for (const column of other) {
        const same = found.get(column.name.toLowerCase());
        if (!same) {
          if (type === 'or') {
            const added = { ...column };
            columns.push(added);
            found.set(column.name.toLowerCase(), added);
          } else extra.push(column.name);
        } else if (same.type !== column.type) {
          const wider = widest(same.type, column.type);
          if (wider) same.type = wider;
          else {
            fits = false;
            tell('type', 'mergeTypes', { column: same.name, one: same.type, other: column.type });
          }
        }
      }
      if (type === 'or') continue;
      const missing = columns.filter(({ name }) => !own[index]?.has(name.toLowerCase())).map(({ name }) => name);
      if (extra.length + missing.length === 0) continue;
      fits = false;
      tell('type', 'mergeColumns', {
        number: String(index + 1),
        missing: missing.slice(0, 8).join(', ') || '—',
        extra: extra.slice(0, 8).join(', ') || '—',
      });
    }
    if (inputs.length < 2) return nothing;
    const one = (from: string, index: number) => {
      const list = columns.map(({ name, type: wanted }) => {
        const named = own[index]?.get(name.toLowerCase());
        return `CAST(${named === undefined ? 'NULL' : quoted(named)} AS ${sqlTypes[wanted]}) AS ${quoted(name)}`;
      });
      return `SELECT ${list.join(', ')} FROM ${from}`;
    };
    const words = { union: 'UNION', 'union-all': 'UNION ALL', and: 'INTERSECT', or: 'UNION' } as const;
    const originsOf = ({ name }: Column) =>
      own.flatMap((names, input): Origin[] => {
        const column = names.get(name.toLowerCase());
        return column === undefined ? [] : [{ input, column, how: 'same' }];
      });
    return {
      columns,
      origins: new Map(columns.map((column) => [column.name, originsOf(column)])),
      sql: fits ? (names) => names.map(one).join(` ${words[type]} `) : undefined,
    };
  },
};

/** The type that holds what both do; undefined where none does. */
function widest(one: FieldType, other: FieldType): FieldType | undefined {
  if (one === other) return one;
  if (isNumeric(one) && isNumeric(other)) return one === 'float' || other === 'float' ? 'float' : 'number';
  const both = [one, other];
  return both.every((type) => type === 'date' || type === 'timestamp') ? 'timestamp' : undefined;
}
