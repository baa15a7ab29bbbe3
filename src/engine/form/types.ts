import type { PlanField, RuleDocument, Scope } from '../../core/types.ts';
import type { Translate } from '../types.ts';

/** A rule over several fields: `require` must give true, otherwise `field` shows `message`. */
export interface FormCheck {
  require: (locals?: Record<string, unknown>) => unknown;
  message: string;
  field: string;
}
export interface FieldError {
  field: string;
  message: string;
}
/** What expressions read of a form. */
export interface FormView {
  readonly values: Record<string, unknown>;
  readonly valid: boolean;
  readonly dirty: boolean;
  readonly submitting: boolean;
}
/** What validation needs of a field; its observer keeps it up to date. */
export interface FieldFacts {
  label: string | undefined;
  required: boolean;
  /** Message while it is empty, when the field has one of its own. */
  requiredText?: string | undefined;
  /** Takes part: shown, not disabled, not read-only. */
  active: boolean;
}
/** A field of the form. The form library keeps the values; a field object of its own for each would make a form of 500 slow to open. */
export interface FieldRecord {
  plan: PlanField;
  id: string;
  facts: FieldFacts;
  /** The facts as they are now, such as in another language: the field itself may be drawn later. */
  readFacts?: () => FieldFacts;
  isShown: boolean;
  /** Whether its conditions, and those of the layouts around it, let it be shown now; absent where there are none or they cannot be read. */
  readShown?: (() => boolean | undefined) | undefined;
  /** Value of a field that is not shown. */
  aside: unknown;
  /** Checks of the widget itself: an unreadable number, a wrong cell. */
  own: Set<(value: unknown) => string | undefined>;
}
/** What a widget of choices knows of the values of its field. */
export interface FieldChoices {
  /** A value in words, of several the labels; undefined where it does not know one of them. */
  say: (value: unknown) => string | undefined;
  /** Whether these can be chosen together, such as what two people chose. */
  fit: (values: readonly unknown[]) => boolean;
}
export interface FormModelOptions {
  id: string;
  scope: Scope;
  initial: Record<string, unknown>;
  /** Paths of the fields in reading order. */
  order?: readonly string[];
  rules: Record<string, RuleDocument>;
  translate: Translate;
}
export interface FormMode {
  disabled: boolean;
  readOnly: boolean;
  /** Columns of 24 a field takes that says nothing itself. */
  span: number;
}
