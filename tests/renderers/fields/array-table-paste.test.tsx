import { readFileSync } from 'node:fs';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formOf, probed, settle, show } from './harness.tsx';

/** The list of columns of a form of the data workbench, with its choices written out. */
function readColumns(form: string): { columns: Record<string, unknown>[] } {
  const { fields } = JSON.parse(readFileSync(`schemas/forms/data/${form}.form.json`, 'utf8'));
  const { columns } = fields.find(({ name }: { name: string }) => name === 'columns');
  const written = (column: { dictionary?: string; title: string }) => {
    const { dictionary, title, ...rest } = column;
    const options = dictionary && entriesOf(dictionary).map((value) => ({ value, label: { en: value } }));
    return { ...rest, title: { en: title }, ...(options && { options }) };
  };
  return { columns: columns.map(written) };
}
const entriesOf = (dictionary: string): string[] =>
  JSON.parse(readFileSync(`schemas/dictionaries/${dictionary}.dictionary.json`, 'utf8')).entries.map(
    ({ value }: { value: string }) => value,
  );

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

const { columns } = readColumns('table-new');
const typed = { ...table, columns: columns.map((column) => ({ ...column, required: undefined })) };
const choose = async (name: string, value: string) => {
  await act(async () => void fireEvent.change(cell(name), { target: { value } }));
  await settle();
};
const types = () => (probed.value as { bought: Record<string, unknown>[] }).bought.map((row) => [row.fieldType, row.analysisType]);

it('[DATA-08] the analysis type of a column follows its type, and people are told; one that fits and was chosen stays', async () => {
  const rows = [
    { name: 'a', fieldType: 'string', analysisType: 'text' },
    { name: 'b', fieldType: 'string', analysisType: 'category' },
    { name: 'c', fieldType: 'date', analysisType: 'date' },
  ];
  await show(formOf([typed], { initial: { bought: rows } }));
  await choose('data-mart.fieldType, row 1', 'integer');
  expect(types()[0]).toEqual(['integer', 'numeric']);
  expect(screen.getByText('data-mart.analysisType, row 1: now numeric.')).toBeTruthy();
  await choose('data-mart.fieldType, row 2', 'integer');
  expect(types()[1]).toEqual(['integer', 'category']);
  expect(screen.queryByText(/: now/)).toBeNull();
  await choose('data-mart.fieldType, row 3', 'number');
  expect(types()[2]).toEqual(['number', 'numeric']);
  await choose('data-mart.analysisType, row 3', 'id');
  await choose('data-mart.fieldType, row 3', 'boolean');
  expect(types()[2]).toEqual(['boolean', 'boolean']);
  // What a pasted block says itself is kept.
  await paste('data-mart.fieldType, row 1', 'string\tcategory\ndate');
  expect(types()).toEqual([
    ['string', 'category'],
    ['date', 'category'],
    ['boolean', 'boolean'],
  ]);
});
