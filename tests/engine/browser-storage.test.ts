// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BrowserStorage } from '../../src/engine/browser-storage.ts';

const refused = (): never => {
  throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
};

describe('storage of a browser that takes no more', () => {
  beforeEach(() => {
    localStorage.clear();
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });

  it('keeps in the window what the browser does not take, until it takes it', () => {
    const kept = new BrowserStorage(() => localStorage);
    expect(kept.setItem('language', 'en')).toBe(true);
    const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refused);
    expect(kept.setItem('language', 'zh-Hant')).toBe(false);
    expect([kept.getItem('language'), localStorage.getItem('language')]).toEqual(['zh-Hant', 'en']);
    full.mockRestore();
    expect(kept.setItem('language', 'zh-Hans')).toBe(true);
    localStorage.setItem('language', 'en');
    expect(kept.getItem('language')).toBe('en');
  });

  it('forgets what it could not keep', () => {
    const kept = new BrowserStorage(() => localStorage);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(refused);
    kept.setItem('token', 'secret');
    kept.removeItem('token');
    expect(kept.getItem('token')).toBeNull();
  });

  it('works where the page may have no storage at all, and says so once', () => {
    const kept = new BrowserStorage(refused);
    expect(kept.getItem('token')).toBeNull();
    expect(kept.setItem('token', 'secret')).toBe(false);
    expect(kept.getItem('token')).toBe('secret');
    kept.removeItem('token');
    expect(kept.getItem('token')).toBeNull();
    expect(console.warn).toHaveBeenCalledTimes(1);
  });

  it('works where there is none', () => {
    const kept = new BrowserStorage(() => null);
    expect(kept.setItem('token', 'secret')).toBe(false);
    expect(kept.getItem('token')).toBe('secret');
  });

  it('hides no fault that is none of the browser', () => {
    const kept = new BrowserStorage(() => {
      throw new TypeError('no window');
    });
    expect(() => kept.getItem('token')).toThrow('no window');
  });
});
