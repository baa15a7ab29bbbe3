import { useEffect, useState } from 'react';
import { formatDate } from '../../../src/core/dates.ts';
import { useTranslate, useUnsavedGuard, type WidgetProps } from '../../../src/engine/index.ts';
import type { AudioRecorderOptions } from '../../../src/generated/options.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { useRecorder } from './useRecorder.ts';
import './audio-recorder.css';

/** Records the microphone, lets people listen to it, and hands the recording to an action. */
export function AudioRecorder({ options, expose }: WidgetProps<AudioRecorderOptions>) {
  const t = useTranslate();
  const { text, disabled, maxSeconds = 600 } = options;
  const { state, problem, seconds, recording, start, stop, discard } = useRecorder(
    maxSeconds,
    () => `${t('field.recording')} ${formatDate(Date.now(), 'YYYY-MM-DD HH-mm')}`,
  );
  const [busy, setBusy] = useState(false);
  const isOpen = state === 'recording' || state === 'kept';
  useEffect(() => expose({ recording: isOpen }), [expose, isOpen]);
  useUnsavedGuard(isOpen);

  const send = async () => {
    if (!recording) return;
    setBusy(true);
    try {
      const { file } = recording;
      const outcome = await options.onFile({ file, name: file.name, size: file.size });
      if (outcome.status === 'done') discard();
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="tg-audio-recorder">
      {isOpen ? null : (
        <PlainButton
          text={text ?? t('field.record')}
          icon="audio"
          busy={state === 'asking'}
          blocked={disabled}
          onClick={() => void start()}
        />
      )}
      {state === 'recording' ? (
        <>
          <span className="tg-audio-recorder-dot" aria-hidden="true" />
          <span role="timer">{t('field.recordingFor', { time: clock(seconds), most: clock(maxSeconds) })}</span>
          <PlainButton text={t('field.recordStop')} look="primary" onClick={stop} />
          <PlainButton text={t('field.recordDiscard')} look="text" onClick={discard} />
        </>
      ) : null}
      {state === 'kept' && recording ? (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: nobody knows yet what was said */}
          <audio controls src={recording.address} aria-label={recording.file.name} />
          <PlainButton text={options.sendText ?? t('field.recordSend')} look="primary" busy={busy} onClick={() => void send()} />
          <PlainButton text={t('field.recordDiscard')} look="text" blocked={busy} onClick={discard} />
        </>
      ) : null}
      {problem ? (
        <p className="tg-note" data-level="error" role="alert">
          {t(`field.record.${problem}`)}
        </p>
      ) : null}
    </div>
  );
}

function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
