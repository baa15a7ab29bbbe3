import { createForm, type Form } from '@formily/core';
import { batch, observable } from '@formily/reactive';
import type { ActionOutcome, PlanField, RuleDocument, Scope } from '../../core/types.ts';
import { plain, sameValue } from '../scope.ts';
import type { Translate } from '../types.ts';
import type { Merged, takeNewer } from './conflict.ts';
import { Edits } from './edits.ts';
import { type FieldHolder, FieldSight } from './focus.ts';
import { atField, Messages } from './messages.ts';
import { brokenRule, isBlank, isSame, problemOf } from './rules.ts';
import { refill, settleShown } from './shown.ts';
import type { FieldError, FieldRecord, FormCheck, FormMode, FormModelOptions, FormView } from './types.ts';
import { viewOf } from './view.ts';

/** A name that stands for itself and needs no path to be parsed. */
const SIMPLE_NAME = /^\w+$/;

/**
 * A form: its values live in a Formily form; fields, rules, checks, messages and dirtiness are kept here, because messages are text keys that
 * follow the language and because showing and checking 500 fields at once must stay one cheap synchronous pass.
 */
export class FormModel {
  readonly id: string;
  readonly form: Form;
  /** Scope of the fields: the outer one and `form`. */
  readonly scope: Scope;
  readonly view: FormView;
  private readonly records = new Map<string, FieldRecord>();
  private readonly sight = new FieldSight();
  private readonly order: readonly string[];
  private readonly flags = observable.shallow({ submitting: false });
  private readonly messages = new Messages();
  readonly edits: Edits;
  /** Something was typed while it was saved: the record that was read anew afterwards belongs under it. */
  isBehind = false;
  /** The values that are being saved. */
  private underWay: Record<string, unknown> | undefined;
  private readonly rules: Record<string, RuleDocument>;
  private readonly translate: Translate;
  /** What Enter does instead of `submit`: a dialog that submits this form closes, too. */
  onEnter: (() => void) | undefined;
  /** What the form says for all its fields: they are drawn again only when it is something else. */
  readonly mode = observable.shallow<FormMode>({ disabled: false, readOnly: false, span: 24 });
  /** Whether the record is not here, which is told: what the fields show must not be saved over it. */
  held: (() => boolean) | undefined;
  /** Set by the host on each render. */
  checks: readonly FormCheck[] = [];
  onSubmit: ((locals: Record<string, unknown>) => Promise<ActionOutcome>) | undefined;
  onChange: ((locals: Record<string, unknown>) => unknown) | undefined;
  resolveConflict: ((current: Record<string, unknown>) => Promise<void>) | undefined;

