import { type ComponentType, useEffect, useState } from 'react';
import { loadCode } from '../../../src/engine/index.ts';
import type { Feedback } from '../../../src/engine/types.ts';
import { cover } from './cover.ts';

type HolderProps = { attach: (feedback: Feedback | undefined) => void };

/** How long until a load that failed is tried again. */
const patience = 15_000;

/** The code of the holder; rejects with CodeFailure. The browser keeps what has come. */
export const fetchHolder = () => loadCode(() => import('./Holder.tsx'));

/** Loads the holder of messages and dialogs. As long as its code cannot be loaded, the browser's own dialogs say what has to be said. */
export function LateHolder({ attach }: HolderProps) {
  const [Holder, setHolder] = useState<ComponentType<HolderProps>>();
  useEffect(() => {
    let current = true;
    let again: ReturnType<typeof setTimeout> | undefined;
    const load = () => {
      fetchHolder().then(
        ({ Holder: loaded }) => current && setHolder(() => loaded),
        (error: unknown) => {
          if (!current) return;
          console.warn('The code of messages and dialogs did not load', error);
          attach(plainFeedback);
          again = setTimeout(load, patience);
        },
      );
    };
    load();
    return () => {
      current = false;
      clearTimeout(again);
    };
  }, [attach]);
  return Holder ? <Holder attach={attach} /> : null;
}

const plainFeedback: Feedback = {
  // Nobody can take back what was read and closed.
  message: (_level, text) => {
    window.alert(text);
    return () => undefined;
  },
  notification: (_level, title, text) => window.alert(title ? `${title}\n\n${text}` : text),
  dialog: async ({ level, words, alone, signal }) => {
    const uncover = alone ? cover() : () => undefined;
    // Whoever can take the question away says when what is behind it may be seen.
    signal?.addEventListener('abort', uncover);
    // The browser's question holds everything: what covers the page has to be seen before. In a window nobody looks at that is once somebody does.
    if (alone) await painted(signal);
    if (signal?.aborted) {
      uncover();
      return false;
    }
    const { title, text, cancelText } = words();
    const said = title ? `${title}\n\n${text}` : text;
    const isAsked = level === 'confirm' || cancelText !== undefined;
    const agreed = isAsked ? window.confirm(said) : true;
    if (!isAsked) window.alert(said);
    if (!signal) uncover();
    return agreed;
  },
};

/** Once what was changed is drawn, or nobody waits for it any more. */
function painted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done) => {
    if (signal?.aborted) done();
    signal?.addEventListener('abort', () => done());
    requestAnimationFrame(() => requestAnimationFrame(() => done()));
  });
}
