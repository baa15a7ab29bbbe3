// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { type ReactNode, StrictMode, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { NodeDocument, WidgetShape } from '../../src/core/types.ts';
import { ImportFailed } from '../../src/engine/code-files.ts';
import { Visible } from '../../src/engine/index.ts';
import { makeEngine, makeRegistry, renders, settle, showPage } from './support.tsx';

beforeEach(() => renders.clear());

function Tab({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setShown(!shown)}>
        switch
      </button>
      <Visible shown={shown}>{children}</Visible>
    </>
  );
}

describe('names of nodes', () => {
  const opener = (text: string, name: string) => ({ widget: 'press', text, onClick: [{ open: name, with: { text } }] });
  const toggle = { widget: 'press', text: 'toggle', onClick: [{ set: { 'state.there': '{{ !state.there }}' } }] };
  const state = { there: { initial: true } };
  const said = { widget: 'label', value: "{{ 'says ' + (panel.with.text ?? 'nothing') }}" };

  it('tell nothing any more once the node is gone, and anew when it is back', async () => {
    const panel = { widget: 'panel', name: 'panel', when: '{{ state.there }}' };
    await showPage(makeEngine(), { state, body: [panel, toggle, opener('one', 'panel'), opener('two', 'panel'), said] });
    fireEvent.click(screen.getByText('one'));
    await settle();
    screen.getByText('"says one"');
    fireEvent.click(screen.getByText('toggle'));
    await settle();
    screen.getByText('"says nothing"');
    fireEvent.click(screen.getByText('toggle'));
    await settle();
    screen.getByText('"says nothing"');
    fireEvent.click(screen.getByText('two'));
    await settle();
    screen.getByText('"says two"');
  });

  it('tell nothing any more once what is around the node is gone', async () => {
    const body = [
      { widget: 'box', when: '{{ state.there }}', body: [{ widget: 'panel', name: 'panel' }] },
      toggle,
      opener('one', 'panel'),
      said,
    ];
    await showPage(makeEngine(), { state, body });
    fireEvent.click(screen.getByText('one'));
    await settle();
    screen.getByText('"says one"');
    fireEvent.click(screen.getByText('toggle'));
    await settle();
    screen.getByText('"says nothing"');
  });
});

