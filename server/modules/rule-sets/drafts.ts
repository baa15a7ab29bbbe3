import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { limits, type Outcome, type RuleField, ruleSetFaults } from '../../../src/core/rule-set/index.ts';
import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';
import { ApiError, inUse, wrong } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { signature } from '../changes.ts';
import { countEarlier } from '../screening/earlier.ts';
import { saysTheSame } from '../unchanged.ts';
import { holdLists } from './held-lists.ts';
import { requireSet, type Version, versionOf, versionsOf } from './sets.ts';
import type { KeptRule, KeptRuleSet } from './tables.ts';
import { faultDetails, faultSayer } from './wording.ts';

/** The draft of a set, held until the transaction ends. @throws ApiError NOT_FOUND, RULE_SET_PUBLISHED */
async function lockDraft(db: Database, setId: string): Promise<Version> {
  await lockSet(db, setId);
  const draft = (await versionsOf(db, Number(setId))).find(({ state }) => state === 'draft');
  if (!draft) throw new ApiError('RULE_SET_PUBLISHED');
  return draft;
}

/** Keeps everybody else from changing the set until the transaction ends; deciding goes on. @throws ApiError NOT_FOUND */
export async function lockSet(db: Database, setId: string): Promise<void> {
  const row = await db.selectFrom('rule_set').select('id').where('id', '=', Number(setId)).forNoKeyUpdate().executeTakeFirst();
  if (!row) throw new ApiError('NOT_FOUND');
}

/** The draft as its author saw it. @throws ApiError NOT_FOUND, RULE_SET_PUBLISHED, CONFLICT with the revision it has by now */
async function requireRevision(db: Database, setId: string, revision: number): Promise<Version> {
  const draft = await lockDraft(db, setId);
  if (draft.revision !== revision) throw new ApiError('CONFLICT', { data: { revision: draft.revision } });
  return draft;
}

/** Changes the draft and says so in the audit log; a definition that is as it was is no change. */
async function changeDraft<Made>(
  context: WordedContext,
  setId: string,
  verb: string,
  work: (definition: KeptRuleSet) => { definition: KeptRuleSet; detail: Record<string, unknown>; made: Made },
): Promise<Made> {
  return await context.db.transaction().execute(async (db) => {
    const draft = await lockDraft(db, setId);
    const { definition, detail, made } = work(structuredClone(draft.definition));
    if (isDeepStrictEqual(definition, draft.definition)) return made;
    await db
      .updateTable('rule_set_version')
      .set({
        definition: JSON.stringify(definition),
        revision: draft.revision + 1,
        updated_at: sql<Date>`now()`,
        updated_by: signature(signedIn(context)),
      })
      .where('id', '=', draft.id)
      .execute();
    await noteSet(context, db, setId, verb, { number: draft.number, ...detail });
    return made;
  });
}

/** One audit row of a rule set. */
export async function noteSet(
  context: WordedContext,
  db: Database,
  setId: string,
  verb: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await record(db, context, {
    action: `rule_set_${verb}`,
    targetType: 'rule_set',
    targetId: setId,
    actor: signedIn(context),
    detail,
  });
}

export interface GivenSettings {
  id: string;
  version: number;
  fields: RuleField[];
  reviewFrom: number;
  blockFrom: number;
  subject?: string | null | undefined;
}

/**
 * Changes fields and thresholds of the draft. Rules over fields that went stay, and keep the draft from going live until they are changed.
 * @throws ApiError NOT_FOUND, RULE_SET_PUBLISHED, CONFLICT with the settings as they are, PARAMETER_ERROR
 */
export async function saveSettings(context: WordedContext, { id, version, subject, ...given }: GivenSettings): Promise<void> {
  await changeDraft(context, id, 'settings', (before) => {
    const { rules, settingsVersion, ...settings } = before;
    if (settingsVersion !== version) throw new ApiError('CONFLICT', { data: { ...settings, version: settingsVersion } });
    const after = { ...given, ...(subject ? { subject } : {}) };
    const faults = ruleSetFaults({ ...after, rules }).filter(({ path }) => !path.startsWith('rules'));
    if (faults.length > 0) throw new ApiError('PARAMETER_ERROR', { details: faultDetails(context, faults, '') });
    const isSame = isDeepStrictEqual(after, settings);
    const definition = isSame ? before : { ...after, rules, settingsVersion: settingsVersion + 1 };
    return { definition, detail: { before: settings, after }, made: undefined };
  });
}

