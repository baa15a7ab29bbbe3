import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Principal } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { authorOf, change, changeWithin, create, type Kind, signature, touched } from '../changes.ts';
import { holds } from '../search.ts';
import { type MasterKind, type MasterStamps, type MasterValues, targetsOf } from './master-kinds.ts';
import { type FlowClient, holdClient, requireClient } from './rights.ts';
import { refuseWhereUsed } from './uses.ts';

export interface MasterFilter {
  keyword: string;
  /** Of relations: dealer or product; '' for both. */
  kind: string;
}

const columnsOf = ({ key, rest }: MasterKind) => ({ ...key, ...rest });

function selectRows(db: Database, kind: MasterKind) {
  const own = Object.entries(columnsOf(kind)).map(([field, column]) => sql<string | null>`${sql.ref(`data.${column}`)}`.as(field));
  return db
    .selectFrom(`${kind.table} as data` as 'flow_dealer as data')
    .innerJoin('flow_client as client', 'client.id', 'data.client_id')
    .select([
      'data.id',
      'client.client_code as clientCode',
      'client.client_name as clientName',
      'data.version',
      'data.created_at',
      'data.updated_at',
      'data.updated_by',
    ])
    .select(own);
}

/** A row in two parts: what all have, and what its kind says. */
interface MasterRow {
  stamps: MasterStamps;
  values: MasterValues;
}

function toRow(kind: MasterKind, row: Awaited<ReturnType<ReturnType<typeof selectRows>['executeTakeFirstOrThrow']>>): MasterRow {
  const { id, clientCode, clientName, version, created_at, updated_at, updated_by } = row;
  const read: Readonly<Record<string, unknown>> = row;
  const text = (field: string) => (typeof read[field] === 'string' ? read[field] : null);
  return {
    stamps: {
      ...{ id: String(id), clientCode, clientName, version },
      createTime: created_at.toISOString(),
      updateTime: updated_at?.toISOString() ?? null,
      updateBy: updated_by,
    },
    values: Object.fromEntries(Object.keys(columnsOf(kind)).map((field) => [field, text(field)])),
  };
}

function answerOf<Answer>(kind: MasterKind<Answer>, row: Parameters<typeof toRow>[1]): Answer {
  const { stamps, values } = toRow(kind, row);
  return kind.toAnswer(stamps, values);
}

function fitting(kind: MasterKind, clientId: number, { keyword, kind: wanted }: MasterFilter) {
  const looked = Object.values(columnsOf(kind)).map((column) => holds(sql.ref(`data.${column}`), keyword));
  const ofKind = kind.part === 'relation' ? sql`(${wanted} = '' or ${sql.ref('data.kind')} = ${wanted})` : sql`true`;
  return sql<boolean>`data.client_id = ${clientId} and ${ofKind} and (${keyword} = '' or ${sql.join(looked, sql` or `)})`;
}

function ordered(query: ReturnType<typeof selectRows>, kind: MasterKind) {
  return Object.values(kind.key).reduce((sorted, column) => sorted.orderBy(sql.ref(`data.${column}`)), query);
}

/** A page of the rows of a client by code or name. The keyword is looked for in everything they say. */
export async function pageOfRows<Answer>(
  db: Database,
  kind: MasterKind<Answer>,
  client: FlowClient,
  { pageNo, pageSize, ...filter }: MasterFilter & { pageNo: number; pageSize: number },
): Promise<{ content: Answer[]; total: number; current: number; size: number }> {
  const fits = fitting(kind, client.id, filter);
  const { total } = await db
    .selectFrom(`${kind.table} as data` as 'flow_dealer as data')
    .where(fits)
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const query = ordered(selectRows(db, kind).where(fits), kind);
  const rows = await query
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute();
  const content = rows.map((row) => answerOf(kind, row));
  return { content, total, current: pageNo, size: pageSize };
}

/** All rows of a client that fit, at most `most`. */
export async function allRows(
  db: Database,
  kind: MasterKind,
  client: FlowClient,
  filter: MasterFilter,
  most: number,
): Promise<MasterValues[]> {
  const rows = await ordered(selectRows(db, kind).where(fitting(kind, client.id, filter)), kind)
    .limit(most)
    .execute();
  return rows.map((row) => toRow(kind, row).values);
}

/** How changes name and find rows of a client. */
function changed<Answer>(kind: MasterKind<Answer>, clientId: number): Kind<Answer> {
  return {
    name: kind.table,
    unique: kind.unique,
    async find(db, id) {
      const row = await selectRows(db, kind).where('data.id', '=', Number(id)).where('data.client_id', '=', clientId).executeTakeFirst();
      return row && answerOf(kind, row);
    },
  };
}

export interface GivenRow {
  clientCode: string;
  id?: string | undefined;
  version?: number | undefined;
  values: MasterValues;
}

/**
 * Adds a row of master data, or changes the one of `id`, whose key stays (FLOW-08). Matching relations follow the names of what they lead to.
 * @throws ApiError NOT_FOUND, CONFLICT with the row as it is, DUPLICATE, FLOW_CLIENT_DISABLED, PARAMETER_ERROR
 */
