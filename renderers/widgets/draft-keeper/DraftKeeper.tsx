import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  type CallArguments,
  plain,
  sameValue,
  useClient,
  useController,
  useFeedback,
  useTranslate,
  useUnsavedGuard,
  useVisible,
  type WidgetProps,
} from '../../../src/engine/index.ts';
import type { DraftKeeperOptions } from '../../../src/generated/options.ts';
import { PlainButton } from '../../shared/controls/PlainButton.tsx';
import { Glyph } from '../../shared/icon/Glyph.tsx';
import { notLoaded } from './answers.ts';
import { ConflictList } from './ConflictList.tsx';
import type { DraftRecord } from './record.ts';
import './draft-keeper.css';
import { Keeper } from './keeper.ts';
import type { KeeperHost, KeeperState, KeeperView } from './keeper-host.ts';
import { LeftList } from './LeftList.tsx';
import { inLine, Line } from './line.ts';

const icons: Record<KeeperState, 'success' | 'info' | 'warning' | 'error'> = {
  unread: 'info',
  saved: 'success',
  changed: 'info',
  saving: 'info',
  offline: 'warning',
  conflict: 'warning',
  refused: 'error',
};
const nothing: KeeperView = {
  state: 'unread',
  pending: 0,
  conflicts: [],
  left: [],
  rejected: [],
  lost: [],
  withheld: 0,
  seen: 0,
  savedAt: 0,
  error: undefined,
  kept: true,
};

