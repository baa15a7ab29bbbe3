import type { CallContract, JsonObject } from '../core/types.ts';
import type { Refusal } from './breach.ts';
import { described } from './described.ts';

/** Where an answer differs from its contract, and how. */
export interface Breach {
  /** JSON pointer into the data of the answer. */
  pointer: string;
  expected: string;
  got: string;
}
type Judged = Pick<CallContract, 'id' | 'response'>;
export interface ContractCheck {
  /** Gives what is wrong with `data` of a call, undefined when nothing is. */
  (contract: Judged, data: unknown): Promise<Breach | undefined>;
  /** Before the call is sent: the code that judges its answer is asked for. What does not come now is asked for again with the answer. */
  prepare(contract: Judged): void;
}

interface Validator {
  (data: unknown): boolean;
  errors?: null | Refusal[];
}
type Validators = Record<string, () => Promise<{ default: Record<string, Validator> }>>;

/** For how long answers wait for the code that judges them (milliseconds). */
const PATIENCE = 10_000;

/**
 * Loads code once. What fails, or is not here in time, is done without (`miss`): the one is tried again with the next question, the other counts from
 * the moment it comes, and nobody waits for it again.
 */
function inTime<Code>(load: () => Promise<Code>, miss: (error: unknown) => Code): () => Promise<Code> {
  let code: Promise<Code> | undefined;
  const start = (): Promise<Code> => {
    const coming = load();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('The code did not arrive in time')), PATIENCE);
    });
    const settle = (found: Promise<Code> | undefined): void => {
      clearTimeout(timer);
      code = found;
    };
    coming.then(
      () => settle(coming),
      () => settle(undefined),
    );
    return Promise.race([coming, late]).catch(miss);
  };
  return () => {
    code ??= start();
    return code;
  };
}

/**
 * Checks answers with the generated validators, whose code is loaded per service when its first call is sent. A contract that brings the schema
 * of its answer is judged by that alone: it comes from an overlay, perhaps in the place of a shipped one, and the code for it is loaded then.
 */
export function contractCheck(validators: Validators): ContractCheck {
  const loaded = new Map<string, () => Promise<Record<string, Validator>>>();
  const load = (service: string): Promise<Record<string, Validator>> | undefined => {
    const loader = Object.hasOwn(validators, service) ? validators[service] : undefined;
    if (!loader) return undefined;
    let ask = loaded.get(service);
    if (!ask) {
      ask = inTime(
        async () => (await loader()).default,
        (error) => {
          console.warn(`The checks of the service "${service}" could not be loaded; its answers are taken as they are`, error);
          return {};
        },
      );
      loaded.set(service, ask);
    }
    return ask();
  };
  /** Interprets schemas and words breaches: what most windows never need. */
  const loadInterpreter = inTime<typeof import('./schema-check.ts') | undefined>(
    () => import('./schema-check.ts'),
    (error) => {
      console.warn('What judges answers could not be loaded; those of calls of the overlay are taken as they are', error);
      return undefined;
    },
  );
  const interpreted = async (schema: JsonObject, data: unknown): Promise<Breach | undefined> => {
    const code = await loadInterpreter();
    const fault = code?.schemaFault(schema, data);
    return fault && code?.breachOf(fault, data);
  };
  const check = async ({ id, response }: Judged, data: unknown): Promise<Breach | undefined> => {
    if (response) return interpreted(response, data);
    const [service = '', name = ''] = id.split('.');
    const validate = (await load(service))?.[name];
    if (!validate || validate(data)) return undefined;
    const [first] = validate.errors ?? [];
    const code = first && (await loadInterpreter());
    return code
      ? code.breachOf(first, data)
      : // What stands at its place takes that code to tell.
        { pointer: first?.instancePath ?? '', expected: 'the shape of the contract', got: first ? 'another' : described(data) };
  };
  const prepare = ({ id, response }: Judged): void => {
    void (response ? loadInterpreter() : load(id.split('.')[0] ?? ''));
  };
  return Object.assign(check, { prepare });
}
