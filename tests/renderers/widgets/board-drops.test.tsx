import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { dropsOf } from '../../../renderers/widgets/board/lanes.ts';
import { settled, showNodes } from '../world.tsx';

// jsdom has no CSS.escape.
beforeEach(() => {
  vi.stubGlobal('CSS', { escape: (text: string) => text });
  return () => vi.unstubAllGlobals();
});

const action = (text: string, to?: string) => ({
  text: { en: text },
  ...(to !== undefined && { to }),
  onClick: [{ set: { 'state.did': text } }],
});
const board = {
  widget: 'board',
  label: { en: 'Findings' },
  columns: ['extension', 'acting', 'closed'].map((key) => ({ key, title: { en: key } })),
  cards: [
    { id: '1', name: 'Accounts', state: 'extension' },
    { id: '2', name: 'Payments', state: 'acting' },
  ],
  column: '{{ row.state }}',
  title: '{{ row.name }}',
  actions: [
    { ...action('Grant', 'acting'), when: "{{ row.state == 'extension' }}" },
    { ...action('Refuse', 'acting'), when: "{{ row.state == 'extension' }}" },
    { ...action('Take back', 'acting'), when: "{{ row.state == 'extension' }}" },
    { ...action('Correct', 'acting'), when: "{{ row.state == 'acting' }}" },
    { ...action('Close', 'closed'), when: "{{ row.state == 'acting' }}" },
    action('Open'),
  ],
};

it('a card is dropped on the other columns its actions lead to, each with all of them', () => {
  const [grant, refuse, stay, close, open] = [{ to: 'acting' }, { to: 'acting' }, { to: 'extension' }, { to: 'closed' }, {}];
  expect([...dropsOf([grant, refuse, stay, close, open], 'extension')]).toEqual([
    ['acting', [grant, refuse]],
    ['closed', [close]],
  ]);
});

it('dropping a card where several moves lead opens its menu, and where one does makes it; its own column takes none', async () => {
  const { container } = await showNodes(
    [board, { widget: 'text', text: '{{ "did " + state.did }}' }],
    {},
    { state: { did: { initial: '' } } },
  );
  const card = (key: string) => container.querySelector(`[data-card="${key}"]`) as HTMLElement;
  const lane = (name: string) => screen.getByRole('region', { name });
  const dataTransfer = { setData: () => {}, effectAllowed: '' };
  const drag = async (key: string, name: string) => {
    fireEvent.dragStart(card(key), { dataTransfer });
    const targets = ['extension', 'acting', 'closed'].filter((one) => lane(one).dataset.drop === 'true');
    fireEvent.drop(lane(name));
    fireEvent.dragEnd(card(key));
    await settled();
    return targets;
  };
  expect(await drag('1', 'acting')).toEqual(['acting']);
  expect(screen.getByText('did')).toBeTruthy();
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Grant', 'Refuse', 'Take back', 'Open']);
  fireEvent.click(screen.getByRole('menuitem', { name: 'Refuse' }));
  await settled();
  expect(screen.getByText('did Refuse')).toBeTruthy();

  expect(await drag('2', 'acting')).toEqual(['closed']);
  expect(screen.getByText('did Refuse')).toBeTruthy();
  await drag('2', 'closed');
  expect(screen.getByText('did Close')).toBeTruthy();
});
