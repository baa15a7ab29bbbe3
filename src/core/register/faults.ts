import type { RegisterDocument } from './document.ts';
import { onTheDay, type RegisterFault, typed, unknown, unreadable } from './fault.ts';
import { fieldsFaults } from './fault-fields.ts';
import { reachFaults } from './fault-reach.ts';
import { statesFaults } from './fault-states.ts';
import { viewFaults } from './fault-views.ts';

/**
 * What a meta-schema cannot say about a register: names that stand twice or lead nowhere, moves that cannot be made, expressions that cannot be
 * read. Takes a document that fits its meta-schema.
 */
export function registerFaults(document: RegisterDocument): RegisterFault[] {
  return [
    ...typed(document, '/display', document.display, ['text']),
    ...fieldsFaults(document),
    ...statesFaults(document),
    ...reachFaults(document),
    ...watchFaults(document),
    ...viewFaults(document),
    ...(document.warnings ?? []).flatMap(({ when }, index) =>
      unreadable(when, `/warnings/${index}/when`, document, ['values', 'state', 'records'], onTheDay),
    ),
  ];
}

function watchFaults(document: RegisterDocument): RegisterFault[] {
  const { states = [], watch } = document;
  const names = states.map(({ name }) => name);
  return [
    ...typed(document, '/watch/until', watch?.until, ['date']),
    ...(watch?.identifiers ?? []).flatMap((name, at) => typed(document, `/watch/identifiers/${at}`, name, ['text'])),
    ...(watch?.states ?? []).flatMap((state, at) => (names.includes(state) ? [] : [unknown(`/watch/states/${at}`, 'state', state, names)])),
  ];
}