export interface GivenRule {
  setId: string;
  id?: string | undefined;
  version?: number | undefined;
  name: LabelValue;
  condition: object;
  weight: number;
  outcome: Outcome;
}

/**
 * Adds a rule at the end of the draft, or changes the one of `id`.
 * @throws ApiError NOT_FOUND, RULE_SET_PUBLISHED, CONFLICT with the rule as it is, PARAMETER_ERROR with what does not fit in its condition
 */
export async function saveRule(context: WordedContext, { setId, id, version, ...given }: GivenRule): Promise<{ id: string }> {
  return await changeDraft(context, setId, 'rule', (definition) => {
    const { rules, fields } = definition;
    const before = id === undefined ? undefined : ruleAt(rules, id, version);
    if (!before && rules.length >= limits.rules) throw wrong('', `At most ${limits.rules} rules`, 'rule.ruleSet');
    const rule = { ...given, id: before?.id ?? randomBytes(6).toString('hex'), version: (before?.version ?? 0) + 1 } as KeptRule;
    const place = `rules.0.`;
    const faults = ruleSetFaults({ ...definition, rules: [rule] }).filter(({ path }) => path.startsWith(place));
    if (faults.length > 0) throw new ApiError('PARAMETER_ERROR', { details: faultDetails(context, faults, place, fields) });
    const isSame = before !== undefined && saysTheSame(before, rule);
    const after = before ? rules.map((one) => (one.id === rule.id && !isSame ? rule : one)) : [...rules, rule];
    return {
      definition: { ...definition, rules: after },
      detail: before ? { before, after: rule } : { after: rule },
      made: { id: rule.id },
    };
  });
}

/** @throws ApiError NOT_FOUND, CONFLICT with the rule as it is where somebody changed it since */
function ruleAt(rules: readonly KeptRule[], id: string, version: number | undefined): KeptRule {
  const rule = rules.find((one) => one.id === id);
  if (!rule) throw new ApiError('NOT_FOUND');
  if (version !== undefined && rule.version !== version) throw new ApiError('CONFLICT', { data: rule });
  return rule;
}

/** @throws ApiError NOT_FOUND, RULE_SET_PUBLISHED, CONFLICT with the rule as it is */
export async function removeRule(context: WordedContext, setId: string, id: string, version: number): Promise<void> {
  await changeDraft(context, setId, 'rule', (definition) => {
    const before = ruleAt(definition.rules, id, version);
    const rules = definition.rules.filter((rule) => rule.id !== id);
    return { definition: { ...definition, rules }, detail: { before }, made: undefined };
  });
}

/** Puts a rule before or after another. The order says how explanations read; it decides nothing. @throws ApiError NOT_FOUND, RULE_SET_PUBLISHED */
export async function moveRule(
  context: WordedContext,
  { setId, id, targetId, position }: { setId: string; id: string; targetId: string; position: 'before' | 'after' },
): Promise<void> {
  await changeDraft(context, setId, 'rule', (definition) => {
    const rule = ruleAt(definition.rules, id, undefined);
    ruleAt(definition.rules, targetId, undefined);
    const rules = definition.rules.filter((one) => one.id !== id);
    const at = id === targetId ? definition.rules.indexOf(rule) : rules.findIndex((one) => one.id === targetId);
    rules.splice(at + (position === 'after' && id !== targetId ? 1 : 0), 0, rule);
    return { definition: { ...definition, rules }, detail: { moved: id, place: rules.indexOf(rule) + 1 }, made: undefined };
  });
}

/** Starts a draft as a copy of the live version, or of the one of a number. @throws ApiError NOT_FOUND, IN_USE while there is one */
export async function startDraft(context: WordedContext, setId: string, number?: number): Promise<{ number: number }> {
  return await context.db.transaction().execute(async (db) => {
    await lockSet(db, setId);
    const all = await versionsOf(db, Number(setId));
    if (all.some(({ state }) => state === 'draft'))
      throw inUse('ruleset.draftExists', 'There is a draft already: publish or discard it first');
    const source = await versionOf(db, Number(setId), number);
    const next = (all[0]?.number ?? 0) + 1;
    await db
      .insertInto('rule_set_version')
      .values({
        rule_set_id: Number(setId),
        number: next,
        definition: JSON.stringify(source.definition),
        updated_by: signature(signedIn(context)),
      })
      .execute();
    await noteSet(context, db, setId, 'draft', { number: next, copyOf: source.number });
    return { number: next };
  });
}

