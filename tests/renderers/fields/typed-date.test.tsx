import { act, fireEvent, screen } from '@testing-library/react';
import dayjs from 'dayjs';
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

it('a named range goes as far as the limits, and is not offered beyond them', async () => {
  const yesterday = dayjs().subtract(1, 'day');
  const limits = { min: '2020-01-01', max: yesterday.format('YYYY-MM-DD'), presets: ['today', 'last7days'] };
  await show(
    formOf([{ widget: 'date-range', name: 'days', label: { en: 'Days' }, ...limits }], { initial: { days: ['2020-03-01', '2020-03-31'] } }),
  );
  const input = screen.getByLabelText('Days');
  act(() => input.focus());
  await act(async () => void fireEvent.mouseDown(input));
  await act(async () => void fireEvent.click(input));
  await settle();
  expect(screen.queryByText('Today')).toBeNull();
  await act(async () => void fireEvent.click(screen.getByText('Last 7 days')));
  act(() => input.blur());
  await settle();
  expect(probed.value).toEqual({ days: [dayjs().subtract(6, 'day').format('YYYY-MM-DD'), limits.max] });
});
