import { observable } from '@formily/reactive';

/** A rule of the form, or the server. */
export type MessageSource = 'rule' | 'server';

interface Entry {
  rule?: string | undefined;
  server?: string | undefined;
  /** Both, for people. */
  all: string[];
}

const NONE: string[] = [];

/** What is wrong with which field. Observable field by field: a message draws the field that shows it and nothing else. */
export class Messages {
  private readonly entries = observable.shallow(new Map<string, Entry>());
  private readonly wrong = new Set<string>();
  private readonly totals = observable.shallow({ count: 0 });

  /** How many fields have one. Observable. */
  get count(): number {
    return this.totals.count;
  }

  get isEmpty(): boolean {
    return this.wrong.size === 0;
  }

  /** Fields that have one, or have one of this source. */
  paths(source?: MessageSource): string[] {
    const paths = [...this.wrong];
    return source ? paths.filter((path) => this.entries.get(path)?.[source] !== undefined) : paths;
  }

  /** The messages of a field; the same list until they change. */
  of(path: string): string[] {
    return this.entries.get(path)?.all ?? NONE;
  }

  /** Sets or takes away the message of one source. One that stands there already notifies nobody. */
  set(path: string, source: MessageSource, message: string | undefined): void {
    const before = this.wrong.has(path) ? this.entries.get(path) : undefined;
    if (before?.[source] === message) return;
    const entry: Entry = { ...before, [source]: message, all: NONE };
    entry.all = [entry.rule, entry.server].filter((text) => text !== undefined);
    if (entry.all.length > 0) {
      this.wrong.add(path);
      this.entries.set(path, entry);
    } else {
      this.wrong.delete(path);
      this.entries.delete(path);
    }
    this.totals.count = this.wrong.size;
  }

  clear(): void {
    for (const path of [...this.wrong]) {
      this.set(path, 'rule', undefined);
      this.set(path, 'server', undefined);
    }
  }
}
