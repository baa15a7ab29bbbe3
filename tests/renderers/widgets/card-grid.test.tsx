import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { cardsOf, moved, placeAt, resized, sizeByKey } from '../../../renderers/widgets/card-grid/arrangement.ts';
import { settled, showNodes } from '../world.tsx';

describe('an arrangement of cards', () => {
  const cards = cardsOf([{ id: 'a' }, { id: 'b', width: 30, height: 'huge' }, { id: 'b', width: '4' }, { width: 0 }]);
  const ids = (rows: Record<string, unknown>[] | undefined) => rows?.map(({ id }) => id);

  it('brings what it is given into the grid, and tells cards of one id apart', () => {
    expect(cards.map(({ key, width, height }) => [key, width, height])).toEqual([
      ['a', 12, 'auto'],
      ['b', 12, 'auto'],
      ['#2', 4, 'auto'],
      ['#3', 1, 'auto'],
    ]);
    expect(cardsOf(undefined)).toEqual([]);
  });

  it('moves a card to a place, at most to the ends', () => {
    expect(ids(moved(cards, 0, 2))).toEqual(['b', 'b', 'a', undefined]);
    expect(ids(moved(cards, 3, -5))).toEqual([undefined, 'a', 'b', 'b']);
    expect(moved(cards, 0, -1)).toBeUndefined();
    expect([placeAt(0, 2, true), placeAt(0, 2, false), placeAt(3, 1, false), placeAt(3, 1, true)]).toEqual([2, 1, 1, 2]);
  });

  it('sizes a card by columns and heights, and says nothing where nothing changes', () => {
    expect(resized(cards, 2, { width: 5 })?.[2]).toMatchObject({ width: 5, height: 'auto' });
    expect(resized(cards, 0, { width: 13 })).toBeUndefined();
    const card = { width: 6, height: 'small' } as const;
    expect(['ArrowLeft', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'a'].map((key) => sizeByKey(key, card))).toEqual([
      { width: 5 },
      { height: 'auto' },
      { height: 'medium' },
      { width: 1 },
      { width: 12 },
      undefined,
    ]);
  });
});

describe('the widget card-grid', () => {
  const node = {
    widget: 'card-grid',
    label: '{{ "Figures" }}',
    cards: '{{ state.cards }}',
    plain: "{{ row.id == 'c' }}",
    arrangeable: true,
    onArrange: [{ set: { 'state.cards': '{{ cards }}' } }],
    onUndo: [{ set: { 'state.cards': '{{ [] }}' } }],
    emptyText: '{{ "Nothing" }}',
    actions: [
      { text: '{{ "Take off " + row.title }}', onClick: [{ set: { 'state.cards': '{{ whereNot(state.cards, "id", row.id) }}' } }] },
    ],
    body: [{ widget: 'text', text: '{{ row.id + " at " + index }}' }],
  };
  const state = {
    cards: {
      initial: [
        { id: 'a', title: 'One', width: 6, height: 'auto' },
        { id: 'b', title: 'Two', width: 6, height: 'auto' },
        { id: 'c', title: 'Three', width: 12, height: 'auto' },
      ],
    },
  };
  const order = () => screen.getAllByRole('listitem').map((item) => item.getAttribute('data-card'));
  const press = async (name: string, key: string) => {
    const handle = screen.getByRole('button', { name });
    act(() => handle.focus());
    fireEvent.keyDown(handle, { key });
    await settled();
    return screen.getByRole('button', { name });
  };

  it('moves and sizes cards by keyboard, tells of it and keeps the focus', async () => {
    await showNodes([node], {}, { state });
    expect(order()).toEqual(['a', 'b', 'c']);
    const handle = await press('Move One', 'ArrowRight');
    expect(order()).toEqual(['b', 'a', 'c']);
    expect(screen.getByRole('status').textContent).toContain('One: place 2 of 3');
    expect(document.activeElement).toBe(handle);
    await press('Move One', 'End');
    await press('Move One', 'ArrowDown');
    expect(order()).toEqual(['b', 'c', 'a']);
    expect(screen.getByRole('status').textContent).toContain('One: place 3 of 3');
    await press('Size of Two', 'ArrowLeft');
    await press('Size of Two', 'ArrowDown');
    expect(screen.getByRole('status').textContent).toContain('Two: 5 of 12 columns wide, height small');
    expect(screen.getAllByRole('listitem')[0]?.getAttribute('data-width')).toBe('5');
    fireEvent.click(screen.getByRole('button', { name: 'Move Two' }));
    expect(screen.getByRole('status').textContent).toContain('arrow keys');
  });

  it('gives each card its heading, its content and its menu, and undoes by Ctrl+Z', async () => {
    await showNodes([node], {}, { state });
    const one = screen.getByRole('region', { name: 'One' });
    expect(within(one).getByText('a at 0')).toBeTruthy();
    // A plain one has none of its own.
    expect(screen.queryByRole('heading', { name: 'Three' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'What can be done with Three' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Take off Three' }));
    await settled();
    expect(order()).toEqual(['a', 'b']);
    fireEvent.keyDown(screen.getByRole('button', { name: 'Move One' }), { key: 'z', ctrlKey: true });
    await settled();
    expect(screen.getByText('Nothing')).toBeTruthy();
  });

  it('is only looked at without arrangeable', async () => {
    await showNodes([{ ...node, arrangeable: false, actions: [] }], {}, { state });
    expect(screen.queryByRole('button')).toBeNull();
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['One', 'Two']);
  });
});
