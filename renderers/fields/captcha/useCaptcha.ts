import { useCallback, useEffect, useRef, useState } from 'react';
import { useClient, useTranslate } from '../../../src/engine/index.ts';
import type { CaptchaOptions } from '../../../src/generated/options.ts';
import { imageAddress, readAnswer } from './image.ts';

export interface CaptchaState {
  status: 'loading' | 'ready' | 'failed';
  address?: string;
  message?: string;
}

/**
 * Loads the image (LOGIN-04: asked 120 x 40) and gives its key to `onKey`. Only the answer to the last request counts. `load` asks for
 * another image; the code typed for the one before is worthless then, and `onKey` is told to drop it.
 */
export function useCaptcha(options: CaptchaOptions, onKey: (key: string | undefined) => void): { state: CaptchaState; load: () => void } {
  const client = useClient();
  const t = useTranslate();
  const [state, setState] = useState<CaptchaState>({ status: 'loading' });
  const latest = useRef({ options, onKey, t });
  latest.current = { options, onKey, t };
  const running = useRef<AbortController | undefined>(undefined);

  const load = useCallback(async () => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    setState({ status: 'loading' });
    const { call, width = 120, height = 40, type = 'gif', with: parameters } = latest.current.options;
    const fail = (message: string) => {
      latest.current.onKey(undefined);
      setState({ status: 'failed', message });
    };
    try {
      const result = await client.call(call, { with: { ...parameters, width, height, type }, signal: stop.signal, quiet: true });
      if (stop.signal.aborted) return;
      const answer = readAnswer(result);
      const address = answer && imageAddress(answer.image, type);
      if (!answer || !address) {
        fail(latest.current.t('field.captchaUnreadable'));
        return;
      }
      latest.current.onKey(answer.key);
      setState({ status: 'ready', address });
    } catch (error) {
      if (!stop.signal.aborted) fail(error instanceof Error ? error.message : String(error));
    }
  }, [client]);

  useEffect(() => {
    void load();
    return () => running.current?.abort();
  }, [load]);
  return { state, load: () => void load() };
}
