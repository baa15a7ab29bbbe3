import { useEffect, useRef, useState } from 'react';
import { useTranslate } from '../../../src/engine/index.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { helpOf } from './grid/help.ts';
import { useVersion } from './MatrixBar.tsx';
import type { PartProps } from './RiskMatrix.tsx';
import { changeText, nameOfCell } from './told.ts';

/** The matrix in narrow places: one row with all its columns below each other, wide enough for a thumb. */
export function MatrixCards({ id, store, questionnaire, readOnly, marked, goTo, step }: PartProps & { id: string }) {
  const t = useTranslate();
  useVersion(store);
  const [asked, setIndex] = useState(0);
  // Another questionnaire may have fewer rows.
  const index = Math.min(asked, store.rows - 1);
  const [told, setTold] = useState('');
  const target = useRef<number | undefined>(undefined);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    goTo.current = (row, column) => {
      target.current = column;
      setIndex(row);
      if (row === index) reveal(list.current, target);
    };
  }, [goTo, index]);
  useEffect(() => {
    step.current = (kind) => {
      const cells = store[kind]()?.cells ?? [];
      const shown = cells.find((cell) => Math.floor(cell / store.columns) === index) ?? cells[0];
      if (shown === undefined) return;
      const [row, column] = [Math.floor(shown / store.columns), shown % store.columns];
      const { choices, unanswered } = questionnaire;
      const chosen = choices.find(({ value }) => value === store.value(row, column)) ?? unanswered;
      setIndex(row);
      setTold(changeText(nameOfCell(store, { row, column }, chosen.label), cells.length, (count) => t('matrix.filled', { count })));
    };
  }, [step, store, questionnaire, index, t]);
  useEffect(() => reveal(list.current, target));

  const row = store.layout.rows[index];
  if (!row) return null;
  const said = helpOf(row, questionnaire.help);
  const { help } = questionnaire;
  return (
    <div className="tg-matrix-cards" data-marked={marked || undefined}>
      <p className="tg-hidden" role="status">
        {told}
      </p>
      <nav className="tg-matrix-pager" aria-label={t('matrix.rows')}>
        <PlainButton text={t('matrix.previousRow')} disabled={index === 0} onClick={() => setIndex(index - 1)} />
        <span aria-live="polite">{t('matrix.rowOf', { row: index + 1, rows: store.rows })}</span>
        <PlainButton text={t('matrix.nextRow')} disabled={index === store.rows - 1} onClick={() => setIndex(index + 1)} />
      </nav>
      <header className="tg-matrix-card-head">
        {row.levels.length > 1 ? <p className="tg-matrix-path">{row.levels.slice(0, -1).join(' / ')}</p> : null}
        <h3 id={`${id}-row`}>{row.levels.at(-1)}</h3>
        {said ? (
          <details>
            <summary>{help?.title ?? t('matrix.about')}</summary>
            {said.text ? <p>{said.text}</p> : null}
            {said.levels.length === 1 ? <p className="tg-matrix-help-text">{said.levels[0]}</p> : null}
            {said.levels.length > 1 ? (
              <ol className="tg-matrix-help-levels">
                {said.levels.map((level) => (
                  <li key={level}>{level}</li>
                ))}
              </ol>
            ) : null}
          </details>
        ) : null}
      </header>
      <ol className="tg-matrix-card" aria-labelledby={`${id}-row`} ref={list}>
        {store.layout.columns.map((column, at) => {
          const value = store.value(index, at);
          const groups = store.layout.columnGroups.map((spans) => spans.find((span) => span.from === at)?.text);
          return (
            <li key={column.id} data-open={store.isOpen(index, at) || undefined}>
              {groups.map((text) =>
                text === undefined ? null : (
                  <p key={text} className="tg-matrix-card-group">
                    {text}
                  </p>
                ),
              )}
              <fieldset disabled={readOnly}>
                <legend>{column.name}</legend>
                <div className="tg-matrix-thumbs">
                  {questionnaire.choices.map((choice) => (
                    <label key={choice.value} className={`tg-matrix-thumb tg-choice-${choice.tone}`}>
                      <input
                        type="radio"
                        name={`${id}-${index}-${at}`}
                        checked={value === choice.value}
                        onChange={() => store.choose(index, at, choice.value)}
                      />
                      <span>
                        <b>{choice.text}</b> {choice.label}
                      </span>
                    </label>
                  ))}
                </div>
              </fieldset>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** Brings the wanted column into sight and the focus to its first choice. */
function reveal(list: HTMLElement | null, target: { current: number | undefined }): void {
  if (target.current === undefined) return;
  const item = list?.children[target.current];
  target.current = undefined;
  item?.scrollIntoView?.({ block: 'center' });
  item?.querySelector('input')?.focus({ preventScroll: true });
}
