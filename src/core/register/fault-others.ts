import { amendmentOf } from '../amend.ts';
import { liveFields, pathsOf, readIn } from './computed.ts';
import type { RegisterDocument } from './document.ts';
import { expressionsOf } from './expressions.ts';
import { onTheDay, type RegisterFault, unknown, unreadable } from './fault.ts';
import { constantFault, givenFaults, isNeverTrue } from './making-types.ts';
import { isTyped } from './reading.ts';

const found = 'a move or a warning may ask for it, a value that is kept may not';

/**
 * Names in `records.<field>.<name>` that the register the field points at has no field for, or none that is kept where a value is computed and
 * kept; `find` knows nothing of a register there is not. What a new record begins with may be missing in a register that is another one (`isOther`) than
 * the document was written for: it begins without.
 */
export function referredFaults(
  document: RegisterDocument,
  find: (register: string) => RegisterDocument | undefined,
  isOther: (register: string) => boolean = () => false,
): RegisterFault[] {
  return expressionsOf(document).flatMap(({ pointer, text, word }) => {
    const isKept = word === 'value';
    return pathsOf(text).flatMap((path) => {
      const { root, field, name } = readIn(path);
      const register = document.fields.find((one) => one.name === field)?.register;
      const other = register === undefined ? undefined : find(register);
      if (root !== 'records' || name === undefined || register === undefined || !other) return [];
      if (word === 'starts' && isOther(register)) return [];
      const isState = name === 'state' && (other.states ?? []).length > 0;
      if (isState && !isKept) return [];
      if (isState) return [{ pointer, message: `what "${register}" is in is found when it is read: ${found}` }];
      const known = other.fields.map((one) => one.name);
      if (!known.includes(name)) return [unknown(pointer, 'field', name, known)];
      const message = `"${name}" of "${register}" is found when it is read: ${found}`;
      return isKept && liveFields(other).has(name) ? [{ pointer, message }] : [];
    });
  });
}

/**
 * Records that moves make and cannot be made so: they point back by no field, have fields there are not, or lack what is required; `find` knows
 * nothing of a register there is not.
 */
export function makingFaults(
  id: string,
  document: RegisterDocument,
  find: (register: string) => RegisterDocument | undefined,
): RegisterFault[] {
  return (document.moves ?? []).flatMap(({ makes }, index): RegisterFault[] => {
    const other = makes && find(makes.register);
    if (!makes || !other) return [];
    const at = `/moves/${index}/makes`;
    const { register, by, when, with: given = {} } = makes;
    const pointing = other.fields.filter((field) => field.type === 'record' && field.register === id).map(({ name }) => name);
    const typed = other.fields.filter((field) => isTyped(field) && field.type !== 'files').map(({ name }) => name);
    const missing = other.fields.filter(({ name, required }) => required && name !== by && given[name] === undefined);
    return [
      ...(pointing.includes(by) ? [] : [noPointer(`${at}/by`, { to: id, isHere: true, from: register, by, pointing })]),
      ...unreadable(when, `${at}/when`, document, ['values', 'state', 'records'], onTheDay),
      ...(isNeverTrue(document, when) ? [{ pointer: `${at}/when`, message: 'this is never true: compare it with something' }] : []),
      ...Object.entries(given).flatMap(([name, value]) => {
        const pointer = `${at}/with/${name}`;
        if (name === by) return [{ pointer, message: 'it points here already, by "by"' }];
        if (!typed.includes(name)) return [unknown(pointer, `field of "${register}" that is typed`, name, typed)];
        const field = other.fields.find((one) => one.name === name);
        if (typeof value === 'object') {
          const isText = field === undefined || field.type === 'text';
          const wrong = isText
            ? []
            : [{ pointer, message: `"${name}" is of the type ${field.type}: only a text is worded in several languages` }];
          const read = Object.entries(value).flatMap(([language, text]) =>
            unreadable(text, `${pointer}/${language}`, document, ['values', 'state', 'records'], onTheDay),
          );
          return [...wrong, ...read];
        }
        return field ? givenFaults(document, field, value, { pointer }) : [];
      }),
      ...missing.map(({ name }) => ({ pointer: at, message: `"${register}" asks for "${name}"`, hint: 'give it in "with"' })),
    ];
  });
}

