import { ApiError } from '../../errors.ts';
import type { FileOwner } from '../files/owners.ts';
import { holdsAll } from '../identity/rights.ts';
import { requireProcess } from './processes.ts';

/** Files of a process are seen by who sees the process. They come and go with its rows, never by themselves: not through the calls for any file. */
export const flowFileOwner: FileOwner = {
  menu: 'flow-process',
  async requireSight({ db }, user, processId) {
    if (!/^\d{1,15}$/.test(processId) || !holdsAll(user, ['flow:process:list'])) throw new ApiError('NOT_FOUND');
    await requireProcess(db, user, processId);
  },
  async requireChange(within, user, processId) {
    await flowFileOwner.requireSight(within, user, processId);
    throw new ApiError('FORBIDDEN');
  },
};
