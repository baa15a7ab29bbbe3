import { liveFields } from './computed.ts';
import type { RegisterDocument, RegisterField } from './document.ts';
import { type RegisterFault, twice, unknown } from './fault.ts';
import { viewsOf } from './reading.ts';

/** Views that stand twice, columns and days they have not, filters that lead nowhere. */
export function viewFaults(document: RegisterDocument): RegisterFault[] {
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
        : name === 'add' && document.permissions.add !== undefined
          ? [
              {
                pointer: `/views/${index}/name`,
                message: 'the page "add" of a register is the window of a new record: give the view another name',
              },
            ]
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
        ...(as === 'calendar' && day === undefined
          ? [{ pointer: at, message: 'a calendar shows records by a day, and the register has no "due"', hint: dayHint(namesOf('date')) }]
          : []),
        ...(as === 'calendar' && day !== undefined && !namesOf('date').includes(day)
          ? [unknown(date === undefined ? at : `${at}/date`, 'field of the type date', day, namesOf('date'))]
          : []),
        ...Object.keys(where).flatMap((name) => (filters.includes(name) ? [] : [unknown(`${at}/where/${name}`, 'field', name, filters)])),
        ...wanted.flatMap((state) =>
          stateNames.includes(state) || state.includes('{{') ? [] : [unknown(`${at}/where/state`, 'state', state, stateNames)],
        ),
      ];
    }),
  ];
}

function dayHint([first]: readonly string[]): string {
  return first === undefined
    ? 'add a field of the type date'
    : `say "due": "${first}", or {"name": "calendar", "as": "calendar", "date": "${first}"}`;
}
