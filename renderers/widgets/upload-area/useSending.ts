import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient, useFeedback, useTranslate } from '../../../src/engine/index.ts';
import type { UploadAreaOptions } from '../../../src/generated/options.ts';
import { checkFile, refusalOf } from '../../shared/controls/files.ts';

/** A file that waits, is on its way, or was not taken. */
export interface Sending {
  key: number;
  name: string;
  size: number;
  state: 'waiting' | 'going' | 'refused' | 'failed';
  /** Share of it that has gone, from 0 to 1. */
  share: number;
  /** What people read of a file that was not taken. */
  reason?: string;
  file: File;
}

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
  const arrived = useRef({ count: 0, failed: 0, result: undefined as unknown, name: '' });
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
      if (entry.state === 'waiting') void send(entry);
    }
    if (stops.current.size > 0) return;
    const { count, failed, result, name } = arrived.current;
    arrived.current = { count: 0, failed: 0, result: undefined, name: '' };
    if (failed > 0) feedback.message('warning', t('error.uploadFailed'));
    if (count > 0) {
      feedback.message('success', t('field.filesSent', { count }));
      void latest.current.onSent?.({ count, result, name });
    }
  };

  const send = async ({ key, name, file }: Sending) => {
    const stop = new AbortController();
    stops.current.set(key, stop);
    update(key, { state: 'going', share: 0, reason: undefined });
    const body = { ...latest.current.body, [latest.current.part ?? 'file']: file };
    const onProgress = (share: number) => update(key, { share });
    try {
      const result = await client.call(latest.current.call, { body, signal: stop.signal, quiet: true, onProgress });
      arrived.current = { ...arrived.current, count: arrived.current.count + 1, result, name };
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
    const { accept, maxBytes, multiple } = latest.current;
    const limits = { accept: accept ?? undefined, maxBytes: maxBytes ?? undefined };
    const chosen = (multiple === false ? files.slice(0, 1) : files).map((file): Sending => {
      counter.current += 1;
      const entry = { key: counter.current, name: file.name, size: file.size, share: 0, file };
      const problem = checkFile(file, limits);
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
