import { autorun } from '@formily/reactive';
import { getPath, setPath } from '../../core/index.ts';
import type { ActionOutcome } from '../../core/types.ts';
import type { FormModel } from './model.ts';

type Save = (locals?: Record<string, unknown>) => unknown;

/** Changes of a form that wait while an earlier one is saved: the newest of every field, in the order they were made. */
const waiting = new WeakMap<FormModel, Map<string, Save>>();
/** Fields whose change is not saved because their own checks or rules refuse it: what ends the waiting for another answer of theirs. */
const refused = new WeakMap<FormModel, Map<string, () => void>>();

/**
 * Saves a change of a form that has no button for it. One at a time: what is typed meanwhile is saved after it, with the values of then. What succeeds
 * counts as saved; what fails gives the values back that were saved last, but for what was typed since. What a field refuses is told at it and is saved
 * once it is right; until then the others are saved with what was saved of it last.
 */
export async function saveAtOnce(form: FormModel, save: Save, field: string): Promise<void> {
  refused.get(form)?.get(field)?.();
  const before = waiting.get(form);
  if (before) {
    before.delete(field);
    before.set(field, save);
    return;
  }
  const queue = new Map([[field, save]]);
  waiting.set(form, queue);
  try {
    for (const [name, next] of queue) {
      queue.delete(name);
      if (form.checking.field(name)) await saveOne(form, next, name);
      else saveOnceRight(form, next, name);
    }
  } finally {
    waiting.delete(form);
  }
}

/** Another field, or the end of an upload, may be what makes a field right. */
function saveOnceRight(form: FormModel, save: Save, field: string): void {
  const fields = refused.get(form) ?? new Map<string, () => void>();
  refused.set(form, fields);
  const stop = autorun(() => {
    if (form.checking.errors(field).length > 0) return;
    // Who types in the field itself is heard of next, and saves it then.
    queueMicrotask(() => {
      if (fields.get(field) !== end) return;
      end();
      if (form.edits.has(field)) void saveAtOnce(form, save, field);
    });
  });
  const end = (): void => {
    stop();
    fields.delete(field);
  };
  fields.set(field, end);
}

async function saveOne(form: FormModel, save: Save, field: string): Promise<void> {
  const { refused, edits } = form;
  const sent = refused.reduce((values, path) => setPath(values, path, getPath(edits.initial, path)), form.values);
  edits.send();
  for (const path of refused) edits.noteTyped(path);
  const outcome = (await save({ value: sent, field })) as ActionOutcome | undefined;
  if (outcome?.status === 'done') form.sent(sent);
  else if (outcome?.status === 'failed') form.takeBack();
}
