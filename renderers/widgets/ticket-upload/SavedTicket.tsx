import { useState } from 'react';
import { isObject } from '../../../src/core/json-object.ts';
import { type CallFailure, useClient, useFeedback, useTranslate } from '../../../src/engine/index.ts';
import type { TicketUploadOptions } from '../../../src/generated/options.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { TagLabel } from '../../shared/TagLabel.tsx';
import { Source } from './NewTicket.tsx';
import { Picture } from './Picture.tsx';
import type { TicketStore } from './store.ts';
import type { MayLack } from './useLacking.ts';
import { isOutdated, type Ticket } from './useTickets.ts';
import { ValueFields } from './ValueFields.tsx';
import { cleaned, faultsOf, isContested, merged, textOf, type Values, valuesOf } from './values.ts';

/** A saved document: its values can be changed, and it can be deleted, as long as that is open. */
export function SavedTicket(props: {
  ticket: Ticket;
  options: TicketUploadOptions;
  store: TicketStore;
  address: string | undefined;
  isFixed: boolean;
  mayLack: MayLack;
  onChanged: (text: string) => Promise<void>;
  /** What is saved may be another by now. */
  onOutdated: () => Promise<void>;
}) {
  const { ticket, options, store, address, isFixed } = props;
  const t = useTranslate();
  const client = useClient();
  const feedback = useFeedback();
  const [work, setWork] = useState<'saving' | 'removing'>();
  const [problem, setProblem] = useState<string>();
  const [isDisputed, setDisputed] = useState(false);
  const [isChecked, setChecked] = useState(false);
  const { fields, pass, update, remove } = options;
  const saved = valuesOf(fields, pass, ticket);
  const edit = store.edits[ticket.id];
  // What nobody typed over is what is saved by now.
  const values = edit ? merged(edit.values, edit.base, saved) : saved;
  const isChanged = edit !== undefined;
  const isTold = isDisputed || (edit !== undefined && isContested(edit, saved));
  const name = ticket.originName;

  const attempt = async (kind: 'saving' | 'removing', call: () => Promise<unknown>, text: string) => {
    setWork(kind);
    setProblem(undefined);
    setDisputed(false);
    try {
      await call();
      store.edit(ticket.id, undefined, saved);
      await props.onChanged(text);
    } catch (error) {
      const { code, data, status } = error as Partial<CallFailure>;
      if (code !== 'CONFLICT') {
        const text = error instanceof Error ? error.message : String(error);
        setProblem(text);
        if (!isOutdated(status)) return;
        // What is gone cannot say so itself.
        if (status === 404) feedback.message('warning', text);
        return await props.onOutdated();
      }
      const now = isObject(data) ? valuesOf(fields, pass, data) : saved;
      if (isChanged) store.edit(ticket.id, merged(values, saved, now), now);
      setDisputed(true);
      await props.onOutdated();
    } finally {
      setWork(undefined);
    }
  };
  const save = async () => {
    setChecked(true);
    if (!update || Object.keys(faultsOf(fields, pass, values)).length > 0) return;
    const document = { name, typeCode: textOf(ticket[options.typeCode ?? 'ticketTypeCode']), values, saved };
    if (!(await props.mayLack([document]))) return;
    const body = update.body({ ticket, values: cleaned(fields, values) });
    await attempt('saving', () => client.call(update.call, { body }), t('ticket-upload.savedOne', { name }));
  };
  const undo = () => {
    store.edit(ticket.id, undefined, saved);
    setDisputed(false);
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
        {isTold ? (
          <div className="tg-note" data-level="error" role="alert">
            {t(isChanged ? 'ticket-upload.conflict' : 'ticket-upload.conflictOther')}
            {isChanged ? <Differences options={options} saved={saved} values={values} /> : null}
          </div>
        ) : null}
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
                <PlainButton look="text" text={t('ticket-upload.undo')} onClick={undo} />
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

/** The values that are saved where others were typed. */
function Differences({ options: { fields, pass }, saved, values }: { options: TicketUploadOptions; saved: Values; values: Values }) {
  const t = useTranslate();
  const passes = pass ? [{ ...pass, show: (value: string) => (value === '0' ? pass.no : pass.yes) }] : [];
  const all = [
    ...fields.map(({ name, label }) => ({ name, label, show: (value: string) => value })),
    ...passes.flatMap(({ name, label, show, reasonName, reasonLabel }) => [
      { name, label, show },
      { name: reasonName, label: reasonLabel, show: (value: string) => value },
    ]),
  ];
  const others = all.filter(({ name }) => (saved[name] ?? '') !== (values[name] ?? ''));
  return (
    <ul>
      {others.map(({ name, label, show }) => (
        <li key={name}>{t('engine.conflictLine', { label, value: show(saved[name] ?? '') || t('engine.conflictEmpty') })}</li>
      ))}
    </ul>
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
