import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import type { LabelValue } from '../../database/values.ts';

/** A department on the wire; `children` only in the tree. */
export interface DepartmentAnswer {
  id: string;
  code: string;
  name: LabelValue;
  parentId: string | null;
  sort: number;
  remark: string | null;
  version: number;
  /** Users directly in it. */
  userCount: number;
  childCount: number;
  updateTime: string | null;
  updateBy: string | null;
  children?: DepartmentAnswer[];
}

export interface DepartmentValues {
  code: string;
  name: LabelValue;
  parentId?: string | null | undefined;
  sort?: number | undefined;
  remark?: string | null | undefined;
}

function selectDepartments(db: Database) {
  return db
    .selectFrom('department')
    .select([
      'department.id',
      'department.code',
      'department.name',
      'department.parent_id',
      'department.sort',
      'department.remark',
      'department.version',
      'department.updated_at',
      'department.updated_by',
      sql<number>`(select count(*) from app_user where app_user.department_id = department.id)`.as('userCount'),
      sql<number>`(select count(*) from department child where child.parent_id = department.id)`.as('childCount'),
    ])
    .$castTo<DepartmentRow>();
}

interface DepartmentRow {
  id: number;
  code: string;
  name: LabelValue;
  parent_id: number | null;
  sort: number;
  remark: string | null;
  version: number;
  updated_at: Date | null;
  updated_by: string | null;
  userCount: number;
  childCount: number;
}

function toAnswer(row: DepartmentRow): DepartmentAnswer {
  return {
    id: String(row.id),
    code: row.code,
    name: row.name,
    parentId: row.parent_id === null ? null : String(row.parent_id),
    sort: row.sort,
    remark: row.remark,
    version: row.version,
    userCount: row.userCount,
    childCount: row.childCount,
    updateTime: row.updated_at?.toISOString() ?? null,
    updateBy: row.updated_by,
  };
}

/** Every department, siblings in their order. */
export async function listDepartments(db: Database): Promise<DepartmentAnswer[]> {
  const rows = await selectDepartments(db).orderBy('department.sort').orderBy('department.id').execute();
  return rows.map(toAnswer);
}

/** Holds a department until the transaction ends: who names it meanwhile waits. */
export async function holdDepartment(db: Database, id: string): Promise<void> {
  await db.selectFrom('department').select('id').where('id', '=', Number(id)).forUpdate().execute();
}

export async function findDepartment(db: Database, id: string): Promise<DepartmentAnswer | undefined> {
  const row = await selectDepartments(db).where('department.id', '=', Number(id)).executeTakeFirst();
  return row && toAnswer(row);
}

export async function insertDepartment(db: Database, values: DepartmentValues, username: string): Promise<string> {
  const { id } = await db
    .insertInto('department')
    .values({
      ...columns(values),
      code: values.code,
      name: JSON.stringify(values.name),
      parent_id: idOf(values.parentId),
      updated_by: username,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

/** Tells whether a row of this version was there to change. */
export async function updateDepartment(
  db: Database,
  id: string,
  version: number,
  { name, code, parentId, ...values }: Partial<DepartmentValues>,
  author: { version: ReturnType<typeof sql<number>>; updated_at: ReturnType<typeof sql<Date>>; updated_by: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('department')
    .set({
      ...columns(values),
      ...(code !== undefined && { code }),
      ...(name !== undefined && { name: JSON.stringify(name) }),
      ...(parentId !== undefined && { parent_id: idOf(parentId) }),
      ...author,
    })
    .where('id', '=', Number(id))
    .where('version', '=', version)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteDepartment(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('department').where('id', '=', Number(id)).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Whether `id` is `above` or stands below it. */
export async function isWithin(db: Database, id: string, above: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    with recursive up as (
      select id, parent_id from department where id = ${Number(id)}
      union select parent.id, parent.parent_id from up join department parent on parent.id = up.parent_id
    ) select exists (select 1 from up where id = ${Number(above)}) as found`.execute(db);
  return rows[0]?.found === true;
}

/** Moves and deletions wait for each other, so that two moves cannot close a circle. */
export async function lockTree(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('department-tree', 0))`.execute(db);
}

function columns({ sort, remark }: Partial<DepartmentValues>) {
  return { ...(sort !== undefined && { sort }), ...(remark !== undefined && { remark }) };
}

function idOf(parentId: string | null | undefined): number | null {
  return parentId === null || parentId === undefined || parentId === '' ? null : Number(parentId);
}
