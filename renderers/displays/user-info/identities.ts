import type { UserInfoOptions } from '../../../src/generated/options.ts';
import { listOf } from '../../shared/list.ts';

/** One name the user may work under; `value` is empty for their own. */
export interface Identity {
  value: string;
  label: string;
  selected: boolean;
}

/** The user's own name and those of the people they may act as (TOPBAR-05, TOPBAR-06); nothing where there is no choice. */
export function identitiesOf(
  options: Pick<UserInfoOptions, 'identities' | 'identityValue' | 'identityLabel' | 'identity' | 'ownLabel'>,
): Identity[] {
  const { identityValue = 'username', identityLabel = 'name', ownLabel } = options;
  const current = options.identity ?? '';
  const others = listOf<Record<string, unknown>>(options.identities).flatMap((person) => {
    const value = String(person[identityValue] ?? '');
    return value === '' ? [] : [{ value, label: String(person[identityLabel] || person.name || value), selected: value === current }];
  });
  if (others.length === 0) return [];
  return [{ value: '', label: ownLabel ?? '', selected: current === '' }, ...others];
}
