import { createForm, type Form } from '@formily/core';
import { batch, observable, untracked } from '@formily/reactive';
import type { ActionOutcome, PlanField, Scope } from '../../core/types.ts';
import { plain, sameValue } from '../scope.ts';
import { Checking } from './checking.ts';
import type { Merged, takeNewer } from './conflict.ts';
import { Edits } from './edits.ts';
import { Messages } from './messages.ts';
import { isBlank, isSame } from './rules.ts';
import { refill, settleShown } from './shown.ts';
import type { FieldChoices, FieldError, FieldRecord, FormMode, FormModelOptions, FormView } from './types.ts';
import { viewOf } from './view.ts';

/** A name that stands for itself and needs no path to be parsed. */
const SIMPLE_NAME = /^\w+$/;

/**
 * A form: its values live in a Formily form; its fields, what is wrong with them (`checking`) and what was changed (`edits`) are kept here, because
 * showing and checking 500 fields at once must stay one cheap synchronous pass.
 */
export class FormModel {
  readonly id: string;
  readonly form: Form;
  /** Scope of the fields: the outer one and `form`. */
  readonly scope: Scope;
  readonly view: FormView;
  private readonly records = new Map<string, FieldRecord>();
  private readonly flags = observable.shallow({ submitting: false });
  readonly checking: Checking;
  readonly edits: Edits;
  /** Something was typed while it was saved: the record that was read anew afterwards belongs under it. */
  isBehind = false;
  /** The values that are being saved. */
  private underWay: Record<string, unknown> | undefined;
  /** What Enter does instead of `submit`: a dialog that submits this form closes, too. */
  onEnter: (() => void) | undefined;
  /** What the form says for all its fields: they are drawn again only when it is something else. */
  readonly mode = observable.shallow<FormMode>({ disabled: false, readOnly: false, span: 24 });
  /** Whether the record is not here, which is told: what the fields show must not be saved over it. */
  held: (() => boolean) | undefined;
  /** Set by the host on each render, as the others are. */
  onSubmit: ((locals: Record<string, unknown>) => Promise<ActionOutcome>) | undefined;
  onChange: ((locals: Record<string, unknown>) => unknown) | undefined;
  /** How often it went back to values of before: what was about to be said of those it had is said no more. */
  resets = 0;
  resolveConflict: ((current: Record<string, unknown>) => Promise<void>) | undefined;

  constructor({ id, initial, order = [], rules, scope, translate }: FormModelOptions) {
    this.id = id;
    this.edits = new Edits(plain(initial) as Record<string, unknown>);
    this.form = createForm({ initialValues: plain(initial) as object });
    const messages = new Messages();
    this.view = viewOf(this.form, this.flags, this.edits, messages);
    this.scope = { names: { form: this.view }, parent: scope };
    const { records, view } = this;
    const held = { records, view, value: (path: string) => this.value(path), values: () => this.values };
    this.checking = new Checking({ ...held, order, rules, translate }, messages);
  }

  /** Values without observables and without row keys of the form library. */
  get values(): Record<string, unknown> {
    return plain(this.form.values) as Record<string, unknown>;
  }

  /** Makes a field known; the same path gives the same field, however often it is mounted. */
  register(path: string, plan: PlanField): FieldRecord {
    const known = this.records.get(path);
    if (known && known.plan === plan) return known;
    const record: FieldRecord = {
      plan,
      id: `${this.id}-${path}`,
      facts: { label: undefined, required: false, active: true },
      isShown: known?.isShown ?? true,
      aside: known?.aside,
      own: known?.own ?? new Set(),
    };
    this.records.set(path, record);
    return record;
  }

  /** Shows or hides a field. A hidden field keeps its value aside: it neither is submitted nor checked. */
  readonly show = (path: string, shown: boolean): void => {
    const record = this.records.get(path);
    if (!record || record.isShown === shown) return;
    record.isShown = shown;
    batch(() => {
      if (shown) {
        const kept = record.aside;
        record.aside = undefined;
        if (kept !== undefined && this.form.getValuesIn(path) === undefined) this.put(path, kept);
        // It may have been written while it was hidden.
        this.noteEdit(path);
        return;
      }
      // What somebody emptied is empty when it is shown again.
      record.aside = plain(this.form.getValuesIn(path));
      this.form.deleteValuesIn(path);
      this.checking.forget(path, 'rule', 'server');
    });
  };

  value(path: string): unknown {
    return SIMPLE_NAME.test(path) ? (this.form.values as Record<string, unknown>)[path] : this.form.getValuesIn(path);
  }

  /** Writes a value. That of a hidden field is kept aside until the field is shown; `clears`: nothing takes its place, too. */
  private put(path: string, value: unknown, clears = false): void {
    const record = this.records.get(path);
    if (record && !record.isShown) {
      if (clears || !isBlank(value)) record.aside = value;
    } else if (SIMPLE_NAME.test(path)) (this.form.values as Record<string, unknown>)[path] = value;
    else this.form.setValuesIn(path, value);
  }

  /** A change by the user: notifies, marks dirty, and re-checks what shows an error now. */
  input(path: string, value: unknown): void {
    const record = this.records.get(path);
    if (!record) return;
    batch(() => {
      this.put(path, value);
      this.form.modified = true;
      this.checking.forget(path, 'server');
      this.noteEdit(path);
      this.edits.noteTyped(path);
      settleShown(this.records, this.show);
    });
    this.checking.again(path);
    this.onChange?.({ value: this.values, field: path });
  }

  /** A change by an action: no error appears because of it. It may show again what the change before it hid, all before anything is drawn. */
  write(path: string, value: unknown): void {
    batch(() => {
      if (this.compute(path, value)) this.settle();
    });
  }