/** No field of another register leads here, or none of this name: which ones do, or how one comes to. */
function noPointer(
  pointer: string,
  { to, isHere, from, by, pointing }: { to: string; isHere: boolean; from: string; by: string; pointing: readonly string[] },
): RegisterFault {
  const fault = unknown(pointer, `field of "${from}" that points ${isHere ? 'here' : `at "${to}"`}`, by, pointing);
  if (pointing.length > 0) return { hint: `it has ${pointing.join(', ')}`, ...fault };
  const field = `{"name": "${by}", "type": "record", "register": "${to}", ...}`;
  return {
    ...fault,
    hint: `add ${field} to the fields of "${from}"; in an overlay ${amendmentOf(`registers/${from}.register.json`)} does`,
  };
}

/** States of which a record is to be in one and that its register has not; `isOther`: a register whose words are another author's. */
export function choosableFaults(
  { fields }: RegisterDocument,
  find: (register: string) => RegisterDocument | undefined,
  isOther: (register: string) => boolean = () => false,
): RegisterFault[] {
  return fields.flatMap(({ states, register = '' }, index) => {
    const target = find(register);
    if (!Array.isArray(states) || !target || isOther(register)) return [];
    const known = (target.states ?? []).map(({ name }) => name);
    return states.flatMap((state, nth) =>
      known.includes(state) ? [] : [unknown(`/fields/${index}/states/${nth}`, `state of "${register}"`, state, known)],
    );
  });
}

/** Fields that lead to another register and so never back. */
export function acyclicFaults(id: string, { fields }: RegisterDocument): RegisterFault[] {
  return fields.flatMap(({ acyclic, register }, index) =>
    acyclic && register !== undefined && register !== id
      ? [{ pointer: `/fields/${index}/acyclic`, message: `it leads to "${register}": only records of "${id}" lead back to one` }]
      : [],
  );
}

/** Figures over registers that cannot be found there; `find` knows nothing of a register there is not. */
export function figureFaults(
  id: string,
  { fields }: RegisterDocument,
  find: (register: string) => RegisterDocument | undefined,
): RegisterFault[] {
  return fields.flatMap(({ over, type: own }, index): RegisterFault[] => {
    const other = over && find(over.register);
    if (!over || !other) return [];
    const at = `/fields/${index}/over`;
    const ways = fields.filter(({ type, multiple }) => type === 'record' && !multiple);
    const way = ways.find(({ name }) => name === over.through);
    const isLost = over.through !== undefined && !way;
    const pointed = way?.register ?? id;
    const pointing = other.fields.filter(({ type, register }) => type === 'record' && register === pointed).map(({ name }) => name);
    const live = liveFields(other);
    const kept = other.fields.filter(({ name, type }) => !live.has(name) && type !== 'files');
    const numbers = kept
      .filter(({ type }) => (own === 'date' ? type === 'date' : type === 'integer' || type === 'decimal'))
      .map(({ name }) => name);
    const comparable = kept.map(({ name }) => name);
    const states = (other.states ?? []).map(({ name }) => name);
    return [
      ...(isLost
        ? [
            unknown(
              `${at}/through`,
              'field that refers to one record',
              over.through ?? '',
              ways.map(({ name }) => name),
            ),
          ]
        : []),
      ...(isLost || pointing.includes(over.by)
        ? []
        : [noPointer(`${at}/by`, { to: pointed, isHere: !way, from: over.register, by: over.by, pointing })]),
      ...(over.of === undefined || numbers.includes(over.of)
        ? []
        : [unknown(`${at}/of`, `field of "${over.register}" with ${own === 'date' ? 'days' : 'numbers'} that are kept`, over.of, numbers)]),
      ...Object.entries(over.where ?? {}).flatMap(([name, value]) => {
        const field = kept.find((one) => one.name === name);
        if (!field) return [unknown(`${at}/where/${name}`, `field of "${over.register}" that is kept`, name, comparable)];
        const isNumber = field.type === 'integer' || field.type === 'decimal';
        const wrong = isNumber && typeof value !== 'number' ? 'is no number' : constantFault(field, value);
        return wrong === undefined ? [] : [{ pointer: `${at}/where/${name}`, message: `${JSON.stringify(value)} ${wrong}` }];
      }),
      ...(over.states ?? []).flatMap((state, nth) =>
        states.includes(state) ? [] : [unknown(`${at}/states/${nth}`, `state of "${over.register}"`, state, states)],
      ),
    ];
  });
}
