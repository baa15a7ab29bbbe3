import { compileTemplate, ExpressionError } from '../expression/index.ts';
import { didYouMean } from '../suggest.ts';
import { liveFields, orderFields, pathsOf } from './computed.ts';
import {
  isTyped,
  type RegisterDocument,
  type RegisterField,
  type RegisterPeople,
  type RegisterState,
  reservedNames,
  viewsOf,
} from './document.ts';

export interface RegisterFault {
  pointer: string;
  message: string;
  hint?: string;
  severity?: 'warning';
}

/**
 * What a meta-schema cannot say about a register: names that stand twice or lead nowhere, moves that cannot be made, expressions that cannot be
 * read. Takes a document that fits its meta-schema.
 */
export function registerFaults(document: RegisterDocument): RegisterFault[] {
  const { fields, states = [], moves = [], warnings = [], watch } = document;
  const fieldNames = fields.map(({ name }) => name);
  const stateNames = states.map(({ name }) => name);
  return [
    ...twice(fieldNames, '/fields'),
    ...twice(stateNames, '/states'),
    ...twice(
      moves.map(({ name }) => name),
      '/moves',
    ),
    ...fields.flatMap((field, index) => fieldFaults(field, `/fields/${index}`)),
    ...typed(document, '/display', document.display, ['text']),
    ...typed(document, '/due', document.due, ['date']),
    ...typed(document, '/owner', document.owner, ['user']),
    ...dueFaults(document),
    ...states.flatMap(({ name, final, waitsFor = [] }, index) => [
      ...(final && waitsFor.length > 0 ? [{ pointer: `/states/${index}/waitsFor`, message: 'nothing waits in a final state' }] : []),
      ...peopleFaults(document, `/states/${index}/waitsFor`, waitsFor, name),
    ]),
    ...typed(document, '/watch/until', watch?.until, ['date']),
    ...(watch?.identifiers ?? []).flatMap((name, at) => typed(document, `/watch/identifiers/${at}`, name, ['text'])),
    ...(watch?.states ?? []).flatMap((state, at) => {
      return stateNames.includes(state) ? [] : [unknown(`/watch/states/${at}`, 'state', state, stateNames)];
    }),
    ...moves.flatMap(({ from, to, require, message, permission, notify = [] }, index) => [
      ...[...from.map((state, at) => [state, `from/${at}`] as const), [to, 'to'] as const].flatMap(([state, at]) =>
        stateNames.includes(state) ? [] : [unknown(`/moves/${index}/${at}`, 'state', state, stateNames)],
      ),
      ...peopleFaults(document, `/moves/${index}/notify`, notify, to),
      ...unreadable(require, `/moves/${index}/require`, document, ['values', 'state', 'records'], onTheDay),
      ...(require !== undefined && message === undefined
        ? [{ pointer: `/moves/${index}/require`, message: 'say in "message" what is missing where this is not true' }]
        : []),
      ...(require === undefined && message !== undefined
        ? [{ pointer: `/moves/${index}/message`, message: 'nobody is told this: the move has no "require"' }]
        : []),
      ...(permission === undefined && document.permissions.edit === undefined
        ? [{ pointer: `/moves/${index}`, message: 'nobody makes this move: it has no "permission", and the register none to edit' }]
        : []),
    ]),
    ...circle(document),
    ...liveFaults(document),
    ...fields.flatMap(({ value }, index) => unreadable(value, `/fields/${index}/value`, document, ['values', 'records'])),
    ...states.flatMap((state, index) => stateFaults(document, state, `/states/${index}`)),
    ...viewFaults(document),
    ...warnings.flatMap(({ when }, index) =>
      unreadable(when, `/warnings/${index}/when`, document, ['values', 'state', 'records'], onTheDay),
    ),
  ];
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

/**
 * Names in `records.<field>.<name>` that the register the field points at has no field for, or none that is kept where a value is computed and
 * kept; `find` knows nothing of a register there is not.
 */
export function referredFaults(document: RegisterDocument, find: (register: string) => RegisterDocument | undefined): RegisterFault[] {
  const expressions = [
    ...document.fields.map(({ value }, index) => [`/fields/${index}/value`, value, true] as const),
    ...(document.moves ?? []).map(({ require }, index) => [`/moves/${index}/require`, require, false] as const),
    ...(document.warnings ?? []).map(({ when }, index) => [`/warnings/${index}/when`, when, false] as const),
  ];
  return expressions.flatMap(([pointer, expression, isKept]) =>
    pathsOf(expression).flatMap((path) => {
      const [, field, name] = /^records\.([^.[]+)\.([^.[]+)/.exec(path) ?? [];
      const register = document.fields.find((one) => one.name === field)?.register;
      const other = register === undefined ? undefined : find(register);
      if (name === undefined || !other) return [];
      const known = other.fields.map((one) => one.name);
      if (!known.includes(name)) return [unknown(pointer, 'field', name, known)];
      const message = `"${name}" of "${register}" is found when it is read: a move or a warning may ask for it, a value that is kept may not`;
      return isKept && liveFields(other).has(name) ? [{ pointer, message }] : [];
    }),
  );
}

/** Functions for what is asked on a day: where somebody reads or moves a record. */
const onTheDay = ['today'];

/** Options that mean something to some types alone. */
const optionTypes: Partial<Record<keyof RegisterField, readonly RegisterField['type'][]>> = {
  dictionary: ['dictionary'],
  register: ['record'],
  minimum: ['integer', 'decimal'],
  maximum: ['integer', 'decimal'],
  digits: ['decimal'],
  grouping: ['integer', 'decimal'],
  lines: ['text'],
  maxLength: ['text'],
  maxItems: ['files'],
  over: ['integer', 'decimal'],
};

/** What cannot be asked of values that are found when they are read. */
function liveFaults(document: RegisterDocument): RegisterFault[] {
  const live = liveFields(document);
  return document.fields.flatMap((field, index): RegisterFault[] => {
    if (!live.has(field.name)) return [];
    const at = `/fields/${index}`;
    const message = 'a figure over other records, and what is computed of it, is not kept: nothing is found by it';
    return [
      ...(['unique', 'filter'] as const).flatMap((option) => (field[option] ? [{ pointer: `${at}/${option}`, message }] : [])),
      ...(pathsOf(field.value).some((path) => path.startsWith('records.'))
        ? [{ pointer: `${at}/value`, message: 'it reads a figure over other records, and so nothing of "records"' }]
        : []),
    ];
  });
}

/** Figures over registers that cannot be found there; `find` knows nothing of a register there is not. */
export function figureFaults(
  id: string,
  { fields }: RegisterDocument,
  find: (register: string) => RegisterDocument | undefined,
): RegisterFault[] {
  return fields.flatMap(({ over }, index): RegisterFault[] => {
    const other = over && find(over.register);
    if (!over || !other) return [];
    const at = `/fields/${index}/over`;
    const pointing = other.fields.filter(({ type, register }) => type === 'record' && register === id).map(({ name }) => name);
    const live = liveFields(other);
    const numbers = other.fields
      .filter(({ type, name }) => (type === 'integer' || type === 'decimal') && !live.has(name))
      .map(({ name }) => name);
    const states = (other.states ?? []).map(({ name }) => name);
    return [
      ...(pointing.includes(over.by) ? [] : [unknown(`${at}/by`, `field of "${over.register}" that points here`, over.by, pointing)]),
      ...(over.of === undefined || numbers.includes(over.of)
        ? []
        : [unknown(`${at}/of`, `field of "${over.register}" with numbers that are kept`, over.of, numbers)]),
      ...(over.states ?? []).flatMap((state, nth) =>
        states.includes(state) ? [] : [unknown(`${at}/states/${nth}`, `state of "${over.register}"`, state, states)],
      ),
    ];
  });
}

/** What is asked of who types a value. */
const typedOnly = ['required', 'rules', 'minimum', 'maximum', 'maxLength'] as const;

/** The first circle of values that are computed of each other. */
function circle(document: RegisterDocument): RegisterFault[] {
  const { cycle } = orderFields(document);
  if (!cycle) return [];
  const [first = ''] = cycle;
  const index = document.fields.findIndex(({ name }) => name === first);
  return [{ pointer: `/fields/${index}/value`, message: `values are computed of each other: ${[...cycle, first].join(' > ')}` }];
}

function fieldFaults(field: RegisterField, pointer: string): RegisterFault[] {
  const faults: RegisterFault[] = [];
  if (reservedNames.includes(field.name))
    faults.push({ pointer: `${pointer}/name`, message: `every record has a property "${field.name}" already` });
  for (const [type, option] of [
    ['dictionary', 'dictionary'],
    ['record', 'register'],
  ] as const)
    if (field.type === type && field[option] === undefined)
      faults.push({ pointer, message: `a field of the type ${type} says its "${option}"` });
  for (const [option, types] of Object.entries(optionTypes))
    if (field[option as keyof RegisterField] !== undefined && !types.includes(field.type))
      faults.push({ pointer: `${pointer}/${option}`, message: `only a field of the type ${types.join(' or ')} has it` });
  if (field.type === 'files') {
    for (const option of ['unique', 'rules', 'value', 'filter'] as const)
      if (field[option] !== undefined) faults.push({ pointer: `${pointer}/${option}`, message: 'files have no such option' });
  }
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = field;
  if (minimum > maximum) faults.push({ pointer: `${pointer}/minimum`, message: `no number is at least ${minimum} and at most ${maximum}` });
  if (field.over !== undefined) {
    if (field.value !== undefined)
      faults.push({ pointer: `${pointer}/value`, message: 'a figure over other records has no value of its own' });
    const { how, of } = field.over;
    if (how === 'count' && of !== undefined)
      faults.push({ pointer: `${pointer}/over/of`, message: 'records are counted, whatever they hold' });
    if (how !== 'count' && of === undefined)
      faults.push({ pointer: `${pointer}/over`, message: `say in "of" of which field it is the ${how}` });
  }
  for (const option of isTyped(field) ? [] : typedOnly)
    if (field[option] !== undefined && field[option] !== false)
      faults.push({ pointer: `${pointer}/${option}`, message: 'nobody types a field that is computed' });
  return faults;
}

/** Fields that are not changed in a state and are none, and what two people agreed on and anybody may change afterwards. */
function stateFaults({ fields, states = [], moves = [] }: RegisterDocument, state: RegisterState, pointer: string): RegisterFault[] {
  const { name, final, editable } = state;
  if (final) return editable === undefined ? [] : [{ pointer: `${pointer}/editable`, message: 'records in a final state are not changed' }];
  const isFinal = (from: string) => states.find((one) => one.name === from)?.final === true;
  const arrivals = moves.filter(({ to, from }) => to === name && !from.every(isFinal));
  const isAgreed = arrivals.length > 0 && arrivals.every(({ byAnother, byNoEditor }) => byAnother || byNoEditor);
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
  const typed = fields.filter(isTyped).map((field) => field.name);
  return (editable || []).flatMap((field, at) =>
    typed.includes(field) ? [] : [unknown(`${pointer}/editable/${at}`, 'field that is typed', field, typed)],
  );
}

/** Views that stand twice, columns and days they have not, filters that lead nowhere. */
function viewFaults(document: RegisterDocument): RegisterFault[] {
  const { fields, states = [] } = document;
  const views = viewsOf(document);
  const namesOf = (type: RegisterField['type']) => fields.filter((field) => field.type === type).map(({ name }) => name);
  const stateNames = states.map(({ name }) => name);
  const live = liveFields(document);
  const filters = ['state', 'overdue', ...fields.filter(({ type, name }) => type !== 'files' && !live.has(name)).map(({ name }) => name)];
  return [
    ...twice(
      views.map(({ name }) => name),
      '/views',
    ),
    ...views.flatMap(({ name }, index) =>
      name === 'record'
        ? [{ pointer: `/views/${index}/name`, message: 'the page "record" of a register shows one record: give the view another name' }]
        : [],
    ),
    ...(views.every(({ tab }) => tab === false) ? [{ pointer: '/views', message: 'one of them is a tab of the page' }] : []),
    ...views.flatMap(({ as, by = 'state', date, where = {} }, index): RegisterFault[] => {
      const at = `/views/${index}`;
      const day = date ?? document.due;
      const columns = [...(states.length > 0 ? ['state'] : []), ...namesOf('dictionary')];
      const wanted = [where.state ?? []].flat().map(String);
      return [
        ...(as === 'board' && !columns.includes(by)
          ? [unknown(by === 'state' ? at : `${at}/by`, 'state or field of the type dictionary', by, columns)]
          : []),
        ...(as === 'calendar' && (day === undefined || !namesOf('date').includes(day))
          ? [unknown(date === undefined ? at : `${at}/date`, 'field of the type date', day ?? '', namesOf('date'))]
          : []),
        ...Object.keys(where).flatMap((name) => (filters.includes(name) ? [] : [unknown(`${at}/where/${name}`, 'field', name, filters)])),
        ...wanted.flatMap((state) =>
          stateNames.includes(state) || state.includes('{{') ? [] : [unknown(`${at}/where/state`, 'state', state, stateNames)],
        ),
      ];
    }),
  ];
}

/** A word of the document names a field of one of these types. */
function typed(document: RegisterDocument, pointer: string, name: string | undefined, types: readonly string[]): RegisterFault[] {
  if (name === undefined) return [];
  const field = document.fields.find((one) => one.name === name);
  if (!field)
    return [
      unknown(
        pointer,
        'field',
        name,
        document.fields.map((one) => one.name),
      ),
    ];
  return types.includes(field.type) ? [] : [{ pointer, message: `"${name}" is of the type ${field.type}, not ${types.join(' or ')}` }];
}

function unknown(pointer: string, what: string, name: string, known: readonly string[]): RegisterFault {
  const hint = didYouMean(name, [...known]);
  return { pointer, message: `there is no ${what} "${name}"`, ...(hint !== undefined && { hint }) };
}

function twice(names: readonly string[], pointer: string): RegisterFault[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) === index ? [] : [{ pointer: `${pointer}/${index}/name`, message: `"${name}" stands twice` }],
  );
}

/** What keeps an expression from being evaluated on the server: faults of writing, names there are not, texts and rights of a window. */
function unreadable(
  expression: string | undefined,
  pointer: string,
  { fields }: RegisterDocument,
  known: readonly string[],
  called: readonly string[] = [],
): RegisterFault[] {
  if (expression === undefined) return [];
  const names = fields.map(({ name }) => name);
  const pointing = fields.filter(({ type }) => type === 'record').map(({ name }) => name);
  try {
    const { findings } = compileTemplate(expression);
    const strange = [...findings.hostCalls].filter((name) => !called.includes(name));
    if (strange.length > 0) {
      const message = `it is evaluated on the server, without ${strange.map((name) => `${name}()`).join(', ')}`;
      const isLate = strange.includes('today');
      return [
        {
          pointer,
          message,
          ...(isLate && { hint: 'what is computed is kept, and a day passes: a warning or what a move requires may ask for it' }),
        },
      ];
    }
    const roots = [...findings.names.keys()].filter((name) => !known.includes(name)).map((name) => unknown(pointer, 'name', name, known));
    const paths = [...findings.paths].flatMap((path) => /^values\.([^.[]+)/.exec(path)?.[1] ?? []);
    const referred = [...new Set([...findings.paths].flatMap((path) => /^records\.([^.[]+)/.exec(path)?.[1] ?? []))];
    return [
      ...roots,
      ...paths.filter((name) => !names.includes(name)).map((name) => unknown(pointer, 'field', name, names)),
      ...referred.filter((name) => !pointing.includes(name)).map((name) => unknown(pointer, 'field of the type record', name, pointing)),
    ];
  } catch (error) {
    if (error instanceof ExpressionError) return [{ pointer, message: error.message }];
    throw error;
  }
}
