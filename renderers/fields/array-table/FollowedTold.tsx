import { useTranslate } from '../../../src/engine/index.ts';
import type { Followed } from './following.ts';
import type { CellChoices } from './useCellChoices.tsx';

/** So many cells are named: of more people see that there are many. */
const MOST_NAMED = 5;

/** What became something else with what was changed. */
export function FollowedTold({ followed, choices }: { followed: readonly Followed[]; choices: ReadonlyMap<string, CellChoices> }) {
  const t = useTranslate();
  const lines = followed.slice(0, MOST_NAMED).map(({ row, column, value }) => {
    const label = choices.get(column.name)?.choices?.find((choice) => String(choice.value) === value)?.label ?? value;
    return t('field.followed', { place: t('field.cell', { column: column.title, row: row + 1 }), value: label });
  });
  const more = followed.length - lines.length;
  return (
    <p role="status" className="tg-note tg-array-table-followed">
      {[...lines, ...(more > 0 ? [t('field.followedMore', { count: more })] : [])].join(' ')}
    </p>
  );
}
