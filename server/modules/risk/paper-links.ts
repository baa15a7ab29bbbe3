import type { Principal } from '../../contracts.ts';
import { holdsAll } from '../identity/rights.ts';
import { type ItemAnswer, submitted } from './items.ts';

/** Whoever sends papers, and may have their links. */
export const sends = 'risk:questionnaire:add';

/**
 * A paper as the reader may see it: its link opens it for answering, in the name of whom it was sent to. Whoever only looks has it once it was
 * submitted: a deadline can be moved.
 */
export function seenBy<Item extends Pick<ItemAnswer, 'uuid' | 'state'>>(
  user: Principal,
  item: Item,
): Item | (Omit<Item, 'uuid'> & { uuid: null }) {
  return item.state === submitted || holdsAll(user, [sends]) ? item : { ...item, uuid: null };
}
