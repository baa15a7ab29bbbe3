import type { ComponentProps } from 'react';
import { useTranslate } from '../../src/engine/index.ts';
import type { Look } from '../../src/engine/types.ts';
import './explanation.css';
import { Glyph } from './icon/Glyph.tsx';

/** Stands in place of a node that cannot be shown: a sentence for whoever meets it; what is wrong and where, for who can mend it. */
export function Explanation({
  code,
  message,
  sentence,
  document,
  pointer,
  widget,
  hint,
  gone,
  retry,
  reload,
}: ComponentProps<Look['Explanation']>) {
  const t = useTranslate();
  const facts = gone
    ? []
    : ([
        ['reason', message],
        ['document', document],
        ['pointer', pointer],
        ['widget', widget],
        ['code', code],
      ] as const);
  return (
    <div className="tg-explanation" role="alert">
      <p className="tg-explanation-title">
        <Glyph name="warning" size={18} />
        {t(gone ? 'layout.explanation.gone' : 'layout.explanation.title')}
      </p>
      <p className="tg-explanation-message">{sentence ?? t(gone ? 'layout.explanation.goneSentence' : 'layout.explanation.sentence')}</p>
      {hint ? <p className="tg-explanation-hint">{hint}</p> : null}
      {facts.length > 0 ? (
        <dl className="tg-explanation-facts">
          {facts.map(([name, value]) =>
            value ? (
              <div key={name}>
                <dt>{t(`layout.explanation.${name}`)}</dt>
                <dd>{value}</dd>
              </div>
            ) : null,
          )}
        </dl>
      ) : null}
      {retry || reload ? (
        <div className="tg-explanation-buttons">
          {retry ? (
            <button type="button" className="tg-button" onClick={retry}>
              {t('layout.retry')}
            </button>
          ) : null}
          {reload ? (
            <button type="button" className="tg-button" onClick={reload}>
              {t('layout.reload')}
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
