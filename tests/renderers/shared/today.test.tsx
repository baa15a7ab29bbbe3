import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { small } from '../../core/statement/support.ts';
import { pageOf, settled, showNodes, world } from '../world.tsx';

// Of these two at least one has another day than the clock of any machine.
const days = [
  ['Pacific/Kiritimati', '2026-06-01'],
  ['Etc/GMT+12', '2026-05-30'],
] as const;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-05-31T11:30:00Z') }));
afterEach(() => void vi.useRealTimers());

it.each(days)('[STATE-06] a calendar marks the day it is in %s, and opens at its month', async (timeZone, today) => {
  const calendar = { widget: 'calendar', label: { en: 'Due' }, items: [], date: '{{ row.day }}', title: '{{ row.name }}' };
  const { container } = await showNodes([calendar], { config: { timeZone } });
  expect(screen.getByRole('heading', { name: today < '2026-06' ? 'May 2026' : 'June 2026' })).toBeTruthy();
  expect(container.querySelector('[data-today]')?.textContent).toContain(String(Number(today.slice(-2))));
});

it.each(days)('[STATE-06] ranges that have a name are those of the day it is in %s', async (timeZone, today) => {
  const range = { widget: 'date-range', name: 'days', label: { en: 'Days' }, presets: ['today'] };
  const text = { widget: 'text', text: '{{ join(form.values.days ?? [], " ") }}' };
  const { container } = await showNodes([{ widget: 'form', name: 'form', fields: [range] }, text], { config: { timeZone } });
  const input = screen.getByLabelText('Days');
  act(() => input.focus());
  fireEvent.mouseDown(input);
  fireEvent.click(input);
  await settled();
  fireEvent.click(screen.getByText('Today'));
  await settled();
  expect(container.textContent).toContain(`${today} ${today}`);
});

it.each(days)('[STATE-06] the first day an empty field takes by a key is the one it is in %s', async (timeZone, today) => {
  const made = await world({ config: { timeZone } });
  const { container } = made.show({
    ...pageOf([{ widget: 'finance-table', name: 'figures', statement: 'small', figures: [] }]),
    statements: { small },
  });
  await settled();
  const field = container.querySelector<HTMLInputElement>('[data-cell="end.period"]');
  if (!field) throw new Error(`There is no day: ${container.textContent}`);
  act(() => field.focus());
  fireEvent.keyDown(field, { key: 'ArrowUp' });
  expect(field.value).toBe(today);
});
