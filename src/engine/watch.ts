import { Tracker } from '@formily/reactive';

/** A drawing that is not on the page after this time (milliseconds) was given up by React: what it read is forgotten. */
const ABANDONED_AFTER = 10_000;
const awaited = new Set<Watch>();
let sweeping = false;

/**
 * What one component reads of observables while it draws, and its call to draw again. The component tells when it comes to the page and when
 * it leaves; in between `again` runs after every change of something it read last.
 */
export class Watch {
  private tracker: Tracker | undefined;
  private isMounted = false;
  private isStale = false;

  constructor(private readonly again: () => void) {}

  /** Runs `read` and remembers what it reads in place of what was read before. */
  track<Result>(read: () => Result): Result {
    this.tracker ??= new Tracker(() => this.changed());
    this.isStale = false;
    if (!this.isMounted) awaitMount(this);
    return this.tracker.track(read) as Result;
  }

  mount(): void {
    this.isMounted = true;
    awaited.delete(this);
    if (!this.isStale) return;
    this.isStale = false;
    this.again();
  }

  unmount(): void {
    this.isMounted = false;
    this.forget();
  }

  /** Remembers nothing any more until the next drawing; a component that comes back draws again. */
  forget(): void {
    if (!this.tracker) return;
    this.tracker.dispose();
    this.tracker = undefined;
    this.isStale = true;
  }

  private changed(): void {
    if (this.isMounted) this.again();
    else this.isStale = true;
  }
}

/** React may throw a drawing away before it is on the page, and tells nobody. */
function awaitMount(watch: Watch): void {
  awaited.add(watch);
  if (sweeping) return;
  sweeping = true;
  setTimeout(() => {
    sweeping = false;
    for (const left of awaited) left.forget();
    awaited.clear();
  }, ABANDONED_AFTER);
}
