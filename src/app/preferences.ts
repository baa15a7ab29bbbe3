import { batch } from '@formily/reactive';
import { isLanguage, offeredLanguage } from '../core/index.ts';
import type { TextStorage } from '../engine/browser-storage.ts';
import type { AppState } from '../engine/types.ts';
import type { Tabs } from '../services/tabs.ts';
import { settingsOwner } from './person.ts';
import type { Texts } from './texts.ts';
import { chooseTheme } from './theme.ts';

interface PreferenceParts {
  state: AppState;
  texts: Texts;
  storage: TextStorage;
  hints: Pick<Tabs, 'send'>;
}

/** Where the browser keeps whose choice it has: written first, so that who reads the choice knows. */
const OWNERS = { language: 'language-of', theme: 'theme-of' } as const;

/**
 * Language and theme of this window, kept in the browser for the next visit and for its other windows (I18N-03, THEME-01). Beside each stands
 * whose choice it is: a window follows the choices of the person signed in there and nobody else's, one nobody is signed in to follows all.
 */
export class Preferences {
  /** For whom the window has shown what is saved. */
  private shownFor = '';
  /** How many languages were to be shown: their texts may come in another order. */
  private wanted = 0;

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

  /**
   * A saved language or theme of the user wins over the browser's and is kept there (I18N-03). Who has saved none keeps what the browser has;
   * a theme another person chose here before is not theirs. Never rejects: a language whose texts do not load leaves the one on show.
   */
  async takeSaved(config: Record<string, unknown>, user: Record<string, unknown> | null): Promise<void> {
    const { state, storage } = this.parts;
    const language = offeredLanguage(config.language_config ?? user?.language_config, state.manifest.app);
    const theme = config.theme_config ?? user?.theme_config;
    const { person, isOtherPerson: isNew } = this;
    this.shownFor = person;
    const keptBy = storage.getItem(OWNERS.theme) ?? '';
    if (language !== undefined) await this.showLanguage(language).catch(stays);
    else if (isNew) storage.setItem(OWNERS.language, person);
    if (typeof theme === 'string' && theme !== '') this.showTheme(theme);
    else if (isNew) this.showTheme(keptBy === '' || keptBy === person ? state.theme : state.manifest.app.defaultTheme);
  }

  /** Shows what another window has kept: as it is when it is shown, since hints may come faster than texts load. Keeps nothing itself. */
  async takeKept(): Promise<void> {
    const { storage } = this.parts;
    const language = offeredLanguage(storage.getItem('language'), this.parts.state.manifest.app);
    if (language !== undefined && this.follows('language')) await this.followLanguage(language).catch(stays);
    const theme = storage.getItem('theme');
    if (theme && this.follows('theme')) this.applyTheme(theme);
  }

  /** Who is at this window: in delegate mode the agent, whose settings stay their own; '' when nobody is signed in. */
  private get person(): string {
    return settingsOwner(this.parts.state);
  }

  /** Whether settings are shown that were taken for somebody else. */
  get isOtherPerson(): boolean {
    return this.shownFor !== this.person;
  }

  private follows(name: keyof typeof OWNERS): boolean {
    const { person } = this;
    return person === '' || (this.parts.storage.getItem(OWNERS[name]) ?? person) === person;
  }

  private async followLanguage(code: AppState['language']): Promise<void> {
    const { storage, state, texts } = this.parts;
    await texts.load(code);
    // Another hint came meanwhile and shows what stands there now.
    if (offeredLanguage(storage.getItem('language'), state.manifest.app) !== code) return;
    await texts.show(code);
    state.language = code;
  }

  private async showLanguage(code: AppState['language']): Promise<void> {
    const { state, texts, storage } = this.parts;
    this.wanted += 1;
    const own = this.wanted;
    await texts.load(code);
    if (own !== this.wanted) return;
    await texts.show(code);
    state.language = code;
    storage.setItem(OWNERS.language, this.person);
    storage.setItem('language', code);
  }

  private showTheme(code: string): void {
    const { storage } = this.parts;
    storage.setItem(OWNERS.theme, this.person);
    storage.setItem('theme', this.applyTheme(code));
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

/** A language that is not there is no reason to keep somebody out: the next look at the settings tries it again. */
function stays(error: unknown): void {
  console.warn('The texts of the saved language did not load; the language on show stays:', error);
}
