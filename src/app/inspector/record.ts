import type { CallFailure, Client } from '../../engine/types.ts';

/** A call as it went. */
export interface CallRecord {
  call: string;
  args: unknown;
  outcome: string;
  isFailed: boolean;
}
const most = 200;

/** Notes every call from now on, with a sketch of its answer; what was sent as a body stays out of it, it may hold a password. */
export function recordCalls(client: Client, sketch: (value: unknown) => string): readonly CallRecord[] {
  const records: CallRecord[] = [];
  const original = client.call;
  client.call = async (id, args) => {
    const record: CallRecord = { call: id, args: args?.with, outcome: '...', isFailed: false };
    records.push(record);
    if (records.length > most) records.shift();
    try {
      const answer = await original(id, args);
      record.outcome = sketch(answer);
      return answer;
    } catch (error) {
      const { code, message, details } = error as CallFailure;
      record.outcome = `${code} ${message}${details === undefined ? '' : ` ${sketch(details)}`}`;
      record.isFailed = true;
      throw error;
    }
  };
  return records;
}
