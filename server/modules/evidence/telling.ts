import { addTo } from '../../../src/core/lists.ts';
import type { Language } from '../../../src/core/types.ts';
import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { languageOf } from '../../language.ts';
import { sendMail } from '../../mail/send.ts';
import { publicOrigin } from '../../public-origin.ts';
import { record } from '../audit/record.ts';
import { managing } from '../flow/rights.ts';
import { letter, linesIn } from '../registration/letters.ts';
import { findLinksOf, type LinkRow } from './link-rows.ts';
import type { TaskRow } from './task-rows.ts';

interface LinkLetter {
  name: 'evidence' | 'evidenceRejected';
  to: string;
  url: string;
  /** Default that of the reader. */
  language?: Language | undefined;
  /** What the letter says besides batch, client, dealer, day, time zone and link. */
  more?: Readonly<Record<string, string | readonly string[]>>;
  /** What the log says besides. */
  detail?: Readonly<Record<string, unknown>>;
}

/** Puts a letter with the URL of a link into the outbox, and says so in the log. */
export async function sendLink(
  transaction: Database,
  context: WordedContext,
  link: LinkRow,
  { name, to, url, language = languageOf(context), more, detail }: LinkLetter,
): Promise<void> {
  const { documents, settings } = context.services;
  const about = { dealer: link.dealerName, client: link.clientName, batch: link.checkBatch, until: link.endDate, zone: settings.timeZone };
  const values = { ...about, ...more, link: publicOrigin(settings, context.reply.request) + url };
  await sendMail(transaction, { to, permission: managing, ...letter(documents, language, name, values) });
  const entry = { action: 'flow_ticket_url_mail', targetType: 'flow_ticket_url', targetId: link.id, actor: signedIn(context) };
  await record(transaction, context, { ...entry, detail: { to, checkBatch: link.checkBatch, dealerName: link.dealerName, ...detail } });
}

/** Most tasks a letter names. */
const mostNamed = 20;

export interface Mailed {
  /** Letters in the outbox. */
  mailed: number;
  /** Dealers no letter goes to. */
  unreached: string[];
}

/**
 * Writes to the dealers whose tickets were rejected: which tasks, why, and the URL to upload again. Dealers without an address get no letter, nor do those
 * whose link is revoked or over: it would open nothing.
 */
export async function mailRejection(
  transaction: Database,
  context: WordedContext,
  tasks: readonly TaskRow[],
  { reason, language }: { reason: string; language?: Language | undefined },
): Promise<Mailed> {
  const rejected = new Map<string, TaskRow[]>();
  for (const task of tasks) addTo(rejected, task.reviewObjectId, task);
  const links = await findLinksOf(transaction, [...rejected.keys()], context.services.settings.timeZone);
  const unreached = new Set<string>();
  let mailed = 0;
  for (const [objectId, own] of rejected) {
    const link = links.find(({ reviewObjectId }) => reviewObjectId === objectId);
    if (!link || link.email === null || link.url === null || link.closed) {
      for (const { dealerName } of own) unreached.add(dealerName);
      continue;
    }
    const names = own.map(({ taskName }) => taskName);
    const rest = names.length > mostNamed ? [`… +${names.length - mostNamed}`] : [];
    const more = { reason: linesIn(reason), tasks: [...names.slice(0, mostNamed), ...rest] };
    const detail = { rejected: names.length };
    await sendLink(transaction, context, link, { name: 'evidenceRejected', to: link.email, url: link.url, language, more, detail });
    mailed += 1;
  }
  return { mailed, unreached: [...unreached] };
}
