/** What keeps one judgement short, whoever writes the rules. `rules` is RULE-17. */
export const limits = {
  rules: 30,
  fields: 50,
  keys: 5,
  /** Comparisons and groups of one condition. */
  parts: 50,
  depth: 5,
  listValues: 500,
  textLength: 1_000,
  patternLength: 200,
  /** Steps of a compiled pattern: `a{1,100}` alone has two hundred. */
  patternSteps: 1_000,
  /** A month of 31 days. */
  minutes: 31 * 24 * 60,
  /** Most earlier records that are looked at for one comparison. */
  earlier: 10_000,
} as const;
