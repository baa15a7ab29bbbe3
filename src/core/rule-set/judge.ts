import { Exact } from '../statement/exact.ts';
import { readCondition, velocitiesOf } from './conditions.ts';
import { limits } from './limits.ts';
import type { Decision, Facts, Hit, Judgement, RuleFault, RuleRecord, RuleSet, Velocity } from './types.ts';

/** A set made ready once, to judge many records. */
export interface CompiledRuleSet {
  /** What it asks of earlier records, to be looked up before. */
  velocities: readonly Velocity[];
  judge(record: RuleRecord, facts: Facts): Judgement;
}

const severity: readonly Decision[] = ['approve', 'review', 'block'];

/**
 * Makes a set ready: conditions become closures over the closed list of operators. Rules of weight 0 are off (RULE-16). The score is the exact sum of the weights hit; the decision is the strictest of
 * what the score and the rules hit ask for. A part of a condition that does not fit never holds: see `ruleSetFaults`.
 */
export function compileRuleSet(set: RuleSet): CompiledRuleSet {
  const rules = set.rules
    .filter(({ weight }) => weight > 0)
    .map(({ condition, ...rule }) => ({ rule, weight: new Exact(String(rule.weight)), ...readCondition(condition, set.fields, '') }));
  // Whole weights add up exactly as they are.
  const isWhole = rules.every(({ rule }) => Number.isInteger(rule.weight));
  const [review, block] = [new Exact(String(set.reviewFrom)), new Exact(String(set.blockFrom))];
  return {
    velocities: velocitiesOf(set),
    judge(record, facts) {
      const hits: Hit[] = [];
      let exact = new Exact('0');
      let whole = 0;
      let at = 0;
      for (const { rule, weight, check } of rules) {
        const { holds, told } = check(record, facts);
        if (!holds) continue;
        if (isWhole) whole += rule.weight;
        else exact = exact.plus(weight);
        if (rule.outcome !== 'score') at = Math.max(at, severity.indexOf(rule.outcome));
        hits.push({ id: rule.id, name: rule.name, weight: rule.weight, outcome: rule.outcome, told });
      }
      const score = isWhole ? new Exact(String(whole)) : exact;
      const byScore: Decision = score.gte(block) ? 'block' : score.gte(review) ? 'review' : 'approve';
      const decision = severity[Math.max(at, severity.indexOf(byScore))] ?? 'block';
      return { decision, score: Number(score.toFixed()), hits };
    },
  };
}

/** What keeps a set from going live, by path. Names of fields and weights are the business of the rule documents. */
export function ruleSetFaults(set: RuleSet): RuleFault[] {
  const { fields, rules, reviewFrom, blockFrom, subject } = set;
  const faults: RuleFault[] = [];
  const seen = new Set<string>();
  for (const [index, { name }] of fields.entries()) {
    if (seen.has(name)) faults.push({ path: `fields.${index}.name`, kind: 'fieldTwice', values: { field: name } });
    seen.add(name);
  }
  if (fields.length === 0) faults.push({ path: 'fields', kind: 'noFields' });
  if (fields.length > limits.fields) faults.push({ path: 'fields', kind: 'manyFields', values: { most: String(limits.fields) } });
  if (fields.filter(({ key }) => key).length > limits.keys)
    faults.push({ path: 'fields', kind: 'manyKeys', values: { most: String(limits.keys) } });
  if (fields.some(({ key, type }) => key && type !== 'string' && type !== 'integer')) faults.push({ path: 'fields', kind: 'keyType' });
  if (subject !== undefined && !seen.has(subject)) faults.push({ path: 'subject', kind: 'fieldUnknown', values: { field: subject } });
  if (!(reviewFrom > 0)) faults.push({ path: 'reviewFrom', kind: 'threshold' });
  if (!(blockFrom >= reviewFrom)) faults.push({ path: 'blockFrom', kind: 'thresholdOrder' });
  if (rules.length === 0) faults.push({ path: 'rules', kind: 'noRules' });
  if (rules.length > limits.rules) faults.push({ path: 'rules', kind: 'manyRules', values: { most: String(limits.rules) } });
  for (const [index, { condition }] of rules.entries()) faults.push(...readCondition(condition, fields, `rules.${index}.condition`).faults);
  return faults;
}
