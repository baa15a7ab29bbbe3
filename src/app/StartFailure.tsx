import type { ReactNode } from 'react';
import en from '../../schemas/locales/en/start.locale.json';
import hans from '../../schemas/locales/zh-Hans/start.locale.json';
import hant from '../../schemas/locales/zh-Hant/start.locale.json';

type Texts = typeof en.texts;
type Key = `start.${keyof Texts & string}`;

const TEXTS: Record<string, Texts> = { en: en.texts, 'zh-Hans': hans.texts, 'zh-Hant': hant.texts };

/** Shown when not even the texts could be loaded, so it brings its own. */
export function StartFailure({ language, error, retry }: { language: string | undefined; error: unknown; retry: () => void }): ReactNode {
  const known = language && Object.hasOwn(TEXTS, language) ? language : 'en';
  const text = (key: Key): string => (TEXTS[known] ?? en.texts)[key.slice('start.'.length) as keyof Texts];
  return (
    <main role="alert" lang={known} className="tg-start-failure">
      <h1>{text('start.failed')}</h1>
      <p>{text('start.hint')}</p>
      <p>
        <small>{error instanceof Error ? error.message : String(error)}</small>
      </p>
      <button type="button" onClick={retry}>
        {text('start.retry')}
      </button>
    </main>
  );
}
