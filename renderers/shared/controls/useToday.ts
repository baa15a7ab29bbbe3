import dayjs from 'dayjs';
import { useEngine } from '../../../src/engine/index.ts';

/** Tells the day it is, YYYY-MM-DD, as `today()` of documents does: by the calendar of the installation, which may be a day off the one of the browser. */
export function useToday(): () => string {
  const { host } = useEngine();
  return () => String(host.functions.today?.() ?? dayjs().format('YYYY-MM-DD'));
}
