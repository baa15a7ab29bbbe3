import { act, fireEvent, screen } from '@testing-library/react';
import dayjs from 'dayjs';
import { expect, it } from 'vitest';
import { readTyped, shownFormat } from '../../../renderers/shared/controls/dates.ts';
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
  await write('2026-02-3x');
  await empty();
  await write('2026-02-30');
});

it('a day in another notation that says the year first is the day it says, once it is typed to its end', async () => {
  await show(formOf([{ widget: 'date', name: 'day', label: { en: 'Day' } }]));
  const input = screen.getByLabelText<HTMLInputElement>('Day');
  expect(input.placeholder).toBe(`Such as ${dayjs().format('YYYY-MM-DD')}`);
  for (const text of ['2027/1/5', '2027-1-5', '2027.01.05', '20270105', '2027年1月5日', '２０２７-０１-０５ ']) {
    act(() => input.focus());
    await act(async () => void fireEvent.change(input, { target: { value: text } }));
    expect(input.value).toBe(text);
    act(() => input.blur());
    await settle();
    expect([input.value, probed.value], text).toEqual(['2027-01-05', { day: '2027-01-05' }]);
    await act(async () => void fireEvent.change(input, { target: { value: '' } }));
    await settle();
  }
});

it.each([
  ['20270105', 'YYYY-MM-DD', 'day', '2027-01-05'],
  ['2027 年 1 月 5 日', 'YYYY-MM-DD', 'day', '2027-01-05'],
  ['2027. 1. 5', 'YYYY-MM-DD', 'day', '2027-01-05'],
  ['2027/1/5月', 'YYYY-MM-DD', 'day', undefined],
  ['2027/1/5日', 'YYYY-MM-DD', 'day', undefined],
  ['2027/1-5', 'YYYY-MM-DD', 'day', undefined],
  ['2027年1/5', 'YYYY-MM-DD', 'day', undefined],
  ['20270105年', 'YYYY-MM-DD', 'day', undefined],
  ['2027月', 'YYYY', 'year', undefined],
  ['2027/13/5', 'YYYY-MM-DD', 'day', undefined],
  ['2027/2/29', 'YYYY-MM-DD', 'day', undefined],
  ['1/5/2027', 'YYYY-MM-DD', 'day', undefined],
  ['27/1/5', 'YYYY-MM-DD', 'day', undefined],
  ['2027/1', 'YYYY-MM-DD', 'day', undefined],
  ['2027/1/5 08:30', 'YYYY-MM-DD', 'day', undefined],
  ['2027年1月', 'YYYY-MM', 'month', '2027-01'],
  ['2027/1/5', 'YYYY-MM', 'month', undefined],
  ['2027年', 'YYYY', 'year', '2027'],
  ['05/01/2027', 'DD/MM/YYYY', 'day', '2027-01-05'],
  ['2027/1/5 8:30', 'YYYY-MM-DD HH:mm', 'minute', '2027-01-05 08:30'],
  ['2027/1/5', 'YYYY-MM-DD HH:mm', 'minute', undefined],
  ['2027/1/5 8:61', 'YYYY-MM-DD HH:mm', 'minute', undefined],
] as const)('%s typed where dates look like %s (%s) is %s', (text, format, precision, read) => {
  expect(readTyped(text, format, precision)?.format(shownFormat(precision))).toBe(read);
});

it('a day in another notation is given to the form once it is typed to its end, and not what it is on the way', async () => {
  await show(formOf([{ widget: 'date', name: 'day', label: { en: 'Day' } }], { initial: { day: '2026-12-01' } }));
  const input = screen.getByLabelText<HTMLInputElement>('Day');
  act(() => input.focus());
  for (const text of ['2027/1/', '2027/1/1', '2027/1/15']) {
    await act(async () => void fireEvent.change(input, { target: { value: text } }));
    await settle();
    expect([input.value, probed.value]).toEqual([text, { day: '2026-12-01' }]);
  }
  act(() => input.blur());
  await settle();
  expect([input.value, probed.value]).toEqual(['2027-01-15', { day: '2027-01-15' }]);
});

it('a day in another notation that is taken away again before the field is left is none', async () => {
  await show(formOf([{ widget: 'date', name: 'day', label: { en: 'Day' } }]));
  const input = screen.getByLabelText<HTMLInputElement>('Day');
  act(() => input.focus());
  for (const text of ['2027/1/15', '2027/1/', '']) {
    await act(async () => void fireEvent.change(input, { target: { value: text } }));
    await settle();
  }
  act(() => input.blur());
  await settle();
  expect([input.value, probed.value]).toEqual(['', {}]);
});

it('an end of a range is not given on the way to what is typed either', async () => {
  const initial = { day: ['2026-12-01', '2026-12-31'] };
  await show(formOf([{ widget: 'date-range', name: 'day', label: { en: 'Day' } }], { initial }));
  const input = screen.getByLabelText<HTMLInputElement>('Day');
  act(() => input.focus());
  for (const text of ['2026/12/1', '2026/12/15']) {
    await act(async () => void fireEvent.change(input, { target: { value: text } }));
    await settle();
    expect([input.value, probed.value]).toEqual([text, initial]);
  }
  act(() => input.blur());
  await settle();
  expect(probed.value).toEqual({ day: ['2026-12-15', '2026-12-31'] });
});

