import { isObject, type JsonSchema } from '../json.ts';
import type { Call } from '../read/calls.ts';
import { type Documents, kinds } from '../read/documents.ts';
import { collectReferences, inlineReferences, newDefinitions, type Resolve } from '../read/references.ts';
import { hasResponse, tolerant } from './answers.ts';
import { discriminate } from './discriminate.ts';
import { metaId, readMeta } from './meta.ts';
import { codeHeader, type Output } from './output.ts';
import { runtimeModule, runtimeTypes, standalone } from './standalone.ts';

const folder = 'src/generated/validators';

/** Validators of documents (server), of answers (browser, one module a service) and of the entities that ask for one. */
export function emitValidators(
  root: string,
  generated: Record<string, JsonSchema>,
  { documents, calls, resolve }: { documents: Documents; calls: Call[]; resolve: Resolve },
): Output {
  const output: Output = new Map();
  output.set(`${folder}/runtime.js`, runtimeModule);
  output.set(`${folder}/runtime.d.ts`, runtimeTypes);
  output.set(`${folder}/documents.js`, documentValidators(root, generated));
  output.set(`${folder}/documents.d.ts`, documentTypes);
  const services = [...new Set(calls.map((call) => call.service))].sort();
  for (const service of services) {
    const own = calls.filter((call) => call.service === service && hasResponse(call));
    output.set(`${folder}/responses/${service}.js`, responseValidators(own, resolve));
    output.set(`${folder}/responses/${service}.d.ts`, responseTypes);
  }
  for (const { id, source } of documents.of('entity')) {
    if (!isObject(source.value) || source.value.validator !== true) continue;
    output.set(`${folder}/entities/${id}.js`, entityValidator(id, inlineReferences(source.value.schema, source.path, resolve)));
    output.set(`${folder}/entities/${id}.d.ts`, entityTypes);
  }
  output.set(`${folder}/responses/index.ts`, responseIndex(services));
  return output;
}

function documentValidators(root: string, generated: Record<string, JsonSchema>): string {
  const schemas = discriminate(readMeta(root, generated));
  const present = kinds.filter((kind) => schemas.has(metaId(`${kind}.schema.json`)));
  const exported = Object.fromEntries(present.map((kind) => [`validate_${kind}`, metaId(`${kind}.schema.json`)]));
  const code = standalone(schemas.values(), exported, { inlineRefs: false }, './runtime.js');
  const table = present.map((kind) => `  ${kind}: validate_${kind},`).join('\n');
  return `${code}
const validators = {
${table}
};

export function validateDocument(kind, document) {
  const validate = Object.hasOwn(validators, kind) ? validators[kind] : undefined;
  if (!validate) return [{ pointer: '', keyword: 'kind', message: 'there is no such kind of document', params: { kind } }];
  if (validate(document)) return [];
  const errors = validate.errors ?? [];
  validate.errors = null;
  // "if" only repeats that one of its branches failed.
  return errors
    .filter((error) => error.keyword !== 'if')
    .map((error) => ({ pointer: error.instancePath, keyword: error.keyword, message: error.message ?? '', params: error.params }));
}
`;
}

const documentTypes = `${codeHeader}
export interface DocumentError {
  /** JSON pointer of the value that is wrong. */
  pointer: string;
  /** Word of JSON Schema it breaks: additionalProperties, enum, type ... */
  keyword: string;
  message: string;
  params: Record<string, unknown>;
}
export type ValidatedKind =
${kinds.map((kind) => `  | '${kind}'`).join('\n')};
/** Checks a document against the strict meta-schema of its kind; [] means valid. */
export function validateDocument(kind: ValidatedKind, document: unknown): DocumentError[];
`;

function entityValidator(id: string, schema: unknown): string {
  const $id = `targus://entity/${id}`;
  // Nobody asks what is wrong: it is one or it is none.
  const options = { allErrors: false, inlineRefs: false, messages: false };
  return standalone([{ $id, ...asSchema(schema) }], { validate: $id }, options, '../runtime.js');
}

const entityTypes = `${codeHeader}
/** Whether a value has exactly the shape of the entity. */
export function validate(value: unknown): boolean;
`;

function responseValidators(calls: Call[], resolve: Resolve): string {
  const definitions = newDefinitions();
  const roots = calls.map((call) => ({
    $id: `targus://response/${call.name}`,
    ...asSchema(
      tolerant(collectReferences(call.response, call.document.source.path, resolve, 'targus://shared/#/definitions/', definitions)),
    ),
  }));
  const shared = { $id: 'targus://shared/', definitions: tolerant(definitions.schemas) };
  const exported = Object.fromEntries(calls.map((call) => [`call_${call.name}`, `targus://response/${call.name}`]));
  if (calls.length === 0) return `${codeHeader}export default {};\n`;
  // One error is enough to refuse an answer; the whole list would cost time on big ones.
  const code = standalone([shared, ...roots], exported, { allErrors: false, inlineRefs: false }, '../runtime.js');
  const plain = code.replaceAll(/^export const (call_\w+) = /gm, 'const $1 = ');
  return `${plain}\nexport default { ${calls.map(({ name }) => `${name}: call_${name}`).join(', ')} };\n`;
}

function asSchema(schema: unknown): JsonSchema {
  return isObject(schema) ? schema : {};
}

const responseTypes = `${codeHeader}import type { ResponseValidator } from './index.ts';

declare const validators: Record<string, ResponseValidator>;
export default validators;
`;

function responseIndex(services: string[]): string {
  const loaders = services.map((service) => `  ${JSON.stringify(service)}: () => import('./${service}.js'),`);
  return `${codeHeader}
/** True when \`data\` of an answer has the shape its contract promises; \`errors\` tells of the last refusal. */
export type ResponseValidator = ((data: unknown) => boolean) & {
  errors?: null | { instancePath: string; keyword: string; message?: string; params: Record<string, unknown> }[];
};

/** Service -> loader of its validators by call name. Calls that answer with files have none. */
export const responseValidators: Record<string, () => Promise<{ default: Record<string, ResponseValidator> }>> = {
${loaders.join('\n')}
};
`;
}
