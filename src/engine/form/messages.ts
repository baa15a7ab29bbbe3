import { observable } from '@formily/reactive';
import type { Translate } from '../types.ts';
import type { FieldError } from './types.ts';

/** A rule of the form, or the server. */
export type MessageSource = 'rule' | 'server';

interface Entry {
  rule?: string | undefined;
  server?: string | undefined;
  /** What of a value that is a list the server speaks of. */
  part?: FieldError | undefined;
  /** Both, for people. */
  all: string[];
}

const NONE: string[] = [];
/** The messages of one field. */
interface Box {
  entry: Entry | undefined;
}

/** What is wrong with which field. Observable field by field: a message draws the field that shows it and nothing else. */
export class Messages {
  /** One observable a field: an observer that is disposed of looks through every key of each observable it read. */
  private readonly boxes = new Map<string, Box>();
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
    return source ? paths.filter((path) => this.box(path).entry?.[source] !== undefined) : paths;
  }

  /** The messages of a field; the same list until they change. */
  of(path: string): string[] {
    return this.box(path).entry?.all ?? NONE;
  }

  /** What the server says of a part of the value: its path within it, such as `3.mail`. */
  partOf(path: string): FieldError | undefined {
    return this.box(path).entry?.part;
  }

  private box(path: string): Box {
    const known = this.boxes.get(path);
    if (known) return known;
    const box: Box = observable.shallow({ entry: undefined });
    this.boxes.set(path, box);
    return box;
  }

  /** Sets or takes away the message of one source. One that stands there already notifies nobody. */
  set(path: string, source: MessageSource, message: string | undefined, part?: FieldError): void {
    const box = this.box(path);
    const before = box.entry;
    if (before?.[source] === message) return;
    const entry: Entry = { ...before, [source]: message, all: NONE };
    if (source === 'server') entry.part = part;
    entry.all = [entry.rule, entry.server].filter((text) => text !== undefined);
    const isWrong = entry.all.length > 0;
    if (isWrong) this.wrong.add(path);
    else this.wrong.delete(path);
    box.entry = isWrong ? entry : undefined;
    this.totals.count = this.wrong.size;
  }

  clear(): void {
    for (const path of [...this.wrong]) {
      this.set(path, 'rule', undefined);
      this.set(path, 'server', undefined);
    }
  }
}

/** What is wrong inside the list of a field, such as `people.3.mail`, is told at the field with its row. */
export function atField(error: FieldError, isField: (path: string) => boolean, translate: Translate): FieldError & { part?: FieldError } {
  const [, field = '', path, row] = /^(.+?)\.((\d+)(?:\..*)?)$/.exec(error.field) ?? [];
  if (isField(error.field) || !isField(field) || path === undefined) return error;
  const { message } = error;
  return { field, message: translate('field.inRow', { row: Number(row) + 1, problem: message }), part: { field: path, message } };
}