  /** A change by a calculation, without what follows of it for the fields that are shown: `settle`. Whether it is one. */
  compute(path: string, value: unknown): boolean {
    if (sameValue(plain(this.form.getValuesIn(path)), plain(value))) return false;
    batch(() => {
      this.put(path, plain(value), true);
      this.checking.forget(path, 'server', 'rule');
      this.noteEdit(path);
    });
    return true;
  }

  /** Hides and shows what the values of now decide. Whether it did any of it. */
  settle(): boolean {
    return untracked(() => settleShown(this.records, this.show));
  }

  /** A widget takes away what it was given, as it is used up: what is wrong with the field is still so, and nothing more is. */
  spend(path: string, left: unknown): void {
    batch(() => {
      this.put(path, left, true);
      this.noteEdit(path);
    });
  }

  /** `set` step: ['values'] or ['values', ...path]. */
  set(path: string[], value: unknown): void {
    const [root, ...rest] = path;
    if (root !== 'values') throw Object.assign(new Error(`"${path.join('.')}" cannot be set`), { code: 'NOT_SETTABLE' });
    if (rest.length > 0) this.write(rest.join('.'), value);
    else
      batch(() => {
        const changes = Object.entries((value ?? {}) as Record<string, unknown>).map(([key, part]) => this.compute(key, part));
        if (changes.includes(true)) this.settle();
      });
  }

  /** Checks every field at once; false when an error is shown, or while the record is not here. */
  validate(): boolean {
    return this.held?.() !== true && this.checking.all();
  }

  /** Fields that were changed into what must not be saved. */
  get refused(): string[] {
    return [...this.records.keys()].filter((path) => this.edits.has(path) && this.checking.refuses(path));
  }

  /** Shows errors of a server answer at their fields; gives back those no field here has. */
  showErrors(errors: readonly FieldError[]): FieldError[] {
    return this.checking.showErrors(errors);
  }

  /** Submits: checks, then runs onSubmit, and what belongs to it (`and`), such as onOk of a dialog. A second call while it runs is ignored. */
  async submit(and?: () => Promise<ActionOutcome | undefined>): Promise<ActionOutcome> {
    if (this.flags.submitting) return { status: 'ignored' };
    if (!this.validate()) return { status: 'stopped' };
    const done: ActionOutcome = { status: 'done' };
    if (!this.onSubmit && !and) return done;
    const sent = this.values;
    this.underWay = sent;
    this.edits.send();
    this.flags.submitting = true;
    try {
      const outcome = await this.onSubmit?.({ value: sent });
      if (outcome && outcome.status !== 'done') return outcome;
      if (outcome) this.sent(sent);
      if (!and) return done;
      const last = (await and()) ?? done;
      // What `and` wrote is no change of the user either.
      if (last.status === 'done') this.sent(outcome ? this.edits.initial : sent);
      return last;
    } finally {
      this.underWay = undefined;
      this.flags.submitting = false;
    }
  }

  /** These values count as saved, but not what somebody typed since they were sent: that is changed still. */
  sent(values: Record<string, unknown>): void {
    batch(() => {
      const typed = this.edits.clearSent(values, this.values);
      for (const path of typed) this.noteEdit(path);
      this.isBehind = typed.length > 0;
    });
  }

  /** What was sent is refused: what was saved last comes back, but for what somebody typed since. */
  takeBack(): void {
    const kept = this.edits.typedPaths.map((path) => {
      const { isShown = true, aside } = this.records.get(path) ?? {};
      return [path, isShown ? plain(this.value(path)) : aside] as const;
    });
    if (kept.length === 0) this.reset();
    else
      batch(() => {
        refill(this.form, this.records, this.edits.initial);
        for (const [path, value] of kept) this.put(path, value, true);
        for (const path of this.records.keys()) this.noteEdit(path);
      });
  }

  /** The values of now count as saved; while they are being saved those that were sent. */
  saved(): void {
    if (this.underWay) this.sent(this.underWay);
    else this.edits.clear(this.values);
  }

  /** Takes over a newer state of the record: what the user did not change becomes as it is now, and changes count from there. */
  takeNewer(current: Record<string, unknown>, take: typeof takeNewer): Merged {
    const { form, records, choices, show, values } = this;
    return batch(() => {
      const merged = take({ form, records, choices, show, base: this.edits.initial, values }, plain(current) as Record<string, unknown>);
      this.edits.initial = { ...this.edits.initial, ...current };
      for (const [path, { aside, isShown }] of records)
        if (isShown || isSame(aside, this.edits.initial[path])) this.edits.note(path, isShown ? form.getValuesIn(path) : aside);
      return merged;
    });
  }

  /** First values that come late: fields nobody has touched take them. */
  fill(late: Record<string, unknown>): void {
    batch(() => {
      for (const [path, value] of Object.entries(late)) {
        if (!this.edits.has(path)) this.put(path, plain(value));
        this.edits.initial[path] = plain(value);
        this.noteEdit(path);
      }
    });
  }

  labelOf(path: string): string | undefined {
    const { readFacts, facts } = this.records.get(path) ?? {};
    return (readFacts?.() ?? facts)?.label;
  }

  /** What widgets of choices know of their values, by the path of their field (`useFieldChoices`). */
  readonly choices = new Map<string, FieldChoices>();

  readonly planOf = (path: string): PlanField | undefined => this.records.get(path)?.plan;

  /** Back to the initial (or last saved) values, without errors. */
  reset(): void {
    this.resets += 1;
    batch(() => {
      refill(this.form, this.records, this.edits.initial);
      this.checking.clear();
      this.edits.clear();
    });
  }

  /** What is not shown is nothing people changed. */
  private readonly noteEdit = (path: string): void => {
    if (this.records.get(path)?.isShown !== false) this.edits.note(path, this.form.getValuesIn(path));
  };
}
