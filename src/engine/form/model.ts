import { createForm, type Form, type GeneralField, isVoidField } from '@formily/core';
import { batch, observable } from '@formily/reactive';
import { createContext, useContext } from 'react';
import type { ActionOutcome, PlanField, RuleDocument, Scope } from '../../core/types.ts';
import { plain, sameValue } from '../scope.ts';
import type { Translate } from '../types.ts';
import { type Merged, mergeNewer } from './conflict.ts';
import { focusFirst } from './focus.ts';
import { brokenRule, isBlank } from './rules.ts';
import type { FieldError, FieldFacts, FormCheck, FormView } from './types.ts';

export type { FieldError, FieldFacts, FormCheck, FormView } from './types.ts';

interface FieldRecord {
  plan: PlanField;
  id: string;
  field: GeneralField;
  facts: FieldFacts;
  /** Checks of the widget itself: an unreadable number, a wrong cell. */
  own: Set<(value: unknown) => string | undefined>;
}
export interface FormModelOptions {
  id: string;
  scope: Scope;
  initial: Record<string, unknown>;
  rules: Record<string, RuleDocument>;
  translate: Translate;
}

const RULE_ERROR = 'ValidateError';
const SERVER_ERROR = 'EffectError';

/**
 * A form: values and field states live in a Formily form; rules, checks, messages and dirtiness are kept here, because messages are text keys
 * that follow the language and because checking 500 fields at once must stay one synchronous pass.
 */
export class FormModel {
  readonly id: string;
  readonly form: Form;
  /** Scope of the fields: the outer one and `form`. */
  readonly scope: Scope;
  readonly view: FormView;
  private readonly records = new Map<string, FieldRecord>();
  private readonly flags = observable.shallow({ submitting: false, dirty: 0, errors: 0 });
  private readonly dirtyPaths = new Set<string>();
  private readonly errorPaths = new Set<string>();
  private initial: Record<string, unknown>;
  private readonly rules: Record<string, RuleDocument>;
  private readonly translate: Translate;
  /** Set by the host on each render. */
  disabled = false;
  readOnly = false;
  checks: readonly FormCheck[] = [];
  onSubmit: ((locals: Record<string, unknown>) => Promise<ActionOutcome>) | undefined;
  onChange: ((locals: Record<string, unknown>) => unknown) | undefined;
  resolveConflict: ((current: Record<string, unknown>) => Promise<void>) | undefined;

