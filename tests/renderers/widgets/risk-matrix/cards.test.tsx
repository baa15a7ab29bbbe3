// @vitest-environment jsdom
import { observable } from '@formily/reactive';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { NodeDocument } from '../../../../src/core/index.ts';
import { criteria, domains, riskExam } from '../../../core/matrix/support.ts';
import { pageOf, settled, world } from '../../world.tsx';

const before = globalThis.matchMedia;
beforeEach(() => {
  vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { matches: media.includes('599.98px'), media }));
});
afterEach(() => {
  vi.stubGlobal('matchMedia', before);
});

async function showCards(rows: number, more: Partial<NodeDocument> = {}) {
  const config = observable.shallow<Record<string, unknown>>({ rows: criteria(rows) });
  const made = await world({ config });
  const node = { widget: 'risk-matrix', name: 'matrix', questionnaire: 'exam', rows: '{{ config.rows }}', columns: domains(4), ...more };
  const { container } = made.show({ ...pageOf([node]), questionnaires: { exam: riskExam } });
  await settled();
  const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  const columns = () => within(screen.getByRole('list', { name: /Sub-cause/ })).getAllByRole('group');
  const choose = (column: number, name: string) =>
    act(async () => void fireEvent.click(within(columns()[column] as HTMLElement).getByRole('radio', { name })));
  const chosen = () => columns().map((group) => within(group).queryByRole('radio', { checked: true })?.parentElement?.textContent ?? '');
  return { config, container, press, choose, chosen };
}

it('[RISK-07] [RISK-10] in narrow places a row is answered column by column, and the rules of the column follow', async () => {
  const { press, choose, chosen, container } = await showCards(3);
  expect(container.querySelector('[role=grid]')).toBeNull();
  await choose(1, '2 Medium');
  expect(chosen()).toEqual(['', '2 Medium', '', '']);
  await choose(0, '-- Not involved');
  await press('Next');
  expect(screen.getByText('2 of 3')).toBeTruthy();
  expect(chosen()).toEqual(['-- Not involved', '', '', '']);
});

it('[RISK-12] what the buttons take back in narrow places is shown and said', async () => {
  const { press, choose, chosen, container } = await showCards(3);
  await choose(0, '-- Not involved');
  await choose(1, '3 High');
  await press('Next');
  await press('Undo');
  const said = container.querySelector('.tg-matrix-cards [role=status]');
  expect(said?.textContent).toBe('Dimension 0, Cause 0, Sub-cause 0; Domain 1: not answered');
  expect(chosen()).toEqual(['-- Not involved', '', '', '']);
  await press('Next');
  await press('Undo');
  expect(said?.textContent).toBe('Dimension 0, Cause 0, Sub-cause 1; Domain 0: not answered. 3 cells changed');
  await press('Redo');
  expect(said?.textContent).toBe('Dimension 0, Cause 0, Sub-cause 1; Domain 0: Not involved. 3 cells changed');
  expect(chosen()).toEqual(['-- Not involved', '', '', '']);
});

it('[RISK-16] a questionnaire that loses the row on show in narrow places shows its last one', async () => {
  const { config, press, choose, chosen } = await showCards(3);
  await choose(0, '3 High');
  await press('Next');
  await choose(0, '1 Low');
  await press('Next');
  await act(async () => void Object.assign(config, { rows: criteria(2) }));
  expect(chosen()).toEqual(['1 Low', '', '', '']);
  await press('Previous');
  expect(chosen()).toEqual(['3 High', '', '', '']);
});
