import { fireEvent, screen } from '@testing-library/react';
import { act } from 'react';
import { expect, it } from 'vitest';
import chartRows from '../../../schemas/forms/data/chart-rows.form.json';
import nodeFilter from '../../../schemas/forms/data/node-filter.form.json';
import rule from '../../../schemas/forms/data/rule.form.json';
import type { NodeDocument } from '../../../src/core/types.ts';
import { formOf, probed, settle, show } from './harness.tsx';

/** The field of a shipped form, over a table with one timestamp. */
function conditionOf(form: { fields: unknown[] }): NodeDocument {
  const field = (form.fields as NodeDocument[]).find(({ widget }) => widget === 'condition-tree');
  const fields = [{ name: 'at', title: 'Paid at', label: 'Paid at', type: 'timestamp', fieldType: 'timestamp' }];
  return { ...field, widget: 'condition-tree', name: 'condition', fields, today: undefined, when: undefined };
}
const conditionWith = (operator: string, value: unknown) => ({ all: [{ field: 'at', operator, value }] });
const shownIn = (container: HTMLElement) =>
  [...container.querySelectorAll<HTMLInputElement>('input[type="datetime-local"]')].map(({ value }) => value.replace(/\.000$/, ''));
const kept = () => (probed.value as { condition: { all: { value: unknown }[] } }).condition.all[0]?.value;

it.each([
  ['charts', chartRows],
  ['the filter of a process', nodeFilter],
])('[DATA-01] a condition of %s keeps the clock time that was typed, without a zone', async (_, form) => {
  const { container } = await show(formOf([conditionOf(form)], { initial: { condition: conditionWith('atLeast', undefined) } }));
  const type = async (value: string) => {
    const input = container.querySelector<HTMLInputElement>('input[type="datetime-local"]') as HTMLInputElement;
    await act(async () => void fireEvent.change(input, { target: { value } }));
    await settle();
    return [kept(), shownIn(container)];
  };
  expect(await type('2026-11-26T09:00')).toEqual(['2026-11-26 09:00:00', ['2026-11-26T09:00']]);
  expect(await type('2026-11-26T09:00:30')).toEqual(['2026-11-26 09:00:30', ['2026-11-26T09:00:30']]);
  expect(await type('')).toEqual(['', ['']]);
});

it('[DATA-01] clock times are shown as they are kept, and one that was kept in UTC as it was typed', async () => {
  const inUtc = new Date('2026-11-26T17:00:00').toISOString();
  const { container } = await show(
    formOf([conditionOf(chartRows)], { initial: { condition: conditionWith('between', ['2026-11-26 09:00:00', inUtc]) } }),
  );
  expect(shownIn(container)).toEqual(['2026-11-26T09:00', '2026-11-26T17:00']);
  const [from] = screen.getAllByLabelText<HTMLInputElement>(/, Start/);
  await act(async () => void fireEvent.change(from as HTMLInputElement, { target: { value: '2026-11-26T08:30:00' } }));
  await settle();
  expect(kept()).toEqual(['2026-11-26 08:30:00', inUtc]);
});

it('[DATA-01] one that was kept in UTC is shown by the clock of the installation, by which it is compared', async () => {
  const initial = { condition: conditionWith('between', ['2026-11-26T01:00:00.000Z', '2026-11-26T09:30:00.000Z']) };
  const shown = async (timeZone: string) => {
    const { container, unmount } = await show(formOf([conditionOf(chartRows)], { initial }), { config: { timeZone } });
    const times = shownIn(container);
    unmount();
    return times;
  };
  expect(await shown('Asia/Shanghai')).toEqual(['2026-11-26T09:00', '2026-11-26T17:30']);
  expect(await shown('America/New_York')).toEqual(['2026-11-25T20:00', '2026-11-26T04:30']);
});

it('[SCREEN-01] rules over records keep moments', async () => {
  const { container } = await show(formOf([conditionOf(rule)], { initial: { condition: conditionWith('equals', undefined) } }));
  const input = container.querySelector<HTMLInputElement>('input[type="datetime-local"]') as HTMLInputElement;
  await act(async () => void fireEvent.change(input, { target: { value: '2026-11-26T09:00:00' } }));
  await settle();
  expect(kept()).toBe(new Date('2026-11-26T09:00:00').toISOString());
});
