import { storagesOf } from '../engine/browser-storage.ts';
import { randomUuid } from './random-uuid.ts';

/** What a provider of single sign-on sent to its landing page. */
export interface SignOnAnswer {
  state: string;
  code?: string;
  error?: string;
  iss?: string;
}

const CHANNEL = 'targus-sign-on';
/** Where the window of the sign-in knows from which window it was opened: the browser copies the session storage into it. */
export const MARK = 'sign_on_over';
const FEATURES = 'popup,width=560,height=760';

/**
 * Opens a single sign-on in a window of its own, so that this one keeps what is typed in it. `onAnswer` gets what the provider sent back;
 * it is good for nothing without the cookie of this browser, and once. Answers how to stop listening, undefined when the browser allowed no window.
 */
export function openSignOn(window: Window, address: string, onAnswer: (answer: SignOnAnswer) => void): (() => void) | undefined {
  const mark = randomUuid();
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const { mark: from, answer } = (data ?? {}) as { mark?: unknown; answer?: SignOnAnswer };
    if (from !== mark || typeof answer?.state !== 'string') return;
    channel.close();
    onAnswer(answer);
  };
  const kept = storagesOf(window).session;
  // Without the mark the answer would not find its way back.
  const opened = kept.setItem(MARK, mark) && window.open(address, '_blank', FEATURES);
  kept.removeItem(MARK);
  if (opened) return () => channel.close();
  channel.close();
  return undefined;
}

/** Hands what the provider sent, of whatever is given, to the window this one was opened from. */
export function handOver(window: Window, sent: Record<string, unknown>): void {
  const given = ['code', 'error', 'iss'].flatMap((name) => (typeof sent[name] === 'string' ? [[name, sent[name]]] : []));
  const answer: SignOnAnswer = { state: String(sent.state ?? ''), ...Object.fromEntries(given) };
  const kept = storagesOf(window).session;
  const mark = kept.getItem(MARK);
  kept.removeItem(MARK);
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ mark, answer });
  channel.close();
}
