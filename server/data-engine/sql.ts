import type { FieldType } from './types.ts';

/** What the engine keeps a field type as. Decimals hold money to the sixth digit exactly. */
export const typeOf: Readonly<Record<FieldType, string>> = {
  integer: 'BIGINT',
  float: 'DOUBLE',
  number: 'DECIMAL(24,6)',
  string: 'VARCHAR',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  time: 'TIME',
};

/** The field type a type of the engine is nearest to. */
export function fieldTypeOf(duckType: string): FieldType {
  const type = duckType.toUpperCase();
  if (/^(U?TINYINT|U?SMALLINT|U?INTEGER|U?BIGINT)$/.test(type)) return 'integer';
  if (/^(U?HUGEINT|BIGNUM|DECIMAL\b.*)$/.test(type)) return 'number';
  if (/^(FLOAT|DOUBLE)$/.test(type)) return 'float';
  if (type === 'BOOLEAN') return 'boolean';
  if (type === 'DATE') return 'date';
  if (type.startsWith('TIMESTAMP')) return 'timestamp';
  return /^TIME\b/.test(type) ? 'time' : 'string';
}

/** A name in a statement: `a"b` becomes `"a""b"`. @throws Error for names with a zero in them, which none has */
export function name(identifier: string): string {
  if (identifier === '' || identifier.includes('\0')) throw new Error('No name of a column or table');
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** A value in a statement. Parameters are better where a place takes one. */
export function literal(value: string | number | boolean | null): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error('No number of a statement');
    return String(value);
  }
  if (value.includes('\0')) throw new Error('No text of a statement');
  return `'${value.replaceAll("'", "''")}'`;
}

export function castTo(expression: string, type: FieldType): string {
  return `CAST(${expression} AS ${typeOf[type]})`;
}

/** The rows of Parquet files, with exactly these columns of these types; of no file at all, no row. */
export function parquet(files: readonly string[], columns: readonly { name: string; fieldType: FieldType }[]): string {
  const chosen = columns.map(({ name: own, fieldType }) => `${castTo(files.length === 0 ? 'NULL' : name(own), fieldType)} AS ${name(own)}`);
  // What is denied whole, or was never filled, has no columns.
  if (chosen.length === 0) return '(SELECT NULL AS "none" WHERE FALSE)';
  const from = files.length === 0 ? 'WHERE FALSE' : `FROM read_parquet([${files.map(literal).join(', ')}])`;
  return `(SELECT ${chosen.join(', ')} ${from})`;
}
