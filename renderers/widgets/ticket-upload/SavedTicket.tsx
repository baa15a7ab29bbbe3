import { useState } from 'react';
import { useClient, useFeedback, useTranslate } from '../../../src/engine/index.ts';
import type { TicketUploadOptions } from '../../../src/generated/options.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { TagLabel } from '../../shared/TagLabel.tsx';
import { Source } from './NewTicket.tsx';
import { Picture } from './Picture.tsx';
import type { TicketStore } from './store.ts';
import type { Ticket } from './useTickets.ts';
import { ValueFields } from './ValueFields.tsx';
import { cleaned, faultsOf, textOf, valuesOf } from './values.ts';

/** A saved document: its values can be changed, and it can be deleted, as long as that is open. */
export function SavedTicket(props: {
  ticket: Ticket;
  options: TicketUploadOptions;
  store: TicketStore;
  address: string | undefined;
  isFixed: boolean;
  onChanged: (text: string) => Promise<void>;
}) {
  const { ticket, options, store, address, isFixed } = props;
  const t = useTranslate();
  const client = useClient();
  const feedback = useFeedback();
  const [work, setWork] = useState<'saving' | 'removing'>();
  const [problem, setProblem] = useState<string>();
  const [isChecked, setChecked] = useState(false);
  const { fields, pass, update, remove } = options;
  const saved = valuesOf(fields, pass, ticket);
  const values = store.edits[ticket.id] ?? saved;
  const isChanged = store.edits[ticket.id] !== undefined;
  const name = ticket.originName;

  const attempt = async (kind: 'saving' | 'removing', call: () => Promise<unknown>, text: string) => {
    setWork(kind);
    setProblem(undefined);
    try {
      await call();
      store.edit(ticket.id, undefined, saved);
      await props.onChanged(text);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setWork(undefined);
    }
  };
  const save = async () => {
    setChecked(true);
    if (!update || Object.keys(faultsOf(fields, pass, values)).length > 0) return;
    const body = update.body({ ticket, values: cleaned(fields, values) });
    await attempt('saving', () => client.call(update.call, { body }), t('ticket-upload.savedOne', { name }));
  };
  const take = async () => {
    if (!remove) return;
    const words = () => ({ text: t('ticket-upload.confirmRemove', { name }), okText: t('ticket-upload.remove') });
    if (!(await feedback.dialog({ level: 'confirm', words, danger: true }))) return;
    await attempt('removing', () => client.call(remove.call, { body: remove.body({ ticket }) }), t('ticket-upload.removed', { name }));
  };

  const twins = Array.isArray(ticket.duplicates) ? ticket.duplicates.map((twin) => textOf(twin?.taskName)).filter(Boolean) : [];
  return (
    <li className="tg-tickets-card" data-stage="saved" aria-label={name}>
      <Picture name={name} address={address} />
      <div className="tg-tickets-body">
        <div className="tg-tickets-title">
          <strong>{name}</strong>
          <TagLabel text={t(isChanged ? 'ticket-upload.changed' : 'ticket-upload.saved')} tone={isChanged ? 'warning' : 'success'} />
        </div>
        {twins.length > 0 ? (
          <p className="tg-note" data-level="warning">
            {t('ticket-upload.duplicate', { names: twins.join(t('layout.listSeparator')) })}
          </p>
        ) : null}
        <Source recognised={ticket} />
        <ValueFields
          name={name}
          options={options}
          values={values}
          recognised={ticket}
          isFixed={isFixed || !update || work !== undefined}
          isChecked={isChecked}
          onType={(next) => store.edit(ticket.id, next, saved)}
        />
        <Facts ticket={ticket} options={options} />
        {problem === undefined ? null : (
          <p className="tg-note" data-level="error" role="alert">
            {problem}
          </p>
        )}
        {isFixed ? null : (
          <div className="tg-tickets-buttons">
            {isChanged ? (
              <>
                <PlainButton
                  look="primary"
                  text={t('ticket-upload.save')}
                  aria-label={`${t('ticket-upload.save')}: ${name}`}
                  busy={work === 'saving'}
                  onClick={() => void save()}
                />
                <PlainButton look="text" text={t('ticket-upload.undo')} onClick={() => store.edit(ticket.id, undefined, saved)} />
              </>
            ) : null}
            {remove ? (
              <PlainButton
                look="text"
                danger
                text={t('ticket-upload.remove')}
                aria-label={`${t('ticket-upload.remove')}: ${name}`}
                busy={work === 'removing'}
                onClick={() => void take()}
              />
            ) : null}
          </div>
        )}
      </div>
    </li>
  );
}

function Facts({ ticket, options }: { ticket: Ticket; options: TicketUploadOptions }) {
  const facts = (options.facts ?? []).flatMap(({ label, value }) => {
    const text = textOf(value({ ticket }));
    return text === '' ? [] : [{ label, text }];
  });
  if (facts.length === 0) return null;
  return (
    <dl className="tg-tickets-facts">
      {facts.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
