import type { WordedContext } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { type LabelValue, textOrNull } from '../../database/values.ts';
import { ApiError, inUse } from '../../errors.ts';
import { authorOf, change, createWithin, type Kind, signature, speaking, touched } from '../changes.ts';
import { requireFillsNone } from '../data-mart/filled.ts';
import { once } from '../once.ts';
import { filledBySet } from '../rule-tables/in-use.ts';
import { lockSet, noteSet } from './drafts.ts';
import { findSet, requireSet, type SetAnswer, versionOf } from './sets.ts';
import type { KeptRuleSet } from './tables.ts';

const kind: Kind<SetAnswer> = { name: 'rule_set', find: findSet, unique: { rule_set_code_key: 'code' } };

/** What a set without rules begins with. */
const empty: KeptRuleSet = { fields: [], rules: [], reviewFrom: 50, blockFrom: 80, settingsVersion: 1 };

export interface GivenSet {
  code: string;
  name: LabelValue;
  remark?: string | null | undefined;
  from?: string | undefined;
  key?: string | undefined;
}

/** Makes a set with a draft. Of a key, see once, only one is made. @throws ApiError DUPLICATE, NOT_FOUND */
export async function createSet(context: WordedContext, given: GivenSet): Promise<{ id: string }> {
  const author = authorOf(context);
  const { code, name, remark, from } = given;
  const make = async (db: Database) => {
    const definition = from === undefined ? empty : (await versionOf(db, Number(from))).definition;
    const made = await createWithin(db, kind, author, async () => {
      const values = { code, name: JSON.stringify(name), remark: textOrNull(remark), updated_by: signature(author.user) };
      const { id } = await db.insertInto('rule_set').values(values).returning('id').executeTakeFirstOrThrow();
      const draft = { rule_set_id: id, number: 1, definition: JSON.stringify(definition), updated_by: signature(author.user) };
      await db.insertInto('rule_set_version').values(draft).execute();
      return String(id);
    });
    return Number(made.id);
  };
  const id = await speaking(kind, () =>
    context.db.transaction().execute((db) => once(db, context, 'rule-set.create', given, () => make(db))),
  );
  return { id: String(id) };
}

export interface ChangedSet {
  id: string;
  version: number;
  name: LabelValue;
  remark?: string | null | undefined;
  status: '0' | '1';
}

/** Changes name, remark and status. Switched off, a set decides nothing. @throws ApiError NOT_FOUND, CONFLICT with the set as it is */
export async function saveSet(context: WordedContext, { id, version, name, remark, status }: ChangedSet): Promise<SetAnswer> {
  const author = authorOf(context);
  return await change(context.db, kind, author, {
    id,
    verb: 'update',
    shown: 'all',
    async work(db) {
      const changed = await db
        .updateTable('rule_set')
        .set({ name: JSON.stringify(name), remark: textOrNull(remark), status, ...touched(author.user) })
        .where('id', '=', Number(id))
        .where('version', '=', version)
        .executeTakeFirst();
      return changed.numUpdatedRows === 1n;
    },
  });
}

const fills = { seen: 'ruletable.fillsTables', both: 'ruletable.fillsTablesAndOthers', others: 'ruletable.fillsOthers' };

/** Deletes a set that never decided anything: the log names the version of every decision. @throws ApiError NOT_FOUND, IN_USE */
export async function removeSet(context: WordedContext, id: string): Promise<void> {
  await context.db.transaction().execute(async (db) => {
    await lockSet(db, id);
    const before = await requireSet(db, id);
    const decided = await db
      .selectFrom('screening_decision')
      .select('id')
      .where('rule_set_id', '=', Number(id))
      .limit(1)
      .executeTakeFirst();
    if (decided) throw inUse('ruleset.hasDecided', 'The decision log has decisions of this rule set: switch it off instead');
    await requireFillsNone(db, authorOf(context).user, filledBySet(Number(id)), fills);
    await db.updateTable('rule_set').set({ live_id: null }).where('id', '=', Number(id)).execute();
    const gone = await db.deleteFrom('rule_set').where('id', '=', Number(id)).executeTakeFirst();
    if (gone.numDeletedRows === 0n) throw new ApiError('NOT_FOUND');
    await noteSet(context, db, id, 'delete', { before });
  });
}
