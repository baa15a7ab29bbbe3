import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import type { FieldProps } from '../../../src/engine/index.ts';
import { useFieldCheck, useFieldWork, useTranslate } from '../../../src/engine/index.ts';
import type { UploadOptions } from '../../../src/generated/options.ts';
import { FileChooser } from '../../shared/controls/FileChooser.tsx';
import { sizeText } from '../../shared/controls/files.ts';
import { limitTexts, shrunkText } from '../../shared/controls/fitting-file.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { Icon } from '../../shared/icon/Icon.tsx';
import { isImage, readFiles, safeAddress, type UploadedFile, uniqueKeys } from './answer.ts';
import { useUploads } from './useUploads.ts';
import './upload.css';

/** Files that are sent at once. A refused file is named with the reason and what is allowed. */
export function Upload(props: FieldProps<UploadedFile[], UploadOptions>) {
  const { options } = props;
  const t = useTranslate();
  const chooser = useRef<HTMLInputElement>(null);
  const limitsId = useId();
  const [isOver, setOver] = useState(false);
  const files = readFiles(props.value);
  const keys = uniqueKeys(files.map((file) => file.path));
  const uploads = useUploads(options, files, props.onChange);
  const sending = uploads.pending.find((entry) => entry.error === undefined);
  const failed = uploads.pending.find((entry) => entry.error !== undefined);
  // A form that was sent meanwhile would go without it.
  useFieldCheck(props.node, () => {
    if (sending) return t('field.fileSending', { name: sending.name });
    return failed && t(failed.file ? 'field.fileNotSent' : 'field.fileNotTaken', { name: failed.name });
  });
  useFieldWork(sending !== undefined);
  const { invalid, onBlur } = props;
  useEffect(() => {
    if (invalid && !sending && !failed) onBlur();
  }, [invalid, sending, failed, onBlur]);
  const isFixed = props.disabled || props.readOnly;
  const look = options.look ?? 'button';
  const limits = limitTexts(t, options);

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isFixed) uploads.add([...event.dataTransfer.files]);
  };
  const text = options.text ?? t(look === 'area' ? 'field.uploadDrop' : 'field.upload');
  return (
    <fieldset
      className="tg-upload tg-plain-fieldset"
      aria-label={props.label}
      data-look={look}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(!isFixed);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {props.readOnly ? null : (
        <PlainButton
          id={props.id}
          className="tg-upload-button"
          text={text}
          icon={look === 'picture' ? 'plus' : 'upload'}
          disabled={props.disabled}
          aria-label={props.label ? `${props.label}: ${text}` : undefined}
          aria-invalid={props.invalid || undefined}
          aria-describedby={[props.describedBy, limits ? limitsId : undefined].filter(Boolean).join(' ') || undefined}
          onClick={() => chooser.current?.click()}
          onBlur={props.onBlur}
        />
      )}
      <FileChooser chooser={chooser} accept={options.accept} multiple={options.multiple} disabled={isFixed} onFiles={uploads.add} />
      {limits && !props.readOnly ? (
        <div id={limitsId} className="tg-note">
          {limits}
        </div>
      ) : null}
      <ul className="tg-upload-list">
        {files.map((file, index) => (
          <li key={keys[index]} className="tg-upload-file">
            <FileName file={file} preview={options.preview !== false} before={uploads.before(file.path)} />
            {isFixed ? null : (
              <button
                type="button"
                className="tg-tool"
                aria-label={t('field.fileRemove', { name: file.name })}
                onClick={() => uploads.remove(index)}
              >
                <Icon name="delete" />
              </button>
            )}
          </li>
        ))}
        {uploads.pending.map((entry) => (
          <li key={`p${entry.key}`} className="tg-upload-file" data-error={entry.error !== undefined || undefined}>
            {entry.error === undefined ? (
              <span className="tg-upload-name" role="status">
                <span className="tg-spinner" aria-hidden="true" />{' '}
                {t(entry.isTooLarge ? 'field.fileShrinking' : 'field.fileSending', { name: entry.name })}
              </span>
            ) : (
              <span className="tg-note" data-level="error" role="alert">
                {entry.error}
              </span>
            )}
            {entry.error !== undefined && entry.file ? (
              <PlainButton look="link" text={t('field.retry')} onClick={() => uploads.retry(entry)} />
            ) : null}
            <button
              type="button"
              className="tg-tool"
              aria-label={t('field.fileDismiss', { name: entry.name })}
              onClick={() => uploads.dismiss(entry)}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
      <span className="tg-hidden" aria-live="polite">
        {uploads.said}
      </span>
    </fieldset>
  );
}

function FileName({ file, preview, before }: { file: UploadedFile; preview: boolean; before: number | undefined }) {
  const t = useTranslate();
  const address = preview ? safeAddress(file.path) : undefined;
  const told = before === undefined ? sizeText(file.size) : shrunkText(t, before, file.size);
  const size = file.size > 0 ? <span className="tg-note">{told}</span> : null;
  return (
    <span className="tg-upload-name">
      {address && isImage(file.name) ? <img src={address} alt="" className="tg-upload-picture" /> : <Icon name="file" />}
      {address ? (
        <a href={address} target="_blank" rel="noreferrer">
          {file.name}
        </a>
      ) : (
        <span>{file.name}</span>
      )}
      {size}
    </span>
  );
}
