import { sql } from 'kysely';
import { addressKey } from '../../address-key.ts';
import type { Context } from '../../context.ts';
import type { Sender } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError } from '../../errors.ts';
import { statementCells } from '../statements.ts';
import { idList } from './parameters.ts';
import { asksByRow, choiceValues } from './questionnaires.ts';

/** The right to see questionnaires. */
export const manages = 'risk:questionnaire:list';

/** A paper as the module works with it. */
export interface Paper {
  id: number;
  uuid: string;
  evaluationId: number;
  projectName: string;
  templateId: number;
  /** Id of the questionnaire document of its template. */
  questionnaire: string;
  /** Id of the statement document it asks for; null for the matrix of its template. */
  statement: string | null;
  businessDomains: number[];
  sendType: number;
  userCode: string | null;
  innerUserName: string | null;
  outUserName: string | null;
  outEmail: string | null;
  sendCompany: string | null;
  sendDepartment: string | null;
  endTime: string;
  state: number;
  version: number;
  submittedAt: Date | null;
  remindedAt: Date | null;
  reminders: number;
  /** The deadline has passed, or the evaluation was closed: by calendar day, in the time zone of the server, by the clock of the database. */
  expired: boolean;
  /** The evaluation was closed before it was submitted. */
  closed: boolean;
}

/** Whether the deadline of a paper has passed or its evaluation was closed, as a condition of SQL. */
export function pastDeadline(timeZone: string) {
  return sql<boolean>`((clock_timestamp() at time zone ${timeZone})::date > paper.end_on or paper.closed_at is not null)`;
}

/** The papers whose link still opens. */
export function livingPapers(db: Database, timeZone: string) {
  return db
    .selectFrom('risk_paper as paper')
    .innerJoin('risk_evaluation as evaluation', 'evaluation.id', 'paper.evaluation_id')
    .innerJoin('risk_template as template', 'template.id', 'paper.template_id')
    .where('paper.removed_at', 'is', null)
    .where('evaluation.removed_at', 'is', null)
    .select([
      'paper.id',
      'paper.uuid',
      'paper.evaluation_id as evaluationId',
      'evaluation.name as projectName',
      'paper.template_id as templateId',
      'template.questionnaire',
      'paper.statement',
      sql<number[]>`paper.business_domains::float8[]`.as('businessDomains'),
      'paper.send_type as sendType',
      'paper.user_code as userCode',
      'paper.inner_user_name as innerUserName',
      'paper.out_user_name as outUserName',
      'paper.out_email as outEmail',
      'paper.send_company as sendCompany',
      'paper.send_department as sendDepartment',
      sql<string>`to_char(paper.end_on, 'YYYY-MM-DD')`.as('endTime'),
      'paper.state',
      'paper.version',
      'paper.submitted_at as submittedAt',
      'paper.reminded_at as remindedAt',
      'paper.reminders',
      pastDeadline(timeZone).as('expired'),
      sql<boolean>`(paper.closed_at is not null)`.as('closed'),
    ]);
}

const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Tries at links that lead nowhere, a minute and address; calls of one paper a minute. */
const missesAllowed = 60;
const callsAllowed = 6_000;

/** No link leads here. */
class NoPaper extends ApiError {
  constructor() {
    super('NOT_FOUND');
  }
}

/**
 * What a link is used for, within its allowance: it is a secret many may share. Who tries links that lead nowhere is slowed down. Begin it
 * outside of a transaction: counting takes a connection, and calls that hold one while they wait for another wait for each other.
 * @throws ApiError TOO_MANY_REQUESTS, and what `work` throws
 */
export async function throughLink<Answer>(
  { services, ip }: Pick<Context, 'services' | 'ip'>,
  uuid: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (uuidShape.test(uuid)) await services.rateLimits.take(`paper:${uuid.toLowerCase()}`, callsAllowed, 60);
  try {
    return await work();
  } catch (error) {
    if (error instanceof NoPaper) await services.rateLimits.take(`paper-miss:${addressKey(ip)}`, missesAllowed, 60);
    throw error;
  }
}

