import { batch } from '@formily/reactive';
import { isLanguage } from '../core/index.ts';
import type { AppState } from '../engine/types.ts';
import type { Tabs } from '../services/tabs.ts';
import type { Texts } from './texts.ts';
import { chooseTheme } from './theme.ts';

interface PreferenceParts {
  state: AppState;
  texts: Texts;
  storage: Storage;
  hints: Pick<Tabs, 'send'>;
}

/** Language and theme of this window, kept in the browser for the next visit and for its other windows (I18N-03, THEME-01). */
export class Preferences {
  constructor(private readonly parts: PreferenceParts) {}

  /** The user chose a language: shows and keeps it; other windows follow. Unknown codes are refused. */
  async chooseLanguage(code: string): Promise<void> {
    const { texts, hints, state } = this.parts;
    if (!isLanguage(code)) {
      throw Object.assign(new Error(texts.translate('error.parameter')), { code: 'PARAMETER_ERROR', call: 'session', status: undefined });
    }
    const changed = state.language !== code;
    await this.showLanguage(code);
    if (changed) hints.send({ type: 'changeSetting' });
  }

  /** The user chose a theme: shows and keeps it; other windows follow. An unknown code gives the default theme. */
  chooseTheme(code: string): void {
    const { state, hints } = this.parts;
    const before = state.theme;
    this.showTheme(code);
    if (state.theme !== before) hints.send({ type: 'changeSetting' });
  }

  /** A saved language or theme of the user wins over the browser's and is kept there (I18N-03). */
  async takeSaved(config: Record<string, unknown>, user: Record<string, unknown> | null): Promise<void> {
    const language = config.language_config ?? user?.language_config;
    const theme = config.theme_config ?? user?.theme_config;
    if (isLanguage(language)) await this.showLanguage(language);
    if (typeof theme === 'string' && theme !== '') this.showTheme(theme);
  }

  /** Shows what another window has kept: as it is when it is shown, since hints may come faster than texts load. Keeps nothing itself. */
  async takeKept(): Promise<void> {
    const { storage, state, texts } = this.parts;
    const language = storage.getItem('language');
    if (isLanguage(language)) {
      await texts.load(language);
      // Another hint came meanwhile and shows what stands there now.
      if (storage.getItem('language') !== language) return;
      await texts.show(language);
      state.language = language;
    }
    const theme = storage.getItem('theme');
    if (theme) this.applyTheme(theme);
  }

  private async showLanguage(code: AppState['language']): Promise<void> {
    const { state, texts, storage } = this.parts;
    await texts.show(code);
    state.language = code;
    storage.setItem('language', code);
  }

  private showTheme(code: string): void {
    this.parts.storage.setItem('theme', this.applyTheme(code));
  }

  private applyTheme(code: string): string {
    const { state } = this.parts;
    const theme = chooseTheme(state.manifest, code);
    batch(() => {
      state.theme = theme;
      state.tone = state.manifest.themes[theme]?.tone ?? 'light';
    });
    return theme;
  }
}
