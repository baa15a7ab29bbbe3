import { autorun } from '@formily/reactive';
import type { FormModel } from '../../../src/engine/index.ts';

/** Resolves once none of these forms is being saved any more; one of them has to be. */
export function submitted(forms: readonly FormModel[]): Promise<void> {
  return new Promise((resolve) => {
    const stop = autorun(() => {
      if (forms.some(({ view }) => view.submitting)) return;
      stop();
      resolve();
    });
  });
}