export async function saveRow<Answer>(
  context: Context,
  kind: MasterKind<Answer>,
  { clientCode, id, version, values }: GivenRow,
): Promise<Answer> {
  const { db } = context;
  const author = authorOf(context);
  const seen = await requireClient(db, author.user, clientCode);
  const clean = Object.fromEntries(Object.entries(values).map(([field, text]) => [field, textOrNull(text)]));
  const write = async (transaction: Database) => {
    const client = await holdClient(transaction, author.user, clientCode);
    if (kind.part === 'relation') clean.targetName = await targetName(transaction, client.id, clean);
    return client;
  };
  if (id === undefined) {
    return await create(db, changed(kind, seen.id), author, async (transaction) => {
      const client = await write(transaction);
      const made = await insertRow(transaction, kind, client.id, clean, author.user);
      return String(made);
    });
  }
  if (version === undefined) throw wrong('version', 'is missing');
  return await change(db, changed(kind, seen.id), author, {
    id,
    verb: 'update',
    shown: 'all',
    async work(transaction) {
      const client = await write(transaction);
      const before = await selectRows(transaction, kind).where('data.id', '=', Number(id)).forUpdate('data').executeTakeFirst();
      if (!before || before.version !== version) return false;
      for (const field of Object.keys(kind.key)) {
        if (clean[field] !== toRow(kind, before).values[field])
          throw wrong(field, 'What tells it apart stays: delete it and add another one', 'flow.keyStays');
      }
      const sets = Object.fromEntries(Object.entries(kind.rest).map(([field, column]) => [column, clean[field] ?? null]));
      await transaction
        .updateTable(kind.table)
        .set({ ...sets, ...touched(author.user) })
        .where('id', '=', Number(id))
        .execute();
      await renameTargets(transaction, kind, client.id, author.user);
      return true;
    },
  });
}

async function insertRow(db: Database, kind: MasterKind, clientId: number, values: MasterValues, user: Principal): Promise<number> {
  const columns = Object.entries(columnsOf(kind));
  const names = sql.join(columns.map(([, column]) => sql.ref(column)));
  const given = sql.join(columns.map(([field]) => sql`${values[field] ?? null}`));
  const { rows } = await sql<{ id: number }>`insert into ${sql.table(kind.table)} (client_id, updated_by, ${names})
    values (${clientId}, ${signature(user)}, ${given}) returning id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error(`No row of ${kind.table} was written`);
  return row.id;
}

/** @throws ApiError PARAMETER_ERROR when there is no dealer or product of this code */
async function targetName(db: Database, clientId: number, { kind, targetCode }: MasterValues): Promise<string> {
  const name = (await targetsOf(db, clientId))[kind === 'product' ? 'product' : 'dealer'].get(targetCode ?? '');
  if (name === undefined) throw wrong('targetCode', 'is no code of the master data', 'flow.noSuchTarget');
  return name;
}

/** Matching relations say what the dealers and products they lead to are called now. */
export async function renameTargets(
  db: Database,
  { part, table, key, rest }: MasterKind,
  clientId: number,
  user: Principal,
): Promise<void> {
  if (part === 'relation') return;
  const [code, name] = [Object.values(key)[0] ?? '', Object.values(rest)[0] ?? ''];
  await sql`update flow_matching_relation relation
    set target_name = ${sql.ref(`target.${name}`)}, version = relation.version + 1, updated_at = now(), updated_by = ${signature(user)}
    from ${sql.table(table)} target
    where relation.client_id = ${clientId} and target.client_id = ${clientId} and relation.kind = ${part}
      and relation.target_code = ${sql.ref(`target.${code}`)} and relation.target_name <> ${sql.ref(`target.${name}`)}`.execute(db);
}

/** Deletes rows of a client, all of them or none. @throws ApiError NOT_FOUND, IN_USE, FLOW_CLIENT_DISABLED */
export async function removeRows(context: Context, kind: MasterKind, clientCode: string, ids: readonly string[]): Promise<number> {
  const author = authorOf(context);
  return await context.db.transaction().execute(async (transaction) => {
    const client = await holdClient(transaction, author.user, clientCode, 'update');
    const rows = await selectRows(transaction, kind)
      .where('data.client_id', '=', client.id)
      .where('data.id', 'in', ids.map(Number))
      .execute();
    if (rows.length < ids.length) throw new ApiError('NOT_FOUND');
    await kind.refuse(
      transaction,
      client.id,
      rows.map((row) => toRow(kind, row).values),
    );
    for (const row of rows) {
      const { id } = row;
      const name = Object.keys(kind.key)
        .map((field) => toRow(kind, row).values[field] ?? '')
        .join(' · ');
      await changeWithin(transaction, changed(kind, client.id), author, {
        id: String(id),
        verb: 'delete',
        async work() {
          await refuseWhereUsed(name, () => transaction.deleteFrom(kind.table).where('id', '=', id).execute());
          return true;
        },
      });
    }
    return rows.length;
  });
}
