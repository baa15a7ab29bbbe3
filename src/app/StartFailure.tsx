import type { ReactNode } from 'react';
import en from '../../schemas/locales/en/start.locale.json';
import hans from '../../schemas/locales/zh-Hans/start.locale.json';
import hant from '../../schemas/locales/zh-Hant/start.locale.json';

const TEXTS = { en: en.texts, 'zh-Hans': hans.texts, 'zh-Hant': hant.texts };

/** Shown when not even the texts could be loaded, so it brings its own. */
export function StartFailure({ language, error, retry }: { language: string | undefined; error: unknown; retry: () => void }): ReactNode {
  const known = language === 'zh-Hans' || language === 'zh-Hant' || language === 'en' ? language : 'en';
  const texts = TEXTS[known];
  return (
    <main role="alert" lang={known}>
      <h1>{texts.failed}</h1>
      <p>{texts.hint}</p>
      <p>
        <small>{error instanceof Error ? error.message : String(error)}</small>
      </p>
      <button type="button" onClick={retry}>
        {texts.retry}
      </button>
    </main>
  );
}
