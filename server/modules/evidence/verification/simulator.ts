import type { InvoiceVerifier } from './verifier.ts';

/** Checks of one invoice a day, as the public checking site has them. */
const mostChecks = 5;
/** Years for which invoices can be checked. */
const years = 5;

/**
 * Plays a checking service, by rules anybody can foresee, so that every result can be seen: an invoice of today cannot be checked yet, one
 * older than five years no more; a number that ends with 0 is not found; what differs from what was read of the file does not match; after five
 * checks a day the limit is reached. Everything else is consistent. It knows nothing about real invoices.
 */
export const simulator: InvoiceVerifier = {
  name: 'simulator',
  simulated: true,
  verify({ number, date, amount, checkNumber, recognised, timesToday }, today) {
    if (number === null || date === null || (amount === null && checkNumber === null)) return Promise.resolve('incomplete');
    if (timesToday > mostChecks) return Promise.resolve('over-limit');
    if (date >= today) return Promise.resolve('same-day');
    if (date < `${Number(today.slice(0, 4)) - years}${today.slice(4)}`) return Promise.resolve('too-old');
    if (number.endsWith('0')) return Promise.resolve('not-found');
    const differs = (read: string | null | undefined, given: string | null) => read != null && given !== null && read !== given;
    const isOther = differs(recognised?.number, number) || differs(recognised?.date, date) || differs(recognised?.amount, amount);
    return Promise.resolve(isOther ? 'mismatch' : 'consistent');
  },
};
