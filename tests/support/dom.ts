import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// Until code that comes late is there, on slow machines too.
configure({ asyncUtilTimeout: 10_000 });

// What browsers have and jsdom lacks; the components only need it to exist.
class StillObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

vi.stubGlobal('ResizeObserver', StillObserver);
vi.stubGlobal('matchMedia', (media: string) => {
  const list = new EventTarget();
  return Object.assign(list, { matches: false, media, onchange: null, addListener() {}, removeListener() {} });
});
Element.prototype.scrollIntoView = () => {};

afterEach(() => {
  cleanup();
  // A press that a test began ends with it: files share their document, and what waits for its end would hold the next one back.
  document.dispatchEvent(new MouseEvent('mouseup'));
});
