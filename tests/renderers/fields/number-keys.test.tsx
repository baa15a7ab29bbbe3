import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formOf, probed, settle, show } from './harness.tsx';

const field = { widget: 'number', name: 'it', label: { en: 'It' }, min: 1, max: 100 };
const input = () => screen.getByLabelText<HTMLInputElement>('It');
const type = async (value: string) => {
  await act(async () => void fireEvent.change(input(), { target: { value } }));
  await settle(2);
};
/** Whether the browser still does what it does with the key. */
const press = async (key: string, more: KeyboardEventInit = {}) => {
  const event = createEvent.keyDown(input(), { key, ...more });
  await act(async () => void fireEvent(input(), event));
  await settle(2);
  return !event.defaultPrevented;
};

it('keys with Shift select in the text of a number; without it they go to its limits and step', async () => {
  await show(formOf([field]));
  await type('42');
  for (const key of ['Home', 'End', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown'])
    expect([key, await press(key, { shiftKey: true }), input().value]).toEqual([key, true, '42']);
  expect(probed.value).toEqual({ it: 42 });
  for (const [key, value] of [
    ['ArrowUp', '43'],
    ['Home', '1'],
    ['End', '100'],
  ] as const)
    expect([key, await press(key), input().value]).toEqual([key, false, value]);
});

it.each(['ArrowUp', 'ArrowDown', 'PageUp', 'Home', 'End'])('%s leaves a text that is no number to whoever typed it', async (key) => {
  await show(formOf([field], { initial: { it: 7 } }));
  await type('12a');
  await press(key);
  expect(input().value).toBe('12a');
  await act(async () => void fireEvent.blur(input()));
  await settle(2);
  await press(key);
  expect([input().value, probed.value]).toEqual(['12a', { it: '12a' }]);
});
