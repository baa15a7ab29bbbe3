import { observable, untracked } from '@formily/reactive';
import { useEffect } from 'react';
import { type Engine, useEngine } from './context.ts';
import type { PageModel } from './page-model.ts';
import type { DialogWords } from './types.ts';

/** What was typed there. Whether it blocks is asked whenever somebody leaves: a form counts as saved before it is drawn as that. */
export interface Place {
  readonly dirty: boolean;
  /** The page it stands on. */
  readonly page?: PageModel;
  /** Whether this value at a path of the page, such as `state.id`, puts another record in its place. */
  readonly isChosenBy?: (path: string, value: unknown) => boolean;
  /** What the question says in place of the usual words. */
  readonly words?: () => Partial<DialogWords>;
}
type Concerns = (place: Place) => boolean;

/** How somebody goes on with what is on show. */
const goingOn = ['input', 'change', 'pointerup', 'keydown'];
/** Keys that do something besides typing. */
const deeds: ReadonlySet<string> = new Set(['Enter', ' ', 'Delete', 'Backspace']);

/** Places with unsaved changes. The router asks before it leaves (WS-12); the browser asks before the window closes. */
export class LeaveGuard {
  private readonly places = new Set<Place>();
  /** Places somebody agreed to lose, until they are gone. */
  private readonly given = new Set<Place>();
  /** Whoever observes what blocks hears of places that come and go. */
  private readonly changes = observable.shallow({ count: 0 });
  private asking: Promise<boolean> | undefined;

  get blocked(): boolean {
    return this.blockedBy().length > 0;
  }

  /** What would be lost, of everything or of what the question is about. */
  blockedBy(concerns: Concerns = () => true): Place[] {
    void this.changes.count;
    return [...this.places].filter((place) => place.dirty && concerns(place));
  }

  /** Whether something was typed that is sent nowhere yet: in guarded places, and in forms whose page is left without a question. */
  get edited(): boolean {
    void this.changes.count;
    return this.places.size > 0;
  }

  /** Notes typed text that blocks nothing. */
  note(): () => void {
    return this.add({ dirty: false });
  }

  add(place: Place = { dirty: true }): () => void {
    this.places.add(place);
    this.changed();
    return () => {
      this.places.delete(place);
      this.given.delete(place);
      this.changed();
    };
  }

  /** Asks once, however many navigations wait for the answer; true when leaving is fine. */
  async confirm(engine: Pick<Engine, 'feedback' | 'translate'>, concerns?: Concerns): Promise<boolean> {
    const [first] = this.blockedBy(concerns);
    if (!first) return true;
    this.asking ??= askToDiscard(engine.feedback, engine.translate, first.words).finally(() => {
      this.asking = undefined;
    });
    const leave = await this.asking;
    if (leave) this.give(this.blockedBy(concerns));
    return leave;
  }

  /** What may be lost blocks nothing. Where its page stays, as it does where a link leads to that page, it blocks again as soon as somebody goes on there. */
  private give(places: readonly Place[]): void {
    for (const place of places) {
      this.places.delete(place);
      this.given.add(place);
    }
    const goOn = (event: Event): void => {
      if (event instanceof KeyboardEvent && !deeds.has(event.key)) return;
      // The second press of a double click on the answer.
      const isPress = event.type === 'pointerup' || event.type === 'keydown';
      if (isPress && event.target instanceof Element && event.target.closest('[role$="dialog"]')) return;
      for (const type of goingOn) window.removeEventListener(type, goOn, true);
      for (const place of this.given) this.places.add(place);
      this.given.clear();
      this.changed();
    };
    for (const type of goingOn) window.addEventListener(type, goOn, true);
    this.changed();
  }

  private changed(): void {
    this.changes.count = untracked(() => this.changes.count) + 1;
  }
}

/** The one question before changes are lost: of a page that is left, of a dialog that is closed. Resolves with whether they may go. */
export function askToDiscard(
  feedback: Engine['feedback'],
  translate: Engine['translate'],
  own: Place['words'] = () => ({}),
): Promise<boolean> {
  const words = () => ({
    title: translate('engine.unsavedTitle'),
    text: translate('engine.unsaved'),
    okText: translate('engine.discard'),
    cancelText: translate('engine.keep'),
    ...own(),
  });
  return feedback.dialog({ level: 'confirm', words, danger: true });
}

/** The question before a window closes whose form was saved, but not what was typed in it meanwhile. */
export function askToDiscardTyped(feedback: Engine['feedback'], translate: Engine['translate']): Promise<boolean> {
  return askToDiscard(feedback, translate, () => ({
    title: translate('engine.typedTitle'),
    text: translate('engine.typed'),
  }));
}

/** The browser asks before the window closes or loads anew while something would be lost. Ends with the result. */
export function holdWindow(leave: Pick<LeaveGuard, 'blocked'>): () => void {
  const beforeUnload = (event: BeforeUnloadEvent): void => {
    // Who was asked already and left is not asked again.
    if (!leave.blocked) return;
    event.preventDefault();
    // Older browsers ask only when a value is set.
    event.returnValue = true;
  };
  window.addEventListener('beforeunload', beforeUnload);
  return () => window.removeEventListener('beforeunload', beforeUnload);
}

/** While `dirty`, leaving the page asks for confirmation; refusing keeps the user and the changes (WS-12). */
export function useUnsavedGuard(dirty: boolean, place?: Place): void {
  const { leave } = useEngine();
  useEffect(() => {
    if (!dirty) return;
    const remove = leave.add(place);
    const release = holdWindow(leave);
    return () => {
      remove();
      release();
    };
  }, [dirty, leave, place]);
}
