import { useEffect, useMemo, useRef, useState } from 'react';
import { useFeedback, useTranslate, useUnsavedGuard, type WidgetProps } from '../../../src/engine/index.ts';
import type { TicketUploadOptions } from '../../../src/generated/options.ts';
import { takenAs } from '../../shared/controls/fitting-file.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { Loading } from '../../shared/Loading.tsx';
import { NewTicket } from './NewTicket.tsx';
import { SavedTicket } from './SavedTicket.tsx';
import { TypePanel } from './TypePanel.tsx';
import { useLacking } from './useLacking.ts';
import { ticketsOf, useAddresses, useTickets } from './useTickets.ts';
import { textOf } from './values.ts';
import './ticket-upload.css';

/** One panel a type: files, what was read of them, what people type, and what was saved (TICKET-01 to TICKET-04). */
export function TicketUpload({ options, expose }: WidgetProps<TicketUploadOptions>) {
  const t = useTranslate();
  const feedback = useFeedback();
  const store = useTickets(options);
  const mayLack = useLacking(options);
  const [said, setSaid] = useState('');
  const { entries, edits } = store;
  const { readOnly = false, typeCode = 'ticketTypeCode', typeName = 'ticketTypeName', onChange } = options;
  const tickets = useMemo(() => ticketsOf(options.tickets), [options.tickets]);
  const hasTickets = Array.isArray(options.tickets);

  useEffect(() => {
    if (!hasTickets) return;
    store.settle(new Set(tickets.map(({ filePath }) => filePath)), new Set(tickets.map(({ id }) => id)));
  }, [store, tickets, hasTickets]);
  const open = entries.filter(({ stage }) => stage !== 'saved');
  const unsaved = open.length + Object.keys(edits).length;
  const onTheWay = open.some(({ stage }) => stage === 'waiting' || stage === 'shrinking' || stage === 'sending');
  const busy = onTheWay || open.some(({ stage }) => stage === 'reading' || stage === 'saving');
  useEffect(() => expose({ unsaved, busy }), [expose, unsaved, busy]);
  // What is at the server is kept; what is on its way would be lost, and what did not get there.
  const notSent = open.some(({ stage, file, path }) => stage === 'failed' && file !== undefined && path === undefined);
  useUnsavedGuard(onTheWay || notSent || (unsaved > 0 && !store.isKept));

  const paths = [...tickets.map(({ filePath }) => filePath), ...open.flatMap(({ path }) => path ?? [])];
  const addresses = useAddresses(options, paths);
  const latest = useRef(onChange);
  latest.current = onChange;
  const changed = async (text: string) => {
    setSaid(text);
    feedback.message('success', text);
    await latest.current?.();
  };

  const reload = async () => {
    await latest.current?.();
  };

  const ready = readOnly ? [] : open.filter(({ stage }) => stage === 'ready');
  const saveAll = async () => {
    if (!(await mayLack(ready))) return;
    let count = 0;
    for (const { key } of ready) if (await store.save(key)) count += 1;
    if (count > 0) await changed(t('ticket-upload.savedMany', { count }));
  };
  const add = (code: string, files: File[]) =>
    store.add(
      code,
      files.map((file) => {
        const { problem, isTooLarge } = takenAs(file, options);
        return problem ? { file, error: t(problem.key, problem.values) } : { file, isTooLarge };
      }),
    );

  if (!Array.isArray(options.types) || !hasTickets) return <Loading />;
  const known = new Set(options.types.map((type) => textOf(type[typeCode])));
  // Documents of a type that is no longer asked for stay in sight.
  const strange = [...new Set(tickets.map((ticket) => textOf(ticket[typeCode])))].filter((code) => !known.has(code));
  const types = [...options.types, ...strange.map((code) => ({ [typeCode]: code, [typeName]: code }))];
  return (
    <div className="tg-tickets">
      {store.isRestored ? <p className="tg-note">{t('ticket-upload.restored')}</p> : null}
      {types.map((type) => {
        const code = textOf(type[typeCode]);
        const saved = tickets.filter((ticket) => textOf(ticket[typeCode]) === code);
        const fresh = open.filter((entry) => entry.typeCode === code);
        return (
          <TypePanel
            key={code}
            name={textOf(type[typeName]) || code}
            count={saved.length}
            options={options}
            isFixed={readOnly}
            onFiles={(files) => add(code, files)}
          >
            {saved.map((ticket) => (
              <SavedTicket
                key={ticket.id}
                ticket={ticket}
                options={options}
                store={store}
                address={addresses.get(ticket.filePath)}
                isFixed={readOnly}
                onChanged={changed}
                mayLack={mayLack}
                onOutdated={reload}
              />
            ))}
            {fresh.map((entry) => (
              <NewTicket
                key={entry.key}
                entry={entry}
                options={options}
                store={store}
                address={entry.path === undefined ? undefined : addresses.get(entry.path)}
                isFixed={readOnly}
                mayLack={mayLack}
                onSaved={changed}
              />
            ))}
          </TypePanel>
        );
      })}
      {ready.length > 1 ? (
        <div className="tg-tickets-all">
          <PlainButton look="primary" text={t('ticket-upload.saveAll', { count: ready.length })} onClick={() => void saveAll()} />
        </div>
      ) : null}
      <span className="tg-hidden" aria-live="polite">
        {said}
      </span>
    </div>
  );
}
