// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Preferences } from '../../src/app/preferences.ts';
import type { AppState } from '../../src/engine/types.ts';

const themes = { 'theme-tw': { tone: 'dark' }, 'theme-mint': { tone: 'light' } };

const languages = ['zh-Hans', 'zh-Hant', 'en'].map((code) => ({ code, label: code }));

function setUp(username?: string) {
  const state = {
    user: username === undefined ? null : { username },
    session: { delegate: null },
    language: 'en',
    theme: 'theme-tw',
    tone: 'dark',
    manifest: { app: { defaultTheme: 'theme-tw', languages, languageAliases: { 'zh-CN': 'zh-CN' } }, themes },
  } as unknown as AppState;
  const texts = { load: vi.fn(async () => undefined), show: vi.fn(async () => undefined), translate: (key: string) => key };
  const hints = { send: vi.fn(), close: vi.fn() };
  const preferences = new Preferences({ state, texts, storage: localStorage, hints } as unknown as ConstructorParameters<
    typeof Preferences
  >[0]);
  return { state, texts, hints, preferences };
}

beforeEach(() => localStorage.clear());

describe('language and theme of a window', () => {
  it('[SET-09] a choice is shown, kept and told to the other windows once', async () => {
    const { state, hints, preferences } = setUp();
    await preferences.chooseLanguage('zh-Hant');
    preferences.chooseTheme('theme-mint');
    expect(state).toMatchObject({ language: 'zh-Hant', theme: 'theme-mint', tone: 'light' });
    expect({ ...localStorage }).toMatchObject({ language: 'zh-Hant', theme: 'theme-mint' });
    expect(hints.send.mock.calls).toEqual([[{ type: 'changeSetting' }], [{ type: 'changeSetting' }]]);
    preferences.chooseTheme('theme-mint');
    await preferences.chooseLanguage('zh-Hant');
    expect(hints.send).toHaveBeenCalledTimes(2);
  });

  it('[SET-09] [I18N-03] the language chosen last stays, whichever texts come first', async () => {
    const { state, texts, preferences } = setUp();
    let arrive = () => undefined as void;
    texts.load.mockReturnValueOnce(new Promise((done) => (arrive = () => done(undefined))));
    const first = preferences.chooseLanguage('zh-Hant');
    await preferences.chooseLanguage('zh-Hans');
    arrive();
    await first;
    expect([state.language, localStorage.getItem('language')]).toEqual(['zh-Hans', 'zh-Hans']);
    expect(texts.show.mock.calls).toEqual([['zh-Hans']]);
  });

  it('[SET-09] what another window kept, and what the server has saved, is shown without telling anybody', async () => {
    const { state, hints, preferences } = setUp();
    localStorage.setItem('language', 'zh-Hans');
    localStorage.setItem('theme', 'theme-mint');
    await preferences.takeKept();
    expect(state).toMatchObject({ language: 'zh-Hans', theme: 'theme-mint' });
    await preferences.takeSaved({ language_config: 'en' }, { theme_config: 'theme-tw' });
    expect(state).toMatchObject({ language: 'en', theme: 'theme-tw' });
    expect({ ...localStorage }).toMatchObject({ language: 'en', theme: 'theme-tw' });
    expect(hints.send).not.toHaveBeenCalled();
  });

  it('[I18N-02] other codes of a language are that language, kept by another window or saved by a back end', async () => {
    const { state, preferences } = setUp();
    localStorage.setItem('language', 'zh-CN');
    await preferences.takeKept();
    expect(state.language).toBe('zh-Hans');
    await preferences.takeSaved({ language_config: 'en-US' }, null);
    expect(state.language).toBe('en');
    await preferences.takeSaved({}, { language_config: 'zh-CN' });
    expect(state.language).toBe('zh-Hans');
    expect(localStorage.getItem('language')).toBe('zh-Hans');
    await preferences.takeSaved({ language_config: 'fr' }, null);
    expect(state.language).toBe('zh-Hans');
  });

  it('[SET-09] hints that come faster than texts load end with what was kept last', async () => {
    const { state, preferences, texts } = setUp();
    let arrive: () => void = () => undefined;
    texts.load.mockImplementationOnce(() => new Promise((done) => (arrive = () => done(undefined))));
    localStorage.setItem('language', 'zh-Hans');
    localStorage.setItem('theme', 'theme-mint');
    const first = preferences.takeKept();
    localStorage.setItem('language', 'en');
    localStorage.setItem('theme', 'theme-tw');
    await preferences.takeKept();
    arrive();
    await first;
    expect(state).toMatchObject({ language: 'en', theme: 'theme-tw' });
    expect({ ...localStorage }).toEqual({ language: 'en', theme: 'theme-tw' });
  });

  it('[SET-09] windows of two people in one browser do not follow each other, those of one person do, and the login page all', async () => {
    const [ada, other, ben, nobody] = [setUp('ada'), setUp('ada'), setUp('ben'), setUp()];
    await ada.preferences.takeSaved({ theme_config: 'theme-tw', language_config: 'en' }, null);
    await ben.preferences.takeSaved({ theme_config: 'theme-tw', language_config: 'en' }, null);
    ada.preferences.chooseTheme('theme-mint');
    await ada.preferences.chooseLanguage('zh-Hans');
    for (const { preferences } of [other, ben, nobody]) await preferences.takeKept();
    for (const { state } of [other, nobody]) expect(state).toMatchObject({ theme: 'theme-mint', language: 'zh-Hans' });
    expect(ben.state).toMatchObject({ theme: 'theme-tw', language: 'en' });
    // Neither does Ben's window hand its own to Ada's when it looks again.
    await ben.preferences.takeSaved({ theme_config: 'theme-tw', language_config: 'en' }, null);
    await ada.preferences.takeKept();
    expect(ada.state).toMatchObject({ theme: 'theme-mint', language: 'zh-Hans' });
  });

  it('[SET-09] who signs in after somebody else and has saved no theme gets the default one, and keeps their own choice', async () => {
    const ada = setUp('ada');
    ada.preferences.chooseTheme('theme-mint');
    const ben = setUp('ben');
    ben.state.theme = 'theme-mint';
    await ben.preferences.takeSaved({}, null);
    expect(ben.state.theme).toBe('theme-tw');
    ben.preferences.chooseTheme('theme-mint');
    await ben.preferences.takeSaved({}, null);
    const later = setUp('ben');
    later.state.theme = 'theme-mint';
    await later.preferences.takeSaved({}, null);
    expect([ben.state.theme, later.state.theme]).toEqual(['theme-mint', 'theme-mint']);
  });

  it('[DELEG-05] who acts for somebody keeps their own language and theme', async () => {
    const agent = setUp('ada');
    agent.preferences.chooseTheme('theme-mint');
    const acting = setUp('ben');
    Object.assign(acting.state.session, { delegate: { agent: { username: 'ada' } } });
    await acting.preferences.takeKept();
    expect(acting.state.theme).toBe('theme-mint');
  });

  it('[I18N-03] a saved language whose texts do not load keeps nobody out: the one on show stays, and so does what the browser has', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const { state, texts, preferences } = setUp('ada');
    texts.show.mockRejectedValue(new Error('no file'));
    await preferences.takeSaved({ language_config: 'zh-Hans', theme_config: 'theme-mint' }, null);
    expect(state).toMatchObject({ language: 'en', theme: 'theme-mint' });
    expect(localStorage.getItem('language')).toBeNull();
    localStorage.setItem('language', 'zh-Hant');
    localStorage.setItem('theme', 'theme-tw');
    await preferences.takeKept();
    expect(state).toMatchObject({ language: 'en', theme: 'theme-tw' });
    expect(warn).toHaveBeenCalledTimes(2);
    await expect(preferences.chooseLanguage('zh-Hans')).rejects.toThrow('no file');
    warn.mockRestore();
  });

  it('[I18N-03] words that are no language or theme change nothing', async () => {
    const { state, preferences } = setUp();
    localStorage.setItem('language', 'tlh');
    localStorage.setItem('theme', 'theme-none');
    await preferences.takeKept();
    expect(state).toMatchObject({ language: 'en', theme: 'theme-tw' });
    await expect(preferences.chooseLanguage('tlh')).rejects.toMatchObject({ code: 'PARAMETER_ERROR' });
  });
});
