import { liveFields, orderFields, pathsOf } from './computed.ts';
import type { RegisterDocument, RegisterField, RegisterFigure } from './document.ts';
import { type RegisterFault, twice, unknown, unreadable } from './fault.ts';
import { givenFaults } from './making-types.ts';
import { asksOf, isInForm, isTyped, parameterNames, reservedNames } from './reading.ts';

/** Fields that stand twice, options they have not, and values that cannot be computed. */
export function fieldsFaults(document: RegisterDocument): RegisterFault[] {
  const { fields } = document;
  return [
    ...twice(
      fields.map(({ name }) => name),
      '/fields',
    ),
    ...fields.flatMap((field, index) => fieldFaults(field, `/fields/${index}`)),
    ...movesAloneFaults(document),
    ...aliasFaults(document),
    ...circle(document),
    ...liveFaults(document),
    ...startFaults(document),
    ...actingFaults(document),
    ...fields.flatMap(({ value }, index) => unreadable(value, `/fields/${index}/value`, document, ['values', 'records'])),
  ];
}

/** Fields for moves alone that none of them fills, or that every record needs before any is made. */
function movesAloneFaults({ fields, moves = [] }: RegisterDocument): RegisterFault[] {
  const filled = new Set(moves.flatMap((move) => [...asksOf(move).map(({ field }) => field), ...Object.keys(move.sets ?? {})]));
  return fields.flatMap(({ name, typed, required }, index): RegisterFault[] => {
    if (typed !== 'moves') return [];
    const pointer = `/fields/${index}/typed`;
    if (required) return [{ pointer, message: `no record is made: "${name}" is required, and no form asks for it` }];
    return filled.has(name) ? [] : [{ pointer, message: `nobody fills "${name}": no move asks for it or sets it` }];
  });
}

/** Fields no form of a new record has, and what they cannot begin with. */
function startFaults(document: RegisterDocument): RegisterFault[] {
  return document.fields.flatMap((field, index): RegisterFault[] => {
    const { starts } = field;
    if (starts === undefined) return [];
    const pointer = `/fields/${index}/starts`;
    if (!isInForm(field) || field.type === 'files') return [{ pointer, message: 'the form of a new record has no such field' }];
    return givenFaults(document, field, starts, { pointer, known: ['values', 'records', 'user'] });
  });
}

/** Moves there are not, and departments whose people see nothing by the field they stand in. */
function actingFaults({ fields, moves = [], reach = [] }: RegisterDocument): RegisterFault[] {
  const names = moves.map(({ name }) => name);
  return fields.flatMap(({ name, actsBy }, index): RegisterFault[] => {
    if (actsBy === undefined) return [];
    const pointer = `/fields/${index}/actsBy`;
    if (!names.includes(actsBy)) return [unknown(pointer, 'move', actsBy, names)];
    if (reach.some(({ by }) => by.includes(name))) return [];
    return [{ pointer, message: `nobody sees records by "${name}"`, hint: 'name it in "by" of "reach"' }];
  });
}

/** Former names that mean another field as well: what is kept under one goes to a single field. */
function aliasFaults({ fields }: RegisterDocument): RegisterFault[] {
  const taken = new Map(fields.map(({ name }) => [name, `"${name}" is the name of a field`]));
  return fields.flatMap(({ name, aliases = [] }, index) =>
    aliases.flatMap((alias, nth): RegisterFault[] => {
      const pointer = `/fields/${index}/aliases/${nth}`;
      if (reservedNames.includes(alias)) return [{ pointer, message: `every record has a property "${alias}", which no field was called` }];
      const message = taken.get(alias);
      if (message === undefined) {
        taken.set(alias, `"${alias}" is what "${name}" was called`);
        return [];
      }
      return [{ pointer, message, hint: 'an alias is a name that no field has any more' }];
    }),
  );
}

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
  multiple: ['user', 'department', 'record'],
  acyclic: ['record'],
  actsBy: ['department'],
  states: ['record'],
  maxItems: ['files', 'user', 'department', 'record'],
  over: ['integer', 'decimal', 'date'],
};

/** Figures that days have. */
const ofDays: readonly RegisterFigure['how'][] = ['maximum', 'minimum', 'last'];

/** What is asked of who types a value. */
const typedOnly = ['required', 'rules', 'minimum', 'maximum', 'maxLength', 'typed', 'permission'] as const;

function fieldFaults(field: RegisterField, pointer: string): RegisterFault[] {
  const faults: RegisterFault[] = [];
  if (reservedNames.includes(field.name))
    faults.push({ pointer: `${pointer}/name`, message: `every record has a property "${field.name}" already` });
  if (parameterNames.includes(field.name))
    faults.push({
      ...{ pointer: `${pointer}/name`, severity: 'warning' },
      message: `"${field.name}" is a parameter of calls that count records or put them on a board: they cannot filter by this field`,
      hint: `another name, with "aliases": ["${field.name}"] where there are records`,
    });
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
  if (field.multiple) {
    for (const option of ['unique', 'value'] as const)
      if (field[option] !== undefined)
        faults.push({ pointer: `${pointer}/${option}`, message: 'a field that takes several has no such option' });
  } else if (field.maxItems !== undefined && optionTypes.multiple?.includes(field.type))
    faults.push({ pointer: `${pointer}/maxItems`, message: 'it takes one: say "multiple", or leave this out' });
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = field;
  if (minimum > maximum) faults.push({ pointer: `${pointer}/minimum`, message: `no number is at least ${minimum} and at most ${maximum}` });
  if (field.over !== undefined) {
    if (field.value !== undefined)
      faults.push({ pointer: `${pointer}/value`, message: 'a figure over other records has no value of its own' });
    const { how, of } = field.over;
    if (field.type === 'date' && !ofDays.includes(how))
      faults.push({ pointer: `${pointer}/over/how`, message: 'of days there is the maximum, the minimum and the last' });
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

/** The first circle of values that are computed of each other. */
function circle(document: RegisterDocument): RegisterFault[] {
  const { cycle } = orderFields(document);
  if (!cycle) return [];
  const [first = ''] = cycle;
  const index = document.fields.findIndex(({ name }) => name === first);
  return [{ pointer: `/fields/${index}/value`, message: `values are computed of each other: ${[...cycle, first].join(' > ')}` }];
}

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
