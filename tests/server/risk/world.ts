import type { Database } from '../../../server/database/connection.ts';
import type {} from '../../../server/modules/risk/tables.ts';
import type { TestApp } from '../../support/app.ts';
import { type Answer, type Call, call } from '../modules/client.ts';

/** A template of its own size with one evaluation. */
export interface World {
  evaluation: number;
  template: number;
  criteria: number[];
  /** Business domains; the first half of the columns is of the first. */
  businesses: number[];
  domains: number[];
}

/** A paper as its manager gets it. */
export interface Item {
  id: string;
  uuid: string;
  version: number;
  [name: string]: unknown;
}

const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' });
/** A day as the server counts them, in the time zone it has when nothing else is set. */
export const today = (days = 0) => calendar.format(Date.now() + days * 86_400_000);

const text = (value: string) => JSON.stringify(value);

/** @param dimensions of the first and the second half of the rows: labels as the database keeps them. */
export async function makeWorld(
  db: Database,
  rows: number,
  columns: number,
  dimensions: readonly [string, string] = [text('First'), text('Second')],
): Promise<World> {
  const { id: template } = await db
    .insertInto('risk_template')
    .values({ name: text('T') })
    .returning('id')
    .executeTakeFirstOrThrow();
  const criteria = await db
    .insertInto('risk_criteria')
    .values(
      Array.from({ length: rows }, (_, index) => ({
        template_id: template,
        sort: index,
        dimension: dimensions[index < rows / 2 ? 0 : 1],
        cause: text(`Cause ${index}`),
        sub_cause: text('Sub'),
        explanation: text('Why'),
        levels: JSON.stringify(['a', 'b', 'c']),
      })),
    )
    .returning('id')
    .execute();
  const businesses = await db
    .insertInto('risk_business_domain')
    .values([1, 2].map((sort) => ({ template_id: template, sort, name: text(`Business ${sort}`) })))
    .returning('id')
    .execute();
  const domains = await db
    .insertInto('risk_domain')
    .values(
      Array.from({ length: columns }, (_, index) => ({
        business_domain_id: businesses[index < columns / 2 ? 0 : 1]?.id ?? 0,
        sort: index,
        first_kind: text(`Kind ${Math.floor(index / 2)}`),
        name: text(`Domain ${index}`),
      })),
    )
    .returning('id')
    .execute();
  const { id: evaluation } = await db
    .insertInto('risk_evaluation')
    .values({ name: 'Test', template_id: template, end_on: today(30), created_by: 'admin', removed_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ids = (list: { id: number }[]) => list.map(({ id }) => id);
  return { evaluation, template, criteria: ids(criteria), businesses: ids(businesses), domains: ids(domains) };
}

export interface NewPaper {
  endOn?: string;
  linkEndsOn?: string;
  removed?: boolean;
  businesses?: number[];
  /** Id of the statement it asks for instead of the matrix. */
  statement?: string;
}

export async function makePaper(db: Database, world: World, paper: NewPaper = {}): Promise<{ id: number; uuid: string }> {
  return await db
    .insertInto('risk_paper')
    .values({
      evaluation_id: world.evaluation,
      template_id: world.template,
      statement: paper.statement ?? null,
      business_domains: paper.businesses ?? world.businesses,
      send_type: 1,
      user_code: null,
      inner_user_name: null,
      out_user_name: 'Visitor',
      out_email: null,
      send_company: 'Company',
      send_department: 'Department',
      end_on: paper.endOn ?? today(30),
      link_ends_on: paper.linkEndsOn ?? today(60),
      submitted_at: null,
      removed_at: paper.removed ? new Date() : null,
    })
    .returning(['id', 'uuid'])
    .executeTakeFirstOrThrow();
}

export interface CellChange {
  criteriaId: string;
  domainId: string;
  value: number;
  version: number;
}

/** A change of every cell. */
export function allCells(world: World, value: number, version = 0): CellChange[] {
  return world.criteria.flatMap((criteriaId) =>
    world.domains.map((domainId) => ({ criteriaId: String(criteriaId), domainId: String(domainId), value, version })),
  );
}

export function cell(world: World, row: number, column: number, value: number, version = 0): CellChange {
  return { criteriaId: String(world.criteria[row]), domainId: String(world.domains[column]), value, version };
}

const base = '/api/risk/evaluate';
export const patch = (app: TestApp, uuid: string, changes: unknown, more: Call = {}): Promise<Answer> =>
  call(app, `${base}/answers`, { method: 'POST', body: { uuid, changes }, ...more });
export const submit = (app: TestApp, uuid: string, key = 'key-of-test', version = 1, more: Call = {}): Promise<Answer> =>
  call(app, `${base}/submit`, { method: 'POST', body: { uuid, version, key }, ...more });
export const records = (uuid: string, changes: readonly CellChange[]) =>
  changes.map(({ version: _version, ...change }) => ({ ...change, criteriaName: 'Name', paperUuid: uuid }));
export const answer = (app: TestApp, type: string, body: unknown, more: Call = {}): Promise<Answer> =>
  call(app, `${base}/answer?type=${type}`, { method: 'POST', body, ...more });
export const get = (app: TestApp, path: string, more: Call = {}): Promise<Answer> => call(app, `${base}/${path}`, more);

/** Everything the database holds of a paper, to see whether anything changed. */
export async function snapshot(db: Database, id: number): Promise<unknown> {
  const paper = await db.selectFrom('risk_paper').selectAll().where('id', '=', id).execute();
  const rows = async (table: 'risk_answer' | 'risk_answer_history') =>
    await db
      .selectFrom(table)
      .selectAll()
      .where('paper_id', '=', id)
      .orderBy('criteria_id')
      .orderBy('domain_id')
      .orderBy('version')
      .execute();
  return { paper, answers: await rows('risk_answer'), history: await rows('risk_answer_history') };
}
