import { sql } from 'kysely';
import type { WordedContext } from '../../../context.ts';
import { signedIn } from '../../../contracts.ts';
import { ApiError } from '../../../errors.ts';
import { record } from '../../audit/record.ts';
import { signature } from '../../changes.ts';
import { today } from '../../delegations/calendar.ts';
import { requireOpenTask, requireTask } from '../actors.ts';
import { countChange, keepTicket } from '../history.ts';
import { requireUnlocked } from '../sight.ts';
import { status } from '../tables.ts';
import { findTicket, type TicketRow } from '../ticket-rows.ts';
import { wordsOfEvidence } from '../words.ts';
import { simulator } from './simulator.ts';
import { type InvoiceVerifier, isReal } from './verifier.ts';

/** Who checks invoices in this installation. */
export const verifier: InvoiceVerifier = simulator;

const action = 'flow_bill_ticket_verify';

/**
 * Checks the invoices of tickets the user sees, and keeps what was said (API-159, TICKET-02). A result that does not say
 * whether an invoice is genuine is answered and logged, and does not take the place of one that does.
 * @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED, TASK_COMPLETED
 */
export async function verifyTickets(context: WordedContext, ids: readonly string[]) {
  const user = signedIn(context);
  const actor = { kind: 'staff', user } as const;
  const { db } = context;
  const found: TicketRow[] = [];
  for (const id of new Set(ids)) {
    const ticket = await findTicket(db, id);
    if (!ticket) throw new ApiError('NOT_FOUND');
    const task = await requireTask(db, actor, Number(ticket.collectId));
    requireUnlocked(task);
    if (task.status === status.completed) throw new ApiError('TASK_COMPLETED');
    found.push(ticket);
  }
  const words = await wordsOfEvidence(context);
  const { timeZone } = context.services.settings;
  const { rows } = await sql<{ day: string }>`select ${today(timeZone)}::text as day`.execute(db);
  const day = rows[0]?.day ?? '';
  const results = [];
  for (const ticket of found) {
    const result = await verifier.verify({ ...invoiceOf(ticket), timesToday: (await timesToday(context, ticket.id)) + 1 }, day);
    const real = isReal(result);
    await db.transaction().execute(async (transaction) => {
      // The task first, as whoever changes its tickets holds it: two that begin at different ends would wait for each other.
      await requireOpenTask(transaction, actor, Number(ticket.collectId));
      const now = await findTicket(transaction, ticket.id);
      // Values that changed meanwhile were not those that were checked.
      const isOfNow = now?.version === ticket.version;
      const isKept = isOfNow && (real !== null || now.isReal === '');
      if (isKept) {
        await transaction
          .updateTable('flow_bill_ticket')
          .set({ is_real: real, verify_result: result, verified_by: verifier.name, verified_at: sql<Date>`now()` })
          .where('id', '=', Number(ticket.id))
          .execute();
        if (result !== now.verifyResult) await countChange(transaction, Number(ticket.collectId));
      }
      if (isOfNow) await keepTicket(transaction, ticket.id, 'checked', signature(user), result);
      const detail = { result, provider: verifier.name, isKept };
      await record(transaction, context, {
        action,
        targetType: 'flow_bill_ticket',
        targetId: ticket.id,
        targetName: ticket.originName,
        actor: user,
        detail,
      });
    });
    results.push({ id: ticket.id, result, resultName: words.label('invoice-verification', result), isReal: real ?? ('' as const) });
  }
  return { provider: verifier.name, simulated: verifier.simulated, results };
}

function invoiceOf(ticket: TicketRow) {
  const { ocrNum, ocrDate, ocrAmount } = ticket;
  // What was read of print can be misread: whoever corrects it says nothing against the invoice.
  const isRead = ticket.ocrSource === 'qr' || ticket.ocrSource === 'qrOcr' || ticket.ocrSource === 'pdf';
  return {
    code: ticket.ticketCode,
    number: ticket.ticketNum,
    date: ticket.ticketDate,
    amount: ticket.ticketAmount,
    checkNumber: ticket.checkNum,
    recognised: isRead ? { number: ocrNum, date: ocrDate, amount: ocrAmount } : undefined,
  };
}

async function timesToday({ db, services }: WordedContext, id: string): Promise<number> {
  const { timeZone } = services.settings;
  const { count } = await db
    .selectFrom('audit_log')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('action', '=', action)
    .where('target_id', '=', id)
    .where(sql<boolean>`(at at time zone ${timeZone})::date = ${today(timeZone)}`)
    .executeTakeFirstOrThrow();
  return count;
}
