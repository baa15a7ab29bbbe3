import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { NodeDocument } from '../../../src/core/types.ts';
import { settle, show } from '../fields/harness.tsx';

afterEach(() => void vi.restoreAllMocks());

const press = async (key: string) => {
  await act(async () => void fireEvent.keyDown(document.activeElement ?? document.body, { key }));
  await settle(2);
};
const button = (name: string) => screen.getByRole('button', { name });
const open = async (name: string) => {
  button(name).focus();
  await press('ArrowDown');
};
const menu = (disabled: string[], more: Record<string, unknown> = {}): NodeDocument => ({
  widget: 'dropdown',
  text: { en: 'More' },
  items: ['Copy', 'Move'].map((text) => ({ text: { en: text }, value: text, disabled: disabled.includes(text) })),
  onSelect: [],
  ...more,
});

describe('a menu of which nothing can be chosen', () => {
  it('is read, and left by Escape and Tab, with the keyboard all the same', async () => {
    await show([menu(['Copy', 'Move'])]);
    for (const key of ['Escape', 'Tab']) {
      await open('More');
      expect(document.activeElement?.textContent).toBe('Copy');
      await press('ArrowDown');
      expect(document.activeElement?.textContent).toBe('Move');
      await press(key);
      expect(screen.queryByRole('menu')).toBeNull();
      expect(document.activeElement).toBe(button('More'));
    }
  });

  it('tells why at the actions of a row', async () => {
    const action = (text: string, reason?: string) => ({
      text: { en: text },
      onClick: [],
      ...(reason && { disabled: '{{ true }}', reason: { en: reason } }),
    });
    const table: NodeDocument = {
      widget: 'table',
      rows: [{ id: '1', name: 'First' }],
      columns: [{ name: 'name', title: { en: 'Name' } }],
      actionsShown: 2,
      actions: [action('Edit'), action('Close', 'Closed already'), action('Delete', 'In use')],
    };
    await show([table]);
    await open('More actions');
    expect([document.activeElement?.textContent, (document.activeElement as HTMLElement).title]).toEqual(['Close', 'Closed already']);
  });

  it('is left by Escape where there is nothing in it', async () => {
    await show([menu([], { items: [{ text: { en: 'Copy' }, when: '{{ false }}' }] })]);
    await open('More');
    await press('Escape');
    expect(screen.queryByRole('menu')).toBeNull();
  });
});

it('a menu starts at what can be chosen', async () => {
  await show([menu(['Copy'])]);
  await open('More');
  expect(document.activeElement?.textContent).toBe('Move');
});

it.each([
  ['below its button where there is room', { top: 100, height: 300 }, 124],
  ['above it where there is room there', { top: 600, height: 300 }, 296],
  ['as far up as it needs where there is room for it on neither side', { top: 380, height: 420 }, 340],
  ['from the upper edge where it is higher than the window', { top: 380, height: 900 }, 8],
])('a menu stands %s', async (_, { top, height }, at) => {
  vi.spyOn(window, 'innerHeight', 'get').mockReturnValue(768);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(height);
  vi.spyOn(HTMLButtonElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 80, 20));
  await show([menu([])]);
  await open('More');
  expect(screen.getByRole('menu').style.top).toBe(`${at}px`);
});
