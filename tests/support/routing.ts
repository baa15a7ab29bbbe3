import type { Page } from '@playwright/test';

/**
 * Once a test has a route in a page, one that is for nothing stays there until the test ends. With the last route of a page Chromium stops to hold
 * requests, and those it holds at that moment are never answered: the page waits for them for good, and whichever test did that fails now and then.
 * Gives what ends it.
 */
export function keepRouting(page: Page): () => void {
  const { route } = page;
  let kept: Promise<unknown> | undefined;
  page.route = async (...given) => {
    kept ??= route.call(
      page,
      () => false,
      (held) => held.fallback(),
    );
    await kept;
    return await route.apply(page, given);
  };
  return () => {
    page.route = route;
  };
}
