import type { Form } from '@formily/core';
import type { Edits } from './edits.ts';
import type { Messages } from './messages.ts';
import type { FormView } from './types.ts';

/** What expressions read of a form as `form`: always what holds now. */
export function viewOf(form: Form, flags: { submitting: boolean }, edits: Edits, messages: Messages): FormView {
  return {
    get values() {
      return form.values as Record<string, unknown>;
    },
    get valid() {
      return messages.count === 0;
    },
    get dirty() {
      return edits.any;
    },
    get submitting() {
      return flags.submitting;
    },
  };
}
