import { sql } from 'kysely';
import type { Database } from '../../database/connection.ts';
import { containing } from '../search.ts';
import { type EvaluationState, evaluations, stateOf } from './evaluation-rows.ts';

/** Most evaluations a choice of them holds beside those that are chosen; the others are searched for. */
const mostChoices = 50;

interface EvaluationChoice {
  value: string;
  label: string;
  state: EvaluationState;
}

/** Evaluations to choose of: those that are chosen already, whatever else is asked for, then the newest whose name holds the keyword. */
export async function evaluationChoices(
  db: Database,
  timeZone: string,
  { keyword, chosen, closed }: { keyword: string; chosen: readonly number[]; closed: boolean },
): Promise<EvaluationChoice[]> {
  const isChosen = sql<boolean>`evaluation.id = any(${[...chosen]})`;
  const rows = await evaluations(db)
    .select(['evaluation.id', 'evaluation.name as label', stateOf(timeZone).as('state')])
    .where(
      sql<boolean>`(${isChosen} or (evaluation.name ilike ${containing(keyword)} and (${closed}::boolean or evaluation.closed_at is null)))`,
    )
    .orderBy(isChosen, 'desc')
    .orderBy('evaluation.id', 'desc')
    .limit(mostChoices + chosen.length)
    .execute();
  return rows.map(({ id, ...row }) => ({ value: String(id), ...row }));
}
