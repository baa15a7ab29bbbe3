import { expect } from 'vitest';
import { contractSchemas } from '../../../src/generated/contract-schemas.ts';
import { contracts } from '../../../src/generated/contracts.ts';
import type { TestApp } from '../../support/app.ts';
import { tokenOf } from '../modules/client.ts';
import { today } from './world.ts';

/** Arguments of a call that would change a paper if the call let them. */
export interface Attempt {
  query?: Record<string, string>;
  body?: unknown;
}
interface Target {
  id: number;
  uuid: string;
  evaluation: number;
}
type Name = keyof typeof contracts & keyof typeof contractSchemas;

const intents = ['the-first-intent', 'a-second-intent'];

/** What managers and those who hold the link can try on a paper of any kind. */
function attemptsOn({ id, uuid, evaluation }: Target): Record<string, Attempt[]> {
  const [itemId, projectId] = [String(id), String(evaluation)];
  const submits = [1, 2].flatMap((version) => intents.map((key) => ({ body: { uuid, version, key } })));
  return {
    'risk.submit': submits,
    'finance.submit': submits,
    'risk.updateItem': [1, 2].map((version) => ({
      body: { id: itemId, version, sendType: 1, outUserName: 'Changed', endTime: today(99) },
    })),
    'risk.removeItem': [{ query: { itemId } }],
    'risk.removeEvaluation': [{ query: { id: projectId } }],
    'risk.saveEvaluation': [{ body: { id: projectId, version: 1, name: 'Changed', endTime: today() } }],
    'risk.createItem': [{ body: { projectId, sendType: 1, outUserName: 'Second' } }],
    'risk.validItem': [{ body: { id: itemId, projectId, sendType: 1 } }],
    'risk.sendItems': [{ body: { projectId, outsiders: [{ outUserName: 'Visitor' }], endTime: today(99) } }],
    'risk.remind': [{ body: { projectId } }, { body: { projectId, itemIds: [itemId] } }],
    'risk.closeEvaluation': [{ body: { id: projectId, version: 2 } }],
  };
}

/**
 * Sends `attempts` and what can be tried on any paper through every call of the two services, those that only read too, as the
 * administrator. Fails when a call that changes something is tried by nobody, and when a call neither works nor refuses because the paper is
 * submitted; calls of the other kind do not know the paper.
 */
export async function attemptAll(app: TestApp, target: Target, attempts: Record<string, Attempt[]>): Promise<void> {
  const all = { ...attemptsOn(target), ...attempts };
  // What closes comes last: it would refuse the others their turn.
  const names = (Object.keys(contractSchemas) as Name[])
    .filter((name) => name.startsWith('risk.') || name.startsWith('finance.'))
    .sort((one, other) => Number(one.includes('close')) - Number(other.includes('close')));
  expect(names.length).toBeGreaterThan(27);
  const changing = names.filter((name) => contracts[name].method !== 'GET' && !/page|export/.test(name));
  const isFinance = Object.keys(attempts).some((name) => name.startsWith('finance.'));
  // A paper has no cells of the other kind to be tried with.
  const others = isFinance ? /^risk\.(answer|patchAnswers)$/ : /^finance\.(saveRows|patchAnswers)$/;
  const unknown = isFinance ? /^risk\.(answers|businessDomains|criteria|header|submit|sums)$/ : /^finance\.(?!evaluations$|pagePapers$)/;
  expect(changing.filter((name) => !others.test(name)).sort()).toEqual(Object.keys(all).sort());
  const given: Record<string, string> = {
    ...{ uuid: target.uuid, id: String(target.evaluation), itemId: String(target.id), sapUserId: 'T00001' },
  };
  const readings: Record<string, object> = {
    'risk.pageEvaluations': {},
    'finance.pagePapers': {},
    'finance.exportResult': { itemId: given.itemId },
  };
  const token = await tokenOf(app, 'admin');
  for (const name of names.filter((one) => !others.test(one))) {
    const { method, path } = contracts[name];
    const { properties = {} } = (contractSchemas[name].query ?? {}) as { properties?: object };
    const fitting = Object.fromEntries(Object.entries(given).filter(([key]) => key in properties));
    const reading = readings[name] ?? (name.startsWith('finance.') ? { uuid: target.uuid } : { projectId: given.id });
    for (const { query = {}, body = undefined } of all[name] ?? [{ query: fitting, body: reading }]) {
      const answered = await app.http.inject({
        method,
        url: `${path}?${new URLSearchParams(query)}`,
        headers: { authorization: `Bearer ${token}` },
        ...(method === 'POST' || method === 'PUT' ? { payload: (body ?? {}) as object } : {}),
      });
      const { statusCode, body: answer } = answered;
      const refused = statusCode === 409 && answered.json<{ code: string }>().code;
      // A call that does not find the paper, or finds something wrong with the arguments, has not been tried.
      expect(unknown.test(name) ? statusCode === 404 : statusCode === 200 || refused === 'PAPER_SUBMITTED', `${name} ${answer}`).toBe(true);
    }
  }
}