  constructor(options: FormModelOptions) {
    this.id = options.id;
    this.order = options.order ?? [];
    this.rules = options.rules;
    this.translate = options.translate;
    this.edits = new Edits(plain(options.initial) as Record<string, unknown>);
    this.form = createForm({ initialValues: plain(options.initial) as object });
    this.view = viewOf(this.form, this.flags, this.edits, this.messages);
    this.scope = { names: { form: this.view }, parent: options.scope };
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

  addCheck(path: string, check: (value: unknown) => string | undefined): () => void {
    const own = this.records.get(path)?.own;
    own?.add(check);
    return () => own?.delete(check);
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
        return;
      }
      const value = plain(this.form.getValuesIn(path));
      // Null is a value: somebody cleared it.
      record.aside = value === undefined ? plain(this.form.getInitialValuesIn(path)) : value;
      this.form.deleteValuesIn(path);
      this.messages.set(path, 'rule', undefined);
      this.messages.set(path, 'server', undefined);
    });
  };

  value(path: string): unknown {
    return SIMPLE_NAME.test(path) ? (this.form.values as Record<string, unknown>)[path] : this.form.getValuesIn(path);
  }

  /** What is wrong with a field, for people. The same list until something else is wrong. */
  readonly errors = (path: string): string[] => this.messages.of(path);

  /** What the server says of a part of a list. */
  readonly part = (path: string): FieldError | undefined => this.messages.partOf(path);

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
      this.messages.set(path, 'server', undefined);
      this.noteEdit(path);
      this.edits.noteTyped(path);
      settleShown(this.records, this.show);
    });
    // Messages of other fields may depend on it: where they are required on a condition, or have checks that read more than their own value.
    this.recheck(
      (other, { own, plan }) =>
        other === path || own.size > 0 || typeof plan.required === 'object' || this.checks.some((check) => check.field === other),
    );
    this.onChange?.({ value: this.values, field: path });
  }

  /** A change by an action or a calculation: no error appears because of it. */
  write(path: string, value: unknown): void {
    if (sameValue(plain(this.form.getValuesIn(path)), plain(value))) return;
    batch(() => {
      this.put(path, plain(value), true);
      this.messages.set(path, 'server', undefined);
      this.messages.set(path, 'rule', undefined);
      this.noteEdit(path);
    });
  }

  /** `set` step: ['values'] or ['values', ...path]. */
  set(path: string[], value: unknown): void {
    const [root, ...rest] = path;
    if (root !== 'values') throw Object.assign(new Error(`"${path.join('.')}" cannot be set`), { code: 'NOT_SETTABLE' });
    if (rest.length > 0) this.write(rest.join('.'), value);
    else for (const [key, part] of Object.entries((value ?? {}) as Record<string, unknown>)) this.write(key, part);
  }

  blur(path: string): void {
    const record = this.records.get(path);
    if (record) this.check(path, record);
  }

  /** Checks every field at once; false when an error is shown, and then the first wrong field has the focus, or while the record is not here. */
  validate(): boolean {
    if (this.held?.()) return false;
    batch(() => {
      // What the server said may be otherwise by now: it is asked again.
      for (const path of this.messages.paths('server')) this.messages.set(path, 'server', undefined);
      for (const [path, record] of this.records) this.check(path, record);
    });
    if (this.messages.isEmpty) return true;
    this.focusFirstError();
    return false;
  }

  /** Checks again what shows an error: every field after the language changed, otherwise those a change concerns. */
  recheck(concerns?: (path: string, record: FieldRecord) => boolean): void {
    if (this.messages.isEmpty) return;
    batch(() => {
      for (const path of this.messages.paths('rule')) {
        const record = this.records.get(path);
        if (!record || concerns?.(path, record) === false) continue;
        record.facts = record.readFacts?.() ?? record.facts;
        this.check(path, record);
      }
    });
  }

  private check(path: string, record: FieldRecord): void {
    this.messages.set(path, 'rule', this.messageFor(path, record));
  }

  /** Whether a field must not be saved as it is; its message stands at it then. */
  isRefused(path: string): boolean {
    const record = this.records.get(path);
    if (!record) return false;
    record.facts = record.readFacts?.() ?? record.facts;
    this.check(path, record);
    return this.messageFor(path, record) !== undefined;
  }

  /** Fields that were changed into what must not be saved. */
  get refused(): string[] {
    return [...this.records].flatMap(([path, record]) =>
      this.edits.has(path) && this.messageFor(path, record) !== undefined ? [path] : [],
    );
  }

  /** Whether a field holds what its widget cannot read. */
  get isUnread(): boolean {
    return [...this.records].some(([path, { own }]) => problemOf(own, plain(this.value(path))) !== undefined);
  }

  private messageFor(path: string, { plan, facts, isShown, own }: FieldRecord): string | undefined {
    if (!facts.active || !isShown) return undefined;
    const value = plain(this.value(path));
    const unread = problemOf(own, value);
    if (unread !== undefined) return unread;
    const broken = brokenRule(value, plan.rules, facts, this.rules, this.translate, this.values);
    if (broken !== undefined || isBlank(value)) return broken;
    return this.checks.find((check) => check.field === path && !check.require({ form: this.view }))?.message;
  }

  /** Shows errors of a server answer at their fields; gives back those no field here has. Of several at one field the first is told. */
  showErrors(errors: readonly FieldError[]): FieldError[] {
    const left: FieldError[] = [];
    batch(() => {
      for (const error of [...errors].reverse()) {
        const { field, message, part } = atField(error, (path) => this.records.has(path), this.translate);
        if (this.records.get(field)?.facts.active) this.messages.set(field, 'server', message, part);
        else left.unshift(error);
      }
    });
    if (left.length < errors.length) this.focusFirstError();
    return left;
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
    const { form, records, show, values } = this;
    return batch(() => {
      const merged = take({ form, records, show, base: this.edits.initial, values }, plain(current) as Record<string, unknown>);
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

  readonly planOf = (path: string): PlanField | undefined => this.records.get(path)?.plan;

  /** Back to the initial (or last saved) values, without errors. */
  reset(): void {
    batch(() => {
      refill(this.form, this.records, this.edits.initial);
      this.messages.clear();
      this.edits.clear();
    });
  }

  /** What is not shown is nothing people changed. */
  private readonly noteEdit = (path: string): void => {
    if (this.records.get(path)?.isShown !== false) this.edits.note(path, this.form.getValuesIn(path));
  };

  /** A layout that keeps these fields out of sight at times: it shows them when one of them is wrong. */
  readonly addHolder = (holder: FieldHolder): (() => void) => this.sight.add(holder);

  private focusFirstError(): void {
    const wrong = this.messages.paths();
    const ids = wrong.flatMap((path) => this.records.get(path)?.id ?? []);
    this.sight.focus(
      ids,
      this.order.find((path) => wrong.includes(path)),
    );
  }
}
