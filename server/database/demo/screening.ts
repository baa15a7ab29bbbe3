import { createHash } from 'node:crypto';
import { compileRuleSet, EarlierRecords, type Judgement, type RuleField, readRecord } from '../../../src/core/rule-set/index.ts';
import type { Documents } from '../../documents.ts';
import type { KeptRule, KeptRuleSet } from '../../modules/rule-sets/tables.ts';
import { countedBy, keysOf } from '../../modules/screening/earlier.ts';
import { type NameReader, nameReaderOf } from '../../modules/screening/names.ts';
import { WatchIndex } from '../../modules/screening/watch-index.ts';
import type { Database } from '../connection.ts';
import { labelOf, type Wording } from '../values.ts';
import { pick, seeded } from './random.ts';
import {
  draftRule,
  payees,
  payers,
  paymentFields,
  paymentRules,
  purposes,
  supplierFields,
  supplierRules,
  suspects,
  watchLists,
} from './screening-words.ts';

const made = new Date(Date.UTC(2026, 1, 16, 1));
const day = 86_400_000;
const count = 300;

type Label = RuleField['label'];
const fieldsOf = (fields: typeof paymentFields): RuleField[] => fields.map((field) => ({ ...field, label: labelOf(field.label) as Label }));
const rulesOf = (rules: typeof paymentRules): KeptRule[] =>
  rules.map((rule) => ({ ...rule, name: labelOf(rule.name) as Label, version: 1 }));

/**
 * Rule sets, watch lists and what the live set decided in the last 30 days: each payment is judged by the rules themselves. Payments are the same on every fill, their moments are counted back from it.
 */
export async function fillScreening(db: Database, userIds: ReadonlyMap<string, number>, documents: Documents): Promise<void> {
  const lists = await fillLists(db, nameReaderOf(documents));
  const definition: KeptRuleSet = {
    fields: fieldsOf(paymentFields),
    rules: rulesOf(paymentRules),
    reviewFrom: 50,
    blockFrom: 100,
    subject: 'payee',
    settingsVersion: 1,
  };
  const setId = await insertSet(
    db,
    'PAYMENT',
    { en: 'Payment screening', 'zh-Hans': '付款筛查', 'zh-Hant': '付款篩查' },
    '对外付款在放行前逐笔判断',
  );
  const live = await insertVersion(db, setId, 1, definition, made);
  await db.updateTable('rule_set').set({ live_id: live }).where('id', '=', setId).execute();
  const draft = { ...definition, rules: [...definition.rules, ...rulesOf([draftRule])], reviewFrom: 45, settingsVersion: 2 };
  await insertVersion(db, setId, 2, draft);
  const supplier = await insertSet(
    db,
    'SUPPLIER',
    { en: 'Supplier admission', 'zh-Hans': '供应商准入', 'zh-Hant': '供應商准入' },
    '新供应商入库前判断，编制中',
  );
  const admission = { fields: fieldsOf(supplierFields), rules: rulesOf(supplierRules), reviewFrom: 50, blockFrom: 80, subject: '企业名称' };
  await insertVersion(db, supplier, 1, { ...admission, settingsVersion: 1 });
  await fillDecisions(db, { setId, versionId: live, definition, lists, userIds });
}

async function fillLists(db: Database, read: NameReader): Promise<Map<string, WatchIndex>> {
  const found = new Map<string, WatchIndex>();
  for (const { code, name, remark, entries } of watchLists) {
    const { id } = await db
      .insertInto('watch_list')
      .values({ code, name: JSON.stringify(labelOf(name)), remark, created_at: made })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = await db
      .insertInto('watch_entry')
      .values(
        entries.map(([entry, kind, identifiers, reason, valid_until]) => ({
          list_id: id,
          name: entry,
          kind,
          identifiers: JSON.stringify(identifiers),
          reason,
          valid_until: valid_until ?? null,
          created_at: made,
        })),
      )
      .returning(['id', 'name', 'identifiers', 'valid_until'])
      .execute();
    const valid = rows.filter(({ valid_until }) => valid_until === null || valid_until.getTime() > Date.now());
    found.set(
      code,
      new WatchIndex(
        valid.map((row) => ({ ...row, until: undefined })),
        read,
      ),
    );
  }
  return found;
}

