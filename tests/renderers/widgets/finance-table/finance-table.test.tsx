import { act, fireEvent } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { NodeDocument, PageDocument } from '../../../../src/core/types.ts';
import { small } from '../../../core/statement/support.ts';
import { pageOf, settled, world } from '../../world.tsx';

const figure = (field: string, value: string, period = 'end') => ({ field, period, value });
const worded = { ...small, unit: { en: 'yuan', 'zh-Hans': '元', 'zh-Hant': '元' } };
const lent = Array.from({ length: 4 }, (_, index) => ({ name: `lent${index}`, label: `Lent ${index}` }));
const long = { ...small, tables: [...small.tables, { name: 'more', label: 'More', fields: lent }] };
const figures = [figure('cash', '1234567.5'), figure('goods', '1'), figure('cash', '1', 'start')];

async function show(more: Partial<NodeDocument> = {}, others: NodeDocument[] = [], page: Partial<PageDocument> = {}) {
  const made = await world({ language: 'en' });
  const node: NodeDocument = { widget: 'finance-table', name: 'figures', statement: 'small', figures, ...more };
  const text: NodeDocument = {
    widget: 'text',
    text: '{{ "answered " + figures.answered + " wrong " + figures.wrong + " withheld " + figures.withheld + " complete " + figures.complete }}',
  };
  const { container, getByRole, unmount } = made.show({ ...pageOf([node, text, ...others], page), statements: { small, worded, long } });
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
  return { ...made, container, getByRole, unmount, cell, press, type, indicator, focused };
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

it('[FIN-08] figures given again take nothing of what may be typed; where nothing may they are shown', async () => {
  for (const readOnly of [false, true]) {
    const given = { widget: 'button', text: { en: 'Again' }, onClick: [{ set: { 'state.given': [figure('cash', '9')] } }] };
    const state = { given: { initial: figures } };
    const { cell, getByRole, unmount } = await show({ figures: '{{ state.given }}', readOnly }, [given], { state });
    await act(async () => void fireEvent.click(getByRole('button', { name: 'Again' })));
    expect(cell('end.cash').value).toBe(readOnly ? '9.00' : '1,234,567.50');
    unmount();
  }
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

it('[RULE-21] a block from a spreadsheet is pasted row by row; what is wrong stays, says where, is where one goes on, and is not sent', async () => {
  const { cell, container, engine, focused } = await show();
  act(() => cell('end.cash').focus());
  // What was typed there before goes with the paste, also where that takes the focus away at once.
  act(() => void fireEvent.change(cell('end.cash'), { target: { value: '5' } }));
  act(() => {
    fireEvent.paste(cell('end.cash'), { clipboardData: { getData: () => '"1,000.50"\t(2.5)\r\na\u202ebc\t7\r\n9\t9\r\n3\t3\r\n' } });
  });
  expect([cell('start.cash').value, cell('end.goods').value, cell('start.goods').value, cell('end.staff').value]).toEqual([
    '-2.50',
    'a\u202ebc',
    '7.00',
    '3.00',
  ]);
  expect(cell('end.cash').value).toBe('1,000.50');
  expect(cell('end.goods').getAttribute('aria-invalid')).toBe('true');
  expect(focused()).toBe('end.goods');
  const own = container.querySelector(`[id="${cell('end.goods').getAttribute('aria-describedby')}"]`);
  expect(own?.closest('.tg-finance-faults')).toBeNull();
  expect(own?.textContent).toContain('Main, Goods, End: “abc” is no amount');
  expect(container.querySelector('.tg-finance-faults')?.textContent).toContain('Main, Goods, End: “abc” is no amount');
  expect(container.textContent).toContain('answered 5 wrong 1 withheld 1 complete false');
  expect(engine.feedback.message).toHaveBeenCalledWith(
    'warning',
    '5 cells pasted, wrong: 1; 3 values were passed over: those amounts are computed or not asked for',
  );
});

it('[RULE-21] an empty cell is a cell of a block wherever it stands; one cell alone is no block', async () => {
  const { cell } = await show();
  const paste = (key: string, text: string) => {
    let isTaken = false;
    act(() => {
      cell(key).focus();
      isTaken = !fireEvent.paste(cell(key), { clipboardData: { getData: () => text } });
    });
    return [isTaken, ...['end.cash', 'start.cash', 'end.goods', 'start.goods'].map((name) => cell(name).value)];
  };
  expect(paste('end.cash', '\t5\r\n')).toEqual([true, '', '5.00', '1.00', '']);
  expect(paste('end.cash', '11\t\r\n')).toEqual([true, '11.00', '', '1.00', '']);
  expect(paste('end.cash', '\r\n7\r\n')).toEqual([true, '', '', '7.00', '']);
  // The browser puts it where the cursor stands.
  expect(paste('end.cash', '9\r\n')[0]).toBe(false);
  expect(paste('end.cash', ' 9 \n\n')[0]).toBe(false);
});

it('[RULE-21] says what a block holds for computed amounts that are something else', async () => {
  const { cell, engine } = await show();
  const paste = (text: string) =>
    act(() => {
      cell('end.cash').focus();
      fireEvent.paste(cell('end.cash'), { clipboardData: { getData: () => text } });
    });
  paste('1\t2\n3\t4\n4.00\t9\n5\t6\n');
  expect(engine.feedback.message).toHaveBeenLastCalledWith(
    'warning',
    '5 cells pasted; 2 values were passed over: those amounts are computed or not asked for',
  );
  paste('1\t2\n3\t4\n4\t6\n5\n');
  expect(engine.feedback.message).toHaveBeenLastCalledWith('success', '5 cells pasted');
});

it('screen readers are told what a step back and forward did, by button and by key', async () => {
  const { container, getByRole, type, press, cell } = await show();
  const said = () => container.querySelector('.tg-finance-bar [role=status]')?.textContent;
  type('end.cash', '5');
  type('end.goods', '50 mio');
  expect(said()).toBe('');
  act(() => fireEvent.click(getByRole('button', { name: 'Undo' })));
  expect(said()).toMatch(/Goods, End: 1\.00\.$/);
  press('z', { ctrlKey: true });
  expect(said()).toMatch(/Cash, End: 1,234,567\.50\.$/);
  act(() => fireEvent.click(getByRole('button', { name: 'Redo' })));
  expect(said()).toMatch(/Cash, End: 5\.00\.$/);
  press('y', { ctrlKey: true });
  expect(said()).toMatch(/Goods, End: 50 mio\.$/);
  type('end.cash', '');
  expect(said()).toBe('');
  act(() => void fireEvent.paste(cell('end.cash'), { clipboardData: { getData: () => '7\t8\r\n9\t10\r\n' } }));
  press('z', { ctrlKey: true });
  expect(said()).toMatch(/Cash, End: empty\. \d cells changed\.$/);
});

it('[RULE-21] what is said of a paste goes when the paste is undone', async () => {
  const takeBack = vi.fn();
  const { cell, engine, press } = await show();
  vi.mocked(engine.feedback.message).mockReturnValueOnce(takeBack);
  act(() => {
    cell('end.cash').focus();
    fireEvent.paste(cell('end.cash'), { clipboardData: { getData: () => '1\tx\r\n' } });
  });
  expect(takeBack).not.toHaveBeenCalled();
  press('z', { ctrlKey: true });
  expect(takeBack).toHaveBeenCalledTimes(1);
  press('y', { ctrlKey: true });
  expect(takeBack).toHaveBeenCalledTimes(1);
});

it('[RULE-21] says how many wrong values there are besides those listed', async () => {
  const { type, container } = await show({ statement: 'long' });
  for (const { name } of lent) for (const period of ['end', 'start']) type(`${period}.${name}`, 'x');
  const list = container.querySelector('.tg-finance-faults');
  expect(list?.textContent).not.toContain('more');
  type('end.cash', 'x');
  type('end.goods', 'x');
  expect(list?.querySelectorAll('li')).toHaveLength(8);
  expect(list?.textContent).toContain('and 2 more');
});

it('a block larger than what is left of the table tells how much of it found no place', async () => {
  const { cell, engine } = await show();
  act(() => cell('end.staff').focus());
  act(() => {
    fireEvent.paste(cell('end.staff'), { clipboardData: { getData: () => '3\t\t5\r\n4\r\n' } });
  });
  expect(engine.feedback.message).toHaveBeenCalledWith('warning', '1 cell pasted; 1 row found no place; 1 column found no place');
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

it('[FIN-03] [FIN-08] days that are only read are written as in the heads, whatever the browser calls them', async () => {
  const stamp = String(Date.parse('2026-03-31T00:00:00Z'));
  const { container, cell } = await show({ readOnly: true, figures: [...figures, figure('period', stamp)] });
  const { type, value, labels } = cell('end.period');
  expect([type, value, labels?.[0]?.textContent]).toEqual(['text', '2026-03-31', 'End']);
  expect(cell('start.period').value).toBe('');
  expect(container.querySelector('.tg-finance-input thead')?.textContent).toContain('2026-03-31');
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

it('[RULE-21] lists both where the end of a period is no day and the end of before is too early, each once', async () => {
  const day = (text: string) => String(Date.parse(`${text}T00:00:00Z`));
  const period = [figure('period', day('2026-03-31'), 'start'), figure('period', day('2026-01-01'))];
  const { container, type } = await show({ figures: [...figures, ...period] });
  const complaints = vi.spyOn(console, 'error');
  type('end.period', '3000-01-01');
  const texts = [...container.querySelectorAll('.tg-finance-faults li')].map((entry) => entry.textContent);
  expect(texts).toEqual(['The period ends before it starts', expect.stringContaining('3000-01-01')]);
  type('end.period', '2026-04-30');
  expect(container.querySelectorAll('.tg-finance-faults li')).toHaveLength(0);
  expect(complaints).not.toHaveBeenCalled();
});

it('[I18N-01] in another language everything typed stays, what is wrong too, and can be undone', async () => {
  const { cell, type, press, container, speak } = await show({ statement: 'worded' });
  type('end.cash', '77');
  type('end.goods', '12x');
  await act(async () => speak('zh-Hans'));
  await settled();
  expect(container.textContent).toContain('单位：元');
  act(() => cell('end.staff').focus());
  expect([cell('end.cash').value, cell('end.goods').value]).toEqual(['77.00', '12x']);
  expect(container.textContent).toContain('answered 3 wrong 1 withheld 1');
  press('z', { ctrlKey: true });
  press('z', { ctrlKey: true });
  expect([cell('end.cash').value, cell('end.goods').value]).toEqual(['1,234,567.50', '1.00']);
});

const lock: NodeDocument = { widget: 'button', text: 'lock', onClick: [{ set: { 'state.locked': '{{ !state.locked }}' } }] };
const merge: NodeDocument = {
  widget: 'button',
  text: 'merge',
  onClick: [{ set: { 'figures.remote': '{{ [{field: "cash", period: "end", value: "50"}] }}' } }],
};
const readOnly = '{{ state.locked == true }}';
const page = { state: { locked: { initial: false } } };

it('[FIN-08] when it closes over somebody typing, the values that count stand there, and what was wrong is listed', async () => {
  const counts = JSON.stringify([figure('cash', '88')]);
  const given = `{{ state.locked ? ${counts} : ${JSON.stringify(figures)} }}`;
  const { cell, type, press, container, getByRole } = await show({ readOnly, figures: given }, [lock], page);
  type('end.cash', '77');
  type('end.goods', '12x');
  // The list is brought into sight, wherever in the table somebody was.
  const seen: Element[] = [];
  const scroll = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollIntoView');
  Element.prototype.scrollIntoView = function (this: Element) {
    seen.push(this);
  };
  await act(async () => getByRole('button', { name: 'lock' }).click());
  expect(seen).toEqual([container.querySelector('.tg-finance-faults')]);
  if (scroll) Object.defineProperty(Element.prototype, 'scrollIntoView', scroll);
  else Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  act(() => cell('end.cash').focus());
  press('z', { ctrlKey: true });
  act(() => cell('end.cash').blur());
  expect([cell('end.cash').value, cell('end.goods').value]).toEqual(['88.00', '1.00']);
  expect(container.querySelector('.tg-finance-faults')?.textContent).toContain('Main, Goods, End: “12x”');
  await act(async () => getByRole('button', { name: 'lock' }).click());
  expect(cell('end.goods').value).toBe('12x');
});

it('[FIN-08] when it closes, the figures from before somebody typed do not take the place of what was saved since', async () => {
  const { cell, type, getByRole } = await show({ readOnly }, [lock], page);
  type('end.cash', '77');
  await act(async () => getByRole('button', { name: 'lock' }).click());
  act(() => cell('end.cash').blur());
  expect([cell('end.cash').value, cell('end.cash').readOnly]).toEqual(['77.00', true]);
});

it('[RISK-15] while it is paused nothing can be typed, and what was typed stands there, what is wrong too', async () => {
  const { cell, type, press, container, getByRole } = await show({ paused: readOnly }, [lock], page);
  type('end.cash', '77');
  type('end.goods', '12x');
  act(() => cell('end.goods').blur());
  await act(async () => getByRole('button', { name: 'lock' }).click());
  expect([cell('end.cash').readOnly, cell('end.period').readOnly]).toEqual([true, true]);
  act(() => cell('end.cash').focus());
  press('z', { ctrlKey: true });
  act(() => cell('end.cash').blur());
  expect([cell('end.cash').value, cell('end.goods').value]).toEqual(['77.00', '12x']);
  expect(container.querySelector('.tg-finance-faults')?.textContent).not.toContain('can no longer be corrected');
  await act(async () => getByRole('button', { name: 'lock' }).click());
  type('end.goods', '12');
  expect(container.textContent).toContain('answered 3 wrong 0');
});

it('[RISK-18] an amount somebody else saved takes the place of one typed and saved here, and is not sent again', async () => {
  const onChange: NodeDocument['onChange'] = [{ set: { 'state.sent': '{{ changes }}' } }];
  const sent: NodeDocument = { widget: 'text', text: '{{ "sent " + state.sent[0].value }}' };
  const { cell, type, getByRole, container } = await show({ onChange }, [merge, sent], { state: { sent: { initial: [] } } });
  type('end.cash', '12');
  await act(async () => getByRole('button', { name: 'merge' }).click());
  expect(cell('end.cash').value).toBe('50.00');
  act(() => cell('end.cash').blur());
  await settled();
  expect([cell('end.cash').value, container.textContent]).toEqual(['50.00', expect.stringContaining('sent 12')]);
});

it('[RULE-21] tells the texts that are no amounts and shows those kept from before; what came too late goes when the list is removed', async () => {
  const told: NodeDocument = { widget: 'text', text: '{{ "faulty " + figures.faulty[0].field + " " + figures.faulty[0].value }}' };
  const kept = [{ field: 'goods', period: 'end', value: '50 mio' }];
  const recall: NodeDocument = {
    widget: 'button',
    text: 'recall',
    onClick: [{ set: { 'figures.faulty': `{{ ${JSON.stringify(kept)} }}` } }],
  };
  const { cell, type, container, getByRole } = await show({ readOnly }, [lock, told, recall], page);
  await act(async () => getByRole('button', { name: 'recall' }).click());
  expect([cell('end.goods').value, cell('end.goods').getAttribute('aria-invalid')]).toEqual(['50 mio', 'true']);
  expect(container.textContent).toContain('faulty goods 50 mio');
  type('end.goods', '');
  expect(container.textContent).not.toContain('50 mio');
  type('end.goods', '12x');
  act(() => cell('end.goods').blur());
  await act(async () => getByRole('button', { name: 'lock' }).click());
  await act(async () => getByRole('button', { name: 'Remove this list' }).click());
  expect(container.querySelector('.tg-finance-faults')).toBeNull();
  await act(async () => getByRole('button', { name: 'lock' }).click());
  expect(cell('end.goods').value).toBe('1.00');
});
