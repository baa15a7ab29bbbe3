import { useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { StepsOptions } from '../../../src/generated/options.ts';
import { Glyph, type GlyphName } from '../../shared/icon/Glyph.tsx';
import { listOf } from '../../shared/list.ts';
import './steps.css';

type Item = NonNullable<StepsOptions['items']>[number];
type State = 'done' | 'active' | 'error' | 'waiting';

const signs: Partial<Record<State, GlyphName>> = { done: 'check', error: 'close' };
const words: Partial<Record<State, string>> = { done: 'layout.stepDone', error: 'layout.stepRefused' };

/** The steps of something that is done in an order, and how far it is. */
export function Steps({ options }: WidgetProps<StepsOptions>) {
  const t = useTranslate();
  const { title, active, state = 'active', reach = 'done', onSelect } = options;
  const items = listOf<Item>(options.items).filter(({ visible = true }) => visible);
  const current = Math.max(
    items.findIndex(({ key }) => key === active),
    0,
  );
  return (
    <div className="tg-steps">
      <ol aria-label={title}>
        {items.map(({ key, label, description }, index) => {
          const own: State = index < current ? 'done' : index === current ? state : 'waiting';
          const sign = signs[own];
          const word = words[own];
          // The current one stays the same element, so that who pressed it keeps the focus.
          const isButton = onSelect !== undefined && (reach === 'all' || index <= current);
          const press = () => index !== current && void onSelect?.({ key, index });
          const content = (
            <>
              <span className="tg-step-sign" aria-hidden="true">
                {sign ? <Glyph name={sign} size={14} /> : index + 1}
              </span>
              <span className="tg-step-words">
                <span className="tg-step-label">{label}</span>
                {word ? <span className="tg-hidden"> ({t(word)})</span> : null}
                {description ? <small>{description}</small> : null}
              </span>
            </>
          );
          return (
            <li key={key} data-state={own} aria-current={index === current ? 'step' : undefined}>
              {isButton ? (
                <button type="button" aria-disabled={index === current || undefined} onClick={press}>
                  {content}
                </button>
              ) : (
                <span className="tg-step">{content}</span>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
