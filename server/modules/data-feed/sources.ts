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

/** Tells whoever waits for it why a source was not read, at the field they chose it in. @throws ApiError PARAMETER_ERROR */
export async function telling<Found>(field: string, work: () => Promise<Found>): Promise<Found> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FeedError)) throw error;
    const detail: ErrorDetail = { field, message: error.fault, key: `feed.failure.${error.fault}`, values: { what: error.detail } };
    throw new ApiError('PARAMETER_ERROR', { details: [detail], cause: error });
  }
}
