/** Gives what is wrong with `data` of a call, undefined when nothing is. */
export type ContractCheck = (call: string, data: unknown) => Promise<string | undefined>;

interface Validator {
  (data: unknown): boolean;
  errors?: null | { instancePath: string; keyword: string; message?: string; params: Record<string, unknown> }[];
}
type Validators = Record<string, () => Promise<Record<string, Validator>>>;

/** Checks answers with the generated validators, whose code is loaded per service when its first answer comes. */
export function contractCheck(validators: Validators): ContractCheck {
  const loaded = new Map<string, Promise<Record<string, Validator>>>();
  const load = (service: string): Promise<Record<string, Validator>> | undefined => {
    const loader = Object.hasOwn(validators, service) ? validators[service] : undefined;
    if (!loader) return undefined;
    let code = loaded.get(service);
    if (!code) {
      code = loader().catch((error: unknown) => {
        loaded.delete(service);
        console.warn(`The checks of the service "${service}" could not be loaded; its answers are taken as they are`, error);
        return {};
      });
      loaded.set(service, code);
    }
    return code;
  };
  return async (call, data) => {
    const [service = '', name = ''] = call.split('.');
    const validate = (await load(service))?.[name];
    if (!validate || validate(data)) return undefined;
    const [first] = validate.errors ?? [];
    return first ? `${first.instancePath || '/'} ${first.message ?? first.keyword}` : 'another shape';
  };
}
