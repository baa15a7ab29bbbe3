import { autorun } from '@formily/reactive';
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '../core/types.ts';
import { type Engine, useEngine } from './context.ts';
import type { AppState, Feedback, Translate } from './types.ts';

/** Subscribes a component that is no observer to a value of an observable; anew with every other function. */
export function useObserved<Value>(read: () => Value): Value {
  const subscribe = useCallback(
    (changed: () => void) => {
      let first = true;
      return autorun(() => {
        read();
        if (first) first = false;
        else changed();
      });
    },
    [read],
  );
  return useSyncExternalStore(subscribe, read);
}

/** Language and texts of the window, as EngineProvider follows them: once, and not once for each component that shows a text. */
export const TextsContext = createContext<{ language: Language } | undefined>(undefined);

/** Follows the language of the window and the texts of i18next. A new value whenever one of them changes. */
export function useTexts({ app }: Engine): { language: Language } {
  const { t } = useTranslation(undefined, { useSuspense: false });
  const language = useObserved(() => app.language);
  // `t` is another function as soon as texts have changed, and that is what readers wait for.
  return useMemo(() => ({ language, t }), [language, t]);
}

/** The language of the window; re-renders when it changes. */
export function useLanguage(): Language {
  const texts = useContext(TextsContext);
  if (!texts) throw new Error('useLanguage needs an EngineProvider above it');
  return texts.language;
}

/** Texts by key in the language of the window: t('common.save'), t('home.count', { n: 3 }), t.localized(value). */
export function useTranslate(): Translate {
  const { translate } = useEngine();
  useLanguage();
  return translate;
}

/** The application's state. Observable: read it inside `observer` components (or through useObserved). */
export function useApp(): AppState {
  return useEngine().app;
}

/** Messages, notifications and dialogs. */
export function useFeedback(): Feedback {
  return useEngine().feedback;
}
