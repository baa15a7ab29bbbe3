import { useEffect, useRef, useState } from 'react';
import { useFeedback, useLanguage, useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { TextOptions } from '../../../src/generated/options.ts';
import { classes } from '../../shared/classes.ts';
import { Glyph } from '../../shared/icon/Glyph.tsx';
import { isUnbroken } from '../../shared/unbroken.ts';
import { wholeDays } from '../../shared/whole-days.ts';
import './text.css';

const sizes: Record<string, string> = { h1: 'title', h2: 'large', h3: 'large' };
const weights: Record<string, string> = { h1: 'bold', h2: 'bold', h3: 'medium', h4: 'medium', strong: 'bold' };

/** Text as a paragraph, a heading or a part of a line. */
export function Text({ options }: WidgetProps<TextOptions>) {
  const language = useLanguage();
  const { text, element: Element = 'p', tone = 'default', align = 'start', ellipsis, copyable, live } = options;
  return (
    <Element
      className={classes('tg-text', ellipsis !== undefined && 'tg-text-cut')}
      data-size={options.size ?? sizes[Element] ?? 'medium'}
      data-weight={options.weight ?? weights[Element] ?? 'regular'}
      data-tone={tone}
      data-align={align}
      data-language={language}
      data-unbroken={isUnbroken(text) || undefined}
      aria-live={live ? 'polite' : undefined}
      title={ellipsis === undefined ? undefined : text}
      style={ellipsis === undefined ? undefined : { WebkitLineClamp: ellipsis }}
    >
      {wholeDays(text)}
      {copyable ? <Copy text={text} /> : null}
    </Element>
  );
}

const COPIED_FOR = 2000;
function Copy({ text }: { text: string }) {
  const t = useTranslate();
  const feedback = useFeedback();
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setCopied(false), COPIED_FOR);
    } catch (error) {
      // The browser may refuse the clipboard; the user can still select the text.
      console.warn('Copy was refused', error);
      feedback.message('warning', t('layout.copyFailed'));
    }
  };
  const label = t(copied ? 'layout.copied' : 'layout.copy');
  return (
    <button type="button" className="tg-text-copy" aria-label={label} title={label} onClick={() => void copy()}>
      <Glyph name={copied ? 'check' : 'copy'} size={14} />
    </button>
  );
}
