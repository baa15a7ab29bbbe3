import { useMemo } from 'react';
import type { WidgetProps } from '../../../src/engine/index.ts';
import type { MarkedTextOptions } from '../../../src/generated/options.ts';
import { partsOf } from './parts.ts';
import './marked-text.css';

/** A text with marked places. */
export function MarkedText({ options }: WidgetProps<MarkedTextOptions>) {
  const { title, text, marks, from = 'from', to = 'to', label = 'label', tone = 'tone', height = 420 } = options;
  const parts = useMemo(() => partsOf(text ?? '', marks ?? [], { from, to, label, tone }), [text, marks, from, to, label, tone]);
  return (
    // A region that scrolls has to be reached without a pointer.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className="tg-marked-text" aria-label={title} tabIndex={0} style={{ maxBlockSize: height }}>
      {parts.map((part) =>
        part.label === undefined ? (
          part.text
        ) : (
          <mark key={part.from} data-tone={part.tone} title={part.label}>
            {part.text}
            <span className="tg-hidden"> ({part.label})</span>
          </mark>
        ),
      )}
    </section>
  );
}