/** Throws the draft away; the one of a set that was never published becomes empty. @throws ApiError NOT_FOUND, RULE_SET_PUBLISHED, CONFLICT */
export async function discardDraft(context: WordedContext, setId: string, revision: number): Promise<void> {
  await context.db.transaction().execute(async (db) => {
    const draft = await requireRevision(db, setId, revision);
    if ((await versionsOf(db, Number(setId))).length === 1)
      throw inUse('ruleset.onlyDraft', 'This draft is all the rule set has: delete the rule set');
    await db.deleteFrom('rule_set_version').where('id', '=', draft.id).execute();
    await noteSet(context, db, setId, 'discard', { number: draft.number });
  });
}

/**
 * Publishes the draft its author saw, and lets it decide.
 * @throws ApiError NOT_FOUND, RULE_SET_PUBLISHED, CONFLICT, RULE_SET_INCOMPLETE with what is missing
 */
export async function publishDraft(
  context: WordedContext,
  { id, revision, note }: { id: string; revision: number; note?: string | null | undefined },
): Promise<{ number: number }> {
  return await withLive(context, id, async (db, letDecide) => {
    const draft = await requireRevision(db, id, revision);
    const faults = ruleSetFaults(draft.definition);
    if (faults.length > 0) {
      const say = faultSayer(context, draft.definition);
      const details = faults.map((fault) => ({ field: fault.path, message: say(fault) }));
      throw new ApiError('RULE_SET_INCOMPLETE', { details });
    }
    await holdLists(db, draft.definition);
    const author = signature(signedIn(context));
    const before = (await requireSet(db, id)).live;
    await db
      .updateTable('rule_set_version')
      .set({ published_at: sql<Date>`now()`, published_by: author, note: note?.trim() || null })
      .where('id', '=', draft.id)
      .execute();
    await letDecide(draft);
    await noteSet(context, db, id, 'publish', { number: draft.number, note: note?.trim() || null, before });
    return { number: draft.number };
  });
}

/** Minutes no request takes: what it decides by the version that was live when it came is kept by then. */
const longestRequest = 5;

/** Lets a version decide. Earlier records are counted by its keys from the first moment on; those that are decided meanwhile, once `work` is committed. */
async function withLive<Result>(
  context: WordedContext,
  setId: string,
  work: (db: Database, letDecide: (version: Version) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  let live: Version | undefined;
  const result = await context.db.transaction().execute(
    async (db) =>
      await work(db, async (version) => {
        live = version;
        // Before the set: whoever changes another one waits from there on.
        await countEarlier(db, { setId: Number(setId), definition: version.definition });
        await setLive(db, setId, version, signature(signedIn(context)));
      }),
  );
  if (live) await countEarlier(context.db, { setId: Number(setId), definition: live.definition, minutes: longestRequest });
  return result;
}

async function setLive(db: Database, setId: string, version: Version, author: string): Promise<void> {
  await db
    .updateTable('rule_set')
    .set({ live_id: version.id, version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: author })
    .where('id', '=', Number(setId))
    .execute();
}

/** Lets an earlier published version decide again. @throws ApiError NOT_FOUND, CONFLICT with the set as it is, RULE_SET_INCOMPLETE where a list of it is gone */
export async function goLive(
  context: WordedContext,
  { id, version, number }: { id: string; version: number; number: number },
): Promise<void> {
  await withLive(context, id, async (db, letDecide) => {
    await lockSet(db, id);
    const set = await requireSet(db, id);
    if (set.version !== version) throw new ApiError('CONFLICT', { data: set });
    const target = await versionOf(db, Number(id), number);
    if (target.state === 'draft') throw wrong('number', 'is the draft: publish it', 'ruleset.publishDraft');
    await holdLists(db, target.definition);
    await letDecide(target);
    await noteSet(context, db, id, 'rollback', { before: set.live, number });
  });
}
