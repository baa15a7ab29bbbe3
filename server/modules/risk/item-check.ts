import type { Context } from '../../context.ts';
import type { Database } from '../../database/connection.ts';
import { ApiError, type ErrorDetail } from '../../errors.ts';
import { changedDay, paperToChange, requireAnsweredDomains } from './item-changes.ts';
import { itemProblems } from './item-problems.ts';
import { domainsOf, type ItemValues, itemOf, requireAnswerable } from './items.ts';
import { lockEvaluation, type OpenEvaluation } from './locks.ts';
import { dayToCome } from './parameters.ts';

/**
 * What keeps a paper from being made, or one that exists from being changed (API-91): everything `createItem` and `updateItem` refuse.
 * @throws ApiError NOT_FOUND without such an evaluation, or such a paper of it
 */
export async function checkItem(context: Context, projectId: number, id: number | undefined, values: ItemValues): Promise<ErrorDetail[]> {
  return await context.db.transaction().execute(async (transaction) => {
    try {
      const evaluation = await lockEvaluation(transaction, projectId);
      return await (id === undefined
        ? newProblems(context, transaction, evaluation, values)
        : changeProblems(context, transaction, evaluation, id, values));
    } catch (error) {
      return detailsOf(error, 'projectId');
    }
  });
}

async function newProblems(context: Context, db: Database, evaluation: OpenEvaluation, values: ItemValues): Promise<ErrorDetail[]> {
  const { timeZone } = context.services.settings;
  return [
    ...((await itemProblems(context, db, evaluation.id, values))?.details ?? []),
    ...(await refusal('statement', () => requireAnswerable(context, db, evaluation, values))),
    ...(await refusal('endTime', () => dayToCome(db, timeZone, values.endTime ?? evaluation.endOn, 'endTime'))),
    ...(await refusal('businessDomain', () => domainsOf(db, evaluation.templateId, values))),
  ];
}

async function changeProblems(
  context: Context,
  db: Database,
  evaluation: OpenEvaluation,
  id: number,
  values: ItemValues,
): Promise<ErrorDetail[]> {
  const { services } = context;
  const { timeZone } = services.settings;
  const current = await itemOf(db, services, id);
  if (current.projectId !== String(evaluation.id)) throw new ApiError('NOT_FOUND');
  if (current.state !== 0) return [{ field: 'id', message: 'has been submitted' }];
  const before = await paperToChange(db, timeZone, id);
  const after: ItemValues = { ...current, ...values, statement: current.statement };
  return [
    ...((await itemProblems(context, db, evaluation.id, after, current))?.details ?? []),
    ...(await refusal('endTime', () => changedDay(db, timeZone, before, after))),
    ...(await refusal('businessDomain', async () =>
      requireAnsweredDomains(before, current, await domainsOf(db, before.templateId, after)),
    )),
  ];
}

async function refusal(field: string, check: () => Promise<unknown>): Promise<ErrorDetail[]> {
  try {
    await check();
    return [];
  } catch (error) {
    return detailsOf(error, field);
  }
}

/** A refusal as problems of the paper. @throws whatever tells of no such evaluation or paper, or of no refusal at all */
function detailsOf(error: unknown, field: string): ErrorDetail[] {
  if (!(error instanceof ApiError) || error.status >= 500 || error.code === 'NOT_FOUND') throw error;
  const details = error.details ?? [{ field, message: error.message }];
  return details.map((detail) => ({ ...detail, field: detail.field || field }));
}
