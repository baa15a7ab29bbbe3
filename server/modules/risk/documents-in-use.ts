import { sql } from 'kysely';
import { defaultLimits, type QuestionnaireDocument } from '../../../src/core/index.ts';
import { type StatementDocument, StatementModel } from '../../../src/core/statement/index.ts';
import { validateDocument } from '../../../src/generated/validators/documents.js';
import type { Database } from '../../database/connection.ts';
import type { DataFault, DataGuard } from '../../documents/guard.ts';
import { financeQuestionnaire } from '../statements.ts';
import { changedParts, questionnaireMeaning, statementMeaning } from './document-meaning.ts';
import { assessment } from './questionnaires.ts';

/**
 * Questionnaires and statements that papers were sent with stay, with room for their rows and columns and with every choice and field that
 * was ever answered, and what was answered or submitted keeps its meaning.
 */
export function papersInUse(db: Database): DataGuard {
  return async (path, text, before) => {
    const [, id] = /^(?:questionnaires|statements)\/(.+)\.(?:questionnaire|statement)\.json$/.exec(path) ?? [];
    if (id === undefined || !(await hasTables(db))) return [];
    return path.startsWith('questionnaires/')
      ? await questionnaireFaults(db, id, text, before)
      : await statementFaults(db, id, text, before);
  };
}

