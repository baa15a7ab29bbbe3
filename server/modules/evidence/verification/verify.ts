import { sql } from 'kysely';
import type { WordedContext } from '../../../context.ts';
import { signedIn } from '../../../contracts.ts';
import { ApiError } from '../../../errors.ts';
import { record } from '../../audit/record.ts';
import { signature } from '../../changes.ts';
import { today } from '../../delegations/calendar.ts';
import { type OpenTask, requireTask } from '../actors.ts';
import { countChange, keepTicket } from '../history.ts';
import { holdOpenProjects, requireUnlocked } from '../sight.ts';
import { findTicket, type TicketRow } from '../ticket-rows.ts';
import { wordsOfEvidence } from '../words.ts';
import { simulator } from './simulator.ts';
import { type InvoiceVerifier, isReal } from './verifier.ts';

/** Who checks invoices in this installation. */
export const verifier: InvoiceVerifier = simulator;

const action = 'flow_bill_ticket_verify';

/** Checks the invoices of tickets the user sees, and keeps what was said (API-159, TICKET-02). @throws ApiError NOT_FOUND, FLOW_CLIENT_DISABLED, FLOW_PROJECT_CLOSED */
export async function verifyTickets(context: WordedContext, ids: readonly string[]) {
  const user = signedIn(context);
  const { db } = context;
  const found: { ticket: TicketRow; task: OpenTask }[] = [];
  for (const id of new Set(ids)) {
    const ticket = await findTicket(db, id);
    if (!ticket) throw new ApiError('NOT_FOUND');
    const task = await requireTask(db, { kind: 'staff', user }, Number(ticket.collectId));
    requireUnlocked(task);
    found.push({ ticket, task });
  }
  const words = await wordsOfEvidence(context);
  const { timeZone } = context.services.settings;
  const { rows } = await sql<{ day: string }>`select ${today(timeZone)}::text as day`.execute(db);
  const day = rows[0]?.day ?? '';
  const results = [];
  for (const { ticket } of found) {
    const result = await verifier.verify({ ...invoiceOf(ticket), timesToday: (await timesToday(context, ticket.id)) + 1 }, day);
    const real = isReal(result);
    await db.transaction().execute(async (transaction) => {
      await holdOpenProjects(transaction, { tasks: [Number(ticket.collectId)] });
      // The task first, as whoever changes its tickets holds it: two that begin at different ends would wait for each other.
      await transaction.selectFrom('flow_bill_collect').select('id').where('id', '=', Number(ticket.collectId)).forUpdate().execute();
      const { numUpdatedRows } = await transaction
        .updateTable('flow_bill_ticket')
        .set({ is_real: real, verify_result: result, verified_by: verifier.name, verified_at: sql<Date>`now()` })
        .where('id', '=', Number(ticket.id))
        // Values that changed meanwhile were not those that were checked.
        .where('version', '=', ticket.version)
        .executeTakeFirst();
      if (numUpdatedRows === 1n) {
        await keepTicket(transaction, ticket.id, 'checked', signature(user));
        if (result !== ticket.verifyResult) await countChange(transaction, Number(ticket.collectId));
      }
      const detail = { result, provider: verifier.name, isKept: numUpdatedRows === 1n };
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
