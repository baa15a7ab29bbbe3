import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '../support/chromium.mjs';

/** Frames follow each other as fast as the page can make them, so that a frame's length is the work in it. */
const unthrottled = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/** The system's Chromium, or the one Playwright brings. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: [...chromiumArguments, ...unthrottled] });
}

/** A window as people have it on a desk, without animations: of the placeholder of a page that loads, one would take the processors with its frames. */
export async function newWindow(browser: Browser): Promise<BrowserContext> {
  return browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce' });
}
