import { useEffect, useRef, useState } from 'react';
import { useClient, useTranslate } from '../../../src/engine/index.ts';
import type { UploadOptions } from '../../../src/generated/options.ts';
import { refusalOf } from '../../shared/controls/files.ts';
import { fitted, shrunkText, takenAs } from '../../shared/controls/fitting-file.ts';
import { pathOf, type UploadedFile } from './answer.ts';

/** A file that is on its way or was refused. */
export interface Pending {
  key: number;
  name: string;
  size: number;
  /** Text of the refusal or failure; undefined while the file is sent. */
  error?: string | undefined;
  /** Missing where it would be refused again. */
  file?: File | undefined;
  /** A picture that is too large: it is made smaller before it is sent. */
  isTooLarge?: boolean;
}

/**
 * Sends files one call each and adds those that arrived to the value. Refused and failed files stay in `pending` with their reason until
 * they are sent again or dismissed; leaving the form stops what is under way.
 */
export function useUploads(options: UploadOptions, value: UploadedFile[], onChange: (files: UploadedFile[]) => void) {
  const client = useClient();
  const t = useTranslate();
  const [pending, setPending] = useState<Pending[]>([]);
  const [said, setSaid] = useState('');
  const counter = useRef(0);
  const stops = useRef(new Map<number, AbortController>());
  /** When each path was chosen. */
  const places = useRef(new Map<string, number>());
  /** Bytes pictures had before they were made smaller, by path. */
  const before = useRef(new Map<string, number>());
  const latest = useRef({ value, onChange });
  latest.current = { value, onChange };

  useEffect(() => {
    const running = stops.current;
    return () => {
      for (const stop of running.values()) stop.abort();
    };
  }, []);

  const update = (key: number, change: Partial<Pending> | undefined) =>
    setPending((all) =>
      change ? all.map((one) => (one.key === key ? { ...one, ...change } : one)) : all.filter((one) => one.key !== key),
    );

  /** The file as it is sent; nothing where it is none that can be. */
  const fitting = async (key: number, original: File, isTooLarge: boolean, signal: AbortSignal): Promise<File | undefined> => {
    if (!isTooLarge) return original;
    const made = await fitted(original, options, signal);
    if (signal.aborted) return undefined;
    if ('file' in made) update(key, { isTooLarge: false });
    else if (made.problem) update(key, { error: t(made.problem.key, made.problem.values), file: undefined });
    return 'file' in made ? made.file : undefined;
  };

  const send = async (key: number, original: File, isTooLarge = false) => {
    const stop = new AbortController();
    stops.current.set(key, stop);
    try {
      const file = await fitting(key, original, isTooLarge, stop.signal);
      if (!file) return;
      const body = { ...options.body, [options.part ?? 'file']: file };
      const result = await client.call(options.call, { with: options.with, body, signal: stop.signal, quiet: true });
      const chosen = options.select ? options.select({ result }) : pathOf(result);
      if (typeof chosen !== 'string' || chosen === '') {
        update(key, { error: t('field.fileNoPath', { name: original.name }) });
        return;
      }
      update(key, undefined);
      const next = { name: file.name, path: chosen, size: file.size };
      places.current.set(chosen, key);
      if (file !== original) before.current.set(chosen, original.size);
      const files = options.multiple ? placed(latest.current.value, next, places.current) : [next];
      latest.current.value = files;
      latest.current.onChange(files);
      const shrunk = file === original ? '' : ` ${shrunkText(t, original.size, file.size)}`;
      setSaid(`${t('field.fileSent', { name: file.name })}${shrunk}`);
    } catch (error) {
      if (stop.signal.aborted) return;
      const refusal = refusalOf(error);
      if (refusal) update(key, { error: refusal, file: undefined });
      else
        update(key, {
          error: t('field.fileFailed', { name: original.name, reason: error instanceof Error ? error.message : String(error) }),
        });
    } finally {
      stops.current.delete(key);
    }
  };

  /** How many more are taken. Where one is allowed, another takes its place. */
  const room = (): number =>
    options.multiple ? (options.max ?? Number.POSITIVE_INFINITY) - latest.current.value.length - stops.current.size : 1;
  const tooMany = (name: string): string => t('field.fileCount', { name, count: options.multiple ? (options.max ?? 0) : 1 });

  const dismiss = (entry: Pending) => {
    stops.current.get(entry.key)?.abort();
    update(entry.key, undefined);
  };

  const add = (files: File[]) => {
    let left = room();
    const entries = files.map((file): Pending => {
      counter.current += 1;
      const entry: Pending = { key: counter.current, name: file.name, size: file.size };
      const { problem, isTooLarge } = takenAs(file, options);
      if (problem) entry.error = t(problem.key, problem.values);
      else if (left <= 0) entry.error = tooMany(file.name);
      else {
        Object.assign(entry, { file, isTooLarge });
        left -= 1;
      }
      return entry;
    });
    if (!options.multiple && entries.some((entry) => entry.file)) pending.forEach(dismiss);
    // A new choice replaces the refusals of the one before; what can be sent again stays where there is room for several.
    setPending((all) => [...all.filter((one) => one.error === undefined || (options.multiple && one.file)), ...entries]);
    for (const entry of entries) if (entry.file) void send(entry.key, entry.file, entry.isTooLarge);
  };

  return {
    pending,
    said,
    /** Bytes a picture had before it was made smaller here. */
    before: (path: string): number | undefined => before.current.get(path),
    add,
    retry: (entry: Pending) => {
      if (!entry.file) return;
      if (room() <= 0) {
        update(entry.key, { error: tooMany(entry.name) });
        return;
      }
      const { isTooLarge } = takenAs(entry.file, options);
      update(entry.key, { error: undefined, isTooLarge });
      void send(entry.key, entry.file, isTooLarge);
    },
    dismiss,
    remove: (index: number) => {
      const file = value[index];
      onChange(value.filter((_, at) => at !== index));
      if (file) setSaid(t('field.fileRemoved', { name: file.name }));
    },
  };
}

/** The file where it was chosen, though one that was chosen later arrived before it. */
function placed(files: UploadedFile[], next: UploadedFile, places: ReadonlyMap<string, number>): UploadedFile[] {
  const place = places.get(next.path) ?? 0;
  const after = files.findIndex(({ path }) => (places.get(path) ?? 0) > place);
  const at = after < 0 ? files.length : after;
  return [...files.slice(0, at), next, ...files.slice(at)];
}
