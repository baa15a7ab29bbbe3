import { useId } from 'react';
import { useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { RecordName } from './RecordName.tsx';
import type { DraftConflict, DraftRecord } from './record.ts';

interface ConflictListProps {
  conflicts: readonly DraftConflict[];
  keyOf: (record: DraftRecord) => string;
  nameOf: (record: DraftRecord) => string;
  valueText: (record: DraftRecord) => string;
  /** Goes to where a record is shown. */
  onShow: ((record: DraftRecord) => void) | undefined;
  onDecide: (record: DraftRecord, take: 'mine' | 'theirs') => void;
}
/** More would be a wall; the next appear as these are decided. */
const shown = 20;

/** Records changed here and elsewhere: both values and a choice. */
export function ConflictList({ conflicts, keyOf, nameOf, valueText, onShow, onDecide }: ConflictListProps) {
  const t = useTranslate();
  const id = useId();
  if (conflicts.length === 0) return null;
  const all = (take: 'mine' | 'theirs') => {
    for (const { mine } of conflicts) onDecide(mine, take);
  };
  return (
    <section className="tg-draft-conflicts" aria-label={t('draft.conflictTitle')}>
      <p className="tg-draft-head">
        <strong>{t('draft.conflictTitle')}</strong> {t('draft.conflictHint')}
      </p>
      <ul>
        {conflicts.slice(0, shown).map(({ mine, theirs }, index) => {
          const name = `${id}-${index}`;
          return (
            <li key={keyOf(mine)}>
              <RecordName id={name} name={nameOf(mine)} onShow={onShow && (() => onShow(mine))} />
              <PlainButton
                size="small"
                text={t('draft.keepMine', { value: valueText(mine) })}
                aria-describedby={name}
                onClick={() => onDecide(mine, 'mine')}
              />
              <PlainButton
                size="small"
                text={t('draft.takeTheirs', { value: valueText(theirs) })}
                aria-describedby={name}
                onClick={() => onDecide(mine, 'theirs')}
              />
            </li>
          );
        })}
      </ul>
      {conflicts.length > 1 ? (
        <p className="tg-draft-all">
          {t('draft.shown', { shown: Math.min(shown, conflicts.length), count: conflicts.length })}
          <PlainButton size="small" look="link" text={t('draft.allMine')} onClick={() => all('mine')} />
          <PlainButton size="small" look="link" text={t('draft.allTheirs')} onClick={() => all('theirs')} />
        </p>
      ) : null}
    </section>
  );
}
