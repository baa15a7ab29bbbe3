import type { ErrorObject, ValidateFunction } from 'ajv';
import { newAjv } from '../emit/standalone.ts';
import { isObject, textAt, valueAt } from '../json.ts';
import type { Call } from '../read/calls.ts';
import { inlineReferences, type Resolve } from '../read/references.ts';

/** What a back end answered. `body` is undefined when it was no JSON. */
export interface Answer {
  status: number;
  contentType: string;
  body: unknown;
}

/** One place where an answer is not what the contract says. */
export interface Difference {
  pointer: string;
  expected: string;
  got: string;
}

export type Verdict =
  | { state: 'honoured'; note: string }
  | { state: 'differs'; differences: Difference[] }
  | { state: 'missing'; note: string };

/** Codes any call may answer with, besides the errors of its contract. */
const commonCodes = ['PARAMETER_ERROR', 'NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS', 'UNAVAILABLE'];
const mostDifferences = 5;

const validators = new WeakMap<Call, ValidateFunction>();

/** Compares an answer with the contract of its call. */
export function judge(call: Call, answer: Answer, resolve: Resolve): Verdict {
  const { status, body } = answer;
  const code = textAt(body, 'code');
  if (status === 405 || status === 501) return { state: 'missing', note: `${status}` };
  // A record that does not exist is told with a code; an address that does not exist is not told at all.
  if (status === 404 && (code === undefined || textAt(body, 'msg') === undefined)) return { state: 'missing', note: '404' };
  if (status >= 400) return judgeError(call, answer, code);
  if (call.contract.envelope === 'redirect') {
    return status >= 300 ? { state: 'honoured', note: `${status}` } : differs('', 'a redirect', `${status}`);
  }
  if (call.contract.envelope === 'file') {
    return answer.contentType.includes('json')
      ? differs('', 'a file', `${answer.contentType} ${brief(body)}`)
      : { state: 'honoured', note: answer.contentType };
  }
  if (body === undefined) return differs('', 'JSON', answer.contentType || 'nothing');
  if (call.contract.envelope === 'none') return judgeData(call, body, '', resolve);
  if (!isObject(body)) return differs('', '{code, msg, data}', brief(body));
  if (code !== '000000') return differs('/code', '"000000"', brief(body.code));
  return judgeData(call, body.data ?? null, '/data', resolve);
}

function judgeError(call: Call, { status, body }: Answer, code: string | undefined): Verdict {
  if ((status === 401 || status === 403) && !call.errors.includes(code ?? ''))
    return differs('', 'an answer', `${status} ${code ?? ''}: sign in with --token, or --user and --password`);
  if (call.contract.envelope !== 'none' && (code === undefined || textAt(body, 'msg') === undefined)) {
    return differs('', 'an error {code, msg}', `${status} ${brief(body)}`);
  }
  if (status >= 500 && !call.errors.includes(code ?? '')) return differs('', 'an answer', `${status} ${code ?? ''}`);
  if (code !== undefined && !call.errors.includes(code) && !commonCodes.includes(code)) {
    return differs('/code', [...call.errors, ...commonCodes].join(', '), code);
  }
  return { state: 'honoured', note: `error ${code ?? status}, as the contract allows` };
}

function judgeData(call: Call, data: unknown, pointer: string, resolve: Resolve): Verdict {
  const validate = validators.get(call) ?? compile(call, resolve);
  if (validate(data)) return { state: 'honoured', note: '' };
  const differences = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if').map((error) => difference(error, data, pointer));
  const deepest = differences.toSorted((a, b) => b.pointer.split('/').length - a.pointer.split('/').length);
  return { state: 'differs', differences: deepest.slice(0, mostDifferences) };
}

function compile(call: Call, resolve: Resolve): ValidateFunction {
  const schema = inlineReferences(call.response, call.document.source.path, resolve);
  const validate = newAjv({ verbose: true, allowUnionTypes: true }).compile(isObject(schema) ? schema : {});
  validators.set(call, validate);
  return validate;
}

function difference({ instancePath, keyword, params, message }: ErrorObject, data: unknown, pointer: string): Difference {
  const got = brief(valueAt(data, instancePath));
  if (keyword === 'required')
    return { pointer: `${pointer}${instancePath}/${String(params.missingProperty)}`, expected: 'a value', got: 'nothing' };
  if (keyword === 'enum') return { pointer: pointer + instancePath, expected: `one of ${JSON.stringify(params.allowedValues)}`, got };
  if (keyword === 'additionalProperties') {
    return { pointer: `${pointer}${instancePath}/${String(params.additionalProperty)}`, expected: 'nothing', got: 'a value' };
  }
  return { pointer: pointer + instancePath, expected: (message ?? keyword).replace(/^must (be |)/, ''), got };
}

function differs(pointer: string, expected: string, got: string): Verdict {
  return { state: 'differs', differences: [{ pointer, expected, got }] };
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
