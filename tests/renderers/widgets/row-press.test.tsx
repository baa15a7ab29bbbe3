import { act, fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { settle, show } from '../fields/harness.tsx';

/** Two rows with an action that lasts until `answer` is called. */
async function rowsWithAction() {
  const waiting: (() => void)[] = [];
  const action = { text: { en: 'Renew' }, onClick: [{ call: 'user.renew', with: { id: '{{ row.id }}' } }] };
  const other = { text: { en: 'Other' }, onClick: [{ call: 'user.other', with: { id: '{{ row.id }}' } }] };
  const rows = ['1', '2'].map((id) => ({ id, name: `Person ${id}` }));
  const columns = [{ name: 'name', title: { en: 'Name' } }];
  const { container, calls } = await show(
    [{ widget: 'table', name: 'people', title: { en: 'People' }, columns, rows, actions: [action, other] }],
    {
      calls: { 'user.renew': () => new Promise((resolve) => waiting.push(() => resolve(null))), 'user.other': () => null },
    },
  );
  const [first, second] = container.querySelectorAll<HTMLElement>('tr[data-row]');
  if (!first || !second) throw new Error('There are no rows');
  const answer = async () => {
    waiting.shift()?.();
    await settle(3);
  };
  const sent = () => calls.map(({ id, args }) => `${id} ${args.with?.id}`);
  return { first, second, answer, sent };
}
const press = (row: HTMLElement, name: string) => within(row).getByRole('button', { name });
async function twice(element: Element) {
  await act(async () => {
    for (const _ of [1, 2]) fireEvent.click(element);
    fireEvent.dblClick(element);
  });
  await settle(3);
}

it('an action of a row runs once for a button that is pressed twice, and no other one with it', async () => {
  const { first, answer, sent } = await rowsWithAction();
  await twice(press(first, 'Renew'));
  await answer();
  await answer();
  expect(sent()).toEqual(['user.renew 1']);
  await twice(press(first, 'Other'));
  await answer();
  expect(sent()).toEqual(['user.renew 1', 'user.other 1']);
  await twice(screen.getByText('Person 1'));
  expect(sent()).toEqual(['user.renew 1', 'user.other 1', 'user.renew 1']);
});

it('an action that runs for a row waits for another row, and is not started anew for the same one', async () => {
  const { first, second, answer, sent } = await rowsWithAction();
  for (const row of [first, second]) await act(async () => void fireEvent.click(press(row, 'Renew')));
  await act(async () => void fireEvent.keyDown(first, { key: 'Enter' }));
  await settle(3);
  expect(sent()).toEqual(['user.renew 1']);
  await answer();
  expect(sent()).toEqual(['user.renew 1', 'user.renew 2']);
  await answer();
  expect(sent()).toHaveLength(2);
});
