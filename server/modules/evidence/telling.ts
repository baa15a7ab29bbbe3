import { addTo } from '../../../src/core/lists.ts';
import type { WordedContext } from '../../context.ts';
import { signedIn } from '../../contracts.ts';
import type { Database } from '../../database/connection.ts';
import { languageOf } from '../../language.ts';
import { sendMail } from '../../mail/send.ts';
import { publicOrigin } from '../../public-origin.ts';
import { record } from '../audit/record.ts';
import { managing } from '../flow/rights.ts';
import { letter } from '../registration/letters.ts';
import { findLinksOf } from './link-rows.ts';
import type { TaskRow } from './task-rows.ts';

/** Most tasks a letter names; of the others it says how many. */
const mostNamed = 20;

/**
 * Puts a letter into the outbox for each dealer whose tickets were rejected: which tasks, why, and the URL to upload again. Dealers without an address, and
 * those whose link is revoked or over, get none. Tells how many letters there are.
 */
export async function mailRejection(
  transaction: Database,
  context: WordedContext,
  tasks: readonly TaskRow[],
  reason: string,
): Promise<number> {
  const { documents, settings } = context.services;
  const named = new Map<string, string[]>();
  for (const { reviewObjectId, taskName } of tasks) addTo(named, reviewObjectId, taskName);
  const links = await findLinksOf(transaction, [...named.keys()], settings.timeZone);
  let count = 0;
  for (const link of links) {
    if (link.email === null || link.url === null || link.closed) continue;
    const names = named.get(link.reviewObjectId) ?? [];
    const more = names.length > mostNamed ? [`… (${names.length})`] : [];
    const values = {
      ...{ dealer: link.dealerName, client: link.clientName, batch: link.checkBatch, until: link.endDate, reason },
      ...{ tasks: [...names.slice(0, mostNamed), ...more], link: publicOrigin(settings, context.reply.request) + link.url },
    };
    const text = letter(documents, languageOf(context), 'evidenceRejected', values);
    await sendMail(transaction, { to: link.email, permission: managing, ...text });
    const detail = { to: link.email, checkBatch: link.checkBatch, dealerName: link.dealerName, rejected: names.length };
    const entry = { action: 'flow_ticket_url_mail', targetType: 'flow_ticket_url', targetId: link.id, actor: signedIn(context), detail };
    await record(transaction, context, entry);
    count += 1;
  }
  return count;
}
