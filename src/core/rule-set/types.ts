/** Types of the fields of a record (DATA-07). */
export const fieldTypes = ['integer', 'float', 'boolean', 'string', 'date', 'timestamp', 'time', 'number'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** Text in several languages as data carry it (I18N-04): plain, or one entry a language. */
type Label = string | { l: string; t: string; d?: boolean }[];

/** One value of the records a set judges. */
export interface RuleField {
  /** Chinese, digits, letters and `_`, at most 50 (RULE-15). */
  name: string;
  type: FieldType;
  label: Label;
  /** A record without it is refused. Default false. */
  required?: boolean | undefined;
  /** Earlier records are counted by it. Default false. */
  key?: boolean | undefined;
}

export interface Comparison {
  field: string;
  operator: string;
  value?: unknown;
}
/** `all` of these hold, `any` of them, or `not` one. A leaf compares a field. */
export type Condition = { all: Condition[] } | { any: Condition[] } | { not: Condition[] } | Comparison;

/** What a rule asks for by itself, whatever the score: nothing, at least a review, or a block. */
export type Outcome = 'score' | 'review' | 'block';
export type Decision = 'approve' | 'review' | 'block';

export interface Rule {
  /** Stays when the rule is changed or moved. */
  id: string;
  name: Label;
  condition: Condition;
  /** What a hit adds to the score, not below 0; 0 switches the rule off (RULE-16). */
  weight: number;
  outcome: Outcome;
}

/** What judges a record: at most 30 rules (RULE-17) over named fields, and the scores from which on a record is reviewed and blocked. */
export interface RuleSet {
  fields: RuleField[];
  rules: Rule[];
  reviewFrom: number;
  blockFrom: number;
  /** Name of the field people know a record by, such as the payee. */
  subject?: string | undefined;
}

/** A value of a record in its normal form, a text: decimals with all their digits, moments as ISO 8601 in UTC, days as YYYY-MM-DD, times as HH:mm:ss, `true` and `false`. */
export type Value = string;
/** The values of a record that are there, by the names of the fields. */
export type RuleRecord = Record<string, Value>;

/** Something that does not fit: where (`rules.0.condition.all.1`) and a text key `rule.fault.<kind>` with its values. */
export interface RuleFault {
  path: string;
  kind: string;
  values?: Record<string, string>;
}

/** Earlier records a comparison asks for: those with the same value of `field`, within `minutes`; counted, or the sum of `of`. */
export interface Velocity {
  field: string;
  minutes: number;
  of?: string;
}
/** An entry of a watch list that fits a text. */
export interface WatchMatch {
  list: string;
  entryId: string;
  name: string;
  /** 0 to 100. */
  score: number;
}
/** What a set needs besides the record. */
export interface Facts {
  /** Count, or sum as a decimal text, of the earlier records. */
  velocity(need: Velocity): string;
  /** The best entry of a list that fits with at least this score. */
  watch(list: string, text: string, least: number): WatchMatch | undefined;
}

/** One comparison that made a rule hit: with `negated` it did not hold, and stands in a group `not`. */
export interface Told {
  field: string;
  operator: string;
  expected?: unknown;
  seen: Value | null;
  negated?: true;
  match?: WatchMatch;
}
export interface Hit {
  id: string;
  name: Label;
  weight: number;
  outcome: Outcome;
  told: Told[];
}
export interface Judgement {
  decision: Decision;
  score: number;
  hits: Hit[];
}
