import { useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { Glyph } from '../../shared/icon/Glyph.tsx';
import { RecordName } from './RecordName.tsx';
import type { DraftConflict, DraftRecord } from './record.ts';

interface LeftListProps {
  /** late: the records can no longer be changed. rejected: the server does not take them. lost: the records are gone. */
  kind: keyof typeof heads;
  left: readonly DraftConflict[];
  keyOf: (record: DraftRecord) => string;
  nameOf: (record: DraftRecord) => string;
  valueText: (record: DraftRecord) => string;
  /** Goes to where a record is shown. */
  onShow: ((record: DraftRecord) => void) | undefined;
  onDismiss: () => void;
}

const heads = { late: 'draft.left', rejected: 'draft.rejected', lost: 'draft.lost' };

/** Changes that were not taken in: what was given here, and what counts. All of them, for nobody could type them again otherwise. */
export function LeftList({ kind, left, keyOf, nameOf, valueText, onShow, onDismiss }: LeftListProps) {
  const t = useTranslate();
  if (left.length === 0) return null;
  const key = heads[kind];
  const title = t(key, { count: left.length });
  return (
    <section className="tg-draft-conflicts" aria-label={title}>
      <p className="tg-draft-head" role="alert">
        <Glyph name="warning" size={16} /> <strong>{title}</strong> {t(`${key}Hint`)}
      </p>
      <ul>
        {left.map(({ mine, theirs }) => (
          <li key={keyOf(mine)}>
            <RecordName name={nameOf(mine)} onShow={onShow && (() => onShow(mine))} />
            <span>
              {kind === 'lost'
                ? t('draft.lostValue', { mine: valueText(mine) })
                : t('draft.leftValues', { mine: valueText(mine), theirs: valueText(theirs) })}
            </span>
          </li>
        ))}
      </ul>
      <p className="tg-draft-all">
        <PlainButton size="small" text={t('draft.dismiss')} onClick={onDismiss} />
      </p>
    </section>
  );
}
