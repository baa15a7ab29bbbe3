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
