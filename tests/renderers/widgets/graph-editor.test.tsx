import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fit as viewOf } from '../../../renderers/shared/plane/view.ts';
import { ends } from '../../../renderers/widgets/graph-editor/graph.ts';
import { settled, showNodes } from '../world.tsx';

const kinds = [
  { kind: 'start', label: 'Start', inputs: 0 },
  { kind: 'step', label: 'Step', settings: { size: 1 } },
  { kind: 'join', label: 'Join', inputs: 2 },
  { kind: 'end', label: 'End', outputs: false, most: 1 },
];
const graph = {
  nodes: [
    { id: 'a', kind: 'start', title: 'Alpha', x: 0, y: 0, settings: {} },
    { id: 'b', kind: 'step', title: 'Beta', x: 230, y: 0, settings: {} },
    { id: 'o', kind: 'end', x: 460, y: 0, settings: {} },
  ],
  edges: [{ from: 'a', to: 'b', slot: 0 }],
};

const show = async (given: object = {}) => {
  await showNodes(
    [
      {
        widget: 'graph-editor',
        name: 'canvas',
        title: 'Steps',
        graph: '{{ state.graph }}',
        selected: '{{ state.node }}',
        told: [{ id: 'b', problems: [{ text: 'Beta lacks something', level: 'error' }] }],
        kinds,
        onChange: [{ set: { 'state.graph': '{{ graph }}' } }],
        onSelect: [{ set: { 'state.node': '{{ node == null ? null : node.id }}' } }],
        ...given,
      },
      { widget: 'text', text: "{{ 'ids: ' + join(pluck(state.graph.nodes, 'id'), ' ') }}" },
      {
        widget: 'text',
        text: "{{ 'from: ' + join(pluck(state.graph.edges, 'from'), ' ') + ' to: ' + join(pluck(state.graph.edges, 'to'), ' ') }}",
      },
      { widget: 'text', text: "{{ 'slots: ' + join(pluck(state.graph.edges, 'slot'), ' ') }}" },
      { widget: 'text', text: "{{ 'x: ' + join(pluck(state.graph.nodes, 'x'), ' ') }}" },
      { widget: 'button', text: 'Rename', onClick: [{ set: { 'canvas.node': { title: 'Renamed', settings: { size: 2 } } } }] },
    ] as never,
    {},
    { state: { graph: { initial: graph }, node: { initial: null } } } as never,
  );
};
/** A node of the drawing. */
const card = (name: string) => {
  const found = [...document.querySelectorAll<HTMLElement>('.tg-graph-card')].find((one) => one.textContent?.includes(name));
  if (!found) throw new Error(`there is no node ${name}`);
  return found;
};
const press = async (element: HTMLElement) => {
  fireEvent.click(element);
  await settled();
};
const tool = (name: string) => within(screen.getByRole('toolbar')).getByRole('button', { name });
const key = async (element: HTMLElement, name: string, more: object = {}) => {
  fireEvent.keyDown(element, { key: name, ...more });
  await settled();
};
const add = async (label: string) => {
  await press(tool('Add a node'));
  await press(await screen.findByRole('menuitem', { name: label }));
};
const list = () => within(document.querySelector<HTMLElement>('.tg-graph-list') as HTMLElement);

