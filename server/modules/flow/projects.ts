import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { type Principal, signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { onPage } from '../../database/paging.ts';
import { textOrNull } from '../../database/values.ts';
import { ApiError, wrong } from '../../errors.ts';
import { type Author, authorOf, change, changeWithin, createWithin, isBehind, type Kind, signature, touched } from '../changes.ts';
import { once } from '../once.ts';
import { dayOf } from '../risk/parameters.ts';
import { containing } from '../search.ts';
import { holdClient, holdProjects, isProjectSeenBy, requireClient, requirePermission } from './rights.ts';
import { begunIn, refuseWhereUsed } from './uses.ts';

/** An audit project as the API shows it (FLOW-02). Days are `YYYY-MM-DD`. */
export interface ProjectAnswer {
  id: string;
  clientCode: string;
  clientName: string;
  clientStatus: '0' | '1';
  projectName: string;
  status: '0' | '1' | '2';
  startDate: string | null;
  endDate: string | null;
  remark: string | null;
  batchCount: number;
  objectCount: number;
  reviewedCount: number;
  version: number;
  createTime: string;
  updateTime: string | null;
  updateBy: string | null;
}
export interface GivenProject {
  id?: string | undefined;
  version?: number | undefined;
  clientCode?: string | undefined;
  projectName: string;
  status?: '0' | '1' | '2' | undefined;
  startDate?: string | null | undefined;
  endDate?: string | null | undefined;
  remark?: string | null | undefined;
  /** Of a new one: see once. */
  key?: string | undefined;
}

const kind: Kind<ProjectAnswer> = { name: 'flow_project', find: (db, id) => findProject(db, id), unique: {} };

function selectProjects(db: Database) {
  const objects = (what: string) =>
    sql<number>`(select ${sql.raw(what)} from flow_review_object object where object.project_id = project.id)`;
  return db
    .selectFrom('flow_project as project')
    .innerJoin('flow_client as client', 'client.id', 'project.client_id')
    .select([
      'project.id',
      'client.client_code',
      'client.client_name',
      'client.status as client_status',
      'project.project_name',
      'project.status',
      sql<string | null>`to_char(project.start_date, 'YYYY-MM-DD')`.as('start_day'),
      sql<string | null>`to_char(project.end_date, 'YYYY-MM-DD')`.as('end_day'),
      'project.remark',
      objects('count(distinct review_batch_no)').as('batches'),
      objects('count(*)').as('objects'),
      objects(`count(*) filter (where object.status = '2')`).as('reviewed'),
      'project.version',
      'project.created_at',
      'project.updated_at',
      'project.updated_by',
    ]);
}

function toProject(row: Awaited<ReturnType<ReturnType<typeof selectProjects>['executeTakeFirstOrThrow']>>): ProjectAnswer {
  return {
    id: String(row.id),
    clientCode: row.client_code,
    clientName: row.client_name,
    clientStatus: row.client_status,
    projectName: row.project_name,
    status: row.status,
    startDate: row.start_day,
    endDate: row.end_day,
    remark: row.remark,
    batchCount: row.batches,
    objectCount: row.objects,
    reviewedCount: row.reviewed,
    version: row.version,
    createTime: row.created_at.toISOString(),
    updateTime: row.updated_at?.toISOString() ?? null,
    updateBy: row.updated_by,
  };
}

/** A project by its id; with a user only one they see. */
export async function findProject(db: Database, id: string, user?: Principal): Promise<ProjectAnswer | undefined> {
  const row = await selectProjects(db)
    .where('project.id', '=', Number(id))
    .$if(user !== undefined, (query) => query.where(isProjectSeenBy(user as Principal)))
    .executeTakeFirst();
  return row && toProject(row);
}

export interface ProjectFilter {
  clientCode: string;
  keyword: string;
  status: string;
  pageNo: number;
  pageSize: number;
}

/** A page of the projects the user sees, newest first (API-114). @throws ApiError NOT_FOUND for a client the user does not see */
export async function pageOfProjects(
  db: Database,
  user: Principal,
  { clientCode, keyword, status, pageNo, pageSize }: ProjectFilter,
): Promise<{ content: ProjectAnswer[]; total: number; current: number; size: number }> {
  if (clientCode !== '') await requireClient(db, user, clientCode);
  const pattern = containing(keyword);
  const fits = sql<boolean>`${isProjectSeenBy(user)} and (${clientCode} = '' or client.client_code = ${clientCode})
    and (${status} = '' or project.status = ${status})
    and (${keyword} = '' or project.project_name ilike ${pattern} or project.remark ilike ${pattern} or client.client_name ilike ${pattern})`;
  const fitting = db.selectFrom('flow_project as project').innerJoin('flow_client as client', 'client.id', 'project.client_id').where(fits);
  const { total } = await fitting.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  // Only the review objects of the projects of the page are counted.
  const ids = fitting.select('project.id').orderBy('project.id', 'desc').$call(onPage(pageNo, pageSize));
  const rows = await selectProjects(db).where('project.id', 'in', ids).orderBy('project.id', 'desc').execute();
  return { content: rows.map(toProject), total, current: pageNo, size: pageSize };
}

/**
 * Makes a project, or changes the one of `id` (API-115). Of a key, see once, only one is made.
 * @throws ApiError NOT_FOUND, FORBIDDEN, CONFLICT with the project as it is, FLOW_CLIENT_DISABLED, PARAMETER_ERROR
 */
export async function saveProject(context: Context, given: GivenProject): Promise<ProjectAnswer> {
  const author = authorOf(context);
  return given.id === undefined ? await addProject(context, given, author) : await changeProject(context.db, given.id, given, author);
}

async function addProject(context: Context, given: GivenProject, author: Author): Promise<ProjectAnswer> {
  const { clientCode } = given;
  if (clientCode === undefined) throw wrong('clientCode', 'is missing');
  const values = valuesOf(given, { start: null, end: null });
  return await context.db.transaction().execute(async (transaction) => {
    const client = await holdClient(transaction, author.user, clientCode);
    requirePermission(author.user, 'flow:project:add');
    const id = await once(transaction, context, 'flow-project.save', given, async () => {
      const made = await createWithin(transaction, kind, author, async () => {
        const row = { ...values, client_id: client.id, updated_by: signature(author.user) };
        return String((await transaction.insertInto('flow_project').values(row).returning('id').executeTakeFirstOrThrow()).id);
      });
      return Number(made.id);
    });
    // What an earlier request made may be gone by now.
    const project = await findProject(transaction, String(id));
    if (!project) throw new ApiError('NOT_FOUND');
    return project;
  });
}

async function changeProject(db: Database, id: string, given: GivenProject, author: Author): Promise<ProjectAnswer> {
  return await change(db, kind, author, {
    id,
    verb: 'update',
    shown: 'all',
    async work(transaction) {
      const [held] = await holdProjects(transaction, author.user, [id], 'update');
      requirePermission(author.user, 'flow:project:edit');
      const before = await findProject(transaction, id);
      if (!held || !before || isBehind(given.version, before.version)) return false;
      if (given.clientCode !== undefined && given.clientCode !== held.clientCode)
        throw wrong('clientCode', 'A project stays with its client', 'flow.projectStays');
      const values = { ...valuesOf(given, { start: before.startDate, end: before.endDate }), ...touched(author.user) };
      await transaction.updateTable('flow_project').set(values).where('id', '=', held.id).execute();
      return true;
    },
  });
}

/** The columns of what was given; what is left out stays. @throws ApiError PARAMETER_ERROR at days that are none, or end before they start */
function valuesOf({ projectName, status, startDate, endDate, remark }: GivenProject, before: { start: string | null; end: string | null }) {
  const day = (text: string | null | undefined, field: string) => (text === null || text === undefined ? text : dayOf(text, field));
  const [start, end] = [day(startDate, 'startDate'), day(endDate, 'endDate')];
  const period = [start === undefined ? before.start : start, end === undefined ? before.end : end];
  if (period[0] && period[1] && period[1] < period[0]) throw wrong('endDate', 'is before the first day', 'flow.endsBeforeStart');
  return {
    project_name: projectName.trim(),
    ...(status !== undefined && { status }),
    ...(start !== undefined && { start_date: start }),
    ...(end !== undefined && { end_date: end }),
    ...(remark !== undefined && { remark: textOrNull(remark) }),
  };
}

/** Deletes projects with their review objects, all of them or none (API-116). @throws ApiError NOT_FOUND, IN_USE, FLOW_CLIENT_DISABLED */
export async function removeProjects(context: Context, ids: readonly string[]): Promise<number> {
  const [author, user] = [authorOf(context), signedIn(context)];
  return await context.db.transaction().execute(async (transaction) => {
    const projects = await holdProjects(transaction, user, ids, 'update');
    for (const { id, projectName } of projects) {
      await begunIn(transaction, id, projectName);
      await changeWithin(transaction, kind, author, {
        id: String(id),
        verb: 'delete',
        async work() {
          await refuseWhereUsed(projectName, () => transaction.deleteFrom('flow_project').where('id', '=', id).execute());
          return true;
        },
      });
    }
    return projects.length;
  });
}