/** Saves changed records by itself, loses none, and says how it stands. */
export function DraftKeeper({ options, node, expose }: WidgetProps<DraftKeeperOptions>) {
  const t = useTranslate();
  const client = useClient();
  const visible = useVisible();
  const feedback = useFeedback();
  const { storageKey, records, cursor, paused = false, gone = false, poll } = options;
  const closed = options.closed === true || gone;
  const withheld = options.withheld?.length ?? 0;
  const [view, setView] = useState<KeeperView>(nothing);

  /** The call in the name of who changed something last: what leaves with a page goes in no other one. */
  const ownCall = useRef(client.call);
  /** What says whose the changes are. */
  const ownBody = useRef<unknown>(undefined);
  const current = useMemo((): Surroundings & Leaving => {
    const { identity, valueField = 'value', versionField = 'version', debounce = 800, batch = 2000, emptyValue: empty = null } = options;
    const { load, loadWith } = options;
    const isOwn = () => sameValue(plain(options.body({ changes: [] })), ownBody.current);
    const follow = (): void => void options.onKnown?.({});
    return {
      shape: { identity, valueField, versionField },
      debounce,
      batch,
      empty,
      save: (changes) => client.call(options.call, saving(options, changes)),
      isOwn,
      saveLeaving: async (changes) => {
        if (!isOwn()) throw Object.assign(new Error('The page shows other records'), { code: 'UNAVAILABLE' });
        return await ownCall.current(options.call, saving(options, changes));
      },
      ...(load && {
        load: (from) => client.call(load, { with: (loadWith?.({ cursor: from }) ?? {}) as Record<string, unknown>, quiet: true }),
      }),
      labelOf: (record) => ({
        name: text(options.nameOf?.({ record })),
        value: text(options.valueText?.({ record }) ?? record[valueField]),
      }),
      onSaved: (changed) => options.onSaved?.({ records: changed }).then(follow),
      onMerge: (changed) => options.onMerge?.({ records: changed }).then(follow),
      onLoad: (answer) => void options.onLoad?.({ answer }),
      onRejected: (changed) => void options.onRejected?.({ records: changed }),
      onDecided: (record, instead) => options.onDecided?.({ record, instead }),
      onWithheld: (texts) => options.onWithheld?.({ records: texts }),
      onRefused: (error) => void options.onRefused?.({ error }),
    };
  }, [options, client]);
  const keeper = useKeeper(storageKey && !paused ? storageKey : undefined, current, setView);
  useEffect(() => {
    if (closed) keeper?.close(gone).catch(notLoaded);
    else keeper?.reopen();
  }, [keeper, closed, gone]);
  useEffect(() => {
    if (records) keeper?.start(records as DraftRecord[], cursor ?? undefined);
  }, [keeper, records, cursor]);
  useEffect(() => {
    // Without the list nobody knows what stands there now, such as while the page loads anew.
    if (options.withheld) keeper?.withhold(options.withheld as DraftRecord[]);
  }, [keeper, options.withheld]);
  useChannel(storageKey ?? undefined, keeper, { savedAt: view.savedAt, closed });
  usePolling(keeper, visible && !closed ? poll : undefined);

  // What is listed as not taken in lives only here then, too.
  const { pending, rejected, lost } = view;
  useUnsavedGuard(pending + withheld + rejected.length + lost.length > 0 && !view.kept);
  useEffect(() => expose({ ...view, changes: 0 }), [expose, view]);
  useController(node, {
    set: (_path, value) => {
      ownCall.current = client.inThisName();
      ownBody.current = plain(options.body({ changes: [] }));
      keeper?.change(Array.isArray(value) ? (value as DraftRecord[]) : []);
    },
    validate: async () => {
      if (!keeper) return true;
      const isSaved = await keeper.flush();
      // Somebody pressed something that needs all of it saved, perhaps far from where the state stands.
      if (!isSaved) feedback.message('warning', stateText(t, keeper.view));
      // The steps that follow read how it stands now, not how it stood when it was last drawn.
      expose({ ...keeper.view, changes: 0 });
      return isSaved;
    },
    refresh: async () => {
      await keeper?.flush();
      await keeper?.reload();
      if (keeper) expose({ ...keeper.view, changes: 0 });
    },
  });

  if (!storageKey || paused) return null;
  const isRest = view.state === 'saved' && withheld > 0;
  const labelOf = (record: DraftRecord) => keeper?.labelOf(record);
  const idOf = (record: DraftRecord) => current.shape.identity.map((name) => text(record[name])).join(', ');
  const keyOf = (record: DraftRecord) => keeper?.keyOf(record) ?? '';
  const nameOf = (record: DraftRecord) => text(options.nameOf?.({ record }) ?? keyOf(record));
  const valueText = (record: DraftRecord) => text(options.valueText?.({ record }) ?? record[current.shape.valueField]);
  const { onShow } = options;
  const show = onShow && ((record: DraftRecord) => void onShow({ record }));
  const lists = { keyOf, nameOf, valueText };
  const keyWithValue = (record: DraftRecord) => `${keyOf(record)} ${text(record[current.shape.valueField])}`;
  return (
    <div className="tg-draft" data-state={view.state}>
      {closed ? null : (
        <p className="tg-draft-state" role="status">
          <Glyph name={isRest ? 'warning' : icons[view.state]} size={16} />
          <span>{isRest ? t('draft.savedRest', { count: withheld }) : stateText(t, view)}</span>
          {view.error ? <PlainButton size="small" text={t('draft.again')} onClick={() => keeper?.again()} /> : null}
        </p>
      )}
      <ConflictList
        {...lists}
        conflicts={view.conflicts}
        onShow={show}
        onDecide={(record, take) => void keeper?.decide(keeper.keyOf(record), take)}
      />
      <LeftList {...lists} kind="late" left={view.left} onShow={show} onDismiss={() => keeper?.dismiss('late')} />
      <LeftList
        keyOf={keyWithValue}
        nameOf={(record) => labelOf(record)?.name ?? idOf(record)}
        valueText={(record) => labelOf(record)?.value ?? text(record[current.shape.valueField])}
        kind="lost"
        left={view.lost}
        onShow={undefined}
        onDismiss={() => keeper?.dismiss('lost')}
      />
      <LeftList
        {...lists}
        keyOf={keyWithValue}
        kind="rejected"
        left={view.rejected}
        onShow={undefined}
        onDismiss={() => keeper?.dismiss('rejected')}
      />
    </div>
  );
}

