import type { Engine } from '../engine/index.ts';
import './refusals.css';

/** People who may look behind the pages. */
const INSPECT = 'sys:inspect';

/** Whether the person may look behind the pages; while they view a role, the person behind the view counts. */
export function mayInspect({ app }: Pick<Engine, 'app'>): boolean {
  return app.permissions.has(INSPECT) || app.session.viewing?.inspects === true;
}
const PLACE = 'targus-refusals';

/** A document of the overlay that the server does not serve as it lies there: `screens.state`. */
export interface Refusal {
  path: string;
  served: 'last good version' | 'shipped document' | 'document without it' | 'document but for these rows' | 'nothing';
  errors: { line: number; column: number; code: string; message: string; hint?: string }[];
}

const servedTexts: Record<Refusal['served'], string> = {
  'last good version': 'inspect.servedLast',
  'shipped document': 'inspect.servedShipped',
  'document without it': 'inspect.servedPlain',
  'document but for these rows': 'inspect.servedRows',
  nothing: 'inspect.servedNothing',
};

/** The refused documents; undefined when the server does not tell. Another back end may not know this call. */
export async function readRefusals({ client }: Engine): Promise<Refusal[] | undefined> {
  try {
    const { refused } = (await client.call('screens.state', { quiet: true })) as { refused: Refusal[] };
    return refused;
  } catch (error) {
    console.debug('The server does not tell about refused documents:', error);
    return undefined;
  }
}

/** Each refused document with what is served in its place and its errors: place, code, message, hint. */
export function refusalList(engine: Engine, document: Document, refused: readonly Refusal[]): HTMLElement {
  const list = document.createElement('ul');
  for (const { path, served, errors } of refused) {
    const item = document.createElement('li');
    const name = document.createElement('strong');
    name.textContent = path;
    const instead = document.createElement('span');
    instead.textContent = ` ${engine.translate('inspect.served')}: ${engine.translate(servedTexts[served])}`;
    item.append(name, instead);
    for (const { line, column, code, message, hint } of errors) {
      const words = document.createElement('p');
      words.textContent = `${line}:${column} ${code} ${message}${hint === undefined ? '' : ` — ${hint}`}`;
      item.append(words);
    }
    list.append(item);
  }
  return list;
}

/** A quiet note at the lower edge for people with sys:inspect while documents are refused; folded, with the errors inside. */
export class RefusalNote {
  private shown = '';
  private dismissed = '';

  constructor(
    private readonly engine: Engine,
    private readonly window: Window,
  ) {}

  /** Asks the server and follows its answer. Nothing is asked for anybody else. */
  async look(): Promise<void> {
    const refused = mayInspect(this.engine) ? await readRefusals(this.engine) : [];
    if (refused === undefined) return;
    const state = refused.length === 0 ? '' : JSON.stringify([this.engine.app.language, refused]);
    if (state === this.shown || (state !== '' && state === this.dismissed)) return;
    this.remove();
    this.shown = state;
    if (state !== '') this.show(refused, state);
  }

  remove(): void {
    this.window.document.getElementById(PLACE)?.remove();
    this.shown = '';
  }

  private show(refused: readonly Refusal[], state: string): void {
    const { document } = this.window;
    const { translate } = this.engine;
    const note = document.createElement('aside');
    note.id = PLACE;
    note.className = 'tg-refusals';
    note.setAttribute('aria-label', translate('inspect.refused'));
    const details = document.createElement('details');
    const summary = document.createElement('summary');
    const words = document.createElement('span');
    words.setAttribute('aria-live', 'polite');
    words.textContent = translate('inspect.refusedCount', { count: refused.length });
    summary.append(words);
    details.append(summary, refusalList(this.engine, document, refused));
    const close = document.createElement('button');
    close.type = 'button';
    close.textContent = translate('inspect.later');
    close.addEventListener('click', () => {
      this.remove();
      this.dismissed = state;
    });
    note.append(details, close);
    document.body.append(note);
  }
}
