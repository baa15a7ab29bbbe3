import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formOf, probed, settle, show } from './harness.tsx';

it.each(['date', 'date-range'])('a form that is emptied leaves no text in a %s that was no date', async (widget) => {
  const form = formOf([{ widget, name: 'day', label: { en: 'Day' } }]);
  await show([...form, { widget: 'button', text: { en: 'Empty' }, onClick: [{ reset: 'form' }] }]);
  const input = screen.getByLabelText<HTMLInputElement>('Day');
  const write = async (text: string) => {
    act(() => input.focus());
    await act(async () => void fireEvent.change(input, { target: { value: text } }));
    act(() => input.blur());
    await settle();
    expect(input.value).toBe(text);
  };
  const empty = async () => {
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Empty' })));
    await settle();
    expect([input.value, probed.value]).toEqual(['', { day: undefined }]);
  };
  await write('2026-02-30');
  await empty();
  await write('2026-02-28');
  await write('2026-02-3');
  await empty();
  await write('2026-02-30');
});
