import type { Plan, PlanData, PlanOption } from '../types.ts';

/** What an expression reads, such as `state` and `id`. */
export interface Head {
  readonly section: string;
  readonly name: string;
}

/**
 * What an option reads, by itself or by way of computed values. `asked`: and what the data sources it reads are asked with. `awaited`: and what they
 * wait for.
 */
export function headsOf(option: PlanOption | undefined, { values, data }: Plan, reach?: 'asked' | 'awaited'): Head[] {
  const seen = new Map<string, Head>();
  const gather = (part: PlanOption | undefined): void => {
    if (part?.kind === 'object' || part?.kind === 'array') Object.values(part.value).forEach(gather);
    else if (part?.kind === 'dynamic') for (const { section, name } of part.value.heads?.values() ?? []) follow(section, name);
  };
  const follow = (section: string, name: string): void => {
    if (seen.has(`${section}.${name}`)) return;
    seen.set(`${section}.${name}`, { section, name });
    const value = section === 'values' ? values.find((one) => one.name === name)?.value : undefined;
    if (value) gather({ kind: 'dynamic', value });
    const source = reach && section === 'data' ? data.find((one) => one.name === name) : undefined;
    gather(source?.with);
    gather(source?.body);
    if (reach === 'awaited') gather(source?.when && { kind: 'dynamic', value: source.when });
  };
  gather(option);
  return [...seen.values()];
}

/** The data sources among what an option reads. */
export const sourcesOf = (option: PlanOption, plan: Plan, reach?: 'asked' | 'awaited'): string[] =>
  headsOf(option, plan, reach).flatMap(({ section, name }) =>
    section === 'data' && plan.data.some((source) => source.name === name) ? [name] : [],
  );

/** The data sources whose answers a source is asked with, or only asked after, whatever lies between. Those that wait for each other are left out: neither would ever be asked. */
export function sourcesBefore(source: PlanData, plan: Plan): PlanData[] {
  const before = awaitedBy(source, plan);
  return plan.data.filter((other) => before.includes(other.name) && !awaitedBy(other, plan).includes(source.name));
}

function awaitedBy({ with: parameters, body, when }: PlanData, plan: Plan): string[] {
  const condition: PlanOption | undefined = when && { kind: 'dynamic', value: when };
  const value = [parameters, body, condition].filter((part) => part !== undefined);
  return sourcesOf({ kind: 'array', value }, plan, 'awaited');
}
