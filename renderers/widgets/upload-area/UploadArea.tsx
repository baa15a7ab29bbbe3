import { type ChangeEvent, type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslate, useUnsavedGuard, type WidgetProps } from '../../../src/engine/index.ts';
import type { UploadAreaOptions } from '../../../src/generated/options.ts';
import { limitTexts } from '../../shared/controls/fitting-file.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { useMedia } from '../../shared/useMedia.ts';
import { SendingRow } from './SendingRow.tsx';
import { useSending } from './useSending.ts';
import './upload-area.css';

const pictures = ['.jpg', '.jpeg'];

/** A place for files: chosen, dropped or photographed. */
export function UploadArea({ options, expose }: WidgetProps<UploadAreaOptions>) {
  const t = useTranslate();
  const { accept, disabled, reason, multiple = true } = options;
  const { entries, add, retry, dismiss } = useSending(options);
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const limitsId = useId();
  const sending = entries.filter(({ state }) => ['waiting', 'shrinking', 'going'].includes(state)).length;
  useEffect(() => expose({ sending }), [expose, sending]);
  useUnsavedGuard(sending > 0);
  const isHeld = useMedia('(any-pointer: coarse)');
  const takesPhotos = options.capture === true && isHeld && (!accept || accept.some((kind) => pictures.includes(kind)));
  const take = (files: FileList | null) => {
    if (files && files.length > 0 && !disabled) add([...files]);
  };
  const onChoose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    take(target.files);
    // The same file can be chosen again after a failure.
    target.value = '';
  };
  const hidden = { type: 'file', hidden: true, tabIndex: -1, 'aria-hidden': true, onChange: onChoose } as const;
  return (
    <fieldset
      className="tg-upload-area tg-plain-fieldset"
      aria-label={options.text ?? t('field.upload')}
      data-over={(isOver && !disabled) || undefined}
      data-disabled={disabled || undefined}
      onDragOver={(event: DragEvent) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      <div className="tg-upload-area-take">
        <PlainButton
          text={options.text ?? t('field.uploadDrop')}
          icon="upload"
          look="default"
          blocked={disabled}
          aria-describedby={limitsId}
          onClick={() => chooser.current?.click()}
        />
        {takesPhotos ? (
          <PlainButton text={t('field.filePhoto')} icon="camera" blocked={disabled} onClick={() => camera.current?.click()} />
        ) : null}
        <p id={limitsId} className="tg-note">
          {(disabled && reason) || limitTexts(t, options)}
        </p>
      </div>
      <input ref={chooser} {...hidden} accept={accept?.join(',')} multiple={multiple} />
      {takesPhotos ? <input ref={camera} {...hidden} accept="image/jpeg" capture="environment" /> : null}
      <ul className="tg-upload-area-list">
        {entries.map((entry) => (
          <SendingRow key={entry.key} entry={entry} retry={retry} dismiss={dismiss} />
        ))}
      </ul>
    </fieldset>
  );
}
