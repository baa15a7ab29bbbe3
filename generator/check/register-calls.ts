import { liveFields } from '../../src/core/register/computed.ts';
import type { RegisterDocument, RegisterField } from '../../src/core/register/document.ts';
import { presentName } from '../../src/core/register/names.ts';
import { didYouMean, fieldHint } from '../../src/core/suggest.ts';
import { isObject, isWritten, type JsonSchema, objectAt, pointerPart } from '../json.ts';
import type { Call } from '../read/calls.ts';
import type { Document } from '../read/documents.ts';
import { type Finding, finding } from './findings.ts';
import { isOverlaid } from './overlaid.ts';
import type { Project } from './project.ts';
import { registerAmong } from './register-named.ts';
import type { Spot } from './scopes/context.ts';
import { writtenTexts } from './written-texts.ts';

/** By what records are ordered besides their fields. */
const orderedProperties: readonly string[] = ['', 'code', 'state', 'updateTime'];

const numbers: readonly RegisterField['type'][] = ['integer', 'decimal'];

/**
 * What a call about the records of a register is given in a document, as far as it is written out: a register there is, and its fields. A shipped document
 * is warned of what a register of an overlay lacks.
 */
export function registerFindings(project: Project, call: Call, holder: JsonSchema, { source, pointer }: Spot, reader: Document): Finding[] {
  if (call.service !== 'register' || call.rightsBy === undefined) return [];
  for (const word of ['body', 'with'] as const) {
    const given = objectAt(holder, word);
    const id = given[call.rightsBy];
    if (!isWritten(id)) continue;
    const at = `${pointer}/${word}`;
    const known = project.ids('register');
    if (!known.includes(id)) {
      const report = { code: 'UNKNOWN_DOCUMENT', message: `there is no register "${id}"`, hint: didYouMean(id, known) };
      return [finding(source, `${at}/${call.rightsBy}`, report)];
    }
    const register = registerAmong(project.documents, id);
    const found = register ? fieldFindings(call, given, { id, register }, { source, pointer: at }, reader) : [];
    return isOverlaid(project.documents.find('register', id), reader)
      ? found.map((one) => ({ ...one, severity: 'warning' as const }))
      : found;
  }
  return [];
}

function fieldFindings(
  call: Call,
  given: JsonSchema,
  { id, register }: { id: string; register: RegisterDocument },
  { source, pointer }: Spot,
  reader: Document,
): Finding[] {
  const { fields } = register;
  const names = fields.map(({ name }) => name);
  // What is found when records are read is counted, filtered and ordered by nobody.
  const live = liveFields(register);
  const kept = names.filter((name) => !live.has(name));
  const summed = fields.filter(({ type, name }) => numbers.includes(type) && !live.has(name)).map(({ name }) => name);
  const ordered = fields.filter(({ multiple, name }) => !multiple && !live.has(name)).map(({ name }) => name);
  const unknown = (name: unknown, known: readonly string[], at: string, atKey = false): Finding[] => {
    if (!isWritten(name)) return [];
    const present = presentName(register, name);
    if (known.includes(present)) return [];
    const misfit = live.has(present)
      ? 'is found when a record is read: nothing is counted, summed, filtered or ordered by it'
      : at === 'sum'
        ? 'is no field of numbers'
        : 'takes several: nothing is ordered by it';
    const message = names.includes(present) ? `"${name}" of the register ${id} ${misfit}` : `the register ${id} has no field "${name}"`;
    return [finding(source, `${pointer}/${at}`, { code: 'UNKNOWN_FIELD', message, hint: fieldHint(name, known), atKey })];
  };
  const states = (register.states ?? []).map(({ name }) => name);
  const moves = (register.moves ?? []).map(({ name }) => name);
  const one = (what: string, value: unknown, known: readonly string[], at: string): Finding[] => {
    if (!isWritten(value) || value === '' || known.includes(value)) return [];
    const report = { code: 'REGISTER', message: `the register ${id} has no ${what} "${value}"`, hint: fieldHint(value, known) };
    return [finding(source, `${pointer}/${at}`, report)];
  };
  const several = (value: unknown, at: string): (readonly [unknown, string])[] =>
    Array.isArray(value)
      ? value.map((each, index) => [each, `${at}/${index}`] as const)
      : typeof value === 'string' && !isWritten(value)
        ? writtenTexts(value, reader).map((text) => [text, at] as const)
        : [[value, at] as const];
  const isSaved = isObject(given.values);
  const by = Array.isArray(given.by) ? given.by.map((name, index) => [name, `by/${index}`] as const) : [[given.by, 'by'] as const];
  const parameters = Object.keys(objectAt(call.body, 'properties'));
  const isOpen = isObject(call.body) && isObject(call.body.additionalProperties);
  return [
    ...by.flatMap(([name, at]) => unknown(name, [...kept, 'state'], at)),
    ...unknown(given.sum, summed, 'sum'),
    ...unknown(given.sort, [...ordered, ...orderedProperties], 'sort'),
    ...unknown(given.field, names, 'field'),
    ...several(given.state, 'state').flatMap(([state, at]) => one('state', state, states, at)),
    ...one('move', given.move, moves, 'move'),
    ...(isSaved ? Object.keys(objectAt(given, 'values')).flatMap((key) => unknown(key, names, `values/${pointerPart(key)}`, true)) : []),
    ...(isOpen ? Object.keys(given).filter((key) => !parameters.includes(key)) : []).flatMap((key) =>
      unknown(key, kept, pointerPart(key), true),
    ),
  ];
}

/** Values of fields of dictionaries that a call about a register is given, with what they stand at: filters, what is saved, and one field of several records. */
export function givenEntries({ fields }: RegisterDocument, given: JsonSchema): { type: string; value: unknown; at: string }[] {
  const typeOf = new Map(
    fields.flatMap(({ name, aliases = [], dictionary }) => [name, ...aliases].map((one) => [one, dictionary] as const)),
  );
  const valuesIn = (values: JsonSchema, at: string) =>
    Object.entries(values).flatMap(([name, value]) => {
      const type = typeOf.get(name);
      return type === undefined ? [] : [value].flat().map((one) => ({ type, value: one as unknown, at: `${at}${pointerPart(name)}` }));
    });
  const set = typeOf.get(String(given.field));
  return [
    ...valuesIn(given, ''),
    ...valuesIn(objectAt(given, 'values'), 'values/'),
    ...(set === undefined ? [] : [{ type: set, value: given.value, at: 'value' }]),
  ];
}