async function insertSet(db: Database, code: string, name: Wording, remark: string): Promise<number> {
  const values = { code, name: JSON.stringify(labelOf(name)), remark, created_at: made };
  return (await db.insertInto('rule_set').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

async function insertVersion(db: Database, setId: number, number: number, definition: KeptRuleSet, published?: Date): Promise<number> {
  const values = {
    rule_set_id: setId,
    number,
    definition: JSON.stringify(definition),
    note: published ? '首次上线' : null,
    published_at: published ?? null,
    published_by: published ? 'admin' : null,
    created_at: made,
  };
  return (await db.insertInto('rule_set_version').values(values).returning('id').executeTakeFirstOrThrow()).id;
}

interface Work {
  setId: number;
  versionId: number;
  definition: KeptRuleSet;
  lists: ReadonlyMap<string, WatchIndex>;
  userIds: ReadonlyMap<string, number>;
}

/** Payments of the past, oldest first. */
function payments(random: () => number): { at: number; given: Record<string, unknown> }[] {
  const now = Date.now();
  const moments = Array.from({ length: count }, () => now - Math.floor(random() * 30 * day) - 60_000).sort((one, other) => one - other);
  let burst: { payee: (typeof payees)[number]; left: number } | undefined;
  return moments.map((at, index) => {
    // Now and then somebody splits a payment.
    if (!burst && random() < 0.03) burst = { payee: pick(payees, random), left: 4 };
    const isBurst = burst !== undefined && burst.left > 0;
    const [payee, payeeAccount, country] = isBurst && burst ? burst.payee : random() < 0.05 ? pick(suspects, random) : pick(payees, random);
    if (burst) burst = burst.left > 1 ? { ...burst, left: burst.left - 1 } : undefined;
    const size = random();
    const amount = isBurst
      ? 46_000 + random() * 3_999
      : size < 0.75
        ? 500 + random() * 60_000
        : size < 0.95
          ? 60_000 + random() * 300_000
          : 500_000 + random() * 2_000_000;
    const hour = random() < 0.05 ? Math.floor(random() * 5) : 8 + Math.floor(random() * 11);
    const given = {
      paymentNo: `PAY${String(20_000 + index)}`,
      payer: pick(payers, random),
      payee,
      payeeAccount,
      amount: amount.toFixed(2),
      country,
      channel: pick(['erp', 'erp', 'web', 'app', 'desk'], random),
      purpose: pick(purposes, random),
      payTime: `${String(hour).padStart(2, '0')}:${String(Math.floor(random() * 60)).padStart(2, '0')}`,
      firstTime: random() < 0.2,
    };
    return { at, given };
  });
}

async function fillDecisions(db: Database, { setId, versionId, definition, lists, userIds }: Work): Promise<void> {
  const random = seeded(20_260_301);
  const compiled = compileRuleSet(definition);
  const earlier = new EarlierRecords(compiled.velocities);
  const watch = (list: string, text: string, least: number) => {
    const [best] = lists.get(list)?.find(text, least, 0) ?? [];
    return best && { list, ...best };
  };
  const rows = payments(random).map(({ at, given }) => {
    const { record } = readRecord(definition.fields, given);
    const judged: Judgement = compiled.judge(record, { velocity: earlier.facts(record, at), watch });
    earlier.add(record, at);
    return { at, record, judged, micros: 900 + Math.floor(random() * 4_000) };
  });
  const user = idOf(userIds, 'admin');
  const kept = await db
    .insertInto('screening_decision')
    .values(
      rows.map(({ at, record, judged, micros }) => ({
        rule_set_id: setId,
        version_id: versionId,
        user_id: user,
        caller: 'admin',
        request_key: record.paymentNo ?? null,
        request_hash: createHash('sha256').update(JSON.stringify(record)).digest(),
        subject: record.payee ?? null,
        record: JSON.stringify(record),
        decision: judged.decision,
        score: judged.score,
        hits: JSON.stringify(judged.hits),
        ignored: '[]',
        micros,
        decided_at: new Date(at),
      })),
    )
    .returning(['id', 'record', 'decision', 'decided_at'])
    .execute();
  const by = countedBy(definition.fields, compiled.velocities);
  const counted = kept.flatMap(({ id, record, decided_at }) =>
    keysOf(record, by).map((key) => ({ ...key, rule_set_id: setId, decided_at, decision_id: id })),
  );
  await db.insertInto('screening_key').values(counted).execute();
  const reviewer = idOf(userIds, 'riskmanager');
  const reviewed = kept
    .filter(({ decision, decided_at }) => decision === 'review' && decided_at.getTime() < Date.now() - 6 * day)
    .map(({ id, decided_at }) => ({
      decision_id: id,
      ...(random() < 0.7
        ? { outcome: 'approve' as const, reason: '已核对合同与发票，付款真实' }
        : { outcome: 'block' as const, reason: '无法核实收款方，退回经办人' }),
      reviewer_id: reviewer,
      reviewer: 'riskmanager',
      reviewed_at: new Date(decided_at.getTime() + Math.floor(random() * 8 * 3_600_000)),
    }));
  if (reviewed.length > 0) await db.insertInto('screening_review').values(reviewed).execute();
}

function idOf(ids: ReadonlyMap<string, number>, username: string): number {
  const id = ids.get(username);
  if (id === undefined) throw new Error(`The demo data have nobody called ${username}`);
  return id;
}
