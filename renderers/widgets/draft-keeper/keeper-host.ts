import type { Draft } from './draft.ts';
import type { Label } from './labels.ts';
import type { DraftConflict, DraftRecord, DraftShape } from './record.ts';

export type KeeperState = 'unread' | 'saved' | 'changed' | 'saving' | 'offline' | 'conflict' | 'refused';
export interface KeeperView {
  state: KeeperState;
  pending: number;
  conflicts: DraftConflict[];
  /** What came too late: changes nobody takes any more, beside what counts instead. */
  left: DraftConflict[];
  rejected: DraftConflict[];
  /** Once the records are gone: everything given here that was not taken in. */
  lost: DraftConflict[];
  /** Number of texts that are no values: those where they were typed, and those of before that do not stand there yet. */
  withheld: number;
  /** Sum of the versions of all records known. */
  seen: number;
  savedAt: number;
  error: { code: string; message: string } | undefined;
  /** The browser keeps what is not saved, beyond this window. */
  kept: boolean;
}
/** What the keeper asks of its surroundings; read at the moment it is needed. */
export interface KeeperHost {
  shape: DraftShape;
  debounce: number;
  batch: number;
  /** Value of a record the server does not have. */
  empty: unknown;
  /** Saves; rejects with a failure that has code, status and, for CONFLICT, data. */
  save: (changes: DraftRecord[]) => Promise<unknown>;
  load?: (cursor: string | undefined) => Promise<unknown>;
  onSaved: (records: DraftRecord[]) => unknown;
  onMerge: (records: DraftRecord[]) => unknown;
  onLoad: (answer: Record<string, unknown>) => unknown;
  onRefused: (error: { code: string; message: string }) => unknown;
  /** The server will never take these records. */
  onRejected: (records: DraftRecord[]) => unknown;
  /** Somebody decided between two answers: it may have consequences like every other choice. */
  onDecided: (record: DraftRecord, instead: DraftRecord) => unknown;
  /** Texts kept from before that are no values; one whose value is null gave way to the value of somebody else. */
  onWithheld: (records: DraftRecord[]) => unknown;
  /** Asked while the records are there: a page whose records are gone cannot tell any more. */
  labelOf: (record: DraftRecord) => Label;
  onView: () => void;
}

/** What people are told about saving: the gravest that holds. */
function stateOf(
  pending: number,
  conflicts: number,
  { isStarted, isRefused, isOffline, isSaving }: Record<'isStarted' | 'isRefused' | 'isOffline' | 'isSaving', boolean>,
): KeeperState {
  if (isRefused) return 'refused';
  if (isOffline && pending > 0) return 'offline';
  if (isSaving) return 'saving';
  if (conflicts > 0) return 'conflict';
  if (pending > 0) return 'changed';
  // What the browser kept is not known before.
  return isStarted ? 'saved' : 'unread';
}

type How = Pick<KeeperView, 'savedAt' | 'error' | 'kept'> & Record<'isStarted' | 'isClosed' | 'isGone' | 'isOffline' | 'isSaving', boolean>;

/** How it stands with what was changed. */
export function viewOf(draft: Draft, { isStarted, isClosed, isGone, isOffline, isSaving, savedAt, error, kept }: How): KeeperView {
  const { pending, conflicts } = draft;
  const isRefused = error !== undefined || (isClosed && pending > 0);
  return {
    state: stateOf(pending, conflicts.length, { isStarted, isRefused, isOffline, isSaving }),
    pending,
    conflicts: isClosed ? [] : conflicts,
    left: isClosed && !isGone ? draft.left : [],
    rejected: isGone ? [] : draft.rejected,
    lost: isGone ? draft.untaken : [],
    withheld: draft.withheld.records.length,
    seen: draft.seen,
    savedAt,
    error,
    kept,
  };
}

/** What is shown counts as settled first: otherwise the new value would be one more difference to the one here. */
export function showTheirs(host: KeeperHost, pairs: readonly DraftConflict[]): void {
  host.onSaved(pairs.map(({ mine }) => mine));
  host.onMerge(pairs.map(({ theirs }) => theirs));
}

/** `isCovered`: what is no value stands over mine, and gives way to theirs. */
export function tellDecided(
  host: KeeperHost,
  { mine, theirs }: DraftConflict,
  { take, isCovered }: { take: 'mine' | 'theirs'; isCovered: boolean },
): void {
  if (take === 'mine') {
    host.onDecided(mine, theirs);
    return;
  }
  showTheirs(host, [{ mine, theirs }]);
  if (isCovered) host.onWithheld([{ ...mine, [host.shape.valueField]: null }]);
  host.onDecided(theirs, mine);
}

const ignore = (): void => undefined;
/** Nobody is told anything any more. */
export const deaf = {
  onSaved: ignore,
  onMerge: ignore,
  onLoad: ignore,
  onRefused: ignore,
  onRejected: ignore,
  onDecided: ignore,
  onWithheld: ignore,
  onView: ignore,
};
