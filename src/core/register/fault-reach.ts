import { liveFields } from './computed.ts';
import { madeBy, type RegisterDocument, type RegisterReach } from './document.ts';
import { type RegisterFault, unknown } from './fault.ts';

const types = ['user', 'department'];

/** Ways to see records that lead nowhere, or that nobody needs. */
export function reachFaults(document: RegisterDocument): RegisterFault[] {
  const { reach = [] } = document;
  return reach.flatMap((one, index) => {
    const pointer = `/reach/${index}`;
    const isSame = ({ permission, states, departments = 'below' }: RegisterReach) =>
      permission === one.permission && String(states) === String(one.states) && departments === (one.departments ?? 'below');
    const isDouble = reach.findIndex(isSame) < index;
    return [
      ...byFaults(document, one, pointer),
      ...stateFaults(document, one, pointer),
      ...(isDouble
        ? [
            {
              pointer: `${pointer}/permission`,
              message: `"${one.permission}" stands twice with the same states and departments`,
              hint: 'name all its fields in one "by"',
            },
          ]
        : []),
      ...(one.permission === document.permissions.list
        ? [
            {
              pointer: `${pointer}/permission`,
              message: 'this has no effect: whoever holds it sees all records',
              hint: 'give it a permission of its own',
            },
          ]
        : []),
    ];
  });
}

function byFaults(document: RegisterDocument, { by, departments }: RegisterReach, pointer: string): RegisterFault[] {
  const { fields } = document;
  const live = liveFields(document);
  const known = [...fields.filter(({ type }) => types.includes(type)).map(({ name }) => name), madeBy];
  const found = fields.filter(({ name }) => by.includes(name));
  return [
    ...by.flatMap((name, at): RegisterFault[] => {
      const own = `${pointer}/by/${at}`;
      const field = fields.find((one) => one.name === name);
      if (by.indexOf(name) < at) return [{ pointer: own, message: `"${name}" stands twice` }];
      if (live.has(name))
        return [{ pointer: own, message: `"${name}" is found when it is read: records are seen by values that are kept` }];
      if (known.includes(name)) return [];
      return [
        field
          ? { pointer: own, message: `"${name}" is of the type ${field.type}, not user or department` }
          : unknown(own, 'field', name, known),
      ];
    }),
    ...(departments !== undefined && !found.some(({ type }) => type === 'department')
      ? [{ pointer: `${pointer}/departments`, message: 'this has no effect: "by" names no field of the type department' }]
      : []),
  ];
}

function stateFaults({ states = [] }: RegisterDocument, reach: RegisterReach, pointer: string): RegisterFault[] {
  const names = states.map(({ name }) => name);
  return (reach.states ?? []).flatMap((state, at) =>
    names.includes(state) ? [] : [unknown(`${pointer}/states/${at}`, 'state', state, names)],
  );
}