describe('the graph editor', () => {
  it('adds a node behind the chosen one and connects it, connects others, and says why it does not', async () => {
    await show();
    await press(card('Beta'));
    await add('Join');
    expect(screen.getByText('ids: a b o join-1')).toBeTruthy();
    expect(screen.getByText('from: a b to: b join-1')).toBeTruthy();
    expect(card('Join').getAttribute('aria-pressed')).toBe('true');
    expect(screen.getByRole('status').textContent).toBe('Join added');
    // A second input, by the list beside the drawing.
    await press(card('Alpha'));
    await press(tool('Connect'));
    await press(list().getByRole('button', { name: 'Join' }));
    expect(screen.getByText('from: a b a to: b join-1 join-1')).toBeTruthy();
    expect(screen.getByText('slots: 0 0 1')).toBeTruthy();
    expect(list().getByText(/after Beta, Alpha/)).toBeTruthy();
    await press(card('Join'));
    await press(tool('Swap inputs'));
    expect(list().getByText(/after Alpha, Beta/)).toBeTruthy();
    await press(tool('Connect'));
    await press(card('Beta'));
    expect(screen.getByRole('status').textContent).toBe('This would make a circle');
    await press(tool('Connect'));
    await press(card('Alpha'));
    expect(screen.getByRole('status').textContent).toBe('Alpha takes no input');
    expect(screen.getByText('from: a b a to: b join-1 join-1')).toBeTruthy();
    // There is one end at most.
    await press(tool('Add a node'));
    expect((await screen.findByRole('menuitem', { name: 'End' })).getAttribute('aria-disabled')).toBe('true');
  });

  it('removes a node with its lines, cuts a line, and takes both back, one after the other', async () => {
    await show();
    await press(card('Beta'));
    await press(screen.getByRole('button', { name: 'Cut the line from Alpha to Beta' }));
    expect(screen.getByText('from: to:')).toBeTruthy();
    await press(tool('Remove'));
    expect(screen.getByText('ids: a o')).toBeTruthy();
    await press(tool('Undo'));
    expect(screen.getByText('ids: a b o')).toBeTruthy();
    expect(screen.getByText('from: to:')).toBeTruthy();
    await press(tool('Undo'));
    expect(screen.getByText('from: a to: b')).toBeTruthy();
    expect((tool('Undo') as HTMLButtonElement).disabled).toBe(true);
  });

  it('brings back what was taken back, by button, Ctrl+Shift+Z and Ctrl+Y, until the next change', async () => {
    await show();
    const redo = () => tool('Redo') as HTMLButtonElement;
    expect(redo().disabled).toBe(true);
    await press(card('Beta'));
    await press(screen.getByRole('button', { name: 'Cut the line from Alpha to Beta' }));
    await key(card('Beta'), 'Delete');
    await press(tool('Undo'));
    await press(tool('Undo'));
    expect(screen.getByText('from: a to: b')).toBeTruthy();
    await key(card('Alpha'), 'Z', { ctrlKey: true, shiftKey: true });
    expect(screen.getByText('from: to:')).toBeTruthy();
    expect(screen.getByText('ids: a b o')).toBeTruthy();
    expect(screen.getByRole('status').textContent).toBe('Redone');
    await key(card('Alpha'), 'y', { ctrlKey: true });
    expect(screen.getByText('ids: a o')).toBeTruthy();
    expect(redo().disabled).toBe(true);
    await press(tool('Undo'));
    await press(redo());
    expect(screen.getByText('ids: a o')).toBeTruthy();
    await press(tool('Undo'));
    // Another change: what was taken back is gone.
    await key(card('Beta'), 'ArrowRight', { altKey: true });
    expect(redo().disabled).toBe(true);
    await key(card('Alpha'), 'y', { ctrlKey: true });
    expect(screen.getByText('ids: a b o')).toBeTruthy();
  });

  it('goes by keyboard: one stop, arrows, Alt moves, Delete and Ctrl+Z, Escape', async () => {
    await show();
    const stops = () => [...document.querySelectorAll<HTMLElement>('.tg-graph-card')].filter(({ tabIndex }) => tabIndex === 0);
    expect(stops()).toEqual([card('Alpha')]);
    card('Alpha').focus();
    await key(card('Alpha'), 'ArrowRight');
    expect(document.activeElement).toBe(card('Beta'));
    expect(stops()).toEqual([card('Beta')]);
    await key(card('Beta'), 'ArrowRight', { altKey: true });
    expect(screen.getByText('x: 0 250 460')).toBeTruthy();
    await press(card('Beta'));
    await key(card('Beta'), 'Escape');
    expect(card('Beta').getAttribute('aria-pressed')).toBe('false');
    await key(card('Beta'), 'Delete');
    expect(screen.getByText('ids: a o')).toBeTruthy();
    await key(card('Alpha'), 'z', { ctrlKey: true });
    expect(screen.getByText('ids: a b o')).toBeTruthy();
  });

  it('moves a node by pointer, which chooses nothing, and takes what a form gives the chosen one', async () => {
    await show();
    fireEvent.pointerDown(card('Beta'), { button: 0, clientX: 10, clientY: 10 });
    fireEvent.pointerMove(window, { clientX: 40, clientY: 10 });
    fireEvent.pointerUp(window, { clientX: 40, clientY: 10 });
    await press(card('Beta'));
    expect(screen.getByText('x: 0 260 460')).toBeTruthy();
    expect(card('Beta').getAttribute('aria-pressed')).toBe('false');
    await press(card('Beta'));
    await press(screen.getByRole('button', { name: 'Rename' }));
    expect(card('Renamed').getAttribute('aria-pressed')).toBe('true');
  });

  it('tells problems at the node and in the list, and changes nothing where it is only looked at', async () => {
    await show({ readOnly: true });
    expect(card('Beta').textContent).toContain('1 problem');
    expect(list().getByText('Beta lacks something')).toBeTruthy();
    expect(screen.queryByRole('toolbar')).toBeNull();
    await press(card('Beta'));
    expect(card('Beta').getAttribute('aria-pressed')).toBe('true');
    expect(screen.queryByRole('button', { name: /Cut the line/ })).toBeNull();
    await key(card('Beta'), 'Delete');
    await key(card('Beta'), 'ArrowRight', { altKey: true });
    expect(screen.getByText('ids: a b o')).toBeTruthy();
    expect(screen.getByText('x: 0 230 460')).toBeTruthy();
  });

  it('stays readable: a wide graph shows its beginning, one that fits is in the middle', () => {
    const row = (count: number) => ends(new Map(Array.from({ length: count }, (_, index) => [String(index), { x: index * 230, y: 0 }])));
    const wide = viewOf(row(12).values(), { width: 700, height: 460 }, { least: 0.85 });
    expect(wide.k).toBe(0.85);
    // The whole first node is in the window.
    expect(wide.x - 0.85 * 88).toBeGreaterThan(0);
    expect(viewOf(row(12).values(), { width: 700, height: 460 }).k).toBeLessThan(0.3);
    expect(viewOf(row(1).values(), { width: 700, height: 460 }, { least: 0.85 })).toMatchObject({ k: 1, x: 350 });
  });
});
