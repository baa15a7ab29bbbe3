import { act, fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { NodeDocument } from '../../../src/core/types.ts';
import { settle, show } from '../fields/harness.tsx';

const table: NodeDocument = {
  widget: 'table',
  name: 'tasks',
  title: { en: 'Tasks' },
  rows: [{ id: '1', name: 'First' }],
  rowKey: 'id',
  columns: [{ name: 'name', title: { en: 'Name' } }],
  actions: [
    { text: "{{ state.closed ? 'Look' : 'Upload' }}", onClick: [] },
    { text: { en: 'Delete' }, disabled: '{{ state.closed }}', reason: "{{ state.closed ? 'Closed' : '' }}", onClick: [] },
  ],
};
const close: NodeDocument = { widget: 'button', text: { en: 'Close' }, onClick: [{ set: { 'state.closed': true } }] };

it('actions of a row follow what their words and states read of the page, also where nothing else of the row does', async () => {
  await show([table, close], { page: { state: { closed: { initial: false } } } });
  await screen.findByRole('button', { name: 'Upload' });
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).title).toBe('');
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Close' })));
  await settle(4);
  expect(screen.getByRole('button', { name: 'Look' })).toBeTruthy();
  const remove = screen.getByRole('button', { name: 'Delete' });
  expect([remove.getAttribute('aria-disabled'), remove.title]).toEqual(['true', 'Closed']);
});

it('actions for selected rows and addresses of links follow what they read of the page, too', async () => {
  const linked: NodeDocument = {
    ...table,
    selection: 'multiple',
    columns: [{ name: 'name', title: { en: 'Name' }, format: 'link', href: "{{ state.closed ? undefined : '/tasks' }}" }],
    bulkActions: [{ text: { en: 'Approve' }, when: '{{ !state.closed }}', onClick: [] }],
  };
  await show([linked, close], { page: { state: { closed: { initial: false } } } });
  await screen.findByRole('link', { name: 'First' });
  await act(async () => void fireEvent.click(screen.getAllByRole('checkbox').at(-1) as HTMLElement));
  expect(screen.getByRole('button', { name: 'Approve' })).toBeTruthy();
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Close' })));
  await settle(4);
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'First' })).toBeNull();
});

it('Enter and a double click on a row do nothing where the button of its first action does nothing, and say why', async () => {
  const done: NodeDocument = { widget: 'text', text: "{{ 'done: ' + state.done }}" };
  const set = (what: string) => [{ set: { 'state.done': what } }];
  const { container, said } = await show(
    [
      {
        ...table,
        rows: [
          { id: '1', name: 'First', why: 'Archived' },
          { id: '2', name: 'Second', why: '' },
          { id: '3', name: 'Third' },
        ],
        actions: [
          { text: { en: 'Edit' }, disabled: '{{ row.why !== undefined }}', reason: '{{ row.why }}', onClick: set('edited') },
          { text: { en: 'Delete' }, onClick: set('deleted') },
        ],
      },
      done,
    ],
    { page: { state: { done: { initial: 'nothing' } } } },
  );
  const open = async (at: number) => {
    const row = container.querySelector(`tr[data-row="${at}"]`) as HTMLElement;
    await act(async () => void fireEvent.keyDown(row, { key: 'Enter' }));
    await act(async () => void fireEvent.doubleClick(row.firstElementChild as HTMLElement));
    await settle(4);
  };
  await open(0);
  await open(1);
  expect(container.textContent).toContain('done: nothing');
  expect(said).toEqual(['Archived', 'Archived']);
  await open(2);
  expect(container.textContent).toContain('done: edited');
});
