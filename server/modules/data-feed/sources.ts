import type { Principal } from '../../contracts.ts';
import type { DataSource } from '../../data-source-settings.ts';
import { ApiError, type ErrorDetail, wrong } from '../../errors.ts';
import type { Settings } from '../../settings.ts';
import { holdsAll } from '../identity/rights.ts';
import { readAddress } from './address.ts';
import { readRelation } from './postgresql.ts';
import { FeedError, type Reading, type ReadingTerms } from './reading.ts';

/** Permission to use sources; one may ask for another one besides. */
const usingSources = 'data:feed:use';
/** Milliseconds somebody waits for a source. */
const patience = 60_000;

export const permissionsOf = ({ permission }: DataSource): string[] => [usingSources, ...(permission === undefined ? [] : [permission])];

/** The sources somebody may use, in the order of the setting. */
export function sourcesFor({ dataSources }: Pick<Settings, 'dataSources'>, user: Principal): DataSource[] {
  return dataSources.filter((source) => holdsAll(user, permissionsOf(source)));
}

/** @throws ApiError PARAMETER_ERROR at `source` where there is none of that id for this person */
export function requireSource(settings: Pick<Settings, 'dataSources'>, user: Principal, id: string): DataSource {
  const found = sourcesFor(settings, user).find((source) => source.id === id);
  if (!found) throw wrong('source', 'There is no such source, or it is not yours to use', 'feed.noSource');
  return found;
}

/** Reads a table of a source, or the one it is. @throws FeedError */
export async function readFrom<Found>(
  source: DataSource,
  relation: string,
  terms: ReadingTerms,
  use: (reading: Reading) => Promise<Found>,
): Promise<Found> {
  return source.kind === 'address' ? await readAddress(source, terms.signal, use) : await readRelation(source, relation, terms, use);
}

/** Does what somebody waits for, for a minute at most, and tells why a source was not read, at the field they chose it in. @throws ApiError PARAMETER_ERROR */
export async function telling<Found>(field: string, work: (signal: AbortSignal) => Promise<Found>): Promise<Found> {
  const signal = AbortSignal.timeout(patience);
  try {
    return await work(signal);
  } catch (error) {
    const fault = signal.aborted ? new FeedError('late', '', { cause: error }) : error;
    if (!(fault instanceof FeedError)) throw fault;
    const detail: ErrorDetail = { field, message: fault.fault, key: `feed.failure.${fault.fault}`, values: { what: fault.detail } };
    throw new ApiError('PARAMETER_ERROR', { details: [detail], cause: fault });
  }
}
