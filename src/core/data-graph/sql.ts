import type { FieldType } from './types.ts';

/** A name as SQL has it: in double quotes, with those in it doubled. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Decimals of the type number. */
const decimals = 'DECIMAL(24,6)';

/** The type of DuckDB a field type is kept as. */
export const sqlTypes: Readonly<Record<FieldType, string>> = {
  integer: 'BIGINT',
  float: 'DOUBLE',
  boolean: 'BOOLEAN',
  string: 'VARCHAR',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  time: 'TIME',
  number: decimals,
};

export const isNumeric = (type: FieldType): boolean => type === 'integer' || type === 'float' || type === 'number';

/** Collects the values of a query. Each is bound as a text and cast where it stands, so that no value ever becomes SQL. */
export class Parameters {
  readonly values: string[] = [];

  text(value: string): string {
    this.values.push(value);
    return `CAST($${this.values.length} AS VARCHAR)`;
  }

  typed(type: FieldType, value: string): string {
    return type === 'string' ? this.text(value) : `CAST(${this.text(value)} AS ${sqlTypes[type]})`;
  }
}

/** Everything that JavaScript and people count as white space. */
export const whiteSpace =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
