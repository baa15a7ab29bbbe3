import { isObject, objectAt } from '../json.ts';
import type { Call } from '../read/calls.ts';
import type { Documents } from '../read/documents.ts';
import { collectReferences, inlineReferences, newDefinitions, type Resolve } from '../read/references.ts';
import { codeHeader } from './output.ts';
import { codeOf } from './shared.ts';
import { typesOf } from './types.ts';

/** src/generated/contracts.ts */
export function emitContracts(calls: Call[]): string {
  const ids = calls.map((call) => `\n  | ${JSON.stringify(call.contract.id)}`).join('') || ' never';
  const contracts = Object.fromEntries(calls.map((call) => [call.contract.id, call.contract]));
  const worded = calls.filter(({ contract, changes }) => contract.localized || changes || contract.envelope !== 'standard');
  const wordedIds = worded.map(({ contract }) => `\n  | ${JSON.stringify(contract.id)}`).join('') || ' never';
  return [
    codeHeader,
    "import type { CallContract } from '../core/types.ts';\n",
    `export type CallId =${ids};\n`,
    '/** Calls that may word something in the language of the reader: `localized` ones, and those whose answer no page keeps. */',
    `export type WordedCallId =${wordedIds};\n`,
    `export const contracts: Record<CallId, CallContract> = ${JSON.stringify(contracts, null, 2)};\n`,
  ].join('\n');
}

/** src/generated/own-calls.ts: contracts of the calls the application makes before any document is there, which its app document names. */
export function emitOwnCalls(documents: Documents, calls: Call[]): string {
  const own = new Set(documents.of('app').flatMap(({ source }) => Object.values(objectAt(source.value, 'calls'))));
  const contracts = Object.fromEntries(calls.filter(({ contract }) => own.has(contract.id)).map(({ contract }) => [contract.id, contract]));
  return [
    codeHeader,
    "import type { CallContract } from '../core/types.ts';\n",
    `export const ownCalls: Record<string, CallContract> = ${JSON.stringify(contracts, null, 2)};\n`,
  ].join('\n');
}

/** src/generated/calls.ts: what goes into a call and what comes out; parts a call does not have are `undefined`. */
export async function emitCalls(calls: Call[], resolve: Resolve): Promise<string> {
  const definitions = newDefinitions();
  const properties = Object.fromEntries(
    calls.map((call) => {
      const part = (schema: unknown) =>
        schema === undefined
          ? { tsType: 'undefined' }
          : collectReferences(schema, call.document.source.path, resolve, '#/definitions/', definitions);
      const data = ['file', 'redirect'].includes(call.contract.envelope) ? { tsType: 'unknown' } : part(call.response);
      const description = `${call.summary.replace(/\.$/, '')}. ${call.contract.method} ${call.contract.path}`;
      return [
        call.contract.id,
        {
          type: 'object',
          description,
          additionalProperties: false,
          required: ['params', 'query', 'body', 'data'],
          properties: { params: part(call.params), query: part(call.query), body: part(call.body), data },
        },
      ];
    }),
  );
  const schema = { type: 'object', additionalProperties: false, required: Object.keys(properties), properties };
  const types = await typesOf('Calls', schema, definitions.schemas);
  return `${codeHeader}\n${types}\n`;
}

/** The rules of a body by field: names of documents, whatever the fields are called. */
export const isRules = (name: string, value: unknown): boolean =>
  name === 'rules' && isObject(value) && Object.values(value).every((rule) => typeof rule === 'string');

/** src/generated/contract-schemas.ts: what the server validates and serialises with; entities in several places are constants, no $ref is left. */
export function emitContractSchemas(calls: Call[], resolve: Resolve): string {
  const schemas = Object.fromEntries(
    calls.map((call) => {
      const part = (schema: unknown) => inlineReferences(schema, call.document.source.path, resolve);
      return [
        call.contract.id,
        {
          ...(call.params !== undefined && { params: part(call.params) }),
          ...(call.query !== undefined && { query: part(call.query) }),
          ...(call.body !== undefined && { body: part(call.body) }),
          response: part(call.response),
          summary: call.summary,
          errors: call.errors,
          rules: call.rules,
          ...(call.rateLimit && { rateLimit: call.rateLimit }),
          ...(call.bodyLimit !== undefined && { bodyLimit: call.bodyLimit }),
          ...(call.echo && { echo: true }),
          ...(call.exported !== undefined && { exported: call.exported }),
          ...(call.sender !== undefined && { sender: call.sender }),
          ...(call.whileActing !== undefined && { whileActing: call.whileActing }),
          ...(call.byViewer && { byViewer: true }),
          ...(call.whilePasswordDue && { whilePasswordDue: true }),
          ...(call.whileFactorDue && { whileFactorDue: true }),
          ...(call.background && { background: true }),
          requirements: call.requirements,
          changes: call.changes,
        },
      ];
    }),
  );
  const { code, constants } = codeOf(schemas, 'JsonObject', isRules);
  return [
    codeHeader,
    "import type { JsonObject } from '../core/types.ts';",
    "import type { CallId } from './contracts.ts';\n",
    'export interface ContractSchemas {',
    '  params?: JsonObject;',
    '  query?: JsonObject;',
    '  body?: JsonObject;',
    '  /** Schema of `data` in the standard envelope, of the whole answer with envelope none. */',
    '  response: JsonObject;',
    '  summary: string;',
    '  errors: string[];',
    '  /** Field path of the body -> rule document. */',
    '  rules: Record<string, string>;',
    '  rateLimit?: { max: number; seconds: number };',
    '  bodyLimit?: number;',
    '  /** The body may hold what the answer holds: what the call does not take of it is left out. */',
    '  echo?: boolean;',
    '  /** The file holds what people entered: the log says who took it. noted: its module does. */',
    "  exported?: true | 'noted';",
    '  /** The parameter that says who sends: the module is asked before a large body is read. */',
    '  sender?: string;',
    '  /** Delegate mode. Default: allowed with a permission and in public, refused for a session. */',
    "  whileActing?: 'allowed' | 'refused' | { menu: string };",
    '  /** While a role is viewed, the permissions of the viewer count. */',
    '  byViewer?: boolean;',
    '  /** Open to who has to set a password of their own first. */',
    '  whilePasswordDue?: boolean;',
    '  /** Open to who has to set up a second factor first. */',
    '  whileFactorDue?: boolean;',
    '  /** Nobody started it: no use of the session. */',
    '  background?: boolean;',
    '  requirements: string[];',
    '  /** A session that only looks may not make it. */',
    '  changes: boolean;',
    '}\n',
    ...constants.map((constant) => `${constant}\n`),
    `export const contractSchemas: Record<CallId, ContractSchemas> = ${code};\n`,
  ].join('\n');
}
