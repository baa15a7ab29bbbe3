import type { PlanField } from '../../../src/core/types.ts';
import { useFieldChoices, useTranslate } from '../../../src/engine/index.ts';
import { type Choice, choiceOf, withBelow } from './choices.ts';

interface More {
  /** Choices of earlier searches, by value. */
  seen?: ReadonlyMap<string, Choice>;
  /** How many can be chosen. */
  max?: number | undefined;
  /** Whether these, as texts, can be chosen together. */
  fit?: (keys: ReadonlySet<string>) => boolean;
}

/** As many labels tell what was chosen; a role has hundreds. */
const TOLD = 5;

/** What a field of choices tells its form: the labels of values, such as of those somebody else saved, and what can be chosen together. */
export function useKnownChoices(
  node: PlanField,
  choices: readonly Choice[],
  { seen, max = Number.POSITIVE_INFINITY, fit }: More = {},
): void {
  const t = useTranslate();
  const separator = t('layout.listSeparator');
  useFieldChoices(node, {
    say: (value) => {
      const all = choices.flatMap(withBelow);
      const labels = [value].flat().map((one) => (choiceOf(all, one) ?? seen?.get(String(one)))?.label);
      if (labels.includes(undefined)) return undefined;
      const count = labels.length - TOLD;
      return count > 0 ? t('field.chosenMore', { names: labels.slice(0, TOLD).join(separator), count }) : labels.join(separator);
    },
    fit: (values) => values.length <= max && (fit?.(new Set(values.map(String))) ?? true),
  });
}
