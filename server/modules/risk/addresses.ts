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
