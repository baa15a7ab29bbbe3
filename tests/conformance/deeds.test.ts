import { expect, it } from 'vitest';
import { contracts } from '../../src/generated/contracts.ts';

/** What a change is for, by the first word of its name. */
const DEEDS: Record<string, string> = {
  save: 'save',
  create: 'save',
  update: 'save',
  add: 'save',
  remove: 'delete',
  stop: 'stop',
  execute: 'execute',
};
/** Nothing is deleted: somebody leaves, a session ends, a way to sign in is switched off. */
const NO_DELETION = new Set(['workspace.removeMember', 'session.remove', 'second-factor.remove']);

it('[ERR-11] every change that saves, deletes, stops or executes says so, and no other does', () => {
  const expected = Object.keys(contracts).flatMap((id) => {
    const word = /^[a-z]+/.exec(id.split('.')[1] ?? '')?.[0] ?? '';
    const deed = NO_DELETION.has(id) ? undefined : DEEDS[word];
    return deed ? [[id, deed]] : [];
  });
  const said = Object.entries(contracts).flatMap(([id, contract]) => ('deed' in contract ? [[id, contract.deed]] : []));
  expect(said).toEqual(expected);
});
