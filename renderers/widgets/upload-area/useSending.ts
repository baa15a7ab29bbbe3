import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient, useFeedback, useTranslate } from '../../../src/engine/index.ts';
import type { UploadAreaOptions } from '../../../src/generated/options.ts';
import { refusalOf } from '../../shared/controls/files.ts';
import { fitted, takenAs } from '../../shared/controls/fitting-file.ts';

/** A file that waits, is on its way, or was not taken. */
export interface Sending {
  key: number;
  name: string;
  size: number;
  state: 'waiting' | 'shrinking' | 'going' | 'refused' | 'failed';
  /** Share of it that has gone, from 0 to 1. */
  share: number;
  /** What people read of a file that was not taken. */
  reason?: string;
  file: File;
  /** It is a picture that is too large, and made smaller before it is sent. */
  isTooLarge: boolean;
  /** Where it goes and what goes with it, as that was when it was chosen. */
  to: Pick<UploadAreaOptions, 'call' | 'body' | 'part'>;
}

/** What came of the files that are sent together. */
const nothingYet = () => ({ count: 0, failed: 0, shrunk: 0, result: undefined as unknown, name: '' });

/** Files on their way at once: more only share the same line. */
const most = 3;

/**
 * Sends files one call each, a few at once, in the order they were chosen. Those that arrived are told by `onSent` and gone from the list; the
 * others stay with their reason until they are sent again or put away. Leaving stops what is under way.
 */
export function useSending(options: UploadAreaOptions) {
  const client = useClient();
  const feedback = useFeedback();
  const t = useTranslate();
  const [entries, setEntries] = useState<Sending[]>([]);
  const list = useRef<Sending[]>([]);
  const stops = useRef(new Map<number, AbortController>());
  const counter = useRef(0);
  const arrived = useRef(nothingYet());
  const latest = useRef(options);
  latest.current = options;

  useEffect(() => {
    const running = stops.current;
    return () => {
      for (const stop of running.values()) stop.abort();
      list.current = [];
    };
  }, []);

  const change = useCallback((next: Sending[]) => {
    list.current = next;
    setEntries(next);
  }, []);
  const update = (key: number, part: Partial<Sending>) => change(list.current.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const drop = (key: number) => change(list.current.filter((one) => one.key !== key));

  /** Begins what may begin; once nothing is under way, says what came of it. */
  const goOn = () => {
    for (const entry of list.current) {
      if (stops.current.size >= most) return;
      // One that was begun a moment ago is waiting, too.
      if (entry.state === 'waiting' && !stops.current.has(entry.key)) void send(entry);
    }
    if (stops.current.size > 0) return;
    const { count, failed, shrunk, result, name } = arrived.current;
    arrived.current = nothingYet();
    if (failed > 0) feedback.message('warning', t('error.uploadFailed'));
    if (count > 0) {
      const more = shrunk > 0 ? ` ${t('field.filesShrunk', { count: shrunk })}` : '';
      feedback.message('success', `${t('field.filesSent', { count })}${more}`);
      void latest.current.onSent?.({ count, result, name });
    }
  };

  /** The file as it is sent; nothing where it is none that can be. */
  const fitting = async ({ key, file, isTooLarge }: Sending, signal: AbortSignal): Promise<File | undefined> => {
    if (!isTooLarge) return file;
    update(key, { state: 'shrinking', reason: undefined });
    const made = await fitted(file, latest.current, signal);
    if (signal.aborted) return undefined;
    if ('file' in made) return made.file;
    arrived.current.failed += 1;
    update(key, { state: 'refused', ...(made.problem && { reason: t(made.problem.key, made.problem.values) }) });
    return undefined;
  };

  const send = async (entry: Sending) => {
    const { key, name, to } = entry;
    const stop = new AbortController();
    stops.current.set(key, stop);
    const onProgress = (share: number) => update(key, { share });
    try {
      const file = await fitting(entry, stop.signal);
      if (!file) return;
      update(key, { state: 'going', share: 0, reason: undefined, size: file.size });
      const body = { ...to.body, [to.part ?? 'file']: file };
      const result = await client.call(to.call, { body, signal: stop.signal, quiet: true, onProgress });
      const { count, shrunk } = arrived.current;
      arrived.current = { ...arrived.current, count: count + 1, shrunk: shrunk + (entry.isTooLarge ? 1 : 0), result, name: file.name };
      drop(key);
    } catch (error) {
      if (stop.signal.aborted) return;
      arrived.current.failed += 1;
      const refusal = refusalOf(error);
      // The same file would be refused again.
      if (refusal) update(key, { state: 'refused', reason: refusal });
      else update(key, { state: 'failed', reason: t('field.fileFailed', { name, reason: messageOf(error) }) });
    } finally {
      stops.current.delete(key);
      if (!stop.signal.aborted) goOn();
    }
  };

  const add = (files: File[]) => {
    const { multiple, call, body, part } = latest.current;
    const chosen = (multiple === false ? files.slice(0, 1) : files).map((file): Sending => {
      counter.current += 1;
      const { problem, isTooLarge } = takenAs(file, latest.current);
      const entry = { key: counter.current, name: file.name, size: file.size, share: 0, file, isTooLarge, to: { call, body, part } };
      return problem ? { ...entry, state: 'refused', reason: t(problem.key, problem.values) } : { ...entry, state: 'waiting' };
    });
    // A new choice takes the place of the refusals of the one before.
    change([...list.current.filter(({ state }) => state !== 'refused'), ...chosen]);
    goOn();
  };

  return {
    entries,
    add,
    retry(key: number) {
      update(key, { state: 'waiting', reason: undefined });
      goOn();
    },
    dismiss(key: number) {
      stops.current.get(key)?.abort();
      stops.current.delete(key);
      drop(key);
      goOn();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
