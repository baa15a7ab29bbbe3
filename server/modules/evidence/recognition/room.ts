import { ApiError } from '../../../errors.ts';

/** Files of one link that are read at the same time, or wait for it. A page sends two at once. */
const most = 6;
const reading = new Map<number, number>();

/** Reads for a link, so that it leaves room for others in the row all files wait in. @throws ApiError TOO_MANY_REQUESTS, and what `read` throws */
export async function leavingRoom<T>(linkId: number, read: () => Promise<T>): Promise<T> {
  const before = reading.get(linkId) ?? 0;
  if (before >= most) throw new ApiError('TOO_MANY_REQUESTS');
  reading.set(linkId, before + 1);
  try {
    return await read();
  } finally {
    const left = (reading.get(linkId) ?? 1) - 1;
    if (left > 0) reading.set(linkId, left);
    else reading.delete(linkId);
  }
}
