import { autorun } from '@formily/reactive';
import { useSyncExternalStore } from 'react';
import type { Language } from '../core/types.ts';
import { useEngine } from './context.ts';
import type { AppState, Feedback, Translate } from './types.ts';

/** Subscribes a component that is no observer to a value of an observable. */
export function useObserved<Value>(read: () => Value): Value {
  return useSyncExternalStore((changed) => {
    let first = true;
    return autorun(() => {
      read();
      if (first) first = false;
      else changed();
    });
  }, read);
}

/** The language of the window; re-renders when it changes. */
export function useLanguage(): Language {
  const { app } = useEngine();
  return useObserved(() => app.language);
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
