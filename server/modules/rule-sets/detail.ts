import { type Difference, differencesOf, ruleSetFaults } from '../../../src/core/rule-set/index.ts';
import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError } from '../../errors.ts';
import { speaker } from '../../reader.ts';
import { requireSet, type Version, versionOf, versionsOf } from './sets.ts';
import type { KeptRule } from './tables.ts';
import { faultSayer, type RuleSayer, ruleSayer, words } from './wording.ts';

/** What watch lists are called, by their code. */
export async function listNames(db: Database): Promise<Map<string, LabelValue>> {
  const rows = await db.selectFrom('watch_list').select(['code', 'name']).orderBy('code').execute();
  return new Map(rows.map(({ code, name }) => [code, name]));
}

/** A version of a set with its rules in words, what else there is, and what keeps the draft from going live. @throws ApiError NOT_FOUND */
export async function versionDetail(context: WordedContext, id: string, number?: number) {
  const { db } = context;
  const { rules: _rules, decisions: _decisions, ...set } = await requireSet(db, id);
  const [version, all, sayer] = [
    await versionOf(db, Number(id), number),
    await versionsOf(db, Number(id)),
    await sayerOf(context, id, number),
  ];
  const { definition } = version;
  const say = faultSayer(context, definition);
  const problems = version.state === 'draft' ? ruleSetFaults(definition) : [];
  return {
    ...set,
    number: version.number,
    state: version.state,
    revision: version.revision,
    settingsVersion: definition.settingsVersion,
    note: version.note,
    fields: definition.fields as (Version['definition']['fields'][number] & { label: LabelValue })[],
    rules: definition.rules.map((rule) => ruleAnswer(rule, sayer)),
    reviewFrom: definition.reviewFrom,
    blockFrom: definition.blockFrom,
    subject: definition.subject ?? null,
    subjects: definition.fields.map(({ name }) => ({ value: name, label: sayer.field(name) })),
    versions: all.map((one) => ({
      number: one.number,
      state: one.state,
      note: one.note,
      publishedAt: one.publishedAt?.toISOString() ?? null,
      publishedBy: one.publishedBy,
      rules: one.definition.rules.length,
    })),
    problems: problems.map((fault) => {
      const [, index] = /^rules\.(\d+)\./.exec(fault.path) ?? [];
      return { path: fault.path, ruleId: index === undefined ? null : (definition.rules[Number(index)]?.id ?? null), text: say(fault) };
    }),
  };
}

function ruleAnswer(rule: KeptRule, sayer: RuleSayer) {
  return { ...rule, name: rule.name as LabelValue, condition: { ...rule.condition }, text: sayer.condition(rule.condition) };
}

/** Words for the rules of a version. @throws ApiError NOT_FOUND */
async function sayerOf(context: WordedContext, id: string, number?: number): Promise<RuleSayer> {
  const { definition } = await versionOf(context.db, Number(id), number);
  return ruleSayer(context, definition.fields, await listNames(context.db));
}

/** What one version has otherwise than another, in words. @throws ApiError NOT_FOUND */
export async function versionDifferences(context: WordedContext, { id, before, after }: { id: string; before: number; after: number }) {
  const all = await versionsOf(context.db, Number(id));
  const [old, now] = [before, after].map((number) => all.find((version) => version.number === number));
  if (!old || !now) throw new ApiError('NOT_FOUND');
  const lists = await listNames(context.db);
  const [word, say] = [words(context), speaker(context)];
  const sayers = [old, now].map(({ definition }) => ruleSayer(context, definition.fields, lists));
  const rule = ({ name, weight, outcome, condition }: KeptRule, at: 0 | 1) =>
    word('ruleLine', {
      name: say(name as LabelValue),
      weight: String(weight),
      outcome: word(`outcome.${outcome}`),
      condition: sayers[at]?.condition(condition) ?? '',
    });
  const field = ({ name, type, label, required, key }: Version['definition']['fields'][number]) =>
    [name, say(label as LabelValue), word(`type.${type}`), ...(required ? [word('required')] : []), ...(key ? [word('key')] : [])].join(
      ' · ',
    );
  const line = (one: Difference): { part: 'rule' | 'field' | 'value'; name: string; before: string | null; after: string | null } => {
    if (one.part === 'field') {
      const is = one.change === 'removed' ? null : field(one.field);
      const was = one.change === 'removed' ? field(one.field) : one.before ? field(one.before) : null;
      return { part: 'field', name: one.field.name, before: was, after: is };
    }
    if (one.part === 'rule') {
      const name = say(one.rule.name as LabelValue);
      if (one.change === 'moved') return { part: 'rule', name, before: null, after: null };
      const was = one.change === 'changed' ? one.before : one.change === 'removed' ? one.rule : undefined;
      const is = one.change === 'removed' ? undefined : one.rule;
      return { part: 'rule', name, before: was ? rule(was as KeptRule, 0) : null, after: is ? rule(is as KeptRule, 1) : null };
    }
    return { part: 'value', name: word(one.part), before: one.before, after: one.after };
  };
  const differences = differencesOf(old.definition, now.definition).map((one, index) => ({
    key: String(index),
    change: one.change,
    ...line(one),
  }));
  return { before, after, differences };
}
