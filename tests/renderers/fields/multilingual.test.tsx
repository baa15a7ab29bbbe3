import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { NodeDocument } from '../../../src/core/types.ts';
import { pageOf, settled, world } from '../world.tsx';

const form: NodeDocument = {
  widget: 'form',
  name: 'entry',
  initial: "{{ {label: 'Low'} }}",
  fields: [{ widget: 'multilingual', name: 'label', label: { en: 'Label', 'zh-Hans': '标签', 'zh-Hant': '標籤' } }],
};

it('[I18N-04] who types when the language changes goes on in the wording they type, until they leave it', async () => {
  const made = await world({ language: 'en' });
  made.show(pageOf([form]));
  await settled();
  const field = screen.getByLabelText<HTMLInputElement>('Label (English)');
  act(() => field.focus());
  await made.speak('zh-Hans');
  await settled();
  expect(document.activeElement).toBe(field);
  expect([field.isConnected, field.lang, field.value]).toEqual([true, 'en', 'Low']);
  expect(screen.getByLabelText('标签 (English)')).toBe(field);
  await act(async () => fireEvent.change(field, { target: { value: 'Lower' } }));
  act(() => field.blur());
  await settled();
  const other = screen.getByLabelText<HTMLInputElement>('标签 (简体中文)');
  expect([other.value, other.placeholder]).toEqual(['', 'Lower']);
  await made.speak('en');
  await settled();
  expect(screen.getByLabelText<HTMLInputElement>('Label (English)').value).toBe('Lower');
});
