import type { PlanField } from '../../../src/core/types.ts';
import { useFieldWords, useTranslate } from '../../../src/engine/index.ts';
import { type Choice, choiceOf, withBelow } from './choices.ts';

/** A field of choices says values by their labels, such as those somebody else saved. `seen`: choices of earlier searches, by value. */
export function useChoiceWords(node: PlanField, choices: readonly Choice[], seen?: ReadonlyMap<string, Choice>): void {
  const t = useTranslate();
  useFieldWords(node, (value) => {
    const all = choices.flatMap(withBelow);
    const labels = [value].flat().map((one) => (choiceOf(all, one) ?? seen?.get(String(one)))?.label);
    return labels.includes(undefined) ? undefined : labels.join(t('layout.listSeparator'));
  });
}
