import { didYouMean } from '../../src/core/suggest.ts';
import { isObject, objectAt, pointerPart, textsAt } from '../json.ts';
import type { Call } from '../read/calls.ts';
import type { Document } from '../read/documents.ts';
import { keptFor } from '../read/kept-for.ts';
import type { Source } from '../read/source.ts';
import { objectsIn } from '../read/values.ts';
import { type Finding, finding } from './findings.ts';
import type { Check, Project } from './project.ts';

/** Contracts: the address is one of a back end, path and params agree, no two answer the same address, every $ref and rule leads somewhere. */
export const checkServices: Check = (project) => [
  ...project.calls.flatMap((call) => [
    ...addressFindings(call),
    ...pathFindings(call),
    ...ruleFindings(project, call),
    ...senderFindings(project, call),
    ...echoFindings(call),
  ]),
  ...doubles(project),
  ...[...project.documents.of('service'), ...project.documents.of('entity')].flatMap((document) => references(project, document)),
];

/** Only these two folders are those of a back end, before our own server and before another (API_TARGET). */
function addressFindings(call: Call): Finding[] {
  const { path } = call.contract;
  if (/^\/(api|config)\//.test(path)) return [];
  const message = `${path} is an address of the pages: no back end is asked`;
  return [finding(call.document.source, `${call.pointer}/path`, { code: 'CALL_ADDRESS', message, hint: `"/api${path}"` })];
}

function pathFindings(call: Call): Finding[] {
  const inPath = [...call.contract.path.matchAll(/\{([^}]+)\}/g)].map(([, name = '']) => name);
  const declared = Object.keys(objectAt(call.params, 'properties'));
  const required = textsAt(call.params, 'required');
  const report = (at: string, message: string, hint?: string) =>
    finding(call.document.source, `${call.pointer}${at}`, { code: 'CALL_PARAMETERS', message, hint });
  return [
    ...inPath
      .filter((name) => !declared.includes(name))
      .map((name) => report('/path', `the path parameter "${name}" is not declared in params`, didYouMean(name, declared))),
    ...declared
      .filter((name) => !inPath.includes(name))
      .map((name) => report(`/params/properties/${pointerPart(name)}`, `the path has no {${name}}`, didYouMean(name, inPath))),
    ...inPath
      .filter((name) => declared.includes(name) && !required.includes(name))
      .map((name) => report('/params', `the path parameter "${name}" must be required`, `"required": ${JSON.stringify(inPath)}`)),
  ];
}

function ruleFindings(project: Project, call: Call): Finding[] {
  const rules = project.ids('rule');
  return Object.entries(call.rules).flatMap(([field, rule]) => {
    const at = `${call.pointer}/rules/${pointerPart(field)}`;
    const found: Finding[] = [];
    if (!rules.includes(rule)) {
      const hint = didYouMean(rule, rules);
      found.push(finding(call.document.source, at, { code: 'UNKNOWN_RULE', message: `there is no rule "${rule}"`, hint }));
    }
    const slip = unknownStep(bodyOf(project, call), field.split('.'));
    if (slip) {
      const message = `the body of ${call.contract.id} has no field "${slip.step}"`;
      found.push(finding(call.document.source, at, { code: 'CALL_RULE', message, hint: didYouMean(slip.step, slip.fields), atKey: true }));
    }
    return found;
  });
}

/** What a public call may send without being asked who it is. */
const openBytes = 1_048_576;

/** Whoever sends much is known before it is read, and the parameter that says so is one of the call. */
function senderFindings(project: Project, call: Call): Finding[] {
  const { sender, contract } = call;
  const report = (at: string, message: string, hint?: string) =>
    finding(call.document.source, `${call.pointer}${at}`, { code: 'CALL_SENDER', message, hint });
  if (sender === undefined) {
    const isOpen = contract.access === 'public' && (call.bodyLimit ?? openBytes) > openBytes;
    return isOpen ? [report('/bodyLimit', `anybody may send ${call.bodyLimit} bytes: "sender" has to name what says who it is`)] : [];
  }
  const body = bodyOf(project, call);
  const ofBody = [body, objectAt(body, 'items')].flatMap((schema) => Object.keys(objectAt(schema, 'properties')));
  const known = [...[call.params, call.query].flatMap((schema) => Object.keys(objectAt(schema, 'properties'))), ...ofBody];
  return known.includes(sender) ? [] : [report('/sender', `the call has no parameter "${sender}"`, didYouMean(sender, known))];
}

/** What was read is sent back as JSON. */
function echoFindings(call: Call): Finding[] {
  if (!call.echo || (call.body !== undefined && call.contract.bodyType === 'json')) return [];
  const message = `${call.contract.id} has no JSON body that could hold what was read`;
  return [finding(call.document.source, `${call.pointer}/echo`, { code: 'CALL_ECHO', message, hint: 'leave "echo" out' })];
}

/** The first step of `list[].name` that the schema does not have; nothing where the schema does not tell. */
function unknownStep(schema: unknown, [step, ...rest]: string[]): { step: string; fields: string[] } | undefined {
  const properties = objectAt(schema, 'properties');
  const fields = Object.keys(properties);
  if (step === undefined || fields.length === 0) return undefined;
  const name = step.replace(/\[\]$/, '');
  if (!fields.includes(name)) return { step: name, fields };
  return unknownStep(step === name ? properties[name] : objectAt(properties[name], 'items'), rest);
}

function bodyOf(project: Project, call: Call): unknown {
  if (!isObject(call.body) || typeof call.body.$ref !== 'string') return call.body;
  return project.resolve(call.document.source.path, call.body.$ref)?.schema;
}

function doubles(project: Project): Finding[] {
  const seen = new Map<string, Call>();
  return project.calls.flatMap((call) => {
    const address = `${call.contract.method} ${call.contract.path.replaceAll(/\{[^}]+\}/g, '{}')}`;
    const before = seen.get(address);
    if (!before) {
      seen.set(address, call);
      return [];
    }
    const message = `${call.contract.id} and ${before.contract.id} have the same address ${address}`;
    return [finding(call.document.source, `${call.pointer}/path`, { code: 'CALL_DOUBLE', message })];
  });
}

const referencesIn = keptFor((source: Source) =>
  objectsIn(source).flatMap(([pointer, { $ref }]) => (typeof $ref === 'string' ? [{ pointer: `${pointer}/$ref`, $ref }] : [])),
);

function references(project: Project, { source }: Document): Finding[] {
  return referencesIn(source).flatMap(({ pointer, $ref }) => {
    if (project.resolve(source.path, $ref)) return [];
    const known = project.ids('entity').map((id) => `../entities/${id}.entity.json#/schema`);
    const message = `"${$ref}" leads nowhere`;
    return [finding(source, pointer, { code: 'UNKNOWN_ENTITY', message, hint: didYouMean($ref, known) })];
  });
}
