import { useFeedback, useTranslate } from '../../../src/engine/index.ts';
import type { TicketUploadOptions } from '../../../src/generated/options.ts';
import { shrunkText } from '../../shared/controls/fitting-file.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { TagLabel } from '../../shared/TagLabel.tsx';
import { Picture } from './Picture.tsx';
import type { Entry, TicketStore } from './store.ts';
import type { MayLack } from './useLacking.ts';
import { ValueFields } from './ValueFields.tsx';
import { textOf } from './values.ts';

/** A file on its way, or one that waits to be saved. */
export function NewTicket(props: {
  entry: Entry;
  options: TicketUploadOptions;
  store: TicketStore;
  address: string | undefined;
  /** Nothing is taken any more: it can be looked at and thrown away. */
  isFixed: boolean;
  mayLack: MayLack;
  onSaved: (text: string) => Promise<void>;
}) {
  const { entry, options, store, address, isFixed } = props;
  const t = useTranslate();
  const feedback = useFeedback();
  const { key, name, stage } = entry;
  const isThere = stage === 'ready' || stage === 'saving';

  const discard = async () => {
    if (isThere) {
      const words = () => ({ text: t('ticket-upload.confirmDiscard', { name }), okText: t('ticket-upload.discard') });
      if (!(await feedback.dialog({ level: 'confirm', words, danger: true }))) return;
    }
    await store.discard(key).catch((error: unknown) => {
      feedback.message('warning', error instanceof Error ? error.message : String(error));
    });
  };
  const save = async () => {
    if (!(await props.mayLack([entry]))) return;
    if (await store.save(key)) await props.onSaved(t('ticket-upload.savedOne', { name }));
  };

  return (
    <li className="tg-tickets-card" data-stage={stage} aria-label={name}>
      <Picture name={name} address={address} />
      <div className="tg-tickets-body">
        <div className="tg-tickets-title">
          <strong>{name}</strong>
          {isThere ? <TagLabel text={t('ticket-upload.unsaved')} tone="warning" /> : null}
        </div>
        {isThere ? null : <Progress entry={entry} />}
        {entry.error === undefined ? null : (
          <p className="tg-note" data-level="error" role="alert">
            {stage === 'failed' && entry.file ? t('ticket-upload.failed', { name, reason: entry.error }) : entry.error}
          </p>
        )}
        {entry.before === undefined ? null : (
          <p className="tg-note" role="status">
            {shrunkText(t, entry.before, entry.size)}
          </p>
        )}
        {entry.twins.length > 0 ? (
          <p className="tg-note" data-level="warning" role="status">
            {t('ticket-upload.duplicate', { names: entry.twins.join(t('layout.listSeparator')) })}
          </p>
        ) : null}
        {isThere ? (
          <>
            <Source recognised={entry.recognised} />
            <ValueFields
              name={name}
              options={options}
              values={entry.values}
              recognised={entry.recognised}
              isFixed={isFixed || stage === 'saving'}
              isChecked={entry.isChecked}
              onType={(values) => store.type(key, values)}
            />
          </>
        ) : null}
        <div className="tg-tickets-buttons">
          {isThere && !isFixed ? (
            <PlainButton
              look="primary"
              text={t('ticket-upload.save')}
              aria-label={`${t('ticket-upload.save')}: ${name}`}
              busy={stage === 'saving'}
              onClick={() => void save()}
            />
          ) : null}
          {stage === 'failed' && entry.file && !isFixed ? (
            <PlainButton
              text={t('ticket-upload.retry')}
              aria-label={`${t('ticket-upload.retry')}: ${name}`}
              onClick={() => store.retry(key)}
            />
          ) : null}
          {stage === 'ready' && !isFixed && sourceOf(entry.recognised) === 'failed' ? (
            <PlainButton
              text={t('ticket-upload.readAgain')}
              aria-label={`${t('ticket-upload.readAgain')}: ${name}`}
              onClick={() => store.readAgain(key)}
            />
          ) : null}
          <PlainButton
            look="text"
            text={t('ticket-upload.discard')}
            aria-label={`${t('ticket-upload.discard')}: ${name}`}
            blocked={stage === 'saving'}
            onClick={() => void discard()}
          />
        </div>
      </div>
    </li>
  );
}

function Progress({ entry: { stage, share, name } }: { entry: Entry }) {
  const t = useTranslate();
  if (stage === 'failed') return null;
  const percent = Math.floor(share * 100);
  const text =
    stage === 'waiting'
      ? t('ticket-upload.waiting', { name })
      : stage === 'shrinking'
        ? t('field.fileShrinking', { name })
        : stage === 'sending'
          ? t('ticket-upload.sending', { name, percent })
          : t('ticket-upload.reading');
  return (
    <div className="tg-tickets-progress" role="status">
      <progress aria-label={text} max={100} value={stage === 'reading' || stage === 'shrinking' ? undefined : percent} />
      <span className="tg-note">{text}</span>
    </div>
  );
}

/** Where the recognised values come from, or that they are to be typed. */
export function Source({ recognised }: { recognised: Readonly<Record<string, unknown>> }) {
  const t = useTranslate();
  const source = sourceOf(recognised);
  return source === undefined ? null : <p className="tg-note">{t(`ticket-upload.source.${source}`)}</p>;
}

/** The text that tells where values come from; undefined where nothing read the file. */
function sourceOf(recognised: Readonly<Record<string, unknown>>): string | undefined {
  const source = textOf(recognised.source ?? recognised.ocrSource);
  if (source !== 'none') return source === '' ? undefined : source;
  const reason = textOf(recognised.reason);
  if (reason === 'too-large') return 'tooLarge';
  return reason === '' || reason === 'nothing' ? 'none' : 'failed';
}
