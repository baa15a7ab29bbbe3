import { act, fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { NodeDocument } from '../../../../src/core/types.ts';
import { small } from '../../../core/statement/support.ts';
import { pageOf, settled, world } from '../../world.tsx';

const figure = (field: string, value: string, period = 'end') => ({ field, period, value });
const figures = [figure('cash', '1234567.5'), figure('goods', '1'), figure('cash', '1', 'start')];

async function show(more: Partial<NodeDocument> = {}) {
  const made = await world({ language: 'en' });
  const node: NodeDocument = { widget: 'finance-table', name: 'figures', statement: 'small', figures, ...more };
  const text: NodeDocument = {
    widget: 'text',
    text: '{{ "answered " + figures.answered + " wrong " + figures.wrong + " withheld " + figures.withheld + " complete " + figures.complete }}',
  };
  const { container, getByRole } = made.show({ ...pageOf([node, text]), statements: { small } });
  await settled();
  const cell = (key: string): HTMLInputElement => {
    const found = container.querySelector<HTMLInputElement>(`[data-cell="${key}"]`);
    if (!found) throw new Error(`There is no cell ${key}: ${container.textContent}`);
    return found;
  };
  const press = (key: string, options: object = {}) =>
    act(() => {
      fireEvent.keyDown(document.activeElement ?? document.body, { key, ...options });
    });
  const type = (key: string, value: string) =>
    act(() => {
      cell(key).focus();
      fireEvent.change(cell(key), { target: { value } });
    });
  const indicator = (name: string) => container.querySelector(`[data-indicator="${name}"] .tg-finance-number`)?.textContent;
  const focused = () => (document.activeElement as HTMLElement).dataset.cell;
  return { ...made, container, getByRole, cell, press, type, indicator, focused };
}

it('[FIN-04] [FIN-05] [FIN-06] shows table, field, period end, period start, and the statistics with a dash for what has no value', async () => {
  const { container, cell, indicator, getByRole } = await show();
  const heads = [...container.querySelectorAll('.tg-finance-input thead th')].map((head) => head.textContent);
  expect(heads).toEqual(['Table', 'Field', 'End', 'Start']);
  expect([...container.querySelectorAll('.tg-finance-statistics thead th')].map((head) => head.textContent)).toEqual([
    'Module',
    'Indicator',
    'Definition',
    'Value',
  ]);
  expect(container.textContent).toContain('Unit: yuan');
  expect(cell('end.cash').value).toBe('1,234,567.50');
  expect(container.querySelector('[data-cell="start.staff"]')).toBeNull();
  expect(container.querySelector('[data-total] .tg-finance-number')?.textContent).toBe('1,234,568.50');
  expect(indicator('share')).toBe('1.0000');
  expect(indicator('perHead')).toBe('--No value');
  const term = getByRole('button', { name: 'S' });
  const tip = container.querySelector('[role=tooltip]');
  expect(tip).toHaveProperty('hidden', true);
  act(() => term.focus());
  expect(tip).toHaveProperty('hidden', false);
  expect(tip?.textContent).toContain('What it tells');
  act(() => {
    fireEvent.keyDown(document, { key: 'Escape' });
  });
  expect(tip).toHaveProperty('hidden', true);
});

it('computes with every keystroke, shows the amount as typed until the cell is left, and undoes the typing as one', async () => {
  const { cell, type, press, indicator, focused } = await show();
  type('end.staff', '4');
  type('end.staff', '45');
  expect(indicator('perHead')).toBe('27,434.86');
  expect(cell('end.staff').value).toBe('45');
  press('ArrowUp');
  expect(focused()).toBe('end.goods');
  expect(cell('end.staff').value).toBe('45.00');
  press('z', { ctrlKey: true });
  expect(cell('end.staff').value).toBe('');
  expect(indicator('perHead')).toBe('--No value');
});

it('Enter and arrows go over computed amounts; there is no way to a start that does not exist', async () => {
  const { cell, press, focused } = await show();
  act(() => cell('end.goods').focus());
  press('Enter');
  expect(focused()).toBe('end.staff');
  press('ArrowRight');
  expect(focused()).toBe('end.staff');
  press('Enter', { shiftKey: true });
  expect(focused()).toBe('end.goods');
  press('ArrowRight');
  expect(focused()).toBe('start.goods');
  press('ArrowUp');
  expect(focused()).toBe('start.cash');
  press('ArrowLeft');
  expect(focused()).toBe('end.cash');
});

it('[RULE-21] a block from a spreadsheet is pasted row by row; what is wrong stays, says where, and is not sent', async () => {
  const { cell, container, engine } = await show();
  act(() => cell('end.cash').focus());
  act(() => {
    fireEvent.paste(cell('end.cash'), { clipboardData: { getData: () => '"1,000.50"\t(2.5)\r\nabc\t7\r\n9\t9\r\n3\t3\r\n' } });
  });
  expect([cell('start.cash').value, cell('end.goods').value, cell('start.goods').value, cell('end.staff').value]).toEqual([
    '-2.50',
    'abc',
    '7.00',
    '3.00',
  ]);
  expect(cell('end.goods').getAttribute('aria-invalid')).toBe('true');
  expect(container.querySelector('.tg-finance-faults')?.textContent).toContain('Main, Goods, End: “abc” is no amount');
  expect(container.textContent).toContain('answered 5 wrong 1 withheld 1 complete false');
  expect(engine.feedback.message).toHaveBeenCalledWith('warning', '5 cells pasted, wrong: 1');
});

it('[FIN-08] read only nothing can be typed, and what the server has is shown', async () => {
  const { cell, container } = await show({ readOnly: true });
  expect(cell('end.cash').readOnly).toBe(true);
  expect(cell('end.period').readOnly).toBe(true);
  act(() => {
    fireEvent.paste(cell('end.cash'), { clipboardData: { getData: () => '1\t2\n3\t4' } });
  });
  expect(cell('end.cash').value).toBe('1,234,567.50');
  expect(container.querySelector('.tg-finance-buttons')).toBeNull();
});

it('[FIN-03] [FIN-08] days of the period are taken as days; a period that ends before it starts is told', async () => {
  const { type, container, cell } = await show();
  type('start.period', '2026-01-01');
  type('end.period', '2025-12-31');
  expect(container.querySelector('.tg-finance-faults')?.textContent).toContain('The period ends before it starts');
  expect(cell('end.period').getAttribute('aria-invalid')).toBe('true');
  type('end.period', '2026-12-31');
  expect(container.querySelector('.tg-finance-faults')).toBeNull();
  expect(container.querySelector('.tg-finance-input thead')?.textContent).toContain('2026-12-31');
});

it('[FIN-03] a period that ends before it starts is wrong, and is said to be saved all the same', async () => {
  const day = (text: string) => String(Date.parse(`${text}T00:00:00Z`));
  const period = [figure('period', day('2026-03-31'), 'start'), figure('period', day('2026-01-01'))];
  const { container, type } = await show({ figures: [...figures, ...period] });
  expect(container.textContent).toContain('wrong 1 withheld 0 complete false');
  expect(container.querySelector('.tg-finance-faults')?.textContent).toBe('The period ends before it starts');
  type('end.cash', '12x');
  expect(container.textContent).toContain('wrong 2 withheld 1 complete false');
  expect(container.querySelector('.tg-finance-faults')?.textContent).toContain('1 wrong value. It stays here');
});
