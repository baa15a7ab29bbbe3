import { audit } from './audit.ts';
import { compliance } from './compliance.ts';
import { engineering } from './engineering.ts';
import type { DemoRecord } from './record.ts';
import { resources } from './resources.ts';
import { risks } from './risk.ts';
import { statutes } from './statutes.ts';
import { supervision } from './supervision.ts';
import { work } from './work.ts';

/** What the registers hold at first, by the id of the register; names and numbers of the company are invented. */
const written: Readonly<Record<string, readonly DemoRecord[]>> = {
  ...{ ...statutes, ...risks, ...compliance, ...resources },
  ...{ ...audit, ...engineering, ...supervision, ...work },
};

/** In this order: records refer to records of registers before theirs. */
const order = [
  ...['finding', 'statute', 'policy', 'risk', 'control-measure', 'risk-event', 'risk-assessment'],
  ...['clause', 'gap', 'obligation', 'compliance-review', 'control-test', 'self-assessment', 'internal-rule', 'inquiry', 'industry-news'],
  ...['audit-entity', 'audit-program', 'audit-plan', 'engagement', 'working-paper', 'audit-finding', 'audit-report', 'problem'],
  ...['contract', 'project', 'finalization', 'clue', 'case', 'blacklist', 'fraud', 'task', 'budget', 'booking'],
] as const;

export const demoRecords: readonly (readonly [register: string, records: readonly DemoRecord[]])[] = order.map((register) => [
  register,
  written[register] ?? [],
]);
