import type { Settings } from '../../settings.ts';
import { readXml } from '../spreadsheets/read-xml.ts';
import { UnreadableFile } from '../spreadsheets/unreadable.ts';

/** How an editor opens files of one kind: where it shows them, and where it changes them. */
export interface EditorActions {
  view?: string;
  edit?: string;
}
/** What the editor opens, by extension. */
export type Discovery = ReadonlyMap<string, EditorActions>;

/** Milliseconds the editor may think. */
const patience = 8_000;
const mostBytes = 1_048_576;
/** What it said is asked again after so long; that it was silent, sooner. */
const keepFor = 600_000;
const restFor = 10_000;

const known = new WeakMap<Settings, { until: number; discovery: Promise<Discovery | undefined> }>();

/**
 * What the editor of WOPI_URL opens, read anew every ten minutes. Nothing when it does not answer, or in a way that cannot be read; `complain` hears why.
 */
export async function discoveryOf(
  settings: Settings & { wopiUrl: string },
  complain: (reason: unknown) => void,
): Promise<Discovery | undefined> {
  const kept = known.get(settings);
  if (kept && kept.until > Date.now()) return await kept.discovery;
  const entry = {
    until: Date.now() + keepFor,
    discovery: read(settings.wopiUrl).catch((error: unknown) => {
      entry.until = Date.now() + restFor;
      complain(error);
      return undefined;
    }),
  };
  known.set(settings, entry);
  return await entry.discovery;
}

async function read(wopiUrl: string): Promise<Discovery> {
  const base = new URL(wopiUrl);
  const address = base.pathname === '/' ? new URL('/hosting/discovery', base) : base;
  // It is asked where the operator said, and nowhere else.
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(patience), headers: { accept: 'application/xml' } });
  if (!answer.ok || !answer.body) throw new Error(`The document editor answered ${answer.status} to the question what it opens`);
  return readDiscovery(await bounded(answer.body), base.origin);
}

async function bounded(body: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    if (size > mostBytes) throw new Error('The document editor says more than can be read of what it opens');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/**
 * The actions of a discovery document (MS-WOPI). Only those at the origin of the editor itself count: pages send their secret nowhere else.
 * @throws Error where it is no such document, or has no action of that origin
 */
export function readDiscovery(xml: string, origin: string): Discovery {
  const found = new Map<string, EditorActions>();
  let isDiscovery = false;
  try {
    readXml(xml, {
      open(tag, { name, ext, urlsrc }) {
        if (tag === 'wopi-discovery') isDiscovery = true;
        if (tag !== 'action' || (name !== 'view' && name !== 'edit') || !ext || !urlsrc) return;
        const address = withoutPlaceholders(urlsrc);
        if (!URL.canParse(address) || new URL(address).origin !== origin) return;
        const extension = ext.toLowerCase();
        // The first of several counts, as for every host.
        found.set(extension, { [name]: address, ...found.get(extension) });
      },
    });
  } catch (error) {
    if (error instanceof UnreadableFile) throw new Error('What the document editor says it opens cannot be read', { cause: error });
    throw error;
  }
  if (!isDiscovery) throw new Error('The document editor did not say what it opens');
  if (found.size === 0) throw new Error(`The document editor opens nothing at its own address ${origin}`);
  return found;
}

/** Placeholders such as `<ui=UI_LLCC&>` are all optional; the language is given by `actionAddress`. */
function withoutPlaceholders(urlsrc: string): string {
  return urlsrc.replaceAll(/<[^<>]*>/g, '');
}

/** Where the editor opens a file: the address of the action with the file and the language in it. */
export function actionAddress(action: string, { source, language }: { source: string; language: string }): string {
  const address = new URL(action);
  address.searchParams.set('WOPISrc', source);
  address.searchParams.set('lang', language);
  address.searchParams.set('ui', language);
  return address.href;
}
