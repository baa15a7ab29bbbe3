import { liveFields } from '../../src/core/register/computed.ts';
import type { RegisterDocument, RegisterField } from '../../src/core/register/document.ts';
import { presentName } from '../../src/core/register/names.ts';
import { didYouMean, fieldHint } from '../../src/core/suggest.ts';
import { isObject, type JsonSchema, objectAt, pointerPart } from '../json.ts';
import type { Call } from '../read/calls.ts';
import type { Document } from '../read/documents.ts';
import { type Finding, finding } from './findings.ts';
import { isOverlaid } from './overlaid.ts';
import type { Project } from './project.ts';
import { registerAmong } from './register-named.ts';
import type { Spot } from './scopes/context.ts';

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
    const found = register ? fieldFindings(call, given, { id, register }, { source, pointer: at }) : [];
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
): Finding[] {
  const { fields } = register;
  const names = fields.map(({ name }) => name);
  // What is found when records are read is counted, filtered and ordered by nobody.
  const live = liveFields(register);
  const kept = names.filter((name) => !live.has(name));
  const summed = fields.filter(({ type, name }) => numbers.includes(type) && !live.has(name)).map(({ name }) => name);
  const ordered = fields.filter(({ multiple, name }) => !multiple && !live.has(name)).map(({ name }) => name);
  const unknown = (name: unknown, known: readonly string[], at: string, atKey = false): Finding[] => {
    if (!isWritten(name) || known.includes(presentName(register, name))) return [];
    const misfit = live.has(name)
      ? 'is found when a record is read: nothing is counted, summed, filtered or ordered by it'
      : at === 'sum'
        ? 'is no field of numbers'
        : 'takes several: nothing is ordered by it';
    const message = names.includes(name) ? `"${name}" of the register ${id} ${misfit}` : `the register ${id} has no field "${name}"`;
    return [finding(source, `${pointer}/${at}`, { code: 'UNKNOWN_FIELD', message, hint: fieldHint(name, known), atKey })];
  };
  const by = Array.isArray(given.by) ? given.by.map((name, index) => [name, `by/${index}`] as const) : [[given.by, 'by'] as const];
  const parameters = Object.keys(objectAt(call.body, 'properties'));
  const isOpen = isObject(call.body) && isObject(call.body.additionalProperties);
  return [
    ...by.flatMap(([name, at]) => unknown(name, [...kept, 'state'], at)),
    ...unknown(given.sum, summed, 'sum'),
    ...unknown(given.sort, [...ordered, ...orderedProperties], 'sort'),
    ...unknown(given.field, names, 'field'),
    ...(isOpen ? Object.keys(given).filter((key) => !parameters.includes(key)) : []).flatMap((key) =>
      unknown(key, kept, pointerPart(key), true),
    ),
  ];
}

function isWritten(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('{{');
}
