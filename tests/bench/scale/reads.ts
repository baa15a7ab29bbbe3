import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../paths.ts';

interface Field {
  type?: string | string[];
  enum?: unknown[];
}
interface Values {
  properties?: Record<string, Field>;
  required?: string[];
}
interface Contract {
  method: string;
  path: string;
  access: unknown;
  safe?: boolean;
  query?: Values;
  body?: Values;
  params?: Values;
}

/** One way to ask for something. */
export interface Read {
  /** `register.page`. */
  call: string;
  /** What is asked for: `first page`, `keyword 采购`. */
  what: string;
  method: string;
  path: string;
  given: Record<string, unknown>;
  /** The parameters of its page, where it has pages. */
  paged?: { page: string; size: string };
}

/** Values of parameters, by `service.call.name`, `service.name` or `name`: what a list shows first, say. */
export type Samples = Readonly<Record<string, unknown>>;

const isRead = ({ method, safe }: Contract) => method === 'GET' || safe === true;
/** They go elsewhere, wait for somebody, end something, or make a file of their own. */
const leftOut =
  /^(sso|wopi|health|delegate\.(enter|exit)|data-run\.execute|file\.(content|uploadUrl)|login\.captcha|evidence\.file|risk\.item|flow-process\.init)/;
const pageNames = [
  ['current', 'size'],
  ['pageNo', 'pageSize'],
  ['pageNum', 'pageSize'],
  ['page', 'limit'],
] as const;

/** Every call of the contracts that only reads, each with its first page, its orders and its filters. Calls whose parameters have no sample are named in `unasked`. */
export function readsOf(samples: Samples): { reads: Read[]; unasked: string[] } {
  const folder = join(projectRoot, 'schemas', 'services');
  const reads: Read[] = [];
  const unasked: string[] = [];
  for (const file of readdirSync(folder).sort()) {
    const service = file.replace('.service.json', '');
    const { calls } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { calls: Record<string, Contract> };
    for (const [id, contract] of Object.entries(calls)) {
      const call = `${service}.${id}`;
      if (!isRead(contract) || leftOut.test(call)) continue;
      const sample = (name: string) => samples[`${call}.${name}`] ?? samples[`${service}.${name}`] ?? samples[name];
      const values = contract.method === 'GET' ? contract.query : contract.body;
      const required = [...(values?.required ?? []), ...(contract.params?.required ?? [])];
      if (required.some((name) => sample(name) === undefined)) {
        unasked.push(call);
        continue;
      }
      const path = contract.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(sample(name)));
      const base = Object.fromEntries((values?.required ?? []).map((name) => [name, sample(name)]));
      const fields = values?.properties ?? {};
      const paging = pageNames.find(([page, size]) => page in fields && size in fields);
      const paged = paging && { page: paging[0], size: paging[1] };
      const page = paged ? { [paged.page]: 1, [paged.size]: 20 } : {};
      const add = (what: string, more: Record<string, unknown>) =>
        reads.push({ call, what, method: contract.method, path, given: { ...page, ...base, ...more }, ...(paged && { paged }) });
      add('first', {});
      if (paged) add('far page', {});
      for (const name of ['keyword', 'keyWord']) {
        if (!(name in fields)) continue;
        add('keyword 采购', { [name]: '采购' });
        add('keyword without a match', { [name]: 'qqzz' });
      }
      for (const sort of [...(fields.sort?.enum ?? []), ...((samples[`${call}.sorts`] as unknown[] | undefined) ?? [])])
        add(`sort ${String(sort)}`, { sort, order: 'desc' });
      for (const [name, value] of Object.entries((samples[`${call}.filters`] as Record<string, unknown> | undefined) ?? {}))
        add(`filter ${name}`, { [name]: value });
      for (const [name, { enum: choices }] of Object.entries(fields))
        if (choices && !['order', 'sort', 'format', 'language', ...Object.keys(base)].includes(name) && typeof choices[0] === 'string')
          add(`${name} ${choices[0]}`, { [name]: choices[0] });
    }
  }
  return { reads, unasked };
}
