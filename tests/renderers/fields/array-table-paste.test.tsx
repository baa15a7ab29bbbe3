import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formOf, probed, settle, show } from './harness.tsx';

const table = {
  ...{ widget: 'array-table', name: 'bought', label: { en: 'Bought' } },
  columns: [
    { name: 'item', title: { en: 'Item' } },
    { name: 'count', title: { en: 'Count' }, type: 'number' },
  ],
};
const cell = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const press = async (name: string) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  await settle();
};
const paste = async (name: string, text: string) => {
  act(() => cell(name).focus());
  await act(async () => void fireEvent.paste(cell(name), { clipboardData: { getData: () => text } }));
  await settle();
};

it('what was told of a paste goes with its rows, when the form is reset', async () => {
  const form = formOf([table], { initial: { bought: [{ item: 'a', count: 1 }] } });
  await show([...form, { widget: 'button', text: { en: 'Empty' }, onClick: [{ reset: 'form' }] }]);
  await paste('Item, row 1', 'b\tx\nc\t3');
  expect(probed.value).toEqual({
    bought: [
      { item: 'b', count: 1 },
      { item: 'c', count: 3 },
    ],
  });
  expect(screen.getByText(/cells pasted/).textContent).toMatch(/^3 cells pasted; 1 rows? added; 1 cells? w/);
  // What is typed here belongs to it still.
  await act(async () => void fireEvent.change(cell('Item, row 2'), { target: { value: 'd' } }));
  await settle();
  expect(screen.getByText(/3 cells pasted/)).toBeTruthy();
  await press('Empty');
  expect(probed.value).toEqual({ bought: [{ item: 'a', count: 1 }] });
  expect(screen.queryByText(/cells pasted/)).toBeNull();
  // Nor does it come back with what is written from then on.
  await act(async () => void fireEvent.change(cell('Item, row 1'), { target: { value: 'e' } }));
  await settle();
  expect(screen.queryByText(/cells pasted/)).toBeNull();
});

it('a paste of which nothing was taken is told, and adds no row', async () => {
  await show(formOf([table], { initial: { bought: [{ item: 'a', count: 1 }] } }));
  await paste('Count, row 1', 'x\ny');
  expect(probed.value).toEqual({ bought: [{ item: 'a', count: 1 }] });
  expect(screen.getByText('0 cells pasted; 2 cells were not taken')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('“x”'),
    expect.stringContaining('“y”'),
  ]);
});