it('the keyboard moves a date, within its limits, and opens the calendar, which follows', async () => {
  const limits = { min: '2027-01-05', max: '2028-12-31' };
  await show(formOf([{ widget: 'date', name: 'day', label: { en: 'Day' }, ...limits }], { initial: { day: '2027-03-31' } }));
  const input = screen.getByLabelText<HTMLInputElement>('Day');
  act(() => input.focus());
  const press = async (key: string, more = {}) => {
    let isLeft = true;
    await act(async () => {
      isLeft = fireEvent.keyDown(input, { key, ...more });
    });
    await settle();
    return [(probed.value as { day?: string }).day, isLeft];
  };
  expect(await press('ArrowUp')).toEqual(['2027-04-01', false]);
  expect(await press('ArrowDown')).toEqual(['2027-03-31', false]);
  expect(await press('PageDown')).toEqual(['2027-02-28', false]);
  expect(input.value).toBe('2027-02-28');
  expect(await press('PageDown')).toEqual(['2027-01-28', false]);
  // As far as the first day that may be chosen, and no further.
  expect(await press('PageDown')).toEqual(['2027-01-05', false]);
  expect(await press('ArrowDown')).toEqual(['2027-01-05', false]);
  expect(await press('ArrowDown', { shiftKey: true })).toEqual(['2027-01-05', true]);
  expect(document.querySelector('.ant-picker-dropdown')).toBeNull();
  expect(await press('ArrowDown', { altKey: true })).toEqual(['2027-01-05', false]);
  expect(document.querySelector('.ant-picker-cell-selected')).toHaveProperty('title', '2027-01-05');
  await press('ArrowUp');
  expect(document.querySelector('.ant-picker-cell-selected')).toHaveProperty('title', '2027-01-06');
  // What is typed and not taken yet is moved from.
  await act(async () => void fireEvent.change(input, { target: { value: '2027/12/1' } }));
  expect(await press('ArrowUp')).toEqual(['2027-12-02', false]);
});

it('the keyboard moves the day of a moment, as far as its limits and at the same time of the day, and no date that is only read', async () => {
  const day = { widget: 'date', label: { en: 'Day' }, precision: 'second', max: '2027-04-05' };
  const form = (more: object) => formOf([{ ...day, ...more, name: 'day' }], { initial: { day: '2027-03-31T08:30:15.000Z' } });
  const press = async () => {
    let isLeft = true;
    await act(async () => {
      isLeft = fireEvent.keyDown(screen.getByLabelText('Day'), { key: 'PageUp' });
    });
    await settle();
    return [(probed.value as { day?: string }).day, isLeft];
  };
  const { unmount } = await show(form({}));
  expect(await press()).toEqual(['2027-04-05T08:30:15.000Z', false]);
  unmount();
  await show(form({ readOnly: true }));
  expect(await press()).toEqual(['2027-03-31T08:30:15.000Z', true]);
});

it('the keyboard leaves a date as it is where its limits leave none', async () => {
  const day = { widget: 'date', name: 'day', label: { en: 'Day' }, min: '2027-05-01', max: '2027-02-01' };
  await show(formOf([day], { initial: { day: '2027-03-31' } }));
  const input = screen.getByLabelText<HTMLInputElement>('Day');
  for (const key of ['PageUp', 'PageDown']) await act(async () => void fireEvent.keyDown(input, { key }));
  await settle();
  expect([input.value, probed.value]).toEqual(['2027-03-31', { day: '2027-03-31' }]);
});

it('the keyboard leaves what is typed and cannot be read as it is, before the field is left and after', async () => {
  await show(formOf([{ widget: 'date', name: 'day', label: { en: 'Day' } }], { initial: { day: '2027-03-31' } }));
  const input = screen.getByLabelText<HTMLInputElement>('Day');
  act(() => input.focus());
  await act(async () => void fireEvent.change(input, { target: { value: '31.3.2027' } }));
  await act(async () => void fireEvent.keyDown(input, { key: 'ArrowUp' }));
  await settle();
  expect([input.value, probed.value]).toEqual(['31.3.2027', { day: '2027-03-31' }]);
  act(() => input.blur());
  await settle();
  act(() => input.focus());
  await act(async () => void fireEvent.keyDown(input, { key: 'ArrowDown' }));
  await settle();
  expect([input.value, probed.value]).toEqual(['31.3.2027', { day: '31.3.2027' }]);
});

it.each([
  ['day', { min: '2999-02-03' }, 'ArrowUp', '2999-02-03', '2999-02-03'],
  ['day', { max: '2001-02-03' }, 'ArrowDown', '2001-02-03', '2001-02-03'],
  ['month', { min: '2999-02-03' }, 'ArrowUp', '2999-02', '2999-02'],
  ['minute', { max: '2001-02-03' }, 'PageUp', expect.stringMatching(/^2001-02-03 /), expect.stringMatching(/^2001-02-0[234]T/)],
])(
  'where today may not be chosen, an empty field of a %s with %j begins with the nearest, and says it',
  async (precision, limits, key, said, value) => {
    await show(formOf([{ widget: 'date', name: 'day', label: { en: 'Day' }, precision, ...limits }]));
    const input = screen.getByLabelText<HTMLInputElement>('Day');
    expect(input.placeholder.replace('Such as ', '')).toEqual(said);
    act(() => input.focus());
    await act(async () => void fireEvent.keyDown(input, { key }));
    await settle();
    expect(probed.value).toEqual({ day: value });
  },
);

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
