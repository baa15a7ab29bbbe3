import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { isObject } from '../../../src/core/json-object.ts';
import { type CallFailure, useClient, useTranslate } from '../../../src/engine/index.ts';
import type { TicketUploadOptions } from '../../../src/generated/options.ts';
import { refusalOf } from '../../shared/controls/files.ts';
import { fitted } from '../../shared/controls/fitting-file.ts';
import { DraftStorage } from '../../shared/draft-storage.ts';
import { type Entry, type Host, RefusedFile, type Sent, SlowDown, TicketStore } from './store.ts';
import { cleaned } from './values.ts';

/** A saved document with what every one has. */
export interface Ticket extends Record<string, unknown> {
  id: string;
  filePath: string;
  originName: string;
}

/** The saved documents as the page gives them; what has no id is none. */
export function ticketsOf(list: readonly unknown[] | null | undefined): Ticket[] {
  return (list ?? []).filter(isObject).flatMap((ticket) => {
    const { id, filePath, originName } = ticket;
    if (typeof id !== 'string') return [];
    return [{ ...ticket, id, filePath: String(filePath ?? ''), originName: String(originName ?? filePath ?? '') }];
  });
}

/** The store of what is not saved, for one place at a time: another `storageKey` begins with what was left there. */
export function useTickets(options: TicketUploadOptions): TicketStore {
  const host = useHost(options);
  const { storageKey, fields, pass } = options;
  const latest = useRef({ fields, pass, host });
  latest.current = { fields, pass, host };
  const [store, setStore] = useState(() => new TicketStore(fields, pass, host, undefined));
  useEffect(() => {
    const { fields: now, pass: judged, host: surroundings } = latest.current;
    const storage = storageKey ? new DraftStorage(`tickets ${storageKey}`) : undefined;
    const opened = new TicketStore(now, judged, surroundings, storage);
    setStore(opened);
    void opened.restore();
    return () => opened.close();
  }, [storageKey]);
  useEffect(() => {
    store.host = host;
  }, [store, host]);
  useSyncExternalStore(store.subscribe, () => store.entries);
  useSyncExternalStore(store.subscribe, () => store.edits);
  return store;
}

function useHost(options: TicketUploadOptions): Host {
  const client = useClient();
  const t = useTranslate();
  const latest = useRef({ options, t });
  latest.current = { options, t };
  return useMemo(() => {
    let renewal: Promise<unknown> | undefined;
    /** What the page shows is read again where a refusal says that it is no longer so: once for refusals that come together. */
    const outdated = async (error: unknown) => {
      if (!isOutdated((error as Partial<CallFailure>).status)) return;
      renewal ??= Promise.resolve(latest.current.options.onChange?.()).finally(() => {
        renewal = undefined;
      });
      await renewal;
    };
    return {
      async shrink(file, signal) {
        const { options, t } = latest.current;
        const made = await fitted(file, options, signal);
        if (!('file' in made)) throw new RefusedFile(made.problem && t(made.problem.key, made.problem.values));
        return made.file;
      },
      async send(entry, signal, onShare) {
        const { upload } = latest.current.options;
        const more = upload.body?.({ typeCode: entry.typeCode });
        const body = { ...(isObject(more) ? more : {}), file: entry.file };
        const result = await client.call(upload.call, { body, signal, quiet: true, onProgress: onShare }).catch((error: unknown) => {
          void outdated(error);
          return refused(error);
        });
        return sentOf(upload, result, () => latest.current.t('field.fileNoPath', { name: entry.name }));
      },
      async read(path, signal) {
        const { recognise } = latest.current.options;
        if (!recognise) return {};
        const body = recognise.body?.({ filePath: path });
        const result = await client.call(recognise.call, { body, signal, quiet: true }).catch(refused);
        return isObject(result) ? result : {};
      },
      async create(entry: Entry) {
        const { create, fields } = latest.current.options;
        const values = cleaned(fields, entry.values);
        const body = create.body({ typeCode: entry.typeCode, filePath: entry.path, values });
        try {
          await client.call(create.call, { body });
        } catch (error) {
          await outdated(error);
          throw error;
        }
      },
      async discard(path) {
        const { discard } = latest.current.options;
        if (discard) await client.call(discard.call, { body: discard.body?.({ filePath: path }), quiet: true });
      },
    };
  }, [client]);
}

