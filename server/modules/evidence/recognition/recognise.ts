import type { Passing } from '../../../gate.ts';
import { readPages } from '../../recognition/ocr/pool.ts';
import { rowsOf } from '../../recognition/ocr/rows.ts';
import type { Recognised, Unrecognised } from '../tables.ts';
import { noValues } from './invoice-qr.ts';
import { mergedInvoice, printedInvoice } from './merged.ts';
import { ticketThreads } from './pool.ts';

/** Pages of a scan that are read: invoices have one. */
const mostPages = 2;

function nothing(reason: Unrecognised): Recognised {
  return { ...noValues, source: 'none', reason };
}

const unrecognised = {
  busy: 'busy',
  timeout: 'timeout',
  stopped: 'stopped',
  ended: 'stopped',
  memory: 'unreadable',
  unreadable: 'unreadable',
  tooLarge: 'too-large',
} as const;

/**
 * Reads a ticket file (API-158): the QR code first, then the text of a PDF, then what is printed in its pictures. Each has threads of its own,
 * bounded in time, memory and number. Whatever the file is, it resolves: with what was recognised, or with why nothing was.
 * `stopped`: nobody waits for it any more, or the reading broke off.
 */
export async function recognise(content: Uint8Array, type: string, asker: Passing = {}): Promise<Recognised> {
  const outcome = await ticketThreads.do({ content, type }, asker);
  if ('failed' in outcome) return nothing(unrecognised[outcome.failed]);
  const found = outcome.done;
  const isCode = found.source === 'qr';
  const isRead = found.source === 'pdf' || (isCode && found.ocrBuyer !== null && found.ocrSeller !== null);
  if (isRead || (found.source === 'none' && found.reason !== 'nothing')) return found;
  const print = await readPages({ content, type, mostPages }, asker);
  const invoice = mergedInvoice(isCode ? found : null, printedInvoice(print.pages.map(({ lines }) => rowsOf(lines))));
  // Half of it is not kept: it is asked for again.
  if (asker.signal?.aborted || print.problem === 'stopped') return nothing('stopped');
  // Codes are read faster, and of larger pictures: what they say stays.
  if (!invoice) return print.problem ? nothing(unrecognised[print.problem]) : found;
  const { buyerTaxNumber: _buyer, sellerTaxNumber: _seller, tax: _tax, total: _total, ...values } = invoice;
  return { ...values, reason: null };
}
