import type { ActionOutcome } from '../../core/types.ts';
import type { FormModel } from './model.ts';

type Save = (locals?: Record<string, unknown>) => unknown;

/** Changes of a form that wait while an earlier one is saved: the newest of every field, in the order they were made. */
const waiting = new WeakMap<FormModel, Map<unknown, Save>>();

/**
 * Saves a change of a form that has no button for it. One at a time: what is typed meanwhile is saved after it, with the values of then. What succeeds
 * counts as saved; what fails gives the values back that were saved last, but for what was typed since.
 */
export async function saveAtOnce(form: FormModel, save: Save, field: unknown): Promise<void> {
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
      await saveOne(form, next, name);
    }
  } finally {
    waiting.delete(form);
  }
}

async function saveOne(form: FormModel, save: Save, field: unknown): Promise<void> {
  const sent = form.values;
  form.edits.send();
  const outcome = (await save({ value: sent, field })) as ActionOutcome | undefined;
  if (outcome?.status === 'done') form.sent(sent);
  else if (outcome?.status === 'failed') form.takeBack();
}
