import pg from 'pg';
import { isLocalHost } from './listed-settings.ts';
import { unbracketed } from './setting-values.ts';
import type { Settings } from './settings.ts';

const remedy = (host: string) => `, or name the host where the network between is yours alone: PLAIN_HOSTS=${unbracketed(host)}`;

/**
 * Services elsewhere that would be spoken to without TLS, as what PRODUCTION=1 tells of them: what people entered, and the secrets of these
 * services, would be open on the way. Mail goes over TLS in any case (`smtpTransport`); single sign-on and addresses of DATA_SOURCES are https.
 */
export function plainServices(settings: Settings): string[] {
  const { databaseUrl, dataSources, fileStore, wopiUrl, speech, apiTarget, virusScan } = settings;
  const mayBePlain = (host: string) => isLocalHost(host) || settings.plainHosts.includes(unbracketed(host.toLowerCase()));
  const addresses = [
    ['FILE_STORE', fileStore?.bucket],
    ['WOPI_URL', wopiUrl],
    ['SPEECH_URL', speech?.url],
    ['API_TARGET', apiTarget],
  ] as const;
  const databases = [
    ['DATABASE_URL', databaseUrl] as const,
    ...dataSources.flatMap(({ kind, id, url }) => (kind === 'postgresql' ? [[`DATA_SOURCES (${id})`, url] as const] : [])),
  ];
  return [
    ...addresses.flatMap(([name, address]) => (address === undefined ? [] : plainAddress(name, address, mayBePlain))),
    ...databases.flatMap(([name, address]) => (address === undefined ? [] : plainDatabase(name, address, mayBePlain))),
    ...(virusScan && 'host' in virusScan && !mayBePlain(virusScan.host) ? [plainScan(virusScan.host)] : []),
  ];
}

/** The protocol of the scanner knows no TLS. */
function plainScan(host: string): string {
  return `VIRUS_SCAN sends uploaded files to ${host} without TLS; PRODUCTION=1 needs a scanner on this machine${remedy(host)}`;
}

function plainAddress(name: string, address: string, mayBePlain: (host: string) => boolean): string[] {
  const { protocol, hostname } = new URL(address);
  if (protocol === 'https:' || mayBePlain(hostname)) return [];
  return [`${name} leads to ${hostname} without TLS; PRODUCTION=1 needs an https address${remedy(hostname)}`];
}

/** What the driver makes of the address counts, settings like PGSSLMODE included. */
function plainDatabase(name: string, address: string, mayBePlain: (host: string) => boolean): string[] {
  let host: string;
  let ssl: unknown;
  try {
    ({ host, ssl } = new pg.Client({ connectionString: address }) as { host: string; ssl: unknown });
  } catch (error) {
    return [`${name} cannot be read: ${error instanceof Error ? error.message : 'unknown'}`];
  }
  // A path is a socket of this machine.
  if (host.startsWith('/') || mayBePlain(host)) return [];
  const way = 'add sslmode=verify-full to it (sslrootcert=FILE for a certificate of your own)';
  if (!ssl) return [`${name} leads to ${host} without TLS; PRODUCTION=1 refuses it: ${way}${remedy(host)}`];
  const isUnchecked = typeof ssl === 'object' && 'rejectUnauthorized' in ssl && ssl.rejectUnauthorized === false;
  return isUnchecked ? [`${name} leads to ${host} without checking its certificate; PRODUCTION=1 refuses it: ${way}${remedy(host)}`] : [];
}
