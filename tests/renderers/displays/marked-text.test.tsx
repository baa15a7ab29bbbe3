import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { partsOf } from '../../../renderers/displays/marked-text/parts.ts';
import { showNodes } from '../world.tsx';

const fields = { from: 'from', to: 'to', label: 'label', tone: 'tone' };

it('[DATA-04] cuts a text at its marks and leaves out those that are none, lie outside or overlap', () => {
  const marks = [
    { from: 4, to: 6, label: 'B', tone: 'danger' },
    { from: 0, to: 2, label: 'A' },
    { from: 1, to: 5, label: 'over A' },
    { from: 8, to: 99, label: 'outside' },
    { from: '3', to: 3 },
    {},
  ];
  expect(partsOf('ab cdefgh', marks, fields)).toEqual([
    { text: 'ab', from: 0, label: 'A', tone: 'neutral' },
    { text: ' c', from: 2 },
    { text: 'de', from: 4, label: 'B', tone: 'danger' },
    { text: 'fgh', from: 6 },
  ]);
  expect(partsOf('', [], fields)).toEqual([]);
});

it('[DATA-04] shows marks with what they are, and text as text', async () => {
  const { container } = await showNodes([
    {
      widget: 'marked-text',
      title: { en: 'Contract' },
      text: "{{ '<b>2026</b>' }}",
      marks: [{ from: 3, to: 7, kind: 'Date' }],
      label: 'kind',
    },
  ]);
  expect(screen.getByRole('region', { name: 'Contract' }).textContent).toBe('<b>2026 (Date)</b>');
  expect(container.querySelector('mark')?.title).toBe('Date');
});