function stateText(t: ReturnType<typeof useTranslate>, { state, conflicts, pending, error, kept }: KeeperView): string {
  return t(state === 'offline' && !kept ? 'draft.unkept' : `draft.${state}`, {
    count: state === 'conflict' ? conflicts.length : pending,
    reason: error?.message ?? '',
  });
}

function text(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

/** Browsers let requests that outlive their window have 64 KiB in all; a character takes three bytes at most. */
const mostLasting = 20_000;

/** Also out of a window that is being closed. */
function saving(options: DraftKeeperOptions, changes: DraftRecord[]): CallArguments {
  const body = options.body({ changes });
  const lasting = document.visibilityState === 'hidden' && JSON.stringify(body).length < mostLasting;
  return { body, quiet: true, lasting };
}

type Surroundings = Omit<KeeperHost, 'onView'>;
interface Leaving {
  /** Whether a save would still speak of the records that were changed; those of others wait for whoever opens theirs again. */
  isOwn: () => boolean;
  /** Saves what is sent when the page is left. */
  saveLeaving: KeeperHost['save'];
}

/** The keeper of a key, from when the key is known until another takes its place. */
function useKeeper(key: string | undefined, surroundings: Surroundings & Leaving, onView: (view: KeeperView) => void): Keeper | undefined {
  const latest = useRef(surroundings);
  useLayoutEffect(() => {
    latest.current = surroundings;
  });
  const [keeper, setKeeper] = useState<Keeper>();
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  useEffect(() => {
    if (key === undefined) return;
    const line = new Line();
    const made: Keeper = new Keeper(key, () => ({ ...inLine(latest.current, line), onView: () => onView(made.view) }));
    setKeeper(made);
    onView(made.view);
    const online = () => made.retry();
    const hidden = () => {
      if (document.visibilityState === 'hidden') made.hurry();
    };
    window.addEventListener('online', online);
    document.addEventListener('visibilitychange', hidden);
    return () => {
      window.removeEventListener('online', online);
      document.removeEventListener('visibilitychange', hidden);
      latest.current = { ...latest.current, save: latest.current.saveLeaving };
      // Where other records take the place of these, what says whose they are speaks of the others already.
      const goesOn = isLeft.current && latest.current.isOwn();
      if (goesOn) made.hurry();
      made.stop(goesOn);
      line.stop();
      setKeeper(undefined);
      onView(nothing);
    };
  }, [key, onView]);
  return keeper;
}

/** Other windows of this browser look again when this one has saved, or knows that all is over. The channel carries a hint, never an answer. */
function useChannel(key: string | undefined, keeper: Keeper | undefined, { savedAt, closed }: { savedAt: number; closed: boolean }): void {
  const channel = useRef<BroadcastChannel | undefined>(undefined);
  useEffect(() => {
    if (key === undefined || typeof BroadcastChannel === 'undefined') return;
    const opened = new BroadcastChannel('targus-draft');
    channel.current = opened;
    opened.onmessage = (event: MessageEvent<unknown>) => {
      if (event.data === key) reload(keeper);
    };
    return () => {
      opened.close();
      channel.current = undefined;
    };
  }, [key, keeper]);
  useEffect(() => {
    if (savedAt > 0 || closed) channel.current?.postMessage(key);
  }, [key, savedAt, closed]);
}

function usePolling(keeper: Keeper | undefined, seconds: number | undefined): void {
  useEffect(() => {
    if (seconds === undefined) return;
    const look = () => {
      if (document.visibilityState === 'visible') reload(keeper);
    };
    const timer = setInterval(look, seconds * 1000);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [keeper, seconds]);
}

function reload(keeper: Keeper | undefined): void {
  keeper?.reload().catch(notLoaded);
}
