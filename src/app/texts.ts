import { observable } from '@formily/reactive';
import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { localizedText } from '../core/index.ts';
import type { Language } from '../core/types.ts';
import type { Translate } from '../engine/types.ts';

/** The texts of the application: one file a language, loaded when the language is first shown; English fills what is missing (I18N-01). */
export class Texts {
  readonly i18n: i18n;
  /** Keys of texts that were shown. */
  private readonly used = new Set<string>();
  private readonly loading = new Map<Language, Promise<void>>();
  /** Observable: readers of texts run again when it changes. */
  private readonly shown: { language: Language; revision: number };
  readonly translate: Translate;

  constructor(
    private readonly fetch: (language: Language) => Promise<Record<string, string>>,
    language: Language,
    private readonly fallback: Language,
  ) {
    this.shown = observable.shallow({ language, revision: 0 });
    this.i18n = createInstance();
    const noting = (text: string, keys: string | string[]): string => {
      for (const key of [keys].flat()) this.used.add(key);
      return text;
    };
    void this.i18n
      .use(initReactI18next)
      .use({ type: 'postProcessor', name: 'noting', process: noting })
      .init({
        postProcess: 'noting',
        lng: language,
        fallbackLng: fallback,
        // Texts are shown as text nodes, which escape by themselves.
        interpolation: { escapeValue: false, skipOnVariables: true },
        keySeparator: false,
        nsSeparator: false,
        initAsync: false,
        resources: {},
        // Nothing is ever waited for: a language is shown only when its texts are here.
        react: { useSuspense: false, bindI18nStore: 'added' },
      });
    const translate = (key: string, values?: Record<string, unknown>): string => {
      if (this.shown.revision < 0) return key;
      return this.i18n.t(key, { ...values, lng: this.shown.language });
    };
    const localized: Translate['localized'] = (value, values = {}) => {
      const { language } = this.shown;
      const text = localizedText(value, language, this.fallback);
      if (Object.keys(values).length === 0) return text;
      return this.i18n.services.interpolator.interpolate(text, values, language, {});
    };
    const edition = (): string => `${this.shown.language} ${this.shown.revision}`;
    this.translate = Object.assign(translate, { localized, edition });
  }

  get language(): Language {
    return this.shown.language;
  }

  /** Text of a key, undefined when no language has it. */
  readonly find = (key: string, values?: Record<string, unknown>): string | undefined =>
    this.i18n.exists(key) ? this.translate(key, values) : undefined;

  /** Loads a language's texts; at once when they are here. */
  load(language: Language): Promise<void> {
    let loading = this.loading.get(language);
    if (!loading) {
      loading = this.fetch(language).then(
        (texts) => this.add(language, texts),
        (error: unknown) => {
          this.loading.delete(language);
          throw error;
        },
      );
      this.loading.set(language, loading);
    }
    return loading;
  }

  /** Shows a language. Its texts are loaded first, so that no keys flash up. */
  async show(language: Language): Promise<void> {
    await this.load(language);
    await this.i18n.changeLanguage(language);
    this.shown.language = language;
    // What a language lacks is rare: its stand-in may come later.
    if (language !== this.fallback)
      this.load(this.fallback).catch((error: unknown) => console.warn('The fallback texts did not load', error));
  }

  /** Takes over the texts of a language as they are by now, unless one that was shown says something else: nothing is swapped under anybody's eyes. */
  renew(language: Language, texts: Record<string, string>): boolean {
    const before = (this.i18n.getResourceBundle(language, 'translation') ?? {}) as Record<string, string>;
    // Of a text in the plural the form that was shown has another key than the one it was asked for by.
    const wasShown = (key: string) => this.used.has(key) || this.used.has(key.replace(/_[a-z]+$/, ''));
    if (Object.keys({ ...before, ...texts }).some((key) => wasShown(key) && before[key] !== texts[key])) return false;
    this.add(language, texts);
    return true;
  }

  private add(language: Language, texts: Record<string, string>): void {
    this.i18n.addResourceBundle(language, 'translation', texts, false, true);
    this.shown.revision += 1;
  }
}
