import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { settled, showNodes } from '../world.tsx';

const worded = (text: string) => ({ en: text, 'zh-Hans': text, 'zh-Hant': text });
const press = async (name: RegExp | string) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })));
  await settled();
};

it('[I18N-04] a wording that is emptied and written anew is the default it was', async () => {
  const label = [
    { l: 'zh-Hans', t: '低', d: true },
    { l: 'en', t: 'Low' },
  ];
  const fields = [{ widget: 'multilingual', name: 'label', label: worded('Label'), expanded: true }];
  await showNodes([{ widget: 'form', name: 'entry', initial: { label }, fields }], { language: 'en' });
  const type = async (value: string) => {
    await act(async () => fireEvent.change(screen.getByLabelText('Label (简体中文)'), { target: { value } }));
    await settled();
  };
  const isDefault = () => screen.getAllByRole<HTMLInputElement>('radio').map(({ checked }) => checked);
  const before = isDefault();
  await type('');
  expect(isDefault()).not.toEqual(before);
  await type('高');
  expect(isDefault()).toEqual(before);
});

it('a condition that was removed can be put back into the record it was removed from, and no other one', async () => {
  const one = (value: string) => ({ field: 'city', operator: 'is', value });
  const field = {
    ...{ widget: 'condition-tree', name: 'filter', label: worded('Filter') },
    ...{ fields: [{ name: 'city', label: 'City', type: 'text' }], operators: [{ value: 'is', label: worded('is') }] },
  };
  const initial = { filter: { all: [one('Rome'), one('Bern')] } };
  const set = { 'entry.values': { filter: { all: [one('Oslo')] } } };
  const other = { widget: 'button', text: worded('Other record'), onClick: [{ set }] };
  await showNodes([{ widget: 'form', name: 'entry', initial, fields: [field] }, other], { language: 'en' });
  const undo = () => screen.queryByRole('button', { name: /undo/i });
  await press(/^Remove.*1$/);
  expect(undo()).toBeTruthy();
  await press('Other record');
  expect(undo()).toBeNull();
});
