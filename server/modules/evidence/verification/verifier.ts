/** What is asked about an invoice. Days are YYYY-MM-DD, amounts decimal text. */
export interface Invoice {
  /** Empty for fully digital invoices. */
  code: string | null;
  number: string | null;
  date: string | null;
  /** Before tax. */
  amount: string | null;
  checkNumber: string | null;
  /** What the file itself says for sure, by its code or its text; not what was read of its print. */
  recognised: { number: string | null; date: string | null; amount: string | null } | undefined;
  /** How often this invoice was asked about today, this time included. */
  timesToday: number;
}

/** Entries of the dictionary invoice-verification. */
export type Verdict = 'consistent' | 'mismatch' | 'not-found' | 'over-limit' | 'same-day' | 'too-old' | 'incomplete';

/**
 * Who checks invoices (API-159). An installation with access to a checking service gives one of its own in place of the simulator: it answers
 * in the same words, and says nothing is simulated.
 */
export interface InvoiceVerifier {
  /** Kept with each result. */
  name: string;
  /** The results say nothing about real invoices, and pages say so. */
  simulated: boolean;
  /** `today`: the calendar day it is where the server counts days. Rejects where the service does not answer. */
  verify(invoice: Invoice, today: string): Promise<Verdict>;
}

/** Whether a verdict says that an invoice is genuine: '1' it is, '0' it is not, null it does not say. */
export function isReal(verdict: Verdict): '0' | '1' | null {
  if (verdict === 'consistent') return '1';
  return verdict === 'mismatch' || verdict === 'not-found' ? '0' : null;
}
