import { join, resolve as resolvePath } from 'node:path';
import { parseArgs } from 'node:util';
import { isObject, objectAt, textAt } from '../json.ts';
import { type Call, readCalls } from '../read/calls.ts';
import { readDocuments } from '../read/documents.ts';
import { createResolver, inlineReferences, type Resolve } from '../read/references.ts';
import { Backend, brokenOff } from './client.ts';
import { type CallSchemas, type SampleRequest, sampleRequest } from './request.ts';
import { judge, type Verdict } from './verdict.ts';

const help = `contract --base URL [--token T | --user NAME --password P [--client ID:SECRET]] [--schemas DIR ...] [--only NAMES] [--all]

  --only  services or calls, separated by commas: login,orders,user.menus; none of the others is made
  --all   make the calls that change something, too: only against a back end whose data do not matter`;

interface Options {
  base: string;
  token?: string | undefined;
  user?: string | undefined;
  password?: string | undefined;
  client: string;
  folders: string[];
  all: boolean;
  /** Services and calls; empty: every one. */
  only: string[];
}

export interface Line {
  call: string;
  method: string;
  path: string;
  verdict: Verdict;
}

/**
 * `contract`: makes the calls of every contract against a back end and prints which are honoured, which differ where, and which are missing.
 * Returns 0 when all are honoured, 1 when not, 2 for wrong usage, a back end that does not answer, or no call made.
 */
export async function runContract(root: string, args: string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === 'string') {
    console.error(options);
    return 2;
  }
  try {
    const { lines, left } = await testContracts(root, options);
    console.log(tableOf(lines));
    const count = (state: Verdict['state']) => lines.filter(({ verdict }) => verdict.state === state).length;
    const rest = left > 0 ? `; ${left} calls that change something were not made (--all)` : '';
    console.log(`\n${count('honoured')} honoured, ${count('differs')} differ, ${count('missing')} missing${rest}`);
    if (lines.length === 0) {
      console.error('None of the calls was made: with --all those that change something are, too.');
      return 2;
    }
    return lines.every(({ verdict }) => verdict.state === 'honoured') ? 0 : 1;
  } catch (error) {
    const { message, cause } = error as Error;
    console.error(`${options.base}: ${message}${cause instanceof Error ? ` (${cause.message})` : ''}`);
    return 2;
  }
}