describe('nodes', () => {
  it('re-renders only the nodes that read a changed state value', async () => {
    await showPage(makeEngine(), {
      state: { a: { initial: 1 }, b: { initial: 1 } },
      body: [
        { widget: 'label', value: '{{ state.a }}' },
        { widget: 'label', value: '{{ state.b }}' },
        { widget: 'box', body: [{ widget: 'label', value: '{{ state.b + 1 }}' }] },
        { widget: 'press', text: 'go', onClick: [{ set: { 'state.a': '{{ state.a + 1 }}' } }] },
      ],
    });
    const before = new Map(renders);
    fireEvent.click(screen.getByText('go'));
    await settle();
    expect(renders.get('/body/0')).toBe((before.get('/body/0') ?? 0) + 1);
    expect(renders.get('/body/1')).toBe(before.get('/body/1'));
    expect(renders.get('/body/2/body/0')).toBe(before.get('/body/2/body/0'));
    expect(screen.getAllByText('2')).toHaveLength(2);
  });

  it('shows a node while its condition holds and only to holders of its permission', async () => {
    await showPage(makeEngine(), {
      state: { on: { initial: false } },
      body: [
        { widget: 'label', text: 'hidden', when: '{{ state.on }}' },
        { widget: 'label', text: 'allowed', permission: 'sys:dict:edit' },
        { widget: 'label', text: 'forbidden', permission: 'sys:dict:remove' },
        { widget: 'press', text: 'toggle', onClick: [{ set: { 'state.on': '{{ !state.on }}' } }] },
      ],
    });
    expect(screen.queryByText('hidden')).toBeNull();
    expect(screen.getByText('allowed')).toBeTruthy();
    expect(screen.queryByText('forbidden')).toBeNull();
    fireEvent.click(screen.getByText('toggle'));
    await settle();
    expect(screen.getByText('hidden')).toBeTruthy();
  });

  it('repeats a node for each item under its name', async () => {
    await showPage(makeEngine(), {
      state: {
        people: {
          initial: [
            { id: 'a', name: 'Ann' },
            { id: 'b', name: 'Bob' },
          ],
        },
      },
      body: [{ widget: 'label', each: '{{ state.people }}', as: 'person', text: '{{ index }} {{ person.name }}' }],
    });
    expect(screen.getByText('0 Ann')).toBeTruthy();
    expect(screen.getByText('1 Bob')).toBeTruthy();
  });

  it('explains an unknown widget in its place and renders the others', async () => {
    await showPage(makeEngine(), {
      body: [
        { widget: 'labl', text: 'x' },
        { widget: 'label', text: 'fine' },
      ],
    });
    expect(screen.getByText('fine')).toBeTruthy();
    const text = screen.getByLabelText('explanation').textContent ?? '';
    expect(text).toContain('pages/test');
    expect(text).toContain('/body/0');
    expect(text).toContain('did you mean "label"?');
  });

  it('keeps the failure of a widget to itself and lets it try again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await showPage(makeEngine(), {
      state: { armed: { initial: true } },
      body: [
        { widget: 'bomb', armed: '{{ state.armed }}' },
        { widget: 'label', text: 'neighbour' },
        { widget: 'press', text: 'defuse', onClick: [{ set: { 'state.armed': false } }] },
      ],
    });
    expect(screen.getByLabelText('explanation').textContent).toContain('it exploded');
    expect(screen.getByText('neighbour')).toBeTruthy();
    fireEvent.click(screen.getByText('defuse'));
    await settle();
    expect(screen.getByText('defused')).toBeTruthy();
  });

  it('[ERR-05] explains code that did not load, offers the page anew and loads it on retry', async () => {
    let attempts = 0;
    const registry = makeRegistry();
    const { bomb } = registry.widgets;
    registry.widgets.bomb = async () => {
      attempts += 1;
      if (attempts <= 2 || !bomb) throw new Error('offline');
      return bomb();
    };
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const engine = makeEngine(undefined, registry);
    await showPage(engine, { body: [{ widget: 'bomb' }, { widget: 'label', text: 'fine' }] });
    await vi.waitFor(() => expect(screen.getByText('fine')).toBeTruthy());
    expect(attempts).toBe(2);
    expect(screen.getByLabelText('explanation').textContent).toContain('CHUNK_LOAD_FAILED | error.chunkLoad');
    fireEvent.click(screen.getByText('reload'));
    expect(engine.navigate).toHaveBeenCalledWith(window.location.pathname, { reload: true });
    fireEvent.click(screen.getByText('retry'));
    await settle();
    expect(screen.getByText('defused')).toBeTruthy();
  });

  it('stands before the code of what is opened later is here, and loads that a little later', async () => {
    const registry = makeRegistry();
    registry.shapes = { ...registry.shapes, panel: { ...registry.shapes.panel, deferred: true } as WidgetShape };
    const asked = vi.fn(() => new Promise<never>(() => {}));
    registry.widgets.bomb = asked;
    const body: NodeDocument[] = [{ widget: 'label', text: 'fine' }];
    await showPage(makeEngine(undefined, registry), {
      body: [...body, { widget: 'panel', name: 'later', when: false, body: [{ widget: 'bomb' }] }],
    });
    expect(screen.getByText('fine')).toBeTruthy();
    expect(asked).not.toHaveBeenCalled();
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1), { timeout: 5_000 });
  });

  it('[ERR-05] offers only the page anew where the browser keeps the failure', async () => {
    const registry = makeRegistry();
    registry.widgets.bomb = async () => Promise.reject(new ImportFailed(new TypeError('offline')));
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await showPage(makeEngine(undefined, registry), { body: [{ widget: 'bomb' }] });
    expect(screen.getByLabelText('explanation').textContent).toContain('CHUNK_LOAD_FAILED | error.codeLost');
    expect([screen.queryByText('retry'), screen.queryByText('reload')]).toEqual([null, expect.anything()]);
  });

  it('lets hidden content rest: it neither re-renders nor forgets its picture', async () => {
    const engine = makeEngine();
    await showPage(
      engine,
      {
        state: { n: { initial: 1 } },
        actions: { bump: [{ set: { 'state.n': '{{ state.n + 1 }}' } }] },
        body: [
          { widget: 'label', value: '{{ state.n }}' },
          { widget: 'press', text: 'bump', onClick: 'bump' },
        ],
      },
      { wrap: (page) => <Tab>{page}</Tab> },
    );
    fireEvent.click(screen.getByText('switch'));
    await settle();
    const before = renders.get('/body/0');
    fireEvent.click(screen.getByText('bump'));
    await settle();
    expect(renders.get('/body/0')).toBe(before);
    expect(screen.getByText('1')).toBeTruthy();
    fireEvent.click(screen.getByText('switch'));
    await settle();
    expect(screen.getByText('2')).toBeTruthy();
  });

  it('computes values in dependency order and shows their failure only where they are read', async () => {
    await showPage(makeEngine(), {
      state: { n: { initial: 2 } },
      values: { twice: '{{ values.base * 2 }}', base: '{{ state.n + 1 }}' },
      body: [{ widget: 'label', value: '{{ values.twice }}' }],
    });
    expect(screen.getByText('6')).toBeTruthy();
  });

  it('runs onOpen once, also in strict mode', async () => {
    const engine = makeEngine();
    await showPage(
      engine,
      { onOpen: [{ call: 'user.list' }], body: [{ widget: 'label', text: 'open' }] },
      { wrap: (page) => <StrictMode>{page}</StrictMode> },
    );
    expect(engine.client.call.mock.calls.filter(([id]) => id === 'user.list')).toHaveLength(1);
  });
});
