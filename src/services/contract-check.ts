import type { CallContract, JsonObject } from '../core/types.ts';

/** Where an answer differs from its contract, and how. */
export interface Breach {
  /** JSON pointer into the data of the answer. */
  pointer: string;
  expected: string;
  got: string;
}
/** Gives what is wrong with `data` of a call, undefined when nothing is. */
export type ContractCheck = (contract: Pick<CallContract, 'id' | 'response'>, data: unknown) => Promise<Breach | undefined>;

interface Validator {
  (data: unknown): boolean;
  errors?: null | { instancePath: string; keyword: string; message?: string; params: Record<string, unknown> }[];
}
type Validators = Record<string, () => Promise<{ default: Record<string, Validator> }>>;

/**
 * Checks answers with the generated validators, whose code is loaded per service when its first answer comes. A contract that brings the schema
 * of its answer is judged by that alone: it comes from an overlay, perhaps in the place of a shipped one, and the code for it is loaded then.
 */
export function contractCheck(validators: Validators): ContractCheck {
  const loaded = new Map<string, Promise<Record<string, Validator>>>();
  let interpreter: Promise<typeof import('./schema-check.ts') | undefined> | undefined;
  const load = (service: string): Promise<Record<string, Validator>> | undefined => {
    const loader = Object.hasOwn(validators, service) ? validators[service] : undefined;
    if (!loader) return undefined;
    let code = loaded.get(service);
    if (!code) {
      code = loader().then(
        (file) => file.default,
        (error: unknown) => {
          loaded.delete(service);
          console.warn(`The checks of the service "${service}" could not be loaded; its answers are taken as they are`, error);
          return {};
        },
      );
      loaded.set(service, code);
    }
    return code;
  };
  const interpreted = async (schema: JsonObject, data: unknown): Promise<Breach | undefined> => {
    interpreter ??= import('./schema-check.ts').catch((error: unknown) => {
      interpreter = undefined;
      console.warn('The checks of calls of the overlay could not be loaded; their answers are taken as they are', error);
      return undefined;
    });
    const fault = (await interpreter)?.schemaFault(schema, data);
    return fault && breachOf(fault, data);
  };
  return async ({ id, response }, data) => {
    if (response) return interpreted(response, data);
    const [service = '', name = ''] = id.split('.');
    const validate = (await load(service))?.[name];
    if (!validate || validate(data)) return undefined;
    const [first] = validate.errors ?? [];
    return first ? breachOf(first, data) : { pointer: '', expected: 'the shape of the contract', got: described(data) };
  };
}

type ValidatorError = NonNullable<Validator['errors']>[number];

function breachOf({ instancePath, keyword, message, params }: ValidatorError, data: unknown): Breach {
  const owner = valueAt(data, instancePath);
  if (keyword === 'required') {
    const name = String(params.missingProperty);
    return { pointer: `${instancePath}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, expected: 'a value', got: 'nothing' };
  }
  if (keyword === 'type') return { pointer: instancePath, expected: [params.type].flat().join(' or '), got: described(owner) };
  if (keyword === 'enum' && Array.isArray(params.allowedValues)) {
    return {
      pointer: instancePath,
      expected: params.allowedValues.map((value) => JSON.stringify(value)).join(' or '),
      got: described(owner),
    };
  }
  return { pointer: instancePath, expected: (message ?? keyword).replace(/^must (be )?/, ''), got: described(owner) };
}

function valueAt(data: unknown, pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined),
      data,
    );
}

const longest = 60;

/** A value in few words: `string "many"`, `array of 3`, `null`. */
export function described(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (typeof value === 'object') {
    const keys = Object.keys(value);
    return `object with ${keys.slice(0, 5).join(', ') || 'nothing in it'}${keys.length > 5 ? ' ...' : ''}`;
  }
  const text = JSON.stringify(value);
  return `${typeof value} ${text.length > longest ? `${text.slice(0, longest)}...` : text}`;
}
