import { useEffect, useMemo, useState } from 'react';
import { useVisible, type WidgetProps } from '../../../src/engine/index.ts';
import type { TypingTextOptions } from '../../../src/generated/options.ts';
import { REDUCED_MOTION, useMedia } from '../../shared/useMedia.ts';
import { linesOf, START, tick } from './typing.ts';
import './typing-text.css';

/** Writes a text one character a tick (LOGIN-18). Rests while it is not shown; whole at once for users who prefer reduced motion. */
export function TypingText({ options }: WidgetProps<TypingTextOptions>) {
  const { text, tick: every = 280, pause = 9, tone = 'default', size = 'large' } = options;
  const still = useMedia(REDUCED_MOTION);
  const visible = useVisible();
  const lines = useMemo(() => linesOf(text), [text]);
  const [state, setState] = useState(START);

  useEffect(() => {
    setState(START);
    if (still || !visible || lines.length === 0) return;
    const timer = setInterval(() => setState((current) => tick(current, lines, pause)), every);
    return () => clearInterval(timer);
  }, [lines, still, visible, every, pause]);

  if (lines.length === 0) return null;
  return (
    <div className="tg-typing" data-tone={tone} data-size={size}>
      {still ? (
        <p className="tg-typing-whole">{text}</p>
      ) : (
        <>
          <p className="tg-hidden">{text}</p>
          <p className="tg-typing-line" aria-hidden="true">
            {lines[state.line]?.slice(0, state.shown).join('')}
            <span className="tg-typing-caret" />
          </p>
        </>
      )}
    </div>
  );
}
