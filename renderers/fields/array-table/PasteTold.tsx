import { useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { toldWith } from '../../shared/pasted.ts';
import type { useRows } from './useRows.ts';

/** So many cells that were not taken are named: more are one reason many times. */
const MOST_NAMED = 10;
/** Characters of it by which people find a text. */
const MOST_SHOWN = 40;

interface PasteToldProps {
  list: ReturnType<typeof useRows>;
  /** Where the focus goes once what is told here is gone. */
  onGone: () => void;
}

/** What a pasted block did, which cells could not be taken and why, and the way back. */
export function PasteTold({ list, onGone }: PasteToldProps) {
  const t = useTranslate();
  const { pasted } = list;
  const left = pasted?.left ?? [];
  const words = () => {
    if (!pasted) return '';
    const count = pasted.after.length - pasted.before.length;
    const added = count > 0 && t('field.pastedRows', { count });
    const passed = left.length > 0 && t('field.pastedLeft', { count: left.length });
    return toldWith(t, t('field.pasted', { count: pasted.taken }), pasted.cut, added, passed);
  };
  const end = (step: () => void) => () => {
    step();
    onGone();
  };
  return (
    <div className="tg-array-table-pasted">
      <span role="status" className="tg-note">
        {words()}
      </span>
      {list.canUndoPaste ? <PlainButton look="link" icon="undo" text={t('field.undo')} onClick={end(list.undoPaste)} /> : null}
      {pasted ? <PlainButton look="text" icon="close" aria-label={t('field.pastedDismiss')} onClick={end(list.dismissPaste)} /> : null}
      {left.length > 0 ? (
        <ul aria-label={t('field.pastedLeftList')}>
          {left.slice(0, MOST_NAMED).map(({ key, row, column, text, why }) => (
            <li key={`${row}-${column.name}`}>
              {t('field.pastedCell', {
                place: t('field.cell', { column: column.title, row: rowOf(list, key, row) }),
                text: shortOf(text),
                why: t(why, { max: column.maxLength ?? '' }),
              })}
            </li>
          ))}
          {left.length > MOST_NAMED ? <li>{t('field.pastedMore', { count: left.length - MOST_NAMED })}</li> : null}
        </ul>
      ) : null}
    </div>
  );
}

function shortOf(text: string): string {
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

/** Number of the row with this key, wherever it was moved since. */
function rowOf({ keys }: PasteToldProps['list'], key: number | undefined, row: number): number {
  const now = key === undefined ? -1 : keys.indexOf(key);
  return (now < 0 ? row : now) + 1;
}