/** Whether a refusal says that the page shows what is no longer so: closed, completed, deleted, not theirs any more. */
export function isOutdated(status: number | undefined): boolean {
  return status === 403 || status === 404 || status === 409;
}

function refused(error: unknown): never {
  const { code, message } = error as CallFailure;
  if (code === 'TOO_MANY_REQUESTS') throw new SlowDown(message, { cause: error });
  const refusal = refusalOf(error);
  throw refusal === undefined ? error : new RefusedFile(refusal, { cause: error });
}

function sentOf(upload: TicketUploadOptions['upload'], result: unknown, problem: () => string): Sent {
  const path = upload.path ? upload.path({ result }) : isObject(result) ? result.filePath : undefined;
  if (typeof path !== 'string' || path === '') throw new Error(problem());
  const twins = upload.twins?.({ result });
  return { path, twins: Array.isArray(twins) ? twins.map(String) : [] };
}

/** Paths of a request where the page does not say how many its call takes. */
const mostAtOnce = 100;
/** Milliseconds after which an address is asked for anew, at the latest after twice as many: they run out after ten minutes. */
const freshFor = 4 * 60_000;

/** An address, and when it was asked for. */
interface Known {
  url: string;
  at: number;
}

/** Addresses to show files by, of the paths for which there are some. One that is known stays as it is until it is about to run out. */
export function useAddresses({ urls }: TicketUploadOptions, paths: readonly string[]): ReadonlyMap<string, string> {
  const client = useClient();
  const [known, setKnown] = useState<ReadonlyMap<string, Known>>(new Map());
  const latest = useRef({ urls, known });
  latest.current = { urls, known };
  const wanted = paths.join('\n');
  useEffect(() => {
    const asked = latest.current.urls;
    const filePaths = wanted === '' ? [] : wanted.split('\n');
    if (!asked || filePaths.length === 0) return;
    const stop = new AbortController();
    const askFor = async (some: readonly string[]) => {
      const result = await client.call(asked.call, {
        with: asked.with,
        body: asked.body?.({ filePaths: some }),
        signal: stop.signal,
        quiet: true,
      });
      const list = asked.list ? asked.list({ result }) : isObject(result) ? result.urlList : undefined;
      const found = Array.isArray(list) ? list.map((url: unknown) => safeAddress(url)) : [];
      const at = Date.now();
      // Where there is none, one may be there the next time.
      return some.flatMap((path, index): [string, Known][] => {
        const url = found[index];
        return url === undefined ? [] : [[path, { url, at }]];
      });
    };
    const ask = async () => {
      const { atOnce = mostAtOnce } = asked;
      const now = Date.now();
      const missing = filePaths.filter((path) => now - (latest.current.known.get(path)?.at ?? Number.NEGATIVE_INFINITY) >= freshFor);
      for (let at = 0; at < missing.length; at += atOnce) {
        const found = await askFor(missing.slice(at, at + atOnce));
        // What came is shown while the rest is on its way; what is asked for anew stays until it came.
        setKnown((before) => new Map([...before, ...found]));
      }
    };
    const tryAsking = () => {
      ask().catch((error: unknown) => {
        // Without pictures everything else still works.
        if (!stop.signal.aborted) console.warn('Files cannot be shown', error);
      });
    };
    tryAsking();
    const timer = setInterval(tryAsking, freshFor);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [client, wanted]);
  return useMemo(() => new Map([...known].map(([path, { url }]) => [path, url])), [known]);
}

/** Only paths of this site: never another scheme or origin. */
function safeAddress(url: unknown): string | undefined {
  return typeof url === 'string' && url.startsWith('/') && !url.startsWith('//') && !url.includes('\\') ? url : undefined;
}
