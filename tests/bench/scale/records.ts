import type { RegisterDocument, RegisterField } from '../../../src/core/register/document.ts';
import { shares } from './sizes.ts';

/** A register with the ids its records get: `first + 1` to `first + count`. */
export interface FilledRegister {
  id: string;
  document: RegisterDocument;
  first: number;
  count: number;
}

/** Shares records among registers and gives each a range of ids, so that records can point at others that are not there yet. */
export function placeRegisters(documents: ReadonlyMap<string, RegisterDocument>, records: number, first: number): FilledRegister[] {
  const others = [...documents.keys()].filter((id) => !(id in shares));
  const rest = 1000 - Object.values(shares).reduce((sum, share) => sum + share, 0);
  let next = first;
  return [...documents].map(([id, document]) => {
    const count = Math.floor((records * (shares[id] ?? rest / others.length)) / 1000);
    const placed = { id, document, first: next, count };
    next += count;
    return placed;
  });
}

export interface Choices {
  /** SQL of the id of a person, a department; `salt` keeps fields of one record apart. */
  person(salt: string): string;
  department(salt: string): string;
  /** Values of a dictionary. */
  entries(dictionary: string): readonly string[];
  registers: readonly FilledRegister[];
}

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const oneOf = (values: readonly string[], index: string) => `(array[${values.map(quoted).join(',')}])[1 + ${index}]`;

/** The records of a register as one statement: every value is a hash of the number of its record, the name of its field and the seed. */
export function fillStatement(register: FilledRegister, choices: Choices): string {
  const { id, document, first, count } = register;
  const states = document.states ?? [];
  const open = states.filter(({ final }) => !final).map(({ name }) => name);
  const final = states.filter((state) => state.final).map(({ name }) => name);
  const ofState = (names: readonly string[]) => (names.length === 0 ? `''` : oneOf(names, `pick('state', i, ${names.length})`));
  const isFinal = open.length === 0 ? 'true' : final.length === 0 ? 'false' : `pick('final', i, 10) < 8`;
  const pairs = document.fields.flatMap((field) => {
    const value = fieldValue(field, document, register, choices);
    return value === undefined ? [] : [`${quoted(field.name)}, ${value}`];
  });
  const due = document.due === undefined ? 'null' : `data ->> ${quoted(document.due)}`;
  const state = states.length === 0 ? `''` : `case when is_final then ${ofState(final)} else ${ofState(open)} end`;
  return `insert into register_row (id, register, number, state, data, created_at, created_by, made_by, moved_by, updated_at, updated_by, overdue_told_at, due_told_day, due_told_step)
    overriding system value
    select ${first} + i, ${quoted(id)}, base.last + i, state, data, made, 'bench' || maker, people.first + maker, people.first + maker, made + interval '9 days', 'bench' || maker,
      case when ${due} < to_char(now(), 'YYYY-MM-DD') and pick('told', i, 100) > 0 then now() end, ${due}, case when pick('told', i, 100) > 0 then 365 end
    from (select last from register_number where register = ${quoted(id)} union all select 0 limit 1) as base, bench_people as people,
      lateral (select i, ${isFinal} as is_final, 1 + pick('maker', i, people.count) as maker, now() - (${count} - i) * interval '1825 days' / ${count} as made
        from generate_series(1, ${count}) as i) as rows,
      lateral (select ${state} as state, jsonb_strip_nulls(jsonb_build_object(${pairs.join(', ')})) as data) as made_of`;
}

function fieldValue(field: RegisterField, document: RegisterDocument, own: FilledRegister, choices: Choices): string | undefined {
  const salt = quoted(`${own.id}.${field.name}`);
  const one = singleValue(field, document, own, choices, salt);
  return field.multiple && one !== undefined ? `jsonb_build_array(${one})` : one;
}

function singleValue(
  field: RegisterField,
  document: RegisterDocument,
  own: FilledRegister,
  choices: Choices,
  salt: string,
): string | undefined {
  if (field.over) return undefined;
  switch (field.type) {
    case 'user':
      return `${choices.person(salt)}::text`;
    case 'department':
      return `${choices.department(salt)}::text`;
    case 'record': {
      const target = choices.registers.find(({ id }) => id === field.register);
      if (!target || target.count === 0) return undefined;
      // Within one register only earlier ones, or there would be circles.
      if (target === own) return `case when i > 10 then (${target.first} + 1 + pick(${salt}, i, i - 1))::text end`;
      return `(${target.first} + 1 + pick(${salt}, i, ${target.count}))::text`;
    }
    case 'date':
      // What is open is due about now, what is done was so over five years.
      return `to_char(now() + (case when is_final then -pick(${salt}, i, 1825) else pick(${salt}, i, 150) - 60 end) * interval '1 day', 'YYYY-MM-DD')`;
    case 'integer': {
      const least = field.minimum ?? 1;
      return `${least} + pick(${salt}, i, ${Math.min(field.maximum ?? 100, least + 10_000) - least + 1})`;
    }
    case 'decimal':
      return `(pick(${salt}, i, 9000000) / 100.0)`;
    case 'boolean':
      return `pick(${salt}, i, 2) = 0`;
    case 'dictionary': {
      const values = choices.entries(field.dictionary ?? '');
      return values.length === 0 ? undefined : oneOf(values, `pick(${salt}, i, ${values.length})`);
    }
    case 'files':
      return `case when pick(${salt}, i, 10) = 0 then jsonb_build_array(jsonb_build_object('name', '附件' || i || '.pdf', 'path', 'files/bench-${own.id}-' || i || '.pdf', 'size', 120000)) end`;
    default:
      if (field.name === document.display) return `words(${salt}, i, 3) || ' ' || i`;
      return `words(${salt}, i, ${(field.lines ?? 1) > 1 ? 20 : 3})`;
  }
}
