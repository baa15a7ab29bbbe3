import { batch } from '@formily/reactive';
import type { RuleDocument } from '../../core/types.ts';
import { plain } from '../scope.ts';
import type { Translate } from '../types.ts';
import { type FieldHolder, FieldSight } from './focus.ts';
import { atField, type Messages } from './messages.ts';
import { brokenRule, isBlank, problemOf } from './rules.ts';
import type { FieldError, FieldRecord, FormCheck, FormView } from './types.ts';

/** What is checked: the fields, and what they hold. */
export interface Checked {
  readonly records: ReadonlyMap<string, FieldRecord>;
  /** Paths of the fields in reading order. */
  readonly order: readonly string[];
  readonly rules: Record<string, RuleDocument>;
  readonly translate: Translate;
  value(path: string): unknown;
  values(): Record<string, unknown>;
  readonly view: FormView;
}

/**
 * What is wrong with the fields of a form: what their widgets cannot read, rules, checks over several of them, and what the server said. Checking
 * 500 fields at once is one cheap synchronous pass.
 */
export class Checking {
  /** Set by the host on each render. */
  checks: readonly FormCheck[] = [];
  private readonly sight = new FieldSight();

  constructor(
    private readonly form: Checked,
    private readonly messages: Messages,
  ) {}

  /** What is wrong with a field, for people. The same list until something else is wrong. */
  readonly errors = (path: string): string[] => this.messages.of(path);

  /** What the server says of a part of a list. */
  readonly part = (path: string): FieldError | undefined => this.messages.partOf(path);

  /** A layout that keeps these fields out of sight at times: it shows them when one of them is wrong. */
  readonly addHolder = (holder: FieldHolder): (() => void) => this.sight.add(holder);

  /** A check of the widget itself; the answer takes it back. */
  addCheck(path: string, check: (value: unknown) => string | undefined): () => void {
    const own = this.form.records.get(path)?.own;
    own?.add(check);
    return () => own?.delete(check);
  }

  /** Checks every field at once; false when an error is shown, and then the first wrong field has the focus. */
  all(): boolean {
    batch(() => {
      // What the server said may be otherwise by now: it is asked again.
      for (const path of this.messages.paths('server')) this.messages.set(path, 'server', undefined);
      for (const [path, record] of this.form.records) this.one(path, record);
    });
    if (this.messages.isEmpty) return true;
    this.focusFirstError();
    return false;
  }

  /** Checks a field, and shows what is wrong with it; false when something is. */
  field(path: string): boolean {
    const record = this.form.records.get(path);
    if (!record) return true;
    record.facts = record.readFacts?.() ?? record.facts;
    return this.one(path, record);
  }

  /** Checks again what shows an error: every field after the language changed, otherwise those a change of `changed` concerns. */
  again(changed?: string): void {
    if (this.messages.isEmpty) return;
    batch(() => {
      for (const path of this.messages.paths('rule'))
        if (changed === undefined || path === changed || this.readsOthers(path)) this.field(path);
    });
  }

  /** Whether its message may depend on other fields: where it is required on a condition, or has checks that read more than its own value. */
  private readsOthers(path: string): boolean {
    const { own, plan } = this.form.records.get(path) ?? {};
    return own !== undefined && (own.size > 0 || typeof plan?.required === 'object' || this.checks.some(({ field }) => field === path));
  }

  /** Nothing is wrong with a field as far as anybody knows: its value is another one. */
  forget(path: string, ...kinds: ('rule' | 'server')[]): void {
    for (const kind of kinds) this.messages.set(path, kind, undefined);
  }

  clear(): void {
    this.messages.clear();
  }

  /** Whether a field must not be saved as it is. Shows nothing. */
  refuses(path: string): boolean {
    const record = this.form.records.get(path);
    return record !== undefined && this.messageFor(path, record) !== undefined;
  }

  /** Whether a field holds what its widget cannot read. */
  get isUnread(): boolean {
    return [...this.form.records].some(([path, { own }]) => problemOf(own, plain(this.form.value(path))) !== undefined);
  }

  /** Shows errors of a server answer at their fields; gives back those no field here has. Of several at one field the first is told. */
  showErrors(errors: readonly FieldError[]): FieldError[] {
    const { records, translate } = this.form;
    const left: FieldError[] = [];
    batch(() => {
      for (const error of [...errors].reverse()) {
        const { field, message, part } = atField(error, (path) => records.has(path), translate);
        if (records.get(field)?.facts.active) this.messages.set(field, 'server', message, part);
        else left.unshift(error);
      }
    });
    if (left.length < errors.length) this.focusFirstError();
    return left;
  }

  private one(path: string, record: FieldRecord): boolean {
    const message = this.messageFor(path, record);
    this.messages.set(path, 'rule', message);
    return message === undefined;
  }

  private messageFor(path: string, { plan, facts, isShown, own }: FieldRecord): string | undefined {
    if (!facts.active || !isShown) return undefined;
    const { form } = this;
    const value = plain(form.value(path));
    const unread = problemOf(own, value);
    if (unread !== undefined) return unread;
    const broken = brokenRule(value, plan.rules, facts, form.rules, form.translate, form.values());
    if (broken !== undefined || isBlank(value)) return broken;
    for (const check of this.checks) {
      if (check.field !== path) continue;
      try {
        if (!check.require({ form: form.view })) return check.message;
      } catch (error) {
        // What nobody can compute is not taken for right, and nobody is left without a word.
        console.error(`${plan.document}#${plan.pointer} (checks):`, error);
        return form.translate('engine.uncheckable');
      }
    }
    return undefined;
  }

  private focusFirstError(): void {
    const { records, order } = this.form;
    const wrong = this.messages.paths();
    const ids = wrong.flatMap((path) => records.get(path)?.id ?? []);
    this.sight.focus(
      ids,
      order.find((path) => wrong.includes(path)),
    );
  }
}
