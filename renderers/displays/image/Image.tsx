import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslate, type WidgetProps } from '../../../src/engine/index.ts';
import type { ImageOptions } from '../../../src/generated/options.ts';
import { classes } from '../../shared/classes.ts';
import { Glyph } from '../../shared/icon/Glyph.tsx';
import './image.css';

/** An image; one that cannot be loaded shows its fallback, else its text. */
export function Image({ options, expose }: WidgetProps<ImageOptions>) {
  const t = useTranslate();
  const { src, alt, width, height, fit = 'contain', rounded, preview, fallback } = options;
  const [failed, setFailed] = useState<string[]>([]);
  const [loaded, setLoaded] = useState<string>();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    expose({ loaded: loaded === src, failed: failed.includes(src) });
  }, [expose, src, loaded, failed]);
  const source = [src, fallback].find((address) => address && !failed.includes(address));
  const style = { ...(width ? { width } : {}), ...(height ? { height } : {}), objectFit: fit };
  if (!source) {
    return (
      <span className="tg-image-missing" role="img" aria-label={alt || t('layout.imageMissing')} style={style}>
        {alt || t('layout.imageMissing')}
      </span>
    );
  }
  const image = (
    <img
      className={classes('tg-image', rounded && 'tg-image-rounded')}
      src={source}
      alt={alt}
      width={width}
      height={height}
      style={style}
      loading="lazy"
      decoding="async"
      onLoad={() => setLoaded(source)}
      onError={() => setFailed([...failed, source])}
    />
  );
  if (!preview) return image;
  return (
    <>
      <button
        type="button"
        className="tg-image-button"
        aria-haspopup="dialog"
        aria-label={t('layout.enlarge', { name: alt })}
        onClick={() => setOpen(true)}
      >
        {image}
      </button>
      {open ? <Preview src={source} alt={alt} close={() => setOpen(false)} /> : null}
    </>
  );
}

function Preview({ src, alt, close }: { src: string; alt: string; close: () => void }) {
  const t = useTranslate();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    button.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  // The close button is all there is to reach: the Tab key stays on it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') event.preventDefault();
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    close();
  };
  return (
    <div className="tg-image-preview" role="dialog" aria-modal="true" aria-label={alt} onKeyDown={onKeyDown}>
      <button ref={button} type="button" className="tg-icon-button" aria-label={t('layout.close')} onClick={close}>
        <Glyph name="close" />
      </button>
      <img src={src} alt={alt} />
    </div>
  );
}
