import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { type Reader, readerOf, requireTable, type SeenTable } from '../data-mart/rights.ts';
import { RightLacked } from './kinds.ts';
import type { RightHolder } from './tables.ts';

/** Whoever changed last what fills a table. */
interface Editor extends Reader {
  name: string;
}

/**
 * Whose rights bound a run beside those of whoever starts it: what somebody drew or wrote shows them nothing they may not use, whoever runs it. Nobody where they run it
 * themselves, are not known, or are disabled or gone and see nothing any more.
 */
export async function editorOf(db: Database, editedBy: number | null, runner: Reader): Promise<Editor | undefined> {
  if (editedBy === null || editedBy === Number(runner.id)) return undefined;
  const reader = await readerOf(db, editedBy);
  if (!reader) return undefined;
  const { name } = await db.selectFrom('app_user').select('name').where('id', '=', editedBy).executeTakeFirstOrThrow();
  return { ...reader, name };
}

/** What is said of whoever lacks a right, by what they are to the table that is filled, and so by how it is put right. */
const failures = {
  editor: { denied: 'datarun.failure.editorDenied', columns: 'datarun.failure.editorColumns' },
  owner: { denied: 'datarun.failure.ownerDenied', columns: 'datarun.failure.ownerColumns' },
  asker: { denied: 'datarun.failure.askerDenied', columns: 'datarun.failure.askerColumns' },
} as const satisfies Record<Exclude<RightHolder, 'reader'>, { denied: string; columns: string }>;

/** An input without the columns its editor may not use. @throws RightLacked where that is all of it, or some of the columns `needed` */
export async function withinEditor(
  db: Database,
  editor: Editor | undefined,
  input: SeenTable,
  needed: readonly string[],
  as: Exclude<RightHolder, 'reader'> = 'editor',
): Promise<SeenTable> {
  if (!editor) return input;
  const values = { person: editor.name, table: input.table.title };
  const theirs = await requireTable(db, editor, input.table.bizId, 'reference').catch((error: unknown) => {
    if (error instanceof ApiError) throw new RightLacked(as, failures[as].denied, values);
    throw error;
  });
  const allowed = new Set(theirs.columns.map(({ name }) => name));
  const columns = input.columns.filter(({ name }) => allowed.has(name));
  const denied = input.columns.filter(({ name }) => needed.includes(name) && !allowed.has(name)).map(({ name }) => name);
  if (denied.length > 0) throw new RightLacked(as, failures[as].columns, { ...values, columns: denied.join(', ') });
  return { ...input, columns, isWhole: input.isWhole && columns.length === input.columns.length };
}
