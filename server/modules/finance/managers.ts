import { sql } from 'kysely';
import type { WordedContext } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { wordsOf } from '../../reader.ts';
import { toItem } from '../risk/items.ts';
import { listNamedItems, namesOf } from '../risk/named-items.ts';
import { livingPapers, type Paper, progressOf } from '../risk/papers.ts';
import { statementOf } from '../statements.ts';
import { readFigures } from './figures.ts';
import { type Asked, figureReader } from './models.ts';

const submitted = 1;

export interface FinanceFilter {
  keyword: string;
  state?: number | string | undefined;
  standing?: 'open' | 'submitted' | 'expired' | '' | undefined;
  projectId?: string | undefined;
  pageNo: number;
  pageSize: number;
}

/** A page of the finance questionnaires of all evaluations, and how many there are in all. Their links are not among what is told: who has one answers. */
export async function pageOfPapers(context: WordedContext, { pageNo, pageSize, ...filter }: FinanceFilter) {
  const { content, total } = await listNamedItems(context, { ...filter, hasStatement: true }, { pageNo, pageSize });
  return {
    content: content.map(({ uuid: _, ...item }) => item),
    total,
    current: pageNo,
    size: pageSize,
    counts: await countPapers(context),
  };
}

async function countPapers({ db, services }: WordedContext) {
  const papers = livingPapers(db, services.settings.timeZone).where('paper.statement', 'is not', null);
  return await db
    .selectFrom(papers.as('found'))
    .select([
      sql<number>`count(*)::int`.as('sent'),
      sql<number>`count(*) filter (where state = ${submitted})::int`.as('submitted'),
      sql<number>`count(*) filter (where state <> ${submitted} and not expired)::int`.as('open'),
      sql<number>`count(*) filter (where state <> ${submitted} and expired)::int`.as('expired'),
    ])
    .executeTakeFirstOrThrow();
}

/** A submitted finance questionnaire with its statement. @throws ApiError NOT_FOUND also as long as nobody has submitted it: drafts are their author's */
export async function submittedPaper({ db, services }: WordedContext, itemId: string): Promise<Asked> {
  const paper: Paper | undefined = await livingPapers(db, services.settings.timeZone)
    .where('paper.id', '=', Number(itemId))
    .where('paper.statement', 'is not', null)
    .executeTakeFirst();
  if (!paper || paper.state !== submitted) throw new ApiError('NOT_FOUND');
  return { paper, model: statementOf(services, paper) };
}

/** The indicators of a submitted finance questionnaire, as those who answered it saw them. */
export async function resultOf(context: WordedContext, itemId: string) {
  const { paper, model } = await submittedPaper(context, itemId);
  const say = wordsOf(context);
  const { answers } = await readFigures(context.db, paper.id, undefined);
  const { indicators } = model.compute(figureReader(answers));
  const { personName, departmentName, kindName } = await namesOf(context, paper);
  const progress = (await progressOf(context.db, context.services, [paper.id])).get(paper.id) ?? { cells: 0, answered: 0 };
  const { id, projectName, submittedAt } = toItem(paper, progress);
  return {
    ...{ id, projectName, submittedAt, personName, departmentName, kindName },
    indicators: model.indicators.map(({ module, indicator }) => ({
      name: indicator.name,
      module: say(module.label),
      indicator: say(indicator.label),
      definition: say(indicator.definition),
      value: indicators.get(indicator.name) ?? null,
      decimals: indicator.decimals,
      unit: say(indicator.unit),
    })),
  };
}
