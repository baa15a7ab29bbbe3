import type { RegisterDocument, RegisterField } from '../../src/core/register/document.ts';
import { presentName } from '../../src/core/register/names.ts';
import { listAt, textAt } from '../json.ts';
import type { Document } from '../read/documents.ts';
import { type Finding, finding } from './findings.ts';
import { type Check, isReadable } from './project.ts';
import { registerAmong } from './register-named.ts';

/**
 * Fields an overlay or an amendment takes from the register below it, or keeps with another type: records have values there. What somebody wants is
 * not an error; that it was not meant is told before the values are missed.
 */
export const checkLostFields: Check = (project) =>
  project.checked.of('register').flatMap((document) => {
    const register = registerAmong(project.documents, document.id);
    return register && document.replaces && isReadable(document.source) ? lostIn(document, register) : [];
  });

function lostIn({ source, replaces }: Document, register: RegisterDocument): Finding[] {
  const before = listAt(replaces?.value, 'fields');
  const names = before.flatMap((field) => textAt(field, 'name') ?? []);
  const added = register.fields.filter(({ name }) => !names.includes(name));
  return before.flatMap((field) => {
    const [name, type] = [textAt(field, 'name'), textAt(field, 'type')];
    if (name === undefined || type === undefined) return [];
    const present = presentName(register, name);
    const index = register.fields.findIndex((one) => one.name === present);
    const now = register.fields[index];
    const told = (pointer: string, message: string, hint: string) =>
      finding(source, pointer, { code: 'FIELD_LOST', severity: 'warning', message, hint });
    if (!now) {
      const message = `the field "${name}" of the register below is gone: what records hold in it is kept unseen, and is missing in lists, filters, history, exports and charts`;
      const other = added.find((one) => one.type === type);
      const at = other ? `/fields/${register.fields.indexOf(other)}/name` : '/fields';
      return [told(at, message, adviceFor(name, other))];
    }
    if (now.type === type) return [];
    const message = `"${name}" was of the type ${type} and is of the type ${now.type}: what records hold in it stays as it was written`;
    return [told(`/fields/${index}/type`, message, 'a field of another meaning has a name of its own')];
  });
}

/** `other`: a field of its type that is new here may be the same one under another name. */
function adviceFor(name: string, other: RegisterField | undefined): string {
  return other
    ? `is it called "${other.name}" now? "aliases": ["${name}"] in that field keeps all of it`
    : 'to have it out of sight keep it, with "column": "never"; under another name it says "aliases"';
}
