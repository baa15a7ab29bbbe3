import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { defineWidget, useDictionaries } from '../../../src/engine/index.ts';
import { settle, show } from '../fields/harness.tsx';

const seen: unknown[] = [];
function Reader() {
  seen.push(useDictionaries(['status', 'level']));
  return null;
}

it('gives the same object for several types until one of them changes', async () => {
  const reader = { widget: 'text', text: '{{ state.count }}' };
  const more = { widget: 'button', text: { en: 'More' }, onClick: [{ set: { 'state.count': '{{ state.count + 1 }}' } }] };
  const { engine } = await show([reader, more], {
    ...{ page: { state: { count: { initial: 1 } } }, dictionaries: [{ dictType: 'status', dictValue: '0', dictLabel: 'On' }] },
    widgets: { text: async () => ({ default: defineWidget<{ text: unknown }>(Reader) }) },
  });
  const before = seen.length;
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'More' })));
  await settle(3);
  expect(seen.length).toBeGreaterThan(before);
  expect(new Set(seen.slice(before - 1)).size).toBe(1);
  await act(async () => engine.dictionaries.refresh(['status']));
  await settle(3);
  expect(seen.at(-1)).not.toBe(seen[before - 1]);
});
