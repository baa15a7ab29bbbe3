import type { OptionShape, TextSource } from '../types.ts';

export type Period = 'start' | 'end';
/** In the order of their columns. */
export const periods: readonly Period[] = ['end', 'start'];

export interface StatementField<Text = TextSource> {
  name: string;
  label: Text;
  /** Formula over the fields of the same period. Such a field is computed, never typed. */
  total?: string;
}
export interface StatementTable<Text = TextSource> {
  name: string;
  label: Text;
  /** Its fields have no value at the start of the period. */
  manual?: boolean;
  fields: StatementField<Text>[];
}
export interface StatementIndicator<Text = TextSource> {
  name: string;
  label: Text;
  definition: Text;
  explanation?: Text;
  /** Formula over `end.<field>`, `start.<field>` and `indicators.<name>`. */
  formula: string;
  decimals?: number;
  unit?: Text;
}
export interface StatementModule<Text = TextSource> {
  name: string;
  label: Text;
  indicators: StatementIndicator<Text>[];
}
/** What an amount may be. */
export interface AmountLimits {
  digits: number;
  decimals: number;
}

/** A statement: as documents write it, or with its texts translated (`Statement<string>`). */
export interface Statement<Text = TextSource> {
  version: 1;
  /** What managers choose it by. Default title. */
  name?: Text;
  title: Text;
  /** What it is for; of computed statements a page takes those of one purpose. */
  purpose?: string;
  unit: Text;
  amount: AmountLimits;
  period: { table: string; field: string; label: Text; name: Text; start: Text; end: Text };
  tables: StatementTable<Text>[];
  statistics: { title: Text; modules: StatementModule<Text>[] };
}
export type StatementDocument = Statement<TextSource>;

const named: OptionShape = { properties: { name: 'literal', label: 'text', total: 'literal' } };
const indicator: OptionShape = {
  properties: {
    name: 'literal',
    label: 'text',
    definition: 'text',
    explanation: 'text',
    formula: 'literal',
    decimals: 'literal',
    unit: 'text',
  },
};

/** Where the texts of a statement stand; the rest is data. */
export const statementShape: OptionShape = {
  properties: {
    version: 'literal',
    name: 'text',
    title: 'text',
    unit: 'text',
    amount: 'literal',
    period: { properties: { table: 'literal', field: 'literal', label: 'text', name: 'text', start: 'text', end: 'text' } },
    tables: { items: { properties: { name: 'literal', label: 'text', manual: 'literal', fields: { items: named } } } },
    statistics: {
      properties: {
        title: 'text',
        modules: { items: { properties: { name: 'literal', label: 'text', indicators: { items: indicator } } } },
      },
    },
  },
};