  constructor(options: FormModelOptions) {
    this.id = options.id;
    this.rules = options.rules;
    this.translate = options.translate;
    this.initial = plain(options.initial) as Record<string, unknown>;
    this.form = createForm({ initialValues: plain(options.initial) as object });
    const { form, flags } = this;
    this.view = {
      get values() {
        return form.values as Record<string, unknown>;
      },
      get valid() {
        return flags.errors === 0;
      },
      get dirty() {
        return flags.dirty > 0;
      },
      get submitting() {
        return flags.submitting;
      },
    };
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
    const field = this.form.createField({ name: path });
    const record: FieldRecord = {
      plan,
      id: `${this.id}-${path}`,
      field,
      facts: { label: undefined, required: false, active: true },
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
  show(path: string, shown: boolean): void {
    const record = this.records.get(path);
    if (!record) return;
    if (record.field.display !== (shown ? 'visible' : 'none')) record.field.setDisplay(shown ? 'visible' : 'none');
    if (!shown) this.setErrors(path, record, RULE_ERROR, []);
  }

  value(path: string): unknown {
    const field = this.records.get(path)?.field;
    return field && !isVoidField(field) ? field.value : this.form.getValuesIn(path);
  }

  errors(path: string): string[] {
    const field = this.records.get(path)?.field;
    if (!field || isVoidField(field)) return [];
    return field.feedbacks.filter((feedback) => feedback.type === 'error').flatMap((feedback) => (feedback.messages ?? []).map(String));
  }

  /** A change by the user: notifies, marks dirty, and re-checks what shows an error now. */
  input(path: string, value: unknown): void {
    const record = this.records.get(path);
    if (!record || isVoidField(record.field)) return;
    const { field } = record;
    batch(() => {
      field.value = value;
      field.modified = true;
      this.form.modified = true;
      this.setErrors(path, record, SERVER_ERROR, []);
      this.noteDirty(path);
    });
    this.recheck();
    this.onChange?.({ values: this.values, field: path });
  }

  /** A change by an action or a calculation: no error appears because of it. */
  write(path: string, value: unknown): void {
    if (sameValue(plain(this.form.getValuesIn(path)), plain(value))) return;
    batch(() => {
      this.form.setValuesIn(path, plain(value));
      const record = this.records.get(path);
      if (record) {
        this.setErrors(path, record, SERVER_ERROR, []);
        this.setErrors(path, record, RULE_ERROR, []);
      }
      this.noteDirty(path);
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

  /** Checks every field at once; false when an error is shown, and then the first wrong field has the focus. */
  validate(): boolean {
    batch(() => {
      for (const [path, record] of this.records) this.check(path, record);
    });
    if (this.errorPaths.size === 0) return true;
    this.focusFirstError();
    return false;
  }

  /** Checks again what shows an error: after a change, and after the language changed. */
  recheck(): void {
    if (this.errorPaths.size === 0) return;
    batch(() => {
      for (const path of [...this.errorPaths]) {
        const record = this.records.get(path);
        if (record && this.hasErrors(record, RULE_ERROR)) this.check(path, record);
      }
    });
  }

  private check(path: string, record: FieldRecord): void {
    const message = this.messageFor(path, record);
    this.setErrors(path, record, RULE_ERROR, message === undefined ? [] : [message]);
  }

  private messageFor(path: string, { plan, facts, field, own }: FieldRecord): string | undefined {
    if (!facts.active || field.display !== 'visible') return undefined;
    const value = plain(this.form.getValuesIn(path));
    for (const check of own) {
      const message = check(value);
      if (message !== undefined) return message;
    }
    const broken = brokenRule(value, plan.rules, facts, this.rules, this.translate);
    if (broken !== undefined || isBlank(value)) return broken;
    return this.checks.find((check) => check.field === path && !check.require({ form: this.view }))?.message;
  }

  /** Shows errors of a server answer at their fields; gives back those no field here has. */
  showErrors(errors: readonly FieldError[]): FieldError[] {
    const left: FieldError[] = [];
    batch(() => {
      for (const error of errors) {
        const record = this.records.get(error.field);
        if (record?.facts.active) this.setErrors(error.field, record, SERVER_ERROR, [error.message]);
        else left.push(error);
      }
    });
    if (left.length < errors.length) this.focusFirstError();
    return left;
  }

  /** Submits: checks, then runs onSubmit. A second call while it runs is ignored. */
  async submit(): Promise<ActionOutcome> {
    if (this.flags.submitting) return { status: 'ignored' };
    if (!this.validate()) return { status: 'stopped' };
    if (!this.onSubmit) return { status: 'done' };
    this.flags.submitting = true;
    try {
      const outcome = await this.onSubmit({ values: this.values });
      if (outcome.status === 'done') this.saved();
      return outcome;
    } finally {
      this.flags.submitting = false;
    }
  }

  /** The values of now count as saved. */
  saved(): void {
    this.initial = this.values;
    this.dirtyPaths.clear();
    this.flags.dirty = 0;
  }

  /** Takes over a newer state of the record: what the user did not change becomes as it is now, and changes count from there. */
  takeNewer(current: Record<string, unknown>): Merged {
    const merged = mergeNewer(this.initial, this.values, current, [...this.records.keys()]);
    batch(() => {
      this.form.setValues(plain(merged.values) as object, 'overwrite');
      this.initial = { ...this.initial, ...current };
      for (const path of this.records.keys()) this.noteDirty(path);
    });
    return merged;
  }

  labelOf(path: string): string {
    return this.records.get(path)?.facts.label ?? path;
  }

  planOf(path: string): PlanField | undefined {
    return this.records.get(path)?.plan;
  }

  /** Back to the initial (or last saved) values, without errors. */
  reset(): void {
    batch(() => {
      this.form.setValues(plain(this.initial) as object, 'overwrite');
      for (const [path, record] of this.records) {
        this.setErrors(path, record, RULE_ERROR, []);
        this.setErrors(path, record, SERVER_ERROR, []);
      }
      this.dirtyPaths.clear();
      this.flags.dirty = 0;
    });
  }

  private noteDirty(path: string): void {
    const before = path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], this.initial);
    const now = plain(this.form.getValuesIn(path));
    if (sameValue(before, now) || (isBlank(before) && isBlank(now))) this.dirtyPaths.delete(path);
    else this.dirtyPaths.add(path);
    this.flags.dirty = this.dirtyPaths.size;
  }

  private hasErrors({ field }: FieldRecord, code: string): boolean {
    return !isVoidField(field) && field.feedbacks.some((feedback) => feedback.code === code && (feedback.messages?.length ?? 0) > 0);
  }

  private setErrors(path: string, { field }: FieldRecord, code: typeof RULE_ERROR | typeof SERVER_ERROR, messages: string[]): void {
    if (isVoidField(field)) return;
    const others = field.feedbacks.filter((feedback) => feedback.code !== code);
    if (messages.length > 0 || others.length < field.feedbacks.length) {
      field.feedbacks = messages.length > 0 ? [...others, { type: 'error', code, messages }] : others;
    }
    if (field.feedbacks.length > 0) this.errorPaths.add(path);
    else this.errorPaths.delete(path);
    this.flags.errors = this.errorPaths.size;
  }

  private focusFirstError(): void {
    focusFirst([...this.errorPaths].flatMap((path) => this.records.get(path)?.id ?? []));
  }
}

export const FormContext = createContext<FormModel | undefined>(undefined);

/** The form around this place, if any: form.submit(), form.reset(), form.view (observable). */
export function useForm(): FormModel | undefined {
  return useContext(FormContext);
}
