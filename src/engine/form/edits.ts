import { observable } from '@formily/reactive';
import { getPath, setPath } from '../../core/index.ts';
import { plain } from '../scope.ts';
import { isSame } from './rules.ts';

/** What the values were when they were last saved, and which of them are something else now. */
export class Edits {
  /** Observable. */
  private readonly flags = observable.shallow({ count: 0, work: 0 });
  private readonly paths = new Set<string>();
  /** What somebody typed since values were sent last. */
  private readonly typed = new Set<string>();

  constructor(public initial: Record<string, unknown>) {}

  get any(): boolean {
    return this.flags.count > 0 || this.isBusy;
  }

  /** Whether something is on its way into a value, such as a file. */
  get isBusy(): boolean {
    return this.flags.work > 0;
  }

  /** Something is on its way, until the answer is called. */
  begin(): () => void {
    this.flags.work += 1;
    return () => {
      this.flags.work -= 1;
    };
  }

  has(path: string): boolean {
    return this.paths.has(path);
  }

  /** The value of a path was written. */
  note(path: string, value: unknown): void {
    const before = path.split('.').reduce<unknown>((owner, key) => (owner as Record<string, unknown> | undefined)?.[key], this.initial);
    const now = plain(value);
    if (isSame(before, now)) this.paths.delete(path);
    else this.paths.add(path);
    this.flags.count = this.paths.size;
  }

  /** Values are sent: what is typed from now on is not among them. */
  send(): void {
    this.typed.clear();
  }

  /** Where somebody typed since values were sent last. */
  get typedPaths(): string[] {
    return [...this.typed];
  }

  /** Somebody typed at a path. */
  noteTyped(path: string): void {
    this.typed.add(path);
  }

  /** `sent` counts as saved, and what actions wrote meanwhile (`now`); not what somebody typed since, at the paths it gives. */
  clearSent(sent: Record<string, unknown>, now: Record<string, unknown>): string[] {
    const typed = this.typedPaths;
    this.clear(typed.reduce((saved, path) => setPath(saved, path, getPath(sent, path)), now));
    for (const path of typed) this.typed.add(path);
    return typed;
  }

  /** Nothing is changed any more; `saved` is what the values are from now on. */
  clear(saved = this.initial): void {
    this.initial = saved;
    this.paths.clear();
    this.typed.clear();
    this.flags.count = 0;
  }
}
