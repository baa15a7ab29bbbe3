import { useEffect, useRef, useState } from 'react';
import { useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { pagesOf, textOf } from './kind.ts';

/** What scrolls is reached by key. */
const scrolls = { tabIndex: 0 } as const;

/** A text, page by page. */
export function TextPages({ url, name, onFailed }: { url: string; name: string; onFailed: () => void }) {
  const t = useTranslate();
  const [pages, setPages] = useState<string[]>();
  const [at, setAt] = useState(0);
  const region = useRef<HTMLElement>(null);
  const failed = useRef(onFailed);
  failed.current = onFailed;
  useEffect(() => {
    const stop = new AbortController();
    read(url, stop.signal).then(setPages, () => {
      if (!stop.signal.aborted) failed.current();
    });
    return () => stop.abort();
  }, [url]);
  if (!pages) {
    return (
      <p className="tg-note" role="status">
        {t('file.loading', { name })}
      </p>
    );
  }
  const turn = (to: number) => {
    setAt(to);
    region.current?.scrollTo(0, 0);
  };
  return (
    <div className="tg-file-text">
      {pages.length > 1 ? (
        <div className="tg-file-tools">
          <PlainButton size="small" icon="left" aria-label={t('file.previous')} blocked={at === 0} onClick={() => turn(at - 1)} />
          <span role="status">{t('file.page', { page: at + 1, count: pages.length })}</span>
          <PlainButton
            size="small"
            icon="right"
            aria-label={t('file.next')}
            blocked={at === pages.length - 1}
            onClick={() => turn(at + 1)}
          />
        </div>
      ) : null}
      <section ref={region} className="tg-file-stage" aria-label={name} {...scrolls}>
        <pre>{pages[at]}</pre>
      </section>
    </div>
  );
}

async function read(url: string, signal: AbortSignal): Promise<string[]> {
  const answer = await fetch(url, { signal, credentials: 'same-origin' });
  if (!answer.ok) throw new Error(String(answer.status));
  return pagesOf(textOf(await answer.arrayBuffer()));
}