/**
 * The paper of a link, for what goes `throughLink`. Wrong, revoked and outlived links answer alike (RISK-01).
 * @param lock `share` keeps the paper from being submitted until the transaction ends, `update` keeps everybody else out.
 * @throws ApiError NOT_FOUND
 */
export async function paperOf(
  { services }: Pick<Context, 'services'>,
  db: Database,
  uuid: string,
  lock?: 'share' | 'update',
): Promise<Paper> {
  const { timeZone } = services.settings;
  if (uuidShape.test(uuid)) {
    let query = livingPapers(db, timeZone)
      .where('paper.uuid', '=', uuid.toLowerCase())
      .where(sql<boolean>`(clock_timestamp() at time zone ${timeZone})::date <= paper.link_ends_on`);
    if (lock === 'share') query = query.forShare('paper');
    if (lock === 'update') query = query.forUpdate('paper');
    const paper = await query.executeTakeFirst();
    if (paper) return paper;
  }
  throw new NoPaper();
}

/** Who sends the answers of a paper: whoever has its link. Those that lead nowhere count as everywhere. @throws ApiError NOT_FOUND, TOO_MANY_REQUESTS */
export const paperSender: Sender = async ({ db, services, ip, secret = '' }) =>
  await throughLink({ services, ip }, secret, async () => ({ key: `paper:${(await paperOf({ services }, db, secret)).id}` }));

/** The paper of a link, where it asks for a matrix. @throws ApiError NOT_FOUND, also for papers that ask for a statement */
export async function matrixPaperOf(...given: Parameters<typeof paperOf>): Promise<Paper> {
  const paper = await paperOf(...given);
  if (paper.statement !== null) throw new ApiError('NOT_FOUND');
  return paper;
}

/** @throws ApiError PAPER_SUBMITTED, PAPER_EXPIRED (PERM-14) */
export function requireEditable(paper: Paper): void {
  if (paper.state !== 0) throw new ApiError('PAPER_SUBMITTED');
  if (paper.expired) throw new ApiError('PAPER_EXPIRED', { details: [{ field: 'endTime', message: paper.endTime }] });
}

/** The business domains a reader wants of a paper. @throws ApiError PARAMETER_ERROR, NOT_FOUND for domains of others. */
export function wantedDomains(paper: Pick<Paper, 'businessDomains'>, domain: string | undefined): number[] {
  const wanted = idList(domain, 'domain');
  if (wanted.some((id) => !paper.businessDomains.includes(id))) throw new ApiError('NOT_FOUND');
  return wanted.length > 0 ? wanted : paper.businessDomains;
}

/** How many answers a paper asks for, and how many there are: of cells, or of rows where the questionnaire is content with an answer in each. */
export async function progressOf(
  db: Database,
  services: Context['services'],
  paperIds: readonly number[],
): Promise<Map<number, { cells: number; answered: number }>> {
  if (paperIds.length === 0) return new Map();
  const cellsOf = statementCells(services);
  const isByRow = asksByRow(services, 'template.questionnaire');
  const answers = sql`risk_answer
    join risk_domain on risk_domain.id = risk_answer.domain_id and risk_domain.business_domain_id = any(paper.business_domains)
    where paper_id = paper.id and value = any(choice.values)`;
  const { rows } = await sql<{ id: number; statement: string | null; cells: number; answered: number; figures: number }>`
    select paper.id, paper.statement,
      (select count(*) from statement_figure where paper_id = paper.id and value is not null) as figures,
      (select count(*) from risk_criteria where template_id = paper.template_id)
        * (select case when ${isByRow} then least(count(*), 1) else count(*) end
          from risk_domain where business_domain_id = any(paper.business_domains)) as cells,
      case when ${isByRow} then (select count(distinct criteria_id) from ${answers}) else (select count(*) from ${answers}) end as answered
    from risk_paper paper join risk_template template on template.id = paper.template_id
    cross join lateral (select ${choiceValues(services, 'template.questionnaire')} as values) choice
    where paper.id = any(${paperIds})`.execute(db);
  return new Map(
    rows.map(({ id, statement, cells, answered, figures }) => [
      id,
      statement === null ? { cells: Number(cells), answered: Number(answered) } : { cells: cellsOf(statement), answered: Number(figures) },
    ]),
  );
}
