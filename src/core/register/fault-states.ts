import type { RegisterDocument, RegisterMove, RegisterPeople, RegisterState } from './document.ts';
import { onTheDay, type RegisterFault, twice, typed, unknown, unreadable } from './fault.ts';
import { givenFaults } from './making-types.ts';
import { asksOf, isChanged, isTyped } from './reading.ts';

/** States and moves that stand twice, lead nowhere or are nobody's, and people and days there are not. */
export function statesFaults(document: RegisterDocument): RegisterFault[] {
  const { states = [], moves = [] } = document;
  return [
    ...twice(
      states.map(({ name }) => name),
      '/states',
    ),
    ...twice(
      moves.map(({ name }) => name),
      '/moves',
    ),
    ...typed(document, '/due', document.due, ['date']),
    ...typed(document, '/owner', document.owner, ['user']),
    ...dueFaults(document),
    ...states.flatMap((state, index) => stateFaults(document, state, `/states/${index}`)),
    ...moves.flatMap((move, index) => moveFaults(document, move, `/moves/${index}`)),
  ];
}

function stateFaults(document: RegisterDocument, state: RegisterState, pointer: string): RegisterFault[] {
  const { name, final, waitsFor = [] } = state;
  return [
    ...(final && waitsFor.length > 0 ? [{ pointer: `${pointer}/waitsFor`, message: 'nothing waits in a final state' }] : []),
    ...peopleFaults(document, `${pointer}/waitsFor`, waitsFor, name),
    ...typed(document, `${pointer}/waitsFrom`, state.waitsFrom, ['date']),
    ...(final && state.waitsFrom !== undefined ? [{ pointer: `${pointer}/waitsFrom`, message: 'nothing waits in a final state' }] : []),
    ...openFaults(document, state, pointer),
    ...lostFaults(document, name, pointer),
  ];
}

/** A state nothing comes to: no record begins in it, and no move leads there. One that is given up keeps its records, and a move that leads on. */
function lostFaults({ states = [], moves = [] }: RegisterDocument, name: string, pointer: string): RegisterFault[] {
  if (states[0]?.name === name || moves.some(({ to, from }) => to === name || from.includes(name))) return [];
  const message = `no move leads to "${name}" or on from it: no record comes into this state`;
  return [{ pointer, severity: 'warning', message, hint: 'name it in "to" of a move, or take it away once no record is in it' }];
}

function moveFaults(document: RegisterDocument, move: RegisterMove, pointer: string): RegisterFault[] {
  const { from, to, require, message, permission, notify = [] } = move;
  const asked = asksOf(move).map(({ field }) => field);
  const open = document.fields.filter(isTyped).map(({ name }) => name);
  const states = (document.states ?? []).map(({ name }) => name);
  const ends = [...from.map((state, at) => [state, `from/${at}`] as const), [to, 'to'] as const];
  return [
    ...ends.flatMap(([state, at]) => (states.includes(state) ? [] : [unknown(`${pointer}/${at}`, 'state', state, states)])),
    ...peopleFaults(document, `${pointer}/notify`, notify, to),
    ...unreadable(require, `${pointer}/require`, document, ['values', 'state', 'records'], onTheDay),
    ...(require !== undefined && message === undefined
      ? [{ pointer: `${pointer}/require`, message: 'say in "message" what is missing where this is not true' }]
      : []),
    ...(require === undefined && message !== undefined
      ? [{ pointer: `${pointer}/message`, message: 'nobody is told this: the move has no "require"' }]
      : []),
    ...asked.flatMap((field, at) => [
      ...(open.includes(field) ? [] : [unknown(`${pointer}/asks/${at}`, 'field that is typed', field, open)]),
      ...(asked.indexOf(field) === at ? [] : [{ pointer: `${pointer}/asks/${at}`, message: `"${field}" stands twice` }]),
    ]),
    ...(move.notBy ?? []).flatMap((name, at) =>
      peopleFaults(document, `${pointer}/notBy`, [name]).map((fault) => ({ ...fault, pointer: `${pointer}/notBy/${at}` })),
    ),
    ...(move.shows ?? []).flatMap((name, at) => {
      const names = document.fields.map((field) => field.name);
      return names.includes(name) ? [] : [unknown(`${pointer}/shows/${at}`, 'field', name, names)];
    }),
    ...setFaults(document, move, `${pointer}/sets`),
    ...(permission === undefined && document.permissions.edit === undefined
      ? [{ pointer, message: 'nobody makes this move: it has no "permission", and the register none to edit' }]
      : []),
  ];
}

