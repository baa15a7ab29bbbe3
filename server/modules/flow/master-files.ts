import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import { type FileAnswer, type Principal, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { record } from '../audit/record.ts';
import { signature } from '../changes.ts';
import { workbook } from '../spreadsheets/workbook.ts';
import {
  columnsOf,
  type FlowFault,
  type FlowFile,
  type FlowRow,
  faultAt,
  fieldsOf,
  flowWords,
  follows,
  type ImportAnswer,
  importAnswer,
  limits,
  type PreviewRow,
  readFlowFile,
  type Word,
  withoutRepeats,
} from './files.ts';
import { allRows, type MasterFilter, renameTargets } from './master-data.ts';
import { type MasterKind, type MasterValues, targetsOf } from './master-kinds.ts';
import { type FlowClient, holdClient } from './rights.ts';

/** What a row of a file does to the master data. */
interface Effect {
  row: number;
  values: MasterValues;
  before: MasterValues | undefined;
}

/**
 * Takes master data from a file: new rows are added, those that are there are changed; all of them or, where something does not fit, none (API-160,
 * API-161, API-164). A column that is missing leaves what is there. With `isCheck` it only tells what the file would do; with what that answer
 * said as `seen`, nothing is saved where others changed since what the file does.
 * @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED
 */
export async function importRows(
  context: WordedContext,
  kind: MasterKind,
  {
    clientCode,
    file,
    isCheck,
    seen,
  }: { clientCode: string; file: { name: string; content: Buffer }; isCheck: boolean; seen?: string | undefined },
): Promise<ImportAnswer & { seen: string; isOther: boolean }> {
  const user = signedIn(context);
  const read = await readFlowFile(context, kind.part, file);
  return await context.db.transaction().execute(async (db) => {
    // Two files at once would both add what is new.
    const client = await holdClient(db, user, clientCode, 'update');
    const faults = [...read.faults];
    const rows = await sound(context, db, kind, client, read, faults);
    const effects = effectsOf(kind, rows, await allRows(db, kind, client, everything, Number.MAX_SAFE_INTEGER));
    const now = signOf(effects);
    // Where nothing is left to do, it was done already: by whoever sends it again because the answer was lost.
    const isOther = !isCheck && seen !== undefined && seen !== now && effects.length > 0;
    const saved = !isCheck && !isOther && faults.length === 0;
    if (saved) await write(db, kind, client, effects, user);
    const word = flowWords(context);
    const previews = effects.map((effect) => previewOf(kind, effect, word));
    const unchanged = rows.length - effects.length;
    const answer = importAnswer(context, { file: read, faults, effects: previews, unchanged, saved });
    if (saved) {
      const detail = { file: file.name, clientCode, added: answer.added, changed: answer.changed };
      await record(db, context, {
        action: `${kind.table}_import`,
        targetType: 'flow_client',
        targetId: String(client.id),
        detail,
        actor: user,
      });
    }
    return { ...answer, seen: now, isOther };
  });
}

/** Stands for what a file does to what is there: other values of either, another sign. */
function signOf(effects: readonly Effect[]): string {
  const done = effects.map(({ values, before }) => [values, before ?? null]);
  return createHash('sha256').update(JSON.stringify(done)).digest('base64url');
}

const everything: MasterFilter = { keyword: '', kind: '' };
const keyOf = ({ key }: MasterKind, values: MasterValues) => JSON.stringify(Object.keys(key).map((field) => values[field]));

/** The rows that fit, as they are to be kept; what does not is added to the faults. */
async function sound(
  context: WordedContext,
  db: Database,
  kind: MasterKind,
  client: FlowClient,
  { rows }: FlowFile,
  faults: FlowFault[],
): Promise<FlowRow[]> {
  const last = Object.keys(kind.key).at(-1) ?? '';
  const before = faults.length;
  const named = kind.part === 'relation' ? await relationRows(context, db, client, rows, faults) : rows;
  if (kind.part === 'dealer') {
    const isEmail = follows(context, 'email');
    for (const row of rows) if (row.texts.email && !isEmail(row.texts.email)) faults.push(faultAt(row, 'email', 'email'));
  }
  const wrongRows = new Set(faults.slice(before).map(({ row }) => row));
  const fitting = named.filter(({ row }) => !wrongRows.has(row));
  return withoutRepeats(fitting, last, ({ texts }) => keyOf(kind, texts), faults);
}

/** Relations with the code of their kind and the name of what they lead to. */
async function relationRows(
  context: WordedContext,
  db: Database,
  client: FlowClient,
  rows: readonly FlowRow[],
  faults: FlowFault[],
): Promise<FlowRow[]> {
  const kinds = kindsByWord(context);
  const targets = await targetsOf(db, client.id);
  return rows.flatMap((row) => {
    const { kind = '', targetCode = '', targetName = '' } = row.texts;
    const code = kinds.get(kind.toLowerCase());
    if (!code) {
      faults.push(faultAt(row, 'kind', 'kind', { value: kind }));
      return [];
    }
    const name = targets[code].get(targetCode);
    if (name === undefined) faults.push(faultAt(row, 'targetCode', 'unknownTarget', { code: targetCode }));
    else if (targetName !== '' && targetName !== name)
      faults.push(faultAt(row, 'targetName', 'otherName', { code: targetCode, name, value: targetName }));
    return name === undefined ? [] : [{ ...row, texts: { ...row.texts, kind: code, targetName: name } }];
  });
}

/** What files call the kinds of relations, in every language. */
function kindsByWord({ services: { documents } }: WordedContext): Map<string, 'dealer' | 'product'> {
  const kinds = ['dealer', 'product'] as const;
  const languages = ['zh-Hans', 'zh-Hant', 'en'] as const;
  return new Map(
    kinds.flatMap((kind) => [
      [kind, kind] as const,
      ...languages.map((language) => [(documents.text(language, `flow.${kind}`) ?? kind).toLowerCase(), kind] as const),
    ]),
  );
}

/** Rows that are new or say something else than what is there. */
function effectsOf(kind: MasterKind, rows: readonly FlowRow[], existing: readonly MasterValues[]): Effect[] {
  const there = new Map(existing.map((values) => [keyOf(kind, values), values]));
  const fields = Object.keys({ ...kind.key, ...kind.rest });
  return rows.flatMap(({ row, texts, letters }) => {
    const before = there.get(keyOf(kind, texts));
    const values = Object.fromEntries(
      fields.map((field) => [field, letters[field] === undefined && !texts[field] ? (before?.[field] ?? null) : texts[field] || null]),
    );
    const isSame = before !== undefined && fields.every((field) => before[field] === values[field]);
    return isSame ? [] : [{ row, values, before }];
  });
}

function previewOf(kind: MasterKind, { row, values, before }: Effect, word: Word): PreviewRow {
  const shown = (given: MasterValues) => Object.keys(kind.rest).flatMap((field) => given[field] ?? []);
  const [name = '', ...more] = shown(values);
  const code = Object.keys(kind.key)
    .map((field) => (field === 'kind' ? word(values[field] ?? '') : (values[field] ?? '')))
    .join(' · ');
  return {
    row,
    effect: before ? 'changed' : 'added',
    code,
    name,
    more: more.join(' · '),
    before: before ? shown(before).join(' · ') : '',
  };
}

async function write(db: Database, kind: MasterKind, client: FlowClient, effects: readonly Effect[], user: Principal): Promise<void> {
  if (effects.length === 0) return;
  const columns = Object.entries({ ...kind.key, ...kind.rest });
  const names = columns.map(([, column]) => sql.ref(column));
  const lists = columns.map(([field]) => sql`${effects.map(({ values }) => values[field] ?? null)}::text[]`);
  const changes = Object.values(kind.rest).map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`);
  await sql`insert into ${sql.table(kind.table)} as there (client_id, updated_by, ${sql.join(names)})
    select ${client.id}::bigint, ${signature(user)}::text, given.* from unnest(${sql.join(lists)}) as given
    on conflict (client_id, ${sql.join(Object.values(kind.key).map((column) => sql.ref(column)))}) do update
    set ${sql.join(changes)}, version = there.version + 1, updated_at = now(), updated_by = excluded.updated_by`.execute(db);
  await renameTargets(db, kind, client.id, user);
}

/** The rows of a client as a workbook the upload reads (API-162, API-163, API-165). @throws ApiError TOO_MANY_ROWS */
export async function exportRows(context: WordedContext, kind: MasterKind, client: FlowClient, filter: MasterFilter): Promise<FileAnswer> {
  const word = flowWords(context);
  const rows = await allRows(context.db, kind, client, filter, mostExported + 1);
  if (rows.length > mostExported) throw new ApiError('TOO_MANY_ROWS');
  const cells = (values: MasterValues) =>
    fieldsOf(kind.part).map((field) => (field === 'kind' ? word(values.kind ?? '') : (values[field] ?? null)));
  const sheet = { name: word(`${kind.part}Sheet`), columns: columnsOf(word, kind.part), rows: rows.map(cells) };
  return workbook(`${client.clientName} ${word(`${kind.part}Sheet`)}`, [sheet]);
}

/** As many rows as a sheet has below its headings. */
const mostExported = Math.max(1_000_000, limits.rows);
