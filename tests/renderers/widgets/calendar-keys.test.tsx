import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { settled, showNodes } from '../world.tsx';

const task = (name: string, day: string) => ({ id: name, name, day });
const items = [
  ...['One', 'Two', 'Three', 'Four'].map((name) => task(name, '2026-03-10')),
  task('Five', '2026-03-11'),
  task('Six', '2026-05-12'),
];
const calendar = {
  ...{ widget: 'calendar', name: 'due', label: { en: 'Due' }, month: '2026-03', shown: 2 },
  ...{ items: '{{ state.items }}', date: '{{ row.day }}', title: '{{ row.name }}' },
};
const state = { items: { initial: items }, later: { initial: [...items, task('Seven', '2026-06-15')] } };
const come = { widget: 'button', text: { en: 'Come' }, onClick: [{ set: { 'state.items': '{{ state.later }}' } }] };
const entry = (name: string) => screen.getByRole('button', { name });
const stops = (root: HTMLElement) => [...root.querySelectorAll('.tg-calendar-entry[tabindex="0"]')].map(({ textContent }) => textContent);
const press = async (key: string) => {
  if (document.activeElement) fireEvent.keyDown(document.activeElement, { key });
  await settled();
};

it('one entry that is shown is the stop of Tab, also where the one that was is folded away', async () => {
  const { container } = await showNodes([calendar], {}, { state });
  fireEvent.click(screen.getByRole('button', { name: /2 more/ }));
  await settled();
  act(() => entry('Four').focus());
  expect(stops(container)).toEqual(['Four']);
  fireEvent.click(screen.getByRole('button', { name: 'Show less' }));
  await settled();
  expect(stops(container)).toEqual(['One']);
});

it('turning by key leads to the first entry of the month, or to its heading until there is one, from where keys go on', async () => {
  await showNodes([calendar, come], {}, { state });
  act(() => entry('Five').focus());
  await press('PageDown');
  const april = screen.getByRole('heading', { name: 'April 2026' });
  expect(document.activeElement).toBe(april);
  await press('PageDown');
  expect(document.activeElement).toBe(entry('Six'));
  await press('PageDown');
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'June 2026' }));
  // What is read once the month is known comes later.
  fireEvent.click(screen.getByRole('button', { name: 'Come' }));
  await settled();
  expect(document.activeElement).toBe(entry('Seven'));
  // Buttons of the month keep the focus, and do not turn by these keys.
  act(() => screen.getByRole('button', { name: 'Today' }).focus());
  await press('PageUp');
  expect(screen.getByRole('heading', { name: 'June 2026' })).toBeTruthy();
});
