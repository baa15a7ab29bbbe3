import type { RegisterDocument, RegisterField } from '../../src/core/register/document.ts';
import { didYouMean, fieldHint } from '../../src/core/suggest.ts';
import { isObject, type JsonSchema, objectAt, pointerPart } from '../json.ts';
import type { Call } from '../read/calls.ts';
import { type Finding, finding } from './findings.ts';
import type { Project } from './project.ts';
import type { Spot } from './scopes/context.ts';

const numbers: readonly RegisterField['type'][] = ['integer', 'decimal'];

/** What a call about the records of a register is given, as far as it is written out: a register there is, and its fields. */
export function registerFindings(project: Project, call: Call, holder: JsonSchema, { source, pointer }: Spot): Finding[] {
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
    const register = registerNamed(project, id);
    return register ? fieldFindings(call, given, { id, fields: register.fields }, { source, pointer: at }) : [];
  }
  return [];
}

function fieldFindings(
  call: Call,
  given: JsonSchema,
  { id, fields }: { id: string; fields: readonly RegisterField[] },
  { source, pointer }: Spot,
): Finding[] {
  const names = fields.map(({ name }) => name);
  const summed = fields.filter(({ type }) => numbers.includes(type)).map(({ name }) => name);
  const unknown = (name: unknown, known: readonly string[], at: string, atKey = false): Finding[] => {
    if (!isWritten(name) || known.includes(name)) return [];
    const message = names.includes(name)
      ? `"${name}" of the register ${id} is no field of numbers`
      : `the register ${id} has no field "${name}"`;
    return [finding(source, `${pointer}/${at}`, { code: 'UNKNOWN_FIELD', message, hint: fieldHint(name, known), atKey })];
  };
  const by = Array.isArray(given.by) ? given.by.map((name, index) => [name, `by/${index}`] as const) : [[given.by, 'by'] as const];
  const parameters = Object.keys(objectAt(call.body, 'properties'));
  const isOpen = isObject(call.body) && isObject(call.body.additionalProperties);
  return [
    ...by.flatMap(([name, at]) => unknown(name, [...names, 'state'], at)),
    ...unknown(given.sum, summed, 'sum'),
    ...unknown(given.field, names, 'field'),
    ...(isOpen ? Object.keys(given).filter((key) => !parameters.includes(key)) : []).flatMap((key) =>
      unknown(key, names, pointerPart(key), true),
    ),
  ];
}

/** A register whose fields can be gone through; nothing of one that does not fit its meta-schema, which says so itself. */
export function registerNamed(project: Project, id: string): RegisterDocument | undefined {
  const value = project.documents.find('register', id)?.source.value as RegisterDocument | undefined;
  return Array.isArray(value?.fields) && !value.fields.some((field: unknown) => !isObject(field)) ? value : undefined;
}

function isWritten(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('{{');
}
