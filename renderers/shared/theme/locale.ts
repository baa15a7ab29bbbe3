import type { Locale } from 'antd/es/locale';
import { useEffect, useState } from 'react';
import type { Language } from '../../../src/core/types.ts';
import { loadCode } from '../../../src/engine/index.ts';
import { locale as english } from './locale-en.ts';

/** Texts of the component library by language; English is built in. */
const loaders: Partial<Record<Language, () => Promise<{ locale: Locale }>>> = {
  'zh-Hans': () => import('./locale-zh-hans.ts'),
  'zh-Hant': () => import('./locale-zh-hant.ts'),
};
const loaded = new Map<Language, Locale>();

/** The component library's texts in a language; its English, which is built in, until they are loaded. Never none: the library would build its tree, and all below, anew. */
export function useLibraryLocale(language: Language): Locale {
  const [, setCount] = useState(0);
  useEffect(() => {
    const load = loaders[language];
    if (!load || loaded.has(language)) return;
    let current = true;
    loadCode(load).then(
      ({ locale }) => {
        loaded.set(language, locale);
        if (current) setCount((count) => count + 1);
      },
      // Without them the library speaks English: nothing a user could act on.
      (error: unknown) => console.warn('Texts of the component library did not load', error),
    );
    return () => {
      current = false;
    };
  }, [language]);
  return loaded.get(language) ?? english;
}