function readOptions(args: string[]): Options | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        ...{ base: { type: 'string' }, token: { type: 'string' }, user: { type: 'string' }, password: { type: 'string' } },
        client: { type: 'string', default: 'targus:targus' },
        schemas: { type: 'string', multiple: true },
        all: { type: 'boolean', default: false },
        only: { type: 'string', multiple: true },
      },
    });
    const { base, token, user, password, client = '', all = false } = values;
    if (typeof base !== 'string' || !URL.canParse(base)) return `--base needs the address of a back end.\n\n${help}`;
    if ((user === undefined) !== (password === undefined)) return `--user and --password belong together.\n\n${help}`;
    const only = (values.only ?? []).flatMap((names) => names.split(',')).map((name) => name.trim());
    return { base, token, user, password, client, all, only, folders: (values.schemas ?? []).map((folder) => resolvePath(folder)) };
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${help}`;
  }
}

/** Makes the calls and judges the answers. Errors: a back end that does not answer, a refused sign-in. */
async function testContracts(root: string, options: Options): Promise<{ lines: Line[]; left: number }> {
  const documents = readDocuments(root, [join(root, 'schemas'), ...options.folders]);
  const resolve = createResolver(documents);
  const calls = asked(readCalls(documents), options.only);
  const backend = new Backend(options.base, options.client, options.token);
  if (options.user !== undefined && options.password !== undefined) {
    const path = readCalls(documents).find(({ contract }) => contract.id === 'login.token')?.contract.path ?? '/api/login/token';
    await backend.signIn({ path, user: options.user, password: options.password });
  }
  // Calls without path parameters first: their answers tell which records exist. Signing out comes last.
  const chosen = calls.filter((call) => options.all || call.isSafe);
  const logout = textAt(objectAt(documents.of('app')[0]?.source.value, 'calls'), 'logout');
  const turn = ({ contract }: Call) => (contract.id === logout ? 2 : Number(contract.path.includes('{')));
  const ordered = chosen.toSorted((a, b) => turn(a) - turn(b));
  const known = new Map<string, unknown>();
  const lines: Line[] = [];
  for (const call of ordered) lines.push(await testCall(call, backend, resolve, known));
  const order = new Map(calls.map(({ contract }, index) => [contract.id, index]));
  lines.sort((a, b) => (order.get(a.call) ?? 0) - (order.get(b.call) ?? 0));
  return { lines, left: calls.length - chosen.length };
}

/** The calls that were asked for. Errors: a name that is neither a service nor a call. */
function asked(calls: Call[], only: string[]): Call[] {
  if (only.length === 0) return calls;
  const unknown = only.find((name) => !calls.some(({ service, contract }) => service === name || contract.id === name));
  if (unknown !== undefined) throw new Error(`--only: there is no service and no call "${unknown}"`);
  return calls.filter(({ service, contract }) => only.includes(service) || only.includes(contract.id));
}

/** One call that takes too long or breaks off costs its own line, not those of the others. Errors: a back end that is not there. */
async function testCall(call: Call, backend: Backend, resolve: Resolve, known: Map<string, unknown>): Promise<Line> {
  const { id, method, path } = call.contract;
  const line = (verdict: Verdict): Line => ({ call: id, method, path, verdict });
  try {
    return await madeCall(call, backend, resolve, known, line);
  } catch (error) {
    const got = brokenOff(error);
    if (got === undefined) throw error;
    return line({ state: 'differs', differences: [{ pointer: '', expected: 'an answer', got }] });
  }
}

async function madeCall(
  call: Call,
  backend: Backend,
  resolve: Resolve,
  known: Map<string, unknown>,
  line: (verdict: Verdict) => Line,
): Promise<Line> {
  const { access } = call.contract;
  const request = sampleRequest(call.contract, schemasOf(call, resolve, known));
  const answer = await backend.ask(request, call.contract.auth);
  const verdict = judge(call, answer, resolve);
  if (verdict.state !== 'honoured') return line(verdict);
  remember(call.service, answer.body, known);
  if (answer.status === 404 && !(await isThere(request, access, backend))) return line({ state: 'missing', note: '404' });
  if (access === 'public' || !backend.signedIn) return line(verdict);
  const visitor = await backend.ask(request, 'none');
  if (visitor.status === 401) return line(verdict);
  const got = `${visitor.status} for a visitor without a token`;
  return line({ state: 'differs', differences: [{ pointer: '', expected: '401', got }] });
}

/** Whether a 404 with a code means the record and not the address: an address that exists refuses visitors, or misses its values first. */
async function isThere(request: SampleRequest, access: Call['contract']['access'], backend: Backend): Promise<boolean> {
  if (access !== 'public') return (await backend.ask(request, 'none')).status === 401;
  const [path = ''] = request.path.split('?');
  const needsValues = request.path.includes('?') || request.body !== undefined;
  if (!needsValues) return false;
  const { body: _, ...bare } = request;
  return (await backend.ask({ ...bare, path, headers: {} }, 'none')).status !== 404;
}

/** Schemas without references; path parameters that an answer of the service told get that value. */
function schemasOf(call: Call, resolve: Resolve, known: Map<string, unknown>): CallSchemas {
  const inline = (schema: unknown) => (schema === undefined ? undefined : inlineReferences(schema, call.document.source.path, resolve));
  const params = inline(call.params);
  const properties = Object.entries(objectAt(params, 'properties')).map(([name, schema]) => {
    const value = known.get(`${call.service}.${name}`);
    return [name, value === undefined ? schema : { const: value }];
  });
  return {
    ...(isObject(params) && { params: { ...params, properties: Object.fromEntries(properties) } }),
    query: inline(call.query),
    body: inline(call.body),
  };
}

/** Values of the first records of an answer, by property. */
function remember(service: string, value: unknown, known: Map<string, unknown>): void {
  if (Array.isArray(value)) remember(service, value[0], known);
  else if (isObject(value)) {
    for (const [name, part] of Object.entries(value)) {
      if (typeof part === 'string' || typeof part === 'number') {
        if (!known.has(`${service}.${name}`)) known.set(`${service}.${name}`, part);
      } else remember(service, part, known);
    }
  }
}

function tableOf(lines: Line[]): string {
  const rows = lines.flatMap(({ call, method, path, verdict }) => {
    const head = [call, `${method} ${path}`, verdict.state];
    if (verdict.state !== 'differs') return [[...head, verdict.note]];
    return verdict.differences.map(({ pointer, expected, got }, index) => [
      ...(index === 0 ? head : ['', '', '']),
      `${pointer === '' ? 'answer' : pointer}: expected ${expected}, got ${got}`,
    ]);
  });
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