/** Documents are looked at before migrations are run: a new database has no papers, one of an older version may lack what is asked for here. */
async function hasTables(db: Database): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select exists (select from pg_attribute
    where attrelid = to_regclass('risk_template') and attname = 'questionnaire') as there`.execute(db);
  return rows[0]?.there === true;
}

/** Papers whose link may still open. */
const sent = sql`risk_paper paper join risk_evaluation evaluation
  on evaluation.id = paper.evaluation_id and evaluation.removed_at is null and paper.removed_at is null`;
type Sql = ReturnType<typeof sql>;

async function questionnaireFaults(db: Database, id: string, text: string | undefined, before: string | undefined): Promise<DataFault[]> {
  const papers = sql`${sent} join risk_template template on template.id = paper.template_id
    where template.questionnaire = ${id} and paper.statement is null`;
  const document = text === undefined ? undefined : (JSON.parse(text) as QuestionnaireDocument);
  if (document?.purpose !== assessment) return await gone(db, papers, document && assessment);
  const values = [document.unanswered.value, ...document.choices.map(({ value }) => value)];
  const { rows } = await sql<{ value: number }>`select distinct answer.value from risk_answer answer
    where answer.value <> all (${values}::int[]) and answer.paper_id in (select paper.id from ${papers}) limit 5`.execute(db);
  const names = rows.map(({ value }) => String(value));
  const answered = sql`exists (select from risk_answer answer where answer.paper_id = paper.id)`;
  const former = formerly<QuestionnaireDocument>('questionnaire', before);
  return [
    ...lost('choice', names),
    ...(await tooSmall(db, papers, document, former)),
    ...(former ? await reread(db, papers, answered, changedParts(questionnaireMeaning(former), questionnaireMeaning(document))) : []),
  ];
}

async function statementFaults(db: Database, id: string, text: string | undefined, before: string | undefined): Promise<DataFault[]> {
  const papers = sql`${sent} where paper.statement = ${id}`;
  const document = text === undefined ? undefined : (JSON.parse(text) as StatementDocument);
  if (document?.purpose !== financeQuestionnaire) return await gone(db, papers, document && financeQuestionnaire);
  const model = new StatementModel(document);
  const { rows } = await sql<{
    field: string;
    period: 'start' | 'end';
  }>`select distinct figure.field, figure.period from statement_figure figure
    where figure.value is not null and figure.paper_id in (select paper.id from ${papers})`.execute(db);
  const fields = rows.filter(({ field, period }) => !model.has(field, period)).map(({ field, period }) => `${field} (${period})`);
  const answered = sql`exists (select from statement_figure figure where figure.paper_id = paper.id and figure.value is not null)`;
  const former = formerly<StatementDocument>('statement', before);
  return [
    ...lost('field', fields),
    ...(await tooLong(db, papers, document)),
    ...(former ? await reread(db, papers, answered, changedParts(statementMeaning(former), statementMeaning(document))) : []),
  ];
}

/** The document of before, where it is one of this version of the product. */
function formerly<Document>(kind: 'questionnaire' | 'statement', text: string | undefined): Document | undefined {
  const document: unknown = text === undefined ? undefined : JSON.parse(text);
  return document !== undefined && validateDocument(kind, document).length === 0 ? (document as Document) : undefined;
}

/** Pages show documents of one purpose: to papers a document that lost it is gone as well. */
async function gone(db: Database, papers: Sql, purpose: string | undefined): Promise<DataFault[]> {
  const { rows } = await sql`select 1 from ${papers} limit 1`.execute(db);
  if (rows.length === 0) return [];
  if (purpose === undefined) return [{ message: 'papers that were sent ask for this document: it stays until they are deleted' }];
  const message = `papers that were sent ask for this document: its purpose stays "${purpose}" until they are deleted`;
  return [{ pointer: '/purpose', message }];
}

/** Limits that became too narrow for matrices that were sent: nobody would be shown them any more. */
async function tooSmall(
  db: Database,
  papers: Sql,
  { limits }: QuestionnaireDocument,
  former?: QuestionnaireDocument,
): Promise<DataFault[]> {
  const { rows } = await sql<{ rows: number; columns: number }>`select
    coalesce(max((select count(*) from risk_criteria where template_id = shape.template_id)), 0) as rows,
    coalesce(max((select count(*) from risk_domain where business_domain_id = any(shape.business_domains))), 0) as columns
    from (select distinct paper.template_id, paper.business_domains from ${papers}) shape`.execute(db);
  return (['rows', 'columns'] as const).flatMap((what) => {
    const most = limits?.[what] ?? defaultLimits[what];
    const there = Number(rows[0]?.[what] ?? 0);
    const isNarrower = former === undefined || most < (former.limits?.[what] ?? defaultLimits[what]);
    return isNarrower && there > most
      ? [{ pointer: `/limits/${what}`, message: `papers that were sent have ${there} ${what}, more than ${most}` }]
      : [];
  });
}

/** Amounts that were given and that the statement would no longer take: nobody could save them again, but they would be submitted. */
async function tooLong(db: Database, papers: Sql, { amount, period }: StatementDocument): Promise<DataFault[]> {
  const { rows } = await sql<{ digits: boolean; decimals: boolean }>`select
    coalesce(bool_or(abs(figure.value) >= power(10::numeric, ${amount.digits}::int)), false) as digits,
    coalesce(bool_or(figure.value <> round(figure.value, ${amount.decimals}::int)), false) as decimals
    from statement_figure figure
    where figure.field <> ${period.field} and figure.paper_id in (select paper.id from ${papers})`.execute(db);
  return (['digits', 'decimals'] as const)
    .filter((limit) => rows[0]?.[limit] === true)
    .map((limit) => ({
      pointer: `/amount/${limit}`,
      message: `amounts that were given have more than ${amount[limit]} ${limit === 'digits' ? 'digits before the point' : 'decimals'}`,
      hint: otherDocument,
    }));
}

/** Faults named at once. */
const mostNamed = 5;
const otherDocument = 'for other meanings make a new document, under another id';

function lost(what: 'choice' | 'field', names: readonly string[]): DataFault[] {
  const message = `answers that were given need ${what} ${names.slice(0, mostNamed).join(', ')}`;
  const pointer = what === 'choice' ? '/choices' : '/tables';
  return names.length > 0 ? [{ pointer, message, hint: `put it back; ${otherDocument}` }] : [];
}

/** Changes of meaning that what was saved or submitted does not bear. */
async function reread(db: Database, papers: Sql, answered: Sql, changed: ReturnType<typeof changedParts>): Promise<DataFault[]> {
  if (changed.length === 0) return [];
  const { rows } = await sql<{ answers: boolean; results: boolean }>`select coalesce(bool_or(paper.state = 1), false) as results,
    coalesce(bool_or(paper.state = 1 or ${answered}), false) as answers from ${papers}`.execute(db);
  const needs = { answers: rows[0]?.answers === true, results: rows[0]?.results === true };
  return changed
    .filter(({ neededBy }) => needs[neededBy])
    .slice(0, mostNamed)
    .map(({ name, pointer, before, neededBy }) => ({
      pointer,
      message: `${name} stays ${JSON.stringify(before)}: ${neededBy === 'answers' ? 'answers were given by it' : 'papers were submitted by it'}`,
      hint: otherDocument,
    }));
}
