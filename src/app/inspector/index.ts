import { reaction } from '@formily/reactive';
import type { Engine } from '../../engine/index.ts';
import { mayInspect, readRefusals, refusalList } from '../refusals.ts';
import { captionOf } from './caption.ts';
import { explain, type Fact, shownAs } from './explain.ts';
import './inspector.css';
import '../updates.css';
import { recordCalls } from './record.ts';
import { explainActions, type PointedRow, rowAt } from './rows.ts';
import { type LiveNode, liveNodes, nodeAt } from './tree.ts';

/** `?inspect`: a panel for people with sys:inspect, also while they view a role, that tells what a node is and why it is as it is. Opens once the permission is known. */
export function startInspector(engine: Engine, window: Window): void {
  const calls = recordCalls(engine.client, shownAs);
  let isOpen = false;
  const open = (): void => {
    if (isOpen || !mayInspect(engine)) return;
    isOpen = true;
    new Panel(engine, window, calls).open();
  };
  reaction(() => mayInspect(engine), open);
  open();
}

class Panel {
  private readonly document: Document;
  private readonly panel: HTMLElement;
  private readonly frame: HTMLElement;
  private readonly list: HTMLSelectElement;
  private readonly details: HTMLElement;
  private nodes: LiveNode[] = [];
  private chosen: { live: LiveNode; row: PointedRow | undefined } | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly window: Window,
    private readonly calls: Parameters<typeof explain>[2],
  ) {
    this.document = window.document;
    this.panel = this.make('aside', 'tg-inspector');
    this.panel.setAttribute('aria-label', this.text('title'));
    this.frame = this.make('div', 'tg-inspector-frame');
    this.list = this.document.createElement('select');
    this.list.size = 8;
    this.list.setAttribute('aria-label', this.text('pick'));
    this.details = this.make('div', 'tg-inspector-details');
    this.details.setAttribute('aria-live', 'polite');
  }

  open(): void {
    const head = this.make('div', 'tg-inspector-head');
    const close = this.button('close');
    const move = this.button('move');
    // What the panel covers is on the other side of the window.
    move.addEventListener('click', () => {
      this.panel.dataset.side = this.panel.dataset.side === 'start' ? 'end' : 'start';
    });
    head.append(this.make('h2', '', this.text('title')), move, close);
    this.panel.append(head, this.make('p', '', this.text('pick')), this.list, this.details);
    this.document.body.append(this.frame, this.panel);
    this.document.addEventListener('pointerover', this.point, true);
    const timer = this.window.setInterval(this.look, 1_000);
    this.list.addEventListener('change', () => this.select(this.nodes[this.list.selectedIndex]));
    const shut = (): void => {
      this.window.clearInterval(timer);
      this.document.removeEventListener('pointerover', this.point, true);
      this.panel.remove();
      this.frame.remove();
    };
    close.addEventListener('click', shut);
    this.panel.addEventListener('keydown', ({ key }) => {
      if (key === 'Escape') shut();
    });
    this.look();
    void this.refusals();
  }

  /** The nodes on the page change, and so does what is told of one; the list follows without losing its choice. */
  private readonly look = (): void => {
    this.listNodes();
    this.describe();
  };

  private listNodes(): void {
    const root = this.document.getElementById('root');
    const all = root ? liveNodes(root) : [];
    const isFrame = ({ node }: LiveNode): boolean => node.document.startsWith('layouts/');
    const own = all.filter((live) => !isFrame(live));
    // Who opens it asks about the page: the frames around come after it.
    this.nodes = [...own, ...all.filter(isFrame)];
    const inset = Math.min(...own.map(({ depth }) => depth));
    const names = this.nodes.map((live) => {
      const { node, depth, elements } = live;
      const hidden = elements.length === 0 ? ` (${this.text('hidden')})` : '';
      const caption = captionOf(this.engine, live);
      const words = caption ? ` · ${caption}` : '';
      return `${'\u00a0\u00a0'.repeat(isFrame(live) ? depth : depth - inset)}${node.widget}${node.name ? ` “${node.name}”` : ''} ${node.pointer}${words}${hidden}`;
    });
    if (names.join('\n') === [...this.list.options].map(({ text }) => text).join('\n')) return;
    const chosen = this.list.selectedIndex;
    this.list.replaceChildren(...names.map((name) => new Option(name)));
    this.list.selectedIndex = chosen;
  }

  private readonly point = (event: Event): void => {
    const { target } = event;
    if (!(target instanceof Element) || this.panel.contains(target)) return;
    const live = nodeAt(this.nodes, target);
    if (!live) return;
    this.list.selectedIndex = this.nodes.indexOf(live);
    this.select(live, rowAt(target));
  };

  private select(live: LiveNode | undefined, row?: PointedRow): void {
    if (!live) return;
    this.chosen = { live, row };
    this.describe();
  }

  private describe(): void {
    if (!this.chosen) return;
    const { row, live: before } = this.chosen;
    const { node, place, scope } = before;
    const live = this.nodes.find((one) => one.node === node && one.place === place && one.scope === scope) ?? before;
    const { elements } = live;
    const box = elements[0]?.getBoundingClientRect();
    this.frame.hidden = box === undefined;
    if (box) {
      const { style } = this.frame;
      style.left = `${box.left}px`;
      style.top = `${box.top}px`;
      style.width = `${box.width}px`;
      style.height = `${box.height}px`;
    }
    const facts: Fact[] = [
      { label: 'document', value: node.document },
      { label: 'pointer', value: node.pointer },
      { label: 'widget', value: node.widget },
      ...Object.entries(node.options).map(([name, option]) => ({
        label: 'options',
        value: option.kind === 'constant' ? `${name}: ${shownAs(option.value)}` : name,
      })),
    ];
    const told = this.make('div', '');
    told.append(
      this.facts(facts),
      this.make('h3', '', this.text('why')),
      this.facts([...explain(this.engine, live, this.calls), ...explainActions(this.engine, live, row)]),
    );
    // Read out again only when it says something else.
    if (this.details.firstElementChild?.innerHTML !== told.innerHTML) this.details.replaceChildren(told);
  }

  private facts(facts: Fact[]): HTMLElement {
    const list = this.make('dl', '');
    for (const { label, value, inputs = [], isBad } of facts) {
      const words = this.make('dd', isBad ? 'tg-inspector-bad' : '', value);
      for (const input of inputs) words.append(this.make('code', '', `${input.name} = ${input.value}`));
      list.append(this.make('dt', '', this.text(label)), words);
    }
    return list;
  }

  /** Documents the server refused, for those who can mend them. */
  private async refusals(): Promise<void> {
    const refused = await readRefusals(this.engine);
    if (refused === undefined || refused.length === 0) return;
    const list = refusalList(this.engine, this.document, refused);
    list.className = 'tg-inspector-bad';
    this.list.before(this.make('h3', '', this.text('refused')), list);
  }

  private text(key: string): string {
    return this.engine.translate(`inspect.${key}`);
  }

  private button(key: string): HTMLButtonElement {
    const button = this.document.createElement('button');
    button.type = 'button';
    button.textContent = this.text(key);
    return button;
  }

  private make(tag: string, name: string, text = ''): HTMLElement {
    const element = this.document.createElement(tag);
    if (name) element.className = name;
    element.textContent = text;
    return element;
  }
}