/** Values a move gives its record that no field of it can have. */
function setFaults(document: RegisterDocument, { sets = {} }: RegisterMove, at: string): RegisterFault[] {
  const open = document.fields.filter((field) => isTyped(field) && field.type !== 'files');
  return Object.entries(sets).flatMap(([name, value]): RegisterFault[] => {
    const pointer = `${at}/${name}`;
    const field = open.find((one) => one.name === name);
    if (!field)
      return [
        unknown(
          pointer,
          'field that is typed',
          name,
          open.map((one) => one.name),
        ),
      ];
    if (value === null) return field.required ? [{ pointer, message: `"${name}" is required, and this empties it` }] : [];
    return givenFaults(document, field, value, { pointer });
  });
}

/** Fields that are not changed in a state and are none, and what two people agreed on and anybody may change afterwards. */
function openFaults({ fields, states = [], moves = [] }: RegisterDocument, state: RegisterState, pointer: string): RegisterFault[] {
  const { name, final, editable } = state;
  if (final) return editable === undefined ? [] : [{ pointer: `${pointer}/editable`, message: 'records in a final state are not changed' }];
  const isFinal = (from: string) => states.find((one) => one.name === from)?.final === true;
  const arrivals = moves.filter(({ to, from }) => to === name && !from.every(isFinal));
  const isAgreed = arrivals.length > 0 && arrivals.every(({ byAnother, byNoEditor, notBy }) => byAnother || byNoEditor || notBy);
  if (editable === undefined)
    return isAgreed && states[0]?.name !== name
      ? [
          {
            pointer,
            severity: 'warning',
            message: `what a second person agreed to when it came to "${name}" can be changed by anybody who edits`,
            hint: 'say in "editable" which fields stay open, or false, and let a move lead back',
          },
        ]
      : [];
  const changed = fields.filter(isChanged).map((field) => field.name);
  const isRest = editable !== false && 'except' in editable;
  const [named, place] = isRest ? [editable.except, 'editable/except'] : [editable || [], 'editable'];
  return named.flatMap((field, at) =>
    changed.includes(field) ? [] : [unknown(`${pointer}/${place}/${at}`, 'field that is typed', field, changed)],
  );
}

/** Steps nobody can count: without a day, or without anybody to remind. */
function dueFaults(document: RegisterDocument): RegisterFault[] {
  const { due, owner, dueSteps } = document;
  if (!dueSteps) return [];
  const { remind, escalate = [] } = dueSteps;
  const days = escalate.map(({ after }) => after);
  return [
    ...(due === undefined ? [{ pointer: '/dueSteps', message: 'the register has no "due"' }] : []),
    ...(remind && owner === undefined ? [{ pointer: '/dueSteps/remind', message: 'nobody is reminded: the register has no "owner"' }] : []),
    ...escalate.flatMap(({ after, notify }, index) => [
      ...(days.indexOf(after) === index ? [] : [{ pointer: `/dueSteps/escalate/${index}/after`, message: `"${after}" stands twice` }]),
      ...peopleFaults(document, `/dueSteps/escalate/${index}/notify`, notify),
    ]),
  ];
}

/** People there are not; `state`: the one a move has to lead from. */
function peopleFaults(
  { fields, moves = [] }: Pick<RegisterDocument, 'fields' | 'moves'>,
  pointer: string,
  people: readonly RegisterPeople[],
  state?: string,
): RegisterFault[] {
  const users = fields.filter(({ type }) => type === 'user').map(({ name }) => name);
  const leading = moves.filter(({ from }) => state === undefined || from.includes(state)).map(({ name }) => name);
  return people.flatMap((one, at) => {
    if (typeof one === 'string') return users.includes(one) ? [] : [unknown(`${pointer}/${at}`, 'field of the type user', one, users)];
    if (!('move' in one) || leading.includes(one.move)) return [];
    return [unknown(`${pointer}/${at}/move`, state === undefined ? 'move' : `move from "${state}"`, one.move, leading)];
  });
}
