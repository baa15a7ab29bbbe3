import { act, fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { layersOf, routeOf } from '../../../renderers/displays/network-graph/layers.ts';
import { besideOf, isOnWay, readGraph } from '../../../renderers/displays/network-graph/model.ts';
import { placesOf, readable } from '../../../renderers/displays/network-graph/places.ts';
import { nextPoint } from '../../../renderers/shared/plane/arrows.ts';
import { fit } from '../../../renderers/shared/plane/view.ts';
import { cpuTime } from '../../support/cpu-time.ts';
import { pageNamed, settled, showNodes, world } from '../world.tsx';

const nodes = [
  { id: 'a', name: 'Alpha', kind: 'x' },
  { id: 'b', name: 'Beta', kind: 'y' },
  { id: 'c', name: 'Gamma', kind: 'x' },
];
const links = [
  { from: 'a', to: 'b', says: 'owns' },
  { from: 'b', to: 'a', says: 'knows' },
];

describe('the points and lines of a graph', () => {
  it('are told apart by key; what has no ends is left out; two lines between the same do not cover each other', () => {
    const { points, lines } = readGraph({
      nodes: [...nodes, { id: 'a', name: 'again' }, { name: 'no key' }],
      links: [...links, { from: 'a', to: 'nowhere' }, { from: 'c', to: 'c' }],
    });
    expect(points.map(({ name }) => name)).toEqual(['Alpha', 'Beta', 'Gamma']);
    expect(lines.map(({ from, to }) => from + to)).toEqual(['ab', 'ba']);
    expect(lines[0]?.bend).not.toBe(-(lines[1]?.bend ?? 0));
    expect([...besideOf('a', lines)]).toEqual(['a', 'b']);
    expect([isOnWay({ from: 'a', to: 'b' } as never, ['b', 'a']), isOnWay({ from: 'a', to: 'c' } as never, ['a', 'b', 'c'])]).toEqual([
      true,
      false,
    ]);
  });

  it('lie apart, the same every time, with the chosen one in the middle, and all in the window', () => {
    const many = Array.from({ length: 80 }, (_, index) => ({ id: String(index), name: `n${index}`, kind: '' }));
    const graph = readGraph({ nodes: many, links: many.slice(1).map(({ id }) => ({ from: '0', to: id })) });
    const places = placesOf(graph.points, graph.lines, '0');
    expect(placesOf(graph.points, graph.lines, '0')).toEqual(places);
    expect(places.get('0')).toEqual({ x: 0, y: 0 });
    const all = [...places.values()];
    const nearest = Math.min(...all.flatMap((one, at) => all.slice(at + 1).map((other) => Math.hypot(one.x - other.x, one.y - other.y))));
    expect(nearest).toBeGreaterThan(60);
    const { k, x, y } = fit(all, { width: 800, height: 600 });
    for (const place of all) {
      expect(x + k * place.x).toBeGreaterThan(0);
      expect(x + k * place.x).toBeLessThan(800);
      expect(y + k * place.y).toBeGreaterThan(0);
      expect(y + k * place.y).toBeLessThan(600);
    }
  });

  it('texts of lines never lie over one another, nor over points and their names unless they say what was chosen', () => {
    const places = new Map([
      ['a', { x: 0, y: 0 }],
      ['b', { x: 300, y: 0 }],
    ]);
    const points = [
      { key: 'a', name: 'Alpha' },
      { key: 'b', name: 'Beta' },
    ];
    const text = (key: string, x: number, isChosen = false) => ({
      key,
      text: 'is the legal representative of',
      middle: { x, y: 6 },
      isChosen,
    });
    expect([...readable([text('first', 150), text('over', 160), text('point', 10)], points, places)]).toEqual(['first']);
    expect([...readable([text('chosen', 10, true), text('over', 20, true)], points, places)]).toEqual(['chosen']);
  });

  it('arrow keys lead to the nearest in that direction, and nowhere when there is none', () => {
    const places = new Map([
      ['m', { x: 0, y: 0 }],
      ['right', { x: 90, y: 10 }],
      ['far', { x: 200, y: 0 }],
      ['up', { x: 20, y: -80 }],
    ]);
    expect([nextPoint('ArrowRight', 'm', places), nextPoint('ArrowUp', 'm', places), nextPoint('ArrowLeft', 'm', places)]).toEqual([
      'right',
      'up',
      undefined,
    ]);
  });
});

describe('layers', () => {
  const of = (text: string) => {
    const lines = text.split(' ').map((pair, index) => ({ key: `${index}`, from: pair[0] as string, to: pair[1] as string }));
    const points = [...new Set(lines.flatMap(({ from, to }) => [from, to]))].map((key) => ({ key }));
    return { ...layersOf(points, lines), lines, points };
  };

  it('lead from left to right: each point behind all that lead to it, right before what it leads to, and none on another', () => {
    const { places, back } = of('ab bc ac cd xd ce');
    const x = (key: string) => places.get(key)?.x ?? Number.NaN;
    expect([x('a') < x('b'), x('b') < x('c'), x('c') < x('d'), x('x') === x('c'), x('d') === x('e')]).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    expect(back.size).toBe(0);
    const all = [...places.values()];
    const apart = all.flatMap((one, at) => all.slice(at + 1).map((other) => one.x !== other.x || Math.abs(one.y - other.y) >= 68));
    expect(apart.every(Boolean)).toBe(true);
    expect(of('ab bc ac cd xd ce').places).toEqual(places);
  });

  it('a circle is cut once, its line leads back; a long line passes between the cards', () => {
    const circle = of('ab bc ca');
    expect([...circle.back]).toEqual(['2']);
    const long = of('ab bc cd ad');
    const passes = long.routes.get('3') ?? [];
    expect(passes).toHaveLength(2);
    for (const pass of passes)
      for (const { key } of long.points) {
        const card = long.places.get(key);
        if (card?.x === pass.x) expect(Math.abs(card.y - pass.y)).toBeGreaterThanOrEqual(34);
      }
    const [a, d] = [long.places.get('a'), long.places.get('d')];
    if (a && d) expect(routeOf(a, d, passes, false).path.match(/C/g)).toHaveLength(3);
  });

  it('of 150 points with 400 lines are there at once', () => {
    const points = Array.from({ length: 150 }, (_, index) => ({ key: String(index) }));
    const lines = Array.from({ length: 400 }, (_, index) => ({
      key: `l${index}`,
      from: String((index * 7) % 150),
      to: String((index * 11 + 3) % 150),
    }));
    const before = cpuTime();
    layersOf(points, lines);
    expect(cpuTime() - before).toBeLessThan(1_500);
  });
});

describe('the graph', () => {
  it('[DATA-01] in layers points are cards with their kind in words; those with an address are links, what is marked stands out', async () => {
    await showNodes([
      {
        ...{ widget: 'network-graph', name: 'graph', title: 'Graph', arrangement: 'layers', center: 'b', marked: 'isOn' },
        nodes: [{ ...nodes[0], isOn: true, to: '/alpha' }, { ...nodes[1], isOn: true, state: 'fail' }, nodes[2]],
        links: [
          { from: 'a', to: 'b', isOn: true },
          { from: 'b', to: 'c' },
        ],
        nodeText: "{{ node.state ?? '' }}",
        nodeUrl: "{{ node.to ?? '' }}",
        nodeLevel: "{{ node.state == 'fail' ? 'error' : '' }}",
      },
    ] as never);
    const link = screen.getByRole('link', { name: /^Alpha\s*x$/ });
    expect(link.getAttribute('href')).toMatch(/\/alpha$/);
    const button = screen.getByRole('button', { name: /^Beta\s*y\s*fail$/ });
    const card = (element: HTMLElement) => element.closest<HTMLElement>('.tg-network-point')?.dataset;
    expect([card(link)?.way, card(button)?.way, card(screen.getByRole('button', { name: /^Gamma\s*x$/ }))?.far]).toEqual([
      'true',
      'true',
      'true',
    ]);
    expect(button.querySelector('[data-level="error"]')).toBeTruthy();
    expect([link, button].map(({ tabIndex }) => tabIndex)).toEqual([-1, 0]);
    fireEvent.keyDown(button, { key: 'ArrowLeft' });
    expect(document.activeElement).toBe(link);
  });

  it('[GRAPH-01] a press chooses a point, another takes it back; what is beside it stays plain; the page may choose, too', async () => {
    await showNodes([
      { widget: 'network-graph', name: 'graph', title: 'Graph', nodes, links, linkText: '{{ link.says }}' },
      { widget: 'text', text: "{{ 'chosen: ' + (graph.selected ?? 'none') }}" },
      { widget: 'button', text: 'Choose', onClick: [{ set: { 'graph.selected': 'c' } }] },
    ] as never);
    const point = (name: string) => screen.getByRole('button', { name: new RegExp(name) });
    expect(screen.getByText('chosen: none')).toBeTruthy();
    fireEvent.click(point('Alpha'));
    expect(await screen.findByText('chosen: a')).toBeTruthy();
    expect(point('Alpha').getAttribute('aria-pressed')).toBe('true');
    const isFar = (name: string) => point(name).closest<HTMLElement>('.tg-network-point')?.dataset.far;
    expect([isFar('Beta'), isFar('Gamma')]).toEqual([undefined, 'true']);
    expect(screen.getByText('owns')).toBeTruthy();
    fireEvent.keyDown(point('Alpha'), { key: 'Escape' });
    expect(await screen.findByText('chosen: none')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Choose' }));
    expect(await screen.findByText('chosen: c')).toBeTruthy();
    // One stop for Tab.
    expect([point('Alpha'), point('Beta'), point('Gamma')].filter((button) => button.tabIndex === 0)).toHaveLength(1);
  });
});

it('[GRAPH-01] what is worth a look is marked in the graph, also while a point is chosen or the way to somebody is shown', async () => {
  const parties = ['A', 'B', 'C'].map((code, level) => ({ id: code, code, kind: 'company', name: `Party ${code}`, level, version: 1 }));
  const finding = { kind: 'insider', via: null, parties: parties.slice(0, 2), share: null, way: ['A', 'B'] };
  const way = { found: true, isCut: false, nodes: [parties[0], parties[2]], links: [] };
  const graph = { center: 'A', depth: 2, nodes: parties, links: [], total: 3, isMore: false, owners: [], findings: [finding] };
  const shown = async (query: Record<string, string>) => {
    const calls = {
      'relation.graph': () => graph,
      'relation.path': () => way,
      'relation.links': () => ({ content: [], total: 0 }),
      'relation.parties': () => ({ content: [], total: 0 }),
      'dictionary.type': () => ({}),
    };
    const made = await world({ calls, route: { path: '/ai/relation-graph', query: { supplierCode: 'A', ...query } } });
    const page = made.show(pageNamed('relation/graph'));
    await settled();
    return page;
  };
  const point = (name: string) => screen.getByRole('button', { name: new RegExp(`^Party ${name}`) });
  const marked = () =>
    ['A', 'B', 'C'].filter((code) => point(code).closest<HTMLElement>('.tg-network-point')?.dataset.way === 'true').join('');
  const press = async (button: HTMLElement) => {
    await act(async () => fireEvent.click(button));
    await settled();
  };
  const show = () => press(screen.getByRole('button', { name: /^Show.*Party A/ }));

  const { unmount } = await shown({});
  await press(point('C'));
  expect([point('C').getAttribute('aria-pressed'), marked()]).toEqual(['true', '']);
  await show();
  expect([point('C').getAttribute('aria-pressed'), marked()]).toEqual(['false', 'AB']);
  await press(point('C'));
  expect(marked()).toBe('');
  unmount();

  await shown({ target: 'C' });
  expect(marked()).toBe('AC');
  await show();
  expect(marked()).toBe('AB');
});

it('[GRAPH-01] relations of a point and of a party are read page by page, those of another point from the first page on', async () => {
  const parties = ['A', 'B'].map((code, level) => ({ id: code, code, kind: 'company', name: `Party ${code}`, level, version: 1 }));
  const graph = { center: 'A', depth: 2, nodes: parties, links: [], total: 2, isMore: false, owners: [], findings: [] };
  const asked: unknown[] = [];
  const link = (of: string, id: number) => ({ id: `${of}${id}`, from: of, to: 'X', kind: 'owns', source: 'test', version: 1 });
  const calls = {
    'relation.graph': () => graph,
    'relation.path': () => ({}),
    'relation.parties': () => ({ content: parties, total: 2 }),
    'relation.links': (given: unknown) => {
      const { code, current, size } = (given as { with: { code: string; current: number; size: number } }).with;
      asked.push([code, current]);
      const content = Array.from({ length: size }, (_, at) => at + (current - 1) * size).filter((at) => at < 12);
      return {
        content: content.map((at) => ({ ...link(code, at), fromName: `From ${code}${at}`, toName: 'To X' })),
        total: 12,
        current,
        size,
      };
    },
    'relation.removeLink': () => ({}),
    'dictionary.type': () => ({}),
  };
  const made = await world({ calls, route: { path: '/ai/relation-graph', query: { supplierCode: 'A' } } });
  (made.engine.app.permissions as Set<string>).add('ai:graph:edit');
  made.show(pageNamed('relation/graph'));
  await settled();
  const press = async (button: HTMLElement) => {
    await act(async () => fireEvent.click(button));
    await settled();
  };
  const point = (name: string) => screen.getByRole('button', { name: new RegExp(`^Party ${name}`) });
  const pages = () => screen.getByRole('navigation', { name: 'Pages' });
  const shown = () => screen.queryAllByRole('row', { name: /From / }).map((row) => /From (\w+)/.exec(row.textContent ?? '')?.[1]);
  await press(point('A'));
  expect([shown().length, shown()[0]]).toEqual([10, 'A0']);
  await press(within(pages()).getByRole('button', { name: /2/ }));
  expect(shown()).toEqual(['A10', 'A11']);
  await press(point('B'));
  expect([shown().length, shown()[0]]).toEqual([10, 'B0']);
  expect(asked).toEqual([
    ['A', 1],
    ['A', 2],
    ['B', 1],
  ]);

  await press(screen.getByRole('tab', { name: 'Parties and relations' }));
  await press(within(screen.getByRole('row', { name: /Party A/ })).getByRole('button', { name: 'Relations' }));
  const drawer = within(await screen.findByRole('dialog', {}, { timeout: 15_000 }));
  expect(await drawer.findByRole('row', { name: /From A0/ })).toBeTruthy();
  await press(within(drawer.getByRole('navigation', { name: 'Pages' })).getByRole('button', { name: /2/ }));
  expect(drawer.getAllByRole('row', { name: /From A/ })).toHaveLength(2);

  // What changed there is read anew, and beside the graph once that is looked at again.
  asked.length = 0;
  await press(drawer.getAllByRole('button', { name: 'Delete' })[0] as HTMLElement);
  expect(asked).toEqual([['A', 2]]);
  await press(drawer.getByRole('button', { name: 'Close' }));
  await press(screen.getByRole('tab', { name: 'Graph', hidden: true }));
  expect(asked.at(-1)).toEqual(['B', 1]);
});
