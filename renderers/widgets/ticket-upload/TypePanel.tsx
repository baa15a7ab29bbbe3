import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { useTranslate } from '../../../src/engine/index.ts';
import type { TicketUploadOptions } from '../../../src/generated/options.ts';
import { limitTexts } from '../../shared/controls/fitting-file.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { TagLabel } from '../../shared/TagLabel.tsx';

/** The documents of one type, with the ways to bring more: files, files dropped here, the camera of a phone. */
export function TypePanel(props: {
  name: string;
  /** Saved documents of it. */
  count: number;
  options: TicketUploadOptions;
  isFixed: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode[];
}) {
  const { name, count, options, isFixed, onFiles, children } = props;
  const t = useTranslate();
  const files = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const id = useId();
  const pictures = (options.accept ?? []).filter((kind) => /^\.(png|jpe?g|webp)$/.test(kind));
  const over = (event: DragEvent, isNow: boolean) => {
    event.preventDefault();
    setOver(isNow && !isFixed);
  };
  const chosen = (input: HTMLInputElement) => {
    onFiles([...(input.files ?? [])]);
    // The same file can be chosen again after a failure.
    input.value = '';
  };
  const hidden = { type: 'file', hidden: true, tabIndex: -1, 'aria-hidden': true, disabled: isFixed } as const;
  return (
    <section
      className="tg-tickets-panel"
      aria-labelledby={id}
      data-over={isOver || undefined}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        if (!isFixed) onFiles([...event.dataTransfer.files]);
      }}
    >
      <header className="tg-tickets-head">
        <h3 id={id}>{name}</h3>
        <TagLabel
          text={count > 0 ? t('ticket-upload.files', { count }) : t('ticket-upload.needed')}
          tone={count > 0 ? 'success' : 'neutral'}
          icon={count > 0 ? 'check' : undefined}
        />
        {isFixed ? null : (
          <span className="tg-tickets-ways">
            <PlainButton
              icon="upload"
              text={t('ticket-upload.add')}
              aria-label={`${name}: ${t('ticket-upload.add')}`}
              aria-describedby={`${id}-limits`}
              onClick={() => files.current?.click()}
            />
            {pictures.length > 0 ? (
              <PlainButton
                icon="camera"
                className="tg-tickets-camera"
                text={t('ticket-upload.camera')}
                aria-label={`${name}: ${t('ticket-upload.camera')}`}
                onClick={() => camera.current?.click()}
              />
            ) : null}
          </span>
        )}
      </header>
      {isFixed ? null : (
        <p className="tg-note" id={`${id}-limits`}>
          {limitTexts(t, options)} <span className="tg-tickets-drop">{t('ticket-upload.drop')}</span>
        </p>
      )}
      <input ref={files} {...hidden} multiple accept={options.accept?.join(',')} onChange={(event) => chosen(event.target)} />
      <input ref={camera} {...hidden} capture="environment" accept={pictures.join(',')} onChange={(event) => chosen(event.target)} />
      {children.flat().length === 0 ? (
        <p className="tg-note">{t('ticket-upload.none')}</p>
      ) : (
        <ul className="tg-tickets-list">{children}</ul>
      )}
    </section>
  );
}
