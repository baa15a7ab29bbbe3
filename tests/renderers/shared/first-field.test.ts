import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { focusFirstField } from '../../../renderers/shared/controls/first-field.ts';

/** A window that has just opened: the library gave it the focus. */
function openDialog(content: string): HTMLElement {
  document.body.innerHTML = `<button id="before">Before</button><div role="dialog" tabindex="-1"><div class="tg-form-fields">${content}</div></div>`;
  const dialog = document.querySelector<HTMLElement>('[role="dialog"]') as HTMLElement;
  dialog.focus();
  return dialog;
}
const focused = () => document.activeElement?.id;
const add = (dialog: HTMLElement, content: string) => dialog.querySelector('.tg-form-fields')?.insertAdjacentHTML('beforeend', content);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
  // jsdom lays nothing out: what is not hidden is in sight.
  vi.spyOn(Element.prototype, 'getClientRects').mockImplementation(function (this: Element) {
    return (this.hasAttribute('hidden') ? [] : [{}]) as unknown as DOMRectList;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  document.body.innerHTML = '';
});

describe('the first field of a window', () => {
  it('is the first in sight that can be changed', () => {
    const fixed =
      '<input type="hidden"><input hidden id="unseen"><input disabled id="off"><input readonly id="fixed"><input tabindex="-1" id="out">';
    focusFirstField(openDialog(`${fixed}<input id="first"><input id="second">`));
    vi.advanceTimersByTime(50);
    expect(focused()).toBe('first');
  });

  it('may be a closed list, whose input is read-only', () => {
    focusFirstField(openDialog('<input readonly role="combobox" id="list"><input id="second">'));
    vi.advanceTimersByTime(50);
    expect(focused()).toBe('list');
  });

  it('is waited for, and not for ever', () => {
    const late = openDialog('');
    focusFirstField(late);
    vi.advanceTimersByTime(1000);
    add(late, '<input id="late">');
    vi.advanceTimersByTime(50);
    expect(focused()).toBe('late');

    const never = openDialog('');
    focusFirstField(never);
    vi.advanceTimersByTime(2000);
    add(never, '<input id="too-late">');
    vi.advanceTimersByTime(200);
    expect(document.activeElement).toBe(never);
  });

  it.each(['keydown', 'pointerdown'])('is left alone after a %s of somebody', (type) => {
    const dialog = openDialog('');
    focusFirstField(dialog);
    vi.advanceTimersByTime(50);
    dialog.dispatchEvent(new Event(type, { bubbles: true }));
    add(dialog, '<input id="first">');
    vi.advanceTimersByTime(200);
    expect(document.activeElement).toBe(dialog);
  });

  it('is left alone while the focus is elsewhere: outside, or in another field', () => {
    const dialog = openDialog('<input id="first"><input id="second">');
    focusFirstField(dialog);
    document.querySelector<HTMLElement>('#before')?.focus();
    vi.advanceTimersByTime(200);
    expect(focused()).toBe('before');
    document.querySelector<HTMLElement>('#second')?.focus();
    vi.advanceTimersByTime(200);
    expect(focused()).toBe('second');
  });

  it('is left alone on glass, where the keyboard would cover the window', () => {
    const media = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => ({ matches: query === '(pointer: coarse)' }) as MediaQueryList);
    const dialog = openDialog('<input id="first">');
    focusFirstField(dialog);
    vi.advanceTimersByTime(200);
    expect(document.activeElement).toBe(dialog);
    expect(media).toHaveBeenCalledOnce();
  });

  it('is left alone when the window closes before', () => {
    const dialog = openDialog('<input id="first">');
    const stop = focusFirstField(dialog);
    stop();
    vi.advanceTimersByTime(200);
    expect(document.activeElement).toBe(dialog);
  });
});
