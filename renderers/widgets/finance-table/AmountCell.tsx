import { type KeyboardEvent, useRef } from 'react';
import { formatAmount } from '../../../src/core/statement/index.ts';
import { isComposing, useFeedback, useTranslate } from '../../../src/engine/index.ts';
import { isBlock, toldWith } from '../../shared/pasted.ts';
import { below, beside, type CellPlace, differs, focusCell, pasted } from './cells.ts';
import { OwnFault, placeText } from './Faults.tsx';
import type { PartProps } from './FinanceTable.tsx';
import { useTyped } from './useTyped.ts';

/** An amount people fill: with signs of thousands while it is read, as it is typed while it is edited. */
export function AmountCell({ id, store, readOnly, isFrozen, marked, place }: PartProps & { place: CellPlace }) {
  const t = useTranslate();
  const feedback = useFeedback();
  const { decimals } = store.model.limits;
  const cell = useTyped({ store, readOnly }, place, (value) => formatAmount(value, decimals));
  const input = useRef<HTMLInputElement>(null);
  const isMissing = marked && cell.value === null && !cell.wrong;
  const name = placeText(t, store, place);
  const faultId = `${id}-${place.period}-${place.field}-fault`;

  const go = (next: CellPlace | undefined): boolean => focusCell(input.current?.closest('.tg-finance') ?? null, next);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (isComposing(event)) return;
    if ((event.ctrlKey || event.metaKey) && !event.altKey) {
      const key = event.key.toLowerCase();
      const isRedo = key === 'y' || (key === 'z' && event.shiftKey);
      if (key !== 'z' && key !== 'y') return;
      event.preventDefault();
      cell.drop();
      if (isRedo) store.redo();
      else store.undo();
      return;
    }
    if (moved(event, store, place, go)) event.preventDefault();
  };
  return (
    <>
      <input
        ref={input}
        className="tg-finance-amount"
        type="text"
        inputMode="decimal"
        autoComplete="off"
        data-cell={`${place.period}.${place.field}`}
        aria-label={name}
        aria-invalid={isMissing || cell.wrong !== undefined || undefined}
        aria-describedby={cell.wrong ? faultId : undefined}
        readOnly={isFrozen}
        value={cell.text}
        onFocus={(event) => event.target.select()}
        onChange={({ target }) => {
          // A number begins like that: whether it is one shows with the next character, or when the cell is left.
          if (/^\s*[-(\u2212\uFF08\u00A5\uFFE5]?\s*\(?\s*$/.test(target.value) && target.value !== '') cell.hold(target.value);
          else cell.type(target.value);
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain');
          if (isFrozen || !isBlock(text)) return;
          event.preventDefault();
          cell.drop();
          const { cells, over, cut } = pasted(store, place, text);
          store.type(cells);
          store.seal();
          const refused = cells.filter(({ field, period }) => store.wrong(field, period));
          const wrong = refused.length;
          const passed = over.filter((typed) => differs(store, typed)).length;
          const told = t(wrong > 0 ? 'statement.pastedSome' : 'statement.pasted', { count: cells.length, wrong });
          const isWhole = wrong + passed + cut.rows + cut.columns === 0;
          const more = passed > 0 && t('statement.passedOver', { count: passed });
          const takeBack = feedback.message(isWhole ? 'success' : 'warning', toldWith(t, told, cut, more));
          // What was said of the paste is no longer so once it is undone or corrected.
          const end = store.subscribe(({ by }) => {
            if (by !== 'user') return;
            end();
            takeBack();
          });
          // Of a block that is longer than the window the first of them may be out of sight, as the list of them is.
          go(refused[0]);
        }}
        onBlur={() => cell.leave()}
      />
      {cell.wrong ? <OwnFault id={faultId} store={store} place={place} /> : null}
    </>
  );
}

/** Arrow keys and Enter. Left and right leave the cell only from the end of its text. */
function moved(
  { key, shiftKey, currentTarget }: KeyboardEvent<HTMLInputElement>,
  store: PartProps['store'],
  place: CellPlace,
  go: (next: CellPlace | undefined) => boolean,
): boolean {
  const { selectionStart, selectionEnd, value } = currentTarget;
  const isAll = selectionStart === 0 && selectionEnd === value.length;
  if (key === 'Enter') return go(below(store, place, shiftKey ? -1 : 1));
  if (shiftKey) return false;
  if (key === 'ArrowDown') return go(below(store, place, 1));
  if (key === 'ArrowUp') return go(below(store, place, -1));
  if (key === 'ArrowRight' && (isAll || selectionStart === value.length)) return go(beside(store, place, 1));
  if (key === 'ArrowLeft' && (isAll || selectionEnd === 0)) return go(beside(store, place, -1));
  return false;
}
