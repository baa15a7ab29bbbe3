import type { CallContract, Deed } from '../../src/core/types.ts';
import { isObject, type JsonSchema, listAt, objectAt, sortedEntries, textAt, textsAt } from '../json.ts';
import type { Document, Documents } from './documents.ts';
import { keptFor } from './kept-for.ts';
import type { Source } from './source.ts';
import { objectsIn } from './values.ts';

/** One call of a service document: its contract for the browser, and the schemas as written. */
export interface Call {
  contract: CallContract;
  service: string;
  name: string;
  document: Document;
  pointer: string;
  summary: string;
  params?: unknown;
  query?: unknown;
  body?: unknown;
  response: unknown;
  errors: string[];
  requirements: string[];
  rules: Record<string, string>;
  rateLimit?: { max: number; seconds: number };
  bodyLimit?: number;
  /** The body may hold what the answer holds. */
  echo: boolean;
  /** The file holds what people entered. noted: the module says in the log who took it. */
  exported?: true | 'noted';
  /** The parameter that says who sends a large body. */
  sender?: string;
  /** What it says about delegate mode; the server knows the default. */
  whileActing?: 'allowed' | 'refused' | { menu: string };
  /** The parameter that names what decides about rights besides the access. */
  rightsBy?: string;
  /** While a role is viewed, the permissions of the viewer count. */
  byViewer: boolean;
  whilePasswordDue: boolean;
  whileFactorDue: boolean;
  /** Nobody started it. */
  background: boolean;
  /** Changes nothing. */
  isSafe: boolean;
  /** Whether a session that only looks may not make it. */
  changes: boolean;
}

/** Every call of every service, sorted by id. Entries that are no objects are left to `check`. */
export function readCalls(documents: Documents): Call[] {
  const calls: Call[] = [];
  const sizes = sizeNames(documents);
  for (const document of documents.of('service')) {
    const entries = isObject(document.source.value) && isObject(document.source.value.calls) ? document.source.value.calls : {};
    for (const [name, call] of sortedEntries(entries)) if (isObject(call)) calls.push(readCall(document, name, call, sizes));
  }
  return calls.sort((a, b) => (a.contract.id < b.contract.id ? -1 : 1));
}

function readCall(document: Document, name: string, call: JsonSchema, sizes: ReadonlySet<string>): Call {
  const method = oneOf(['GET', 'POST', 'PUT', 'DELETE'], call.method);
  const isSafe = typeof call.safe === 'boolean' ? call.safe : method === 'GET';
  const rateLimit = isObject(call.rateLimit) ? { max: Number(call.rateLimit.max), seconds: Number(call.rateLimit.seconds) } : undefined;
  return {
    contract: {
      id: `${document.id}.${name}`,
      method,
      path: textAt(call, 'path') ?? '/',
      access: readAccess(call.access),
      auth: oneOf(['bearer', 'basic', 'none'], call.auth),
      bodyType: oneOf(['json', 'form', 'multipart', 'bytes'], call.bodyType),
      envelope: oneOf(['standard', 'none', 'file', 'redirect'], call.envelope),
      overlay: call.overlay !== false,
      headers: readTexts(call.headers),
      ...(call.localized === true && { localized: true }),
      ...(typeof call.successMsg === 'string' && { successMsg: call.successMsg }),
      ...(typeof call.flag === 'string' && { flag: call.flag }),
      ...(typeof call.deed === 'string' && { deed: oneOf<Deed>(['save', 'delete', 'stop', 'execute'], call.deed) }),
      ...(!isSafe && { unsafe: true }),
      ...(typeof call.waitSeconds === 'number' && { waitSeconds: call.waitSeconds }),
      ...readMaxima(call, sizes),
    },
    service: document.id,
    name,
    document,
    pointer: `/calls/${name}`,
    summary: textAt(call, 'summary') ?? '',
    ...(isObject(call.params) && { params: call.params }),
    ...(isObject(call.query) && { query: call.query }),
    ...(isObject(call.body) && { body: call.body }),
    response: call.response ?? {},
    errors: textsAt(call, 'errors'),
    requirements: textsAt(call, 'requirements'),
    rules: readTexts(call.rules),
    echo: call.echo === true,
    byViewer: call.whileViewing === 'viewer',
    whilePasswordDue: call.whilePasswordDue === 'allowed',
    whileFactorDue: call.whileFactorDue === 'allowed',
    background: call.background === true,
    isSafe,
    changes: !isSafe && call.whileViewing !== true,
    ...(rateLimit && { rateLimit }),
    ...(typeof call.bodyLimit === 'number' && { bodyLimit: call.bodyLimit }),
    ...(call.envelope === 'file' && call.exported !== false && { exported: call.exported === 'noted' ? 'noted' : true }),
    ...(typeof call.sender === 'string' && { sender: call.sender }),
    ...(typeof call.rightsBy === 'string' && { rightsBy: call.rightsBy }),
    ...readWhileActing(call.whileActing),
  };
}

function oneOf<Word extends string>(words: readonly [Word, ...Word[]], value: unknown): Word {
  return words.find((word) => word === value) ?? words[0];
}

function readTexts(value: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** What tables call the number of rows of a page: `size`, unless they say another name. */
function sizeNames(documents: Documents): ReadonlySet<string> {
  const sources = (['page', 'layout', 'table'] as const).flatMap((kind) => documents.of(kind)).map(({ source }) => source);
  return new Set(['size', ...sources.flatMap(sizeNamesIn)]);
}

/** Of the value, since the text of a document that was amended is that of the amendment. */
const sizeNamesIn = keptFor((source: Source) => objectsIn(source).flatMap(([, value]) => textAt(value, 'sizeName') ?? []));

/** Of the query and the body: where a table finds how many rows it may ask for at once. */
function readMaxima(call: JsonSchema, sizes: ReadonlySet<string>): Pick<CallContract, 'maxima'> {
  const maxima = [call.query, call.body].flatMap((part) =>
    sortedEntries(objectAt(part, 'properties')).flatMap(([name, schema]): [string, number][] =>
      sizes.has(name) && isObject(schema) && schema.type === 'integer' && typeof schema.maximum === 'number'
        ? [[name, schema.maximum]]
        : [],
    ),
  );
  return maxima.length > 0 ? { maxima: Object.fromEntries(maxima) } : {};
}

function readWhileActing(value: unknown): Pick<Call, 'whileActing'> {
  if (value === 'allowed' || value === 'refused') return { whileActing: value };
  const menu = isObject(value) ? textAt(value, 'menu') : undefined;
  return menu === undefined ? {} : { whileActing: { menu } };
}

function readAccess(access: unknown): CallContract['access'] {
  if (access === 'public') return 'public';
  if (!isObject(access)) return 'session';
  const permission = textAt(access, 'permission');
  if (permission !== undefined) return { permission };
  const list = listAt(access, 'permission').filter((entry) => typeof entry === 'string');
  // A permission nobody holds is safer than one that could not be read.
  return { permission: list };
}
