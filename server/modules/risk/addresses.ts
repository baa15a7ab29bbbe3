import { checkRule } from '../../../src/core/index.ts';
import type { RuleDocument } from '../../../src/core/types.ts';
import type { Context } from '../../context.ts';
import type { ErrorDetail } from '../../errors.ts';

/** An e-mail address as it is kept: without white space around it, its domain in lower case; null for none. */
export function keptAddress(given: string | null | undefined): string | null {
  const address = given?.trim() ?? '';
  const at = address.lastIndexOf('@') + 1;
  return address === '' ? null : address.slice(0, at) + address.slice(at).toLowerCase();
}

/** By which addresses are compared: nobody has two mailboxes that differ in capitals only. '' for none. */
export function mailboxOf(given: string | null | undefined): string {
  return keptAddress(given)?.toLowerCase() ?? '';
}

/** Addresses of a list that an earlier row has already. */
export function repeatedAddresses(given: readonly (string | null | undefined)[], fieldOf: (index: number) => string): ErrorDetail[] {
  const mailboxes = given.map(mailboxOf);
  return mailboxes.flatMap((mailbox, index) => {
    const first = mailboxes.indexOf(mailbox);
    if (mailbox === '' || first === index) return [];
    const row = String(first + 1);
    return [{ field: fieldOf(index), message: `is the same as in row ${row}`, key: 'evaluation.addressTwice', values: { row } }];
  });
}

/** What is wrong with an address in a field; nothing when there is none. */
export function addressProblems(
  { documents }: Pick<Context['services'], 'documents'>,
  field: string,
  given: string | null | undefined,
): ErrorDetail[] {
  const address = keptAddress(given);
  const rule = documents.get('rule', 'email') as RuleDocument | undefined;
  if (address === null || !rule || !checkRule(rule, address)) return [];
  return [{ field, message: 'is no e-mail address', key: 'rule.email' }];
}
