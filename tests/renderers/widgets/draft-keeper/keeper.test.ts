import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DraftStorage } from '../../../../renderers/shared/draft-storage.ts';
import { Keeper } from '../../../../renderers/widgets/draft-keeper/keeper.ts';
import type { KeeperHost } from '../../../../renderers/widgets/draft-keeper/keeper-host.ts';
import type { DraftRecord } from '../../../../renderers/widgets/draft-keeper/record.ts';

const record = (id: string, value: number, version = 0): DraftRecord => ({ id, value, version });
const failure = (code: string, data?: unknown) => Object.assign(new Error(code), { code, status: undefined, data });

/** A server of records with versions, as the widget expects one. */
class Server {
  readonly records = new Map<string, DraftRecord>();
  requests: DraftRecord[][] = [];
  atOnce = 0;
  most = 0;
  isDown = false;
  refusal: string | undefined;
  /** Records it knows nothing of any more. */
  gone: string[] = [];

  async save(changes: DraftRecord[]): Promise<unknown> {
    this.requests.push(changes);
    const gone = [...this.gone];
    this.atOnce += 1;
    this.most = Math.max(this.most, this.atOnce);
    await new Promise((done) => setTimeout(done, 50));
    this.atOnce -= 1;
    if (this.isDown) throw failure('NETWORK_ERROR');
    if (this.refusal) throw failure(this.refusal);
    const details = changes.flatMap(({ id }, index) =>
      gone.includes(String(id)) ? [{ field: `changes.${index}.id`, message: 'is not known' }] : [],
    );
    if (details.length > 0) throw Object.assign(failure('PARAMETER_ERROR'), { status: 400, details });
    const saved: DraftRecord[] = [];
    const conflicts: DraftRecord[] = [];
    for (const change of changes) {
      const now = this.records.get(String(change.id)) ?? record(String(change.id), -1);
      if (now.value === change.value) saved.push(now);
      else if (now.version !== change.version) conflicts.push(now);
      else {
        const next = record(String(change.id), Number(change.value), Number(now.version) + 1);
        this.records.set(String(change.id), next);
        saved.push(next);
      }
    }
    if (conflicts.length > 0) throw failure('CONFLICT', { saved, conflicts });
    return { saved };
  }
}

let server: Server;
let keepers: Keeper[];
beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  server = new Server();
  keepers = [];
});
afterEach(() => {
  for (const keeper of keepers) keeper.stop();
  vi.useRealTimers();
});

/** The locks of a browser, as far as windows need them. */
class Locks {
  readonly held = new Set<string>();
  async request(name: string, work: () => Promise<void>): Promise<void> {
    this.held.add(name);
    await work();
    this.held.delete(name);
  }
  async query(): Promise<LockManagerSnapshot> {
    return { held: [...this.held].map((name) => ({ name })), pending: [] };
  }
}

function open(key = 'paper', locks?: Locks) {
  const shown: DraftRecord[] = [];
  const refused: string[] = [];
  const settled: unknown[] = [];
  const withheld: DraftRecord[] = [];
  /** Values that were decided for, and those instead. */
  const decided: unknown[] = [];
  /** Of everything shown: whether what stood there had counted as settled before. */
  const settledFirst: boolean[] = [];
  const host: KeeperHost = {
    shape: { identity: ['id'], valueField: 'value', versionField: 'version' },
    debounce: 800,
    batch: 100,
    save: (changes) => server.save(changes),
    load: async () => ({ cursor: '1', answers: [...server.records.values()] }),
    onSaved: (records) => settled.push(...records.map(({ id }) => id)),
    empty: -1,
    onLoad: () => undefined,
    onMerge: (records) => {
      shown.push(...records);
      settledFirst.push(...records.map(({ id }) => settled.includes(id)));
    },
    onRefused: (error) => refused.push(error.code),
    onRejected: (records) => refused.push(...records.map(({ id }) => `rejected ${String(id)}`)),
    onDecided: (record, instead) => decided.push([record.value, instead.value]),
    onWithheld: (records) => withheld.push(...records),
    onView: () => undefined,
    labelOf: ({ id, value }) => ({ name: `Name of ${String(id)}`, value: `Value ${String(value)}` }),
  };
  const keeper = new Keeper(key, () => host, new DraftStorage(key, localStorage, locks as unknown as LockManager | undefined));
  keepers.push(keeper);
  return { keeper, host, shown, refused, settledFirst, withheld, decided };
}
const started = (key?: string, locks?: Locks) => {
  const opened = open(key, locks);
  opened.keeper.start([...server.records.values()], '0');
  return opened;
};
/** What the browser keeps of drafts, with its content: a failure says whose it is. */
const drafts = () =>
  Object.entries({ ...localStorage })
    .filter(([key]) => key.startsWith('targus-draft:'))
    .map(([key, text]) => `${key} ${String(text)}`);
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('the draft keeper', () => {
  it('[RISK-15] calls nothing saved before it knows what the browser kept', async () => {
    server.isDown = true;
    const first = started();
    first.keeper.change([record('a', 1)]);
    await pass(1000);
    first.keeper.stop();
    server.isDown = false;
    const { keeper } = open();
    expect([keeper.view.state, await keeper.flush(), server.records.size]).toEqual(['unread', false, 0]);
    keeper.start([], '0');
    await pass(100);
    expect([keeper.view.state, await keeper.flush(), server.records.size]).toEqual(['saved', true, 1]);
  });

  it('[RISK-15] waits for a pause and sends only what changed, once', async () => {
    const { keeper } = started();
    keeper.change([record('a', 1)]);
    await pass(500);
    keeper.change([record('a', 2), record('b', 3)]);
    await pass(700);
    expect(server.requests).toEqual([]);
    expect(keeper.view.state).toBe('changed');
    await pass(200);
    expect(server.requests).toEqual([[record('a', 2), record('b', 3)]]);
    expect(keeper.view).toMatchObject({ state: 'saved', pending: 0 });
  });

  it('[RISK-15] has one request on its way, and sends what changed meanwhile against the new version', async () => {
    const { keeper } = started();
    keeper.change([record('a', 1)]);
    await pass(810);
    expect(keeper.view.state).toBe('saving');
    keeper.change([record('a', 2)]);
    void keeper.flush();
    await pass(3_000);
    expect(server.most).toBe(1);
    expect(server.records.get('a')).toEqual(record('a', 2, 2));
    expect(keeper.view.state).toBe('saved');
  });

  it('[RISK-15] a window that is gone brings nothing back that the next one took over', async () => {
    const first = started();
    first.keeper.change([record('a', 1)]);
    await pass(810);
    first.keeper.change([record('b', 1)]);
    first.keeper.stop();
    const second = started();
    await pass(10);
    second.keeper.change([record('b', 2)]);
    await pass(1_000);
    expect(server.records.get('b')).toEqual(record('b', 2, 2));
    expect(drafts()).toEqual([]);
  });

  it('[RISK-15] what a window that is gone still brought to the server is no longer to be saved, and told to nobody', async () => {
    const { keeper, host } = started();
    keeper.change([record('a', 1)]);
    await pass(810);
    keeper.stop();
    const told = vi.fn();
    Object.assign(host, { onSaved: told, onView: told });
    await pass(100);
    expect(told).not.toHaveBeenCalled();
    expect(server.records.get('a')).toEqual(record('a', 1, 1));
    expect(drafts()).toEqual([]);
  });

  it('[RISK-15] what was changed a moment before the page is left is sent, and is nothing left to be saved', async () => {
    const { keeper } = started();
    keeper.change([record('a', 1)]);
    keeper.hurry();
    keeper.stop(true);
    await pass(100);
    expect(server.records.get('a')).toEqual(record('a', 1, 1));
    expect(drafts()).toEqual([]);
  });

  it('[RISK-15] what was changed while a save was on its way follows it, though the page is left', async () => {
    const { keeper } = started();
    keeper.change([record('a', 1)]);
    await pass(810);
    keeper.change([record('b', 2)]);
    keeper.hurry();
    keeper.stop(true);
    await pass(200);
    expect(server.requests).toHaveLength(2);
    expect(server.records.get('b')).toEqual(record('b', 2, 1));
    expect(drafts()).toEqual([]);
  });

  it('[RISK-15] what was changed while a save was on its way waits where other records took the place of its own', async () => {
    const { keeper } = started();
    keeper.change([record('a', 1)]);
    await pass(810);
    keeper.change([record('b', 2)]);
    keeper.stop();
    await pass(200);
    expect(server.requests).toEqual([[record('a', 1)]]);
    expect(drafts()).toHaveLength(1);
  });

  it('[RISK-15] a page that is left without a connection leaves what it has to the next one', async () => {
    const { keeper } = started();
    server.isDown = true;
    keeper.change([record('a', 1)]);
    await pass(900);
    const asked = server.requests.length;
    keeper.hurry();
    keeper.stop(true);
    await pass(60_000);
    expect(server.requests).toHaveLength(asked);
    expect(drafts()).toHaveLength(1);
  });

  it('[RISK-15] keeps answers without a connection and sends them when it is back', async () => {
    const { keeper } = started();
    server.isDown = true;
    keeper.change([record('a', 1)]);
    await pass(900);
    expect(keeper.view).toMatchObject({ state: 'offline', pending: 1 });
    await pass(10_000);
    expect(server.requests.length).toBeGreaterThan(2);
    server.isDown = false;
    keeper.retry();
    await pass(100);
    expect(keeper.view.state).toBe('saved');
    expect(server.records.get('a')).toEqual(record('a', 1, 1));
    expect(drafts()).toEqual([]);
  });

  it('[RISK-15] takes back in a new window what the old one could not send', async () => {
    const first = started();
    server.isDown = true;
    first.keeper.change([record('a', 1), record('b', 2)]);
    await pass(900);
    first.keeper.stop();
    server.isDown = false;
    const second = started();
    await pass(0);
    expect(second.shown).toEqual([record('a', 1), record('b', 2)]);
    await pass(100);
    expect(server.records.get('b')).toEqual(record('b', 2, 1));
    expect(drafts()).toEqual([]);
    expect(started('another paper').shown).not.toContainEqual(record('x', 1));
  });

  it('[RISK-15] merges different answers of two windows and asks about the same one', async () => {
    const [one, two] = [started(), started()];
    one.keeper.change([record('a', 1), record('b', 1)]);
    await pass(900);
    two.keeper.change([record('a', 2), record('c', 3)]);
    await pass(900);
    expect(server.records.get('c')).toEqual(record('c', 3, 1));
    expect(server.records.get('a')).toEqual(record('a', 1, 1));
    expect(two.keeper.view).toMatchObject({ state: 'conflict', conflicts: [{ mine: { value: 2 }, theirs: { value: 1, version: 1 } }] });
    two.keeper.decide(two.keeper.keyOf(record('a', 0)), 'mine');
    await pass(100);
    expect(server.records.get('a')).toEqual(record('a', 2, 2));
    await one.keeper.reload();
    expect(one.shown).toContainEqual(record('a', 2, 2));
    expect(one.shown).toContainEqual(record('c', 3, 1));
  });

  it('[RISK-15] shows the other value when that was chosen, and sends nothing', async () => {
    server.records.set('a', record('a', 3, 4));
    const { keeper, shown } = open();
    keeper.start([], '0');
    keeper.change([record('a', 1)]);
    await pass(900);
    const sent = server.requests.length;
    keeper.decide(keeper.keyOf(record('a', 0)), 'theirs');
    await pass(2_000);
    expect(shown).toContainEqual(record('a', 3, 4));
    expect(server.requests).toHaveLength(sent);
    expect(keeper.view.state).toBe('saved');
  });

  it('[RISK-15] sees after a reload that somebody else changed an answer kept here', async () => {
    const first = started();
    server.isDown = true;
    first.keeper.change([record('a', 1)]);
    await pass(900);
    first.keeper.stop();
    server.isDown = false;
    server.records.set('a', record('a', 3, 1));
    const second = started();
    await pass(0);
    expect(second.keeper.view).toMatchObject({ state: 'conflict', conflicts: [{ mine: { value: 1 }, theirs: { value: 3 } }] });
    await pass(5_000);
    expect(server.records.get('a')).toEqual(record('a', 3, 1));
  });

  it('[RISK-15] lists what the server does not take, shows what counts, and sends the rest', async () => {
    const { keeper, shown, refused, settledFirst } = started();
    server.gone = ['b'];
    keeper.change([record('a', 1), record('b', 2), record('c', 3)]);
    await pass(1_000);
    expect([...server.records.keys()]).toEqual(['a', 'c']);
    expect(refused).toEqual(['rejected b']);
    expect([shown.at(-1), settledFirst.at(-1)]).toEqual([record('b', -1), true]);
    expect(keeper.view).toMatchObject({ state: 'saved', pending: 0, rejected: [{ mine: { id: 'b', value: 2 }, theirs: { value: -1 } }] });
    keeper.change([record('a', 2)]);
    await pass(1_000);
    expect(server.records.get('a')).toEqual(record('a', 2, 2));
    keeper.dismiss('rejected');
    expect(keeper.view.rejected).toEqual([]);
    expect(drafts()).toEqual([]);
  });

  it('[RISK-15] lists in a new window, and when all is over, what was not taken, until it is dismissed', async () => {
    const first = started();
    server.gone = ['b'];
    first.keeper.change([record('b', 2)]);
    await pass(1_000);
    first.keeper.stop();
    const second = started();
    await pass(0);
    await second.keeper.close();
    const rejected = [{ mine: record('b', 2), theirs: record('b', -1) }];
    expect(second.keeper.view).toMatchObject({ state: 'saved', pending: 0, left: [], rejected });
    expect(second.shown).toEqual([]);
    expect(drafts()).toHaveLength(1);
    second.keeper.dismiss('late');
    expect(second.keeper.view.rejected).toEqual(rejected);
    second.keeper.dismiss('rejected');
    expect(second.keeper.view.rejected).toEqual([]);
    expect(drafts()).toEqual([]);
  });

  it('[RISK-15] sends what was given anew while the value of before was refused', async () => {
    const { keeper, shown, refused } = started();
    server.gone = ['b'];
    keeper.change([record('b', 99)]);
    await pass(810);
    keeper.change([record('b', 5)]);
    server.gone = [];
    await pass(1_000);
    expect(server.records.get('b')).toEqual(record('b', 5, 1));
    expect([shown, refused, keeper.view.rejected]).toEqual([[], [], []]);
  });

  describe('what is changed back', () => {
    const cutOff = () => {
      server.isDown = true;
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    };
    const connected = () => {
      server.isDown = false;
      vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
    };
    afterEach(() => vi.restoreAllMocks());

    it('[RISK-15] is no change: nothing is kept, sent or asked, also of records the server does not have', async () => {
      server.records.set('b', record('b', 3, 4));
      const { keeper, shown } = started();
      cutOff();
      keeper.change([record('a', 1), record('b', 1)]);
      await pass(5_000);
      expect(keeper.view).toMatchObject({ state: 'offline', pending: 2 });
      keeper.change([record('a', -1), record('b', 3)]);
      expect(keeper.view).toMatchObject({ state: 'saved', pending: 0 });
      expect(drafts()).toEqual([]);
      server.records.set('a', record('a', 2, 1));
      connected();
      keeper.retry();
      await keeper.reload();
      expect(keeper.view).toMatchObject({ state: 'saved', conflicts: [] });
      expect(shown.at(-1)).toEqual(record('a', 2, 1));
    });

    it('[RISK-15] is no change either while it was on its way without a connection, or before the records are there', async () => {
      const { keeper } = open();
      keeper.change([record('a', 1)]);
      keeper.change([record('a', -1)]);
      keeper.start([], '0');
      expect(keeper.view.pending).toBe(0);
      cutOff();
      keeper.change([record('a', 1)]);
      await pass(810);
      keeper.change([record('a', -1)]);
      expect(keeper.view.pending).toBe(1);
      await pass(100);
      expect(keeper.view.pending).toBe(0);
      expect(drafts()).toEqual([]);
    });

    it('[RISK-15] is sent when the server may have got what stood there in between', async () => {
      const { keeper } = started();
      keeper.change([record('a', 1)]);
      await pass(810);
      keeper.change([record('a', -1)]);
      await pass(2_000);
      expect(server.records.get('a')).toEqual(record('a', -1, 2));
      server.isDown = true;
      keeper.change([record('b', 1)]);
      await pass(900);
      keeper.change([record('b', -1)]);
      expect(keeper.view.pending).toBe(1);
    });

    it('[RISK-15] shows the value of somebody who was faster with what was on its way', async () => {
      const { keeper, shown } = started();
      server.records.set('a', record('a', 2, 1));
      keeper.change([record('a', 1)]);
      await pass(810);
      keeper.change([record('a', -1)]);
      await pass(2_000);
      expect(keeper.view).toMatchObject({ state: 'saved', pending: 0, conflicts: [] });
      expect(shown).toEqual([record('a', 2, 1)]);
    });
  });

  it('[RISK-18] stops when the server refuses for good, and keeps what was not sent', async () => {
    const { keeper, refused } = started();
    server.refusal = 'PAPER_SUBMITTED';
    keeper.change([record('a', 1)]);
    await pass(60_000);
    expect(refused).toEqual(['PAPER_SUBMITTED']);
    expect(server.requests).toHaveLength(1);
    expect(keeper.view).toMatchObject({ state: 'refused', pending: 1 });
    expect(drafts()).toHaveLength(1);
  });

  it('[RISK-18] lists what came too late beside what counts, shows what counts, and sends nothing any more', async () => {
    const { keeper, shown } = started();
    server.isDown = true;
    keeper.change([record('a', 1), record('b', 2), record('c', 3)]);
    await pass(900);
    server.records.set('a', record('a', 3, 4)).set('c', record('c', 3, 1));
    const sent = server.requests.length;
    await keeper.close();
    // Somebody else gave c the same answer: it is not lost.
    expect(keeper.view).toMatchObject({ state: 'refused', pending: 2, conflicts: [] });
    expect(keeper.view.left).toEqual([
      { mine: record('a', 1), theirs: record('a', 3, 4) },
      { mine: record('b', 2), theirs: record('b', -1) },
    ]);
    expect(shown).toEqual([record('a', 3, 4), record('b', -1)]);
    server.isDown = false;
    await pass(60_000);
    expect(await keeper.flush()).toBe(false);
    expect(server.requests).toHaveLength(sent);
  });

  it('[RISK-18] lists in a new window what came too late, without showing it as an answer, until it is dismissed', async () => {
    const first = started();
    server.isDown = true;
    first.keeper.change([record('a', 1)]);
    await pass(900);
    first.keeper.stop();
    server.isDown = false;
    server.records.set('a', record('a', 3, 1));
    const second = open();
    await second.keeper.close();
    second.keeper.start([...server.records.values()], '0');
    await pass(5_000);
    expect(second.shown).toEqual([record('a', 3, 1)]);
    expect(second.keeper.view.left).toEqual([{ mine: record('a', 1), theirs: record('a', 3, 1) }]);
    expect(drafts()).toHaveLength(1);
    second.keeper.dismiss('late');
    expect(second.keeper.view).toMatchObject({ state: 'saved', left: [] });
    expect(drafts()).toEqual([]);
    expect(server.records.get('a')).toEqual(record('a', 3, 1));
  });

  it('[RISK-15] [RISK-18] names what was given while the request was on its way that told of it, too, and what is in conflict', async () => {
    server.records.set('c', record('c', 3, 4));
    const { keeper } = open();
    keeper.start([], '0');
    keeper.change([record('c', 1)]);
    await pass(900);
    expect(keeper.view.conflicts).toHaveLength(1);
    server.refusal = 'NOT_FOUND';
    keeper.change([record('a', 2)]);
    await pass(820);
    keeper.change([record('b', 3)]);
    await pass(900);
    await keeper.close(true);
    expect(keeper.view.lost.map(({ mine }) => keeper.labelOf(mine)?.name)).toEqual(['Name of c', 'Name of a', 'Name of b']);
  });

  it('[RISK-15] [RISK-18] lists what was given for records that are gone as it was called last, in a new window too, until it is removed', async () => {
    const first = started();
    first.keeper.withhold([{ id: 'w', value: '50 mio', version: 0 }]);
    server.refusal = 'NOT_FOUND';
    first.keeper.change([record('a', 2)]);
    await pass(900);
    const lost = [{ mine: { id: 'a', value: 2 } }, { mine: { id: 'w', value: '50 mio' } }];
    await first.keeper.close(true);
    expect(first.keeper.view).toMatchObject({ left: [], rejected: [], lost });
    expect(first.shown).toEqual([]);
    first.keeper.stop();
    const second = open();
    await second.keeper.close(true);
    second.keeper.start([], undefined);
    await pass(5_000);
    second.keeper.start([], undefined);
    expect(second.keeper.view).toMatchObject({ left: [], lost });
    expect(second.keeper.view.lost.map(({ mine }) => second.keeper.labelOf(mine))).toEqual([
      { name: 'Name of a', value: 'Value 2' },
      { name: 'Name of w', value: 'Value 50 mio' },
    ]);
    expect([second.shown, server.requests.length, drafts().length]).toEqual([[], 1, 1]);
    second.keeper.dismiss('lost');
    expect([second.keeper.view.lost, drafts().length]).toEqual([[], 0]);
  });

  it('[RISK-18] goes on where it was when the records can be changed again', async () => {
    const { keeper, shown } = started();
    server.isDown = true;
    keeper.change([record('a', 1), record('b', 2)]);
    await pass(900);
    server.records.set('a', record('a', 3, 4));
    await keeper.close();
    expect(shown).toEqual([record('a', 3, 4), record('b', -1)]);
    server.isDown = false;
    keeper.reopen();
    expect(shown.slice(2)).toEqual([record('a', 1), record('b', 2)]);
    await pass(1_000);
    expect(server.records.get('b')).toEqual(record('b', 2, 1));
    expect(keeper.view).toMatchObject({ state: 'conflict', left: [], conflicts: [{ mine: { value: 1 }, theirs: { value: 3 } }] });
  });

  it('[RISK-15] [RULE-21] shows all anew where the records come back after they seemed gone: saved, not saved and no value', async () => {
    server.records.set('a', record('a', 1, 1));
    const list = [record('a', 1, 1)];
    const { keeper, host, shown, withheld } = open();
    keeper.start(list, '0');
    keeper.change([record('b', 2)]);
    await pass(900);
    keeper.withhold([{ id: 'w', value: '50 mio', version: 0 }]);
    server.refusal = 'NOT_FOUND';
    keeper.change([record('c', 3)]);
    await pass(900);
    await keeper.close(true);
    keeper.start([], undefined);
    host.debounce = 100_000;
    server.refusal = undefined;
    shown.length = 0;
    keeper.reopen();
    keeper.withhold([]);
    expect([shown, drafts().length]).toEqual([[], 1]);
    // The list of when the page was opened.
    keeper.start(list, '0');
    const inOrder = shown.toSorted((one, other) => String(one.id).localeCompare(String(other.id)));
    expect(inOrder).toEqual([record('a', 1, 1), record('b', 2, 1), record('c', 3)]);
    expect(withheld).toMatchObject([{ id: 'w', value: '50 mio' }]);
    shown.length = 0;
    keeper.start([...list], '0');
    expect(shown).toEqual([]);
  });

  it('[RISK-18] is opened again while it looks one last time: nothing is shown as lost', async () => {
    const { keeper, shown } = started();
    server.isDown = true;
    keeper.change([record('a', 1)]);
    await pass(900);
    const closing = keeper.close();
    keeper.reopen();
    await closing;
    expect(shown.at(-1)).toEqual(record('a', 1));
  });

  it('[RISK-18] forgets the versions of records that are gone when it gets all there are', async () => {
    server.records.set('a', record('a', 1, 2)).set('b', record('b', -1, 2));
    const { keeper } = started();
    expect(keeper.view.seen).toBe(4);
    server.records.delete('b');
    keeper.start([...server.records.values()], '1');
    await pass(0);
    expect(keeper.view.seen).toBe(2);
  });

  it('[RISK-18] knows what was saved after the list was made that does not have it: no conflict with itself', async () => {
    const { keeper } = started();
    const list = [...server.records.values()];
    keeper.change([record('a', 1)]);
    await pass(1_000);
    keeper.start(list, '0');
    await pass(0);
    keeper.change([record('a', 2)]);
    await pass(1_000);
    expect(server.records.get('a')).toEqual(record('a', 2, 2));
    expect(keeper.view).toMatchObject({ state: 'saved', seen: 2, conflicts: [] });
  });

  it('[RISK-18] knows what is saved while it looks whether it is gone', async () => {
    const { keeper, host } = started();
    keeper.change([record('a', 1)]);
    await pass(1_000);
    server.records.delete('a');
    host.load = async () => {
      await new Promise((done) => setTimeout(done, 500));
      return { cursor: '1', answers: [] };
    };
    keeper.start([], '0');
    server.records.set('a', record('a', 1, 1));
    keeper.change([record('a', 2)]);
    void keeper.flush();
    await pass(1_000);
    expect(keeper.view).toMatchObject({ state: 'saved', seen: 2 });
  });

  it('[RISK-15] knows by the versions how much of the records it has seen', async () => {
    const [one, two] = [started(), started()];
    one.keeper.change([record('a', 1), record('b', 1)]);
    await pass(900);
    one.keeper.change([record('a', 2)]);
    await pass(900);
    expect([one.keeper.view.seen, two.keeper.view.seen]).toEqual([3, 0]);
    await two.keeper.reload();
    expect(two.keeper.view.seen).toBe(3);
  });

  it('[RISK-15] looks at what others did as soon as it has records, when it was to look before', async () => {
    const { keeper, shown } = open();
    await keeper.reload();
    expect(shown).toEqual([]);
    server.records.set('a', record('a', 3, 1));
    keeper.start([], '0');
    await pass(0);
    expect(shown).toEqual([record('a', 3, 1)]);
  });

  it('[RISK-15] takes nothing from a window that is open, and everything once it is gone: of two answers one is listed', async () => {
    const locks = new Locks();
    const first = started('paper', locks);
    server.isDown = true;
    first.keeper.change([record('a', 1)]);
    await pass(900);
    const second = started('paper', locks);
    await pass(0);
    expect(second.shown).toEqual([]);
    second.keeper.change([record('a', 2)]);
    first.keeper.stop();
    second.keeper.stop();
    await pass(0);
    server.isDown = false;
    const third = started('paper', locks);
    await pass(100);
    expect(third.shown.map(({ value }) => value)).toEqual([1]);
    expect(server.records.get('a')).toEqual(record('a', 1, 1));
    expect(third.keeper.view.rejected).toEqual([{ mine: record('a', 2), theirs: record('a', 1, 1) }]);
    third.keeper.dismiss('rejected');
    expect(drafts()).toEqual([]);
  });

  it('[RISK-15] of answers that many closed windows gave one is saved and all others are listed', async () => {
    const locks = new Locks();
    server.isDown = true;
    const windows = [1, 2, 3].map((value) => {
      const opened = started('paper', locks);
      opened.keeper.change([record('a', value)]);
      return opened;
    });
    await pass(900);
    for (const { keeper } of windows) keeper.stop();
    await pass(0);
    server.isDown = false;
    const last = started('paper', locks);
    await pass(100);
    const listed = () => last.keeper.view.rejected.map(({ mine }) => mine.value);
    expect([server.records.get('a')?.value, ...listed()].sort()).toEqual([1, 2, 3]);
    last.keeper.stop();
    await pass(0);
    // What one window lists stays listed beside what another one gave.
    server.isDown = true;
    const other = open('paper', locks);
    other.keeper.start([record('a', 1, 1)], '0');
    await pass(100);
    expect(other.keeper.view.rejected).toHaveLength(2);
    other.keeper.change([record('a', 9)]);
    expect(other.keeper.view.rejected).toEqual([]);
  });

  it('[RISK-15] what a closed window lists stays listed beside the change of another one', async () => {
    const write = (window: string, kept: object) => localStorage.setItem(`targus-draft:paper:${window}`, JSON.stringify(kept));
    server.isDown = true;
    write('first', { format: 2, records: [['a', 1, 0]], rejected: [] });
    write('second', { format: 2, records: [], rejected: [['a', 2, 0]] });
    const { keeper } = started();
    await pass(100);
    expect([keeper.view.pending, keeper.view.rejected.map(({ mine }) => mine.value)]).toEqual([1, [2]]);
  });

  it('[RULE-21] of different texts of closed windows that are no values one stands where it was typed and the others are listed', async () => {
    const locks = new Locks();
    const windows = ['50 mio', '60 mio', '50 mio', '70 mio'].map((value) => {
      const opened = started('paper', locks);
      opened.keeper.withhold([{ id: 'a', value }]);
      return opened;
    });
    for (const { keeper } of windows) keeper.stop();
    await pass(0);
    const all = ['50 mio', '60 mio', '70 mio'];
    const next = started('paper', locks);
    await pass(0);
    const [standing] = next.withheld;
    const listed = (keeper: Keeper) => keeper.view.rejected.map(({ mine }) => mine.value);
    expect(next.withheld).toHaveLength(1);
    expect([standing?.value, ...listed(next.keeper)].sort()).toEqual(all);
    next.keeper.withhold([standing as DraftRecord]);
    next.keeper.stop();
    await pass(0);
    const last = started('paper', locks);
    await pass(0);
    expect([last.withheld[0]?.value, ...listed(last.keeper)].sort()).toEqual(all);
    expect(server.requests).toEqual([]);
    last.keeper.dismiss('rejected');
    last.keeper.withhold([{ id: 'a', value: '50 mio' }]);
    last.keeper.withhold([]);
    expect(localStorage).toHaveLength(0);
  });

  it('[RISK-15] what was just sent from here is no answer of somebody else, though a look brings it before its save is answered', async () => {
    const { keeper, host } = started();
    const { save } = host;
    host.save = async (changes) => {
      const answer = await save(changes);
      await new Promise((done) => setTimeout(done, 200));
      return answer;
    };
    keeper.change([record('a', 1)]);
    await pass(850);
    keeper.change([record('a', 2)]);
    await keeper.reload();
    expect(keeper.view.conflicts).toEqual([]);
    await pass(2000);
    expect([keeper.view.state, server.records.get('a')?.value]).toEqual(['saved', 2]);
  });

  describe('of a save that arrived and whose answer was lost', () => {
    /** Server and window after that, and after another value was given. */
    const lost = async (again = 0) => {
      const opened = started();
      const { save } = opened.host;
      let left = 1 + again;
      opened.host.save = async (changes) => {
        const outcome = save(changes);
        left -= 1;
        if (left < 0) return outcome;
        await outcome.catch(() => undefined);
        throw failure('NETWORK_ERROR');
      };
      opened.keeper.change([record('a', 1)]);
      await pass(900);
      expect([server.records.get('a'), opened.keeper.view.state]).toEqual([record('a', 1, 1), 'offline']);
      return opened;
    };

    it('[RISK-15] nobody is asked about it when the answer is given anew', async () => {
      const { keeper } = await lost(1);
      keeper.change([record('a', 2)]);
      await pass(900);
      keeper.change([record('a', 3)]);
      await pass(10_000);
      expect([keeper.view.state, server.records.get('a')]).toEqual(['saved', record('a', 3, 2)]);
    });

    it('[RISK-15] nobody is asked about it when it is taken back, or seen before the next try', async () => {
      const { keeper } = await lost();
      keeper.change([record('a', -1)]);
      await keeper.reload();
      expect(keeper.view.conflicts).toEqual([]);
      await pass(10_000);
      expect([keeper.view.state, server.records.get('a')]).toEqual(['saved', record('a', -1, 2)]);
    });

    it('[RISK-15] nobody is asked about it in the next window', async () => {
      const { keeper } = await lost(9);
      keeper.change([record('a', 2)]);
      keeper.stop();
      const next = started();
      await pass(900);
      expect([next.keeper.view.state, server.records.get('a')]).toEqual(['saved', record('a', 2, 2)]);
    });

    it('[RISK-15] what somebody else gave instead is asked about', async () => {
      const { keeper } = await lost();
      keeper.change([record('a', 2)]);
      server.records.set('a', record('a', 1, 3));
      await pass(10_000);
      expect(keeper.view.conflicts).toEqual([{ mine: record('a', 2), theirs: record('a', 1, 3) }]);
    });
  });

  it('[RISK-15] of a window that went while it was saving, the next one knows what it had sent', async () => {
    const first = started();
    first.keeper.change([record('a', 1)]);
    await pass(820);
    first.keeper.change([record('a', 2)]);
    first.host.save = () => new Promise(() => undefined);
    first.keeper.stop();
    const kept = localStorage.getItem(localStorage.key(0) ?? '') ?? '';
    await pass(100);
    expect(server.records.get('a')).toEqual(record('a', 1, 1));
    // As it stood when the window went.
    localStorage.clear();
    localStorage.setItem('targus-draft:paper:gone', kept);
    const next = started();
    await pass(900);
    expect([next.keeper.view.state, server.records.get('a')]).toEqual(['saved', record('a', 2, 2)]);
  });

  it('[RISK-15] saves who never pauses all the same', async () => {
    const { keeper } = started();
    for (let step = 1; step <= 12; step += 1) {
      keeper.change([record('a', step)]);
      await pass(500);
    }
    expect(server.requests[0]).toEqual([record('a', 8)]);
  });

  it('[RISK-15] waits for a pause again after what was typed was taken back, or is in conflict', async () => {
    server.records.set('a', record('a', 1, 1));
    const { keeper } = started();
    keeper.change([record('a', 2)]);
    keeper.change([record('a', 1)]);
    await pass(10_000);
    keeper.change([record('b', 1)]);
    await pass(500);
    expect(server.requests).toEqual([]);
    server.records.set('a', record('a', 5, 2));
    keeper.change([record('a', 2)]);
    await pass(1_000);
    keeper.change([record('a', 3)]);
    await pass(10_000);
    const before = server.requests.length;
    keeper.change([record('b', 2)]);
    await pass(500);
    expect([server.requests.length, keeper.view.conflicts.length]).toEqual([before, 1]);
  });

  it('[RISK-15] says when the browser has no room for what is not saved', async () => {
    const { keeper } = started();
    expect(keeper.view.kept).toBe(true);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    server.isDown = true;
    keeper.change([record('a', 1)]);
    await pass(900);
    expect(keeper.view).toMatchObject({ state: 'offline', kept: false });
    server.isDown = false;
    keeper.retry();
    await pass(100);
    expect(keeper.view).toMatchObject({ state: 'saved', kept: true });
  });

  it('[RISK-15] sends once more what was refused as a whole, when it is asked to', async () => {
    const { keeper } = started();
    server.refusal = 'BODY_TOO_LARGE';
    keeper.change([record('a', 1)]);
    await pass(1_000);
    expect(keeper.view.state).toBe('refused');
    server.refusal = undefined;
    keeper.again();
    await pass(100);
    expect(keeper.view).toMatchObject({ state: 'saved', error: undefined });
    expect(server.records.get('a')).toEqual(record('a', 1, 1));
  });

  it('[RISK-15] keeps a hundred thousand answers in the room a browser has', async () => {
    const { keeper } = started();
    server.isDown = true;
    keeper.change(Array.from({ length: 100_000 }, (_, index) => record(`4711${index}`, 3)));
    await pass(900);
    expect(keeper.view).toMatchObject({ pending: 100_000, kept: true });
    const [text = ''] = Object.keys(localStorage).map((key) => localStorage.getItem(key) ?? '');
    expect(text.length).toBeLessThan(2_500_000);
  });

  it('[RULE-21] keeps what is typed and is no value, never sends it, and gives it to the next window until it has a value', async () => {
    const text = (id: string, typed: string) => ({ id, value: typed });
    const first = started();
    first.keeper.withhold([text('a', '50 mio'), text('b', '7x')]);
    first.keeper.change([record('c', 3)]);
    await pass(900);
    expect(server.requests.flat()).toEqual([record('c', 3)]);
    first.keeper.withhold([text('a', '50 mio')]);
    first.keeper.stop();
    const second = started();
    await pass(0);
    expect(second.withheld).toMatchObject([text('a', '50 mio')]);
    // Nothing says yet that it stands anywhere: a list without it takes nothing away.
    second.keeper.withhold([]);
    second.keeper.stop();
    const third = started();
    await pass(0);
    expect(third.withheld).toMatchObject([text('a', '50 mio')]);
    third.keeper.withhold([text('a', '50 mio')]);
    expect(localStorage).toHaveLength(1);
    third.keeper.withhold([]);
    expect(localStorage).toHaveLength(0);
    third.keeper.withhold([text('a', '50 m')]);
    third.keeper.stop();
    const fourth = started();
    await pass(0);
    fourth.keeper.change([record('a', 50)]);
    await pass(900);
    expect(localStorage).toHaveLength(0);
  });

  it('[RULE-21] shows what was typed here since instead of what an earlier window left', async () => {
    const first = started();
    first.keeper.withhold([{ id: 'a', value: 'old' }]);
    first.keeper.stop();
    const second = open();
    second.keeper.withhold([{ id: 'a', value: 'new' }]);
    second.keeper.start([], '0');
    await pass(0);
    expect(second.withheld).toEqual([]);
    second.keeper.withhold([]);
    expect(localStorage).toHaveLength(0);
  });

  it('[RULE-21] what is no value gives way to the value of somebody else once that was chosen', async () => {
    server.records.set('a', record('a', 3, 4));
    const { keeper, withheld } = open();
    keeper.start([], '0');
    keeper.change([record('a', 1)]);
    keeper.withhold([{ id: 'a', value: '1x' }]);
    await pass(900);
    keeper.decide(keeper.keyOf(record('a', 0)), 'theirs');
    expect(withheld).toMatchObject([{ id: 'a', value: null }]);
  });

  it('[RULE-21] [RISK-15] what others saved under a text that is no value is asked about once that is corrected, after a reload, too', async () => {
    for (const isReloaded of [false, true]) {
      server.records.set('a', record('a', 3, 4));
      let { keeper } = started();
      keeper.withhold([{ id: 'a', value: '1x' }]);
      server.records.set('a', record('a', 9, 5));
      await keeper.reload();
      keeper.withhold([{ id: 'a', value: '1xx' }]);
      if (isReloaded) {
        keeper.stop();
        ({ keeper } = started());
        await pass(0);
        keeper.withhold([{ id: 'a', value: '1xx' }]);
      }
      keeper.change([record('a', 1)]);
      keeper.withhold([]);
      await pass(900);
      expect(keeper.view.conflicts).toMatchObject([{ mine: record('a', 1, 4), theirs: record('a', 9, 5) }]);
      expect(server.records.get('a')).toEqual(record('a', 9, 5));
      keeper.decide(keeper.keyOf(record('a', 0)), 'mine');
      await pass(900);
      expect(server.records.get('a')).toEqual(record('a', 1, 6));
      expect(localStorage).toHaveLength(0);
      keeper.stop();
    }
  });

  it('[RULE-21] nobody is asked about what was saved here while a text that is no value was typed over it, nor about what is the same', async () => {
    const { keeper } = started();
    keeper.change([record('a', 1)]);
    keeper.withhold([{ id: 'a', value: '1x' }]);
    await pass(900);
    expect(server.records.get('a')).toEqual(record('a', 1, 1));
    keeper.change([record('a', 2)]);
    keeper.withhold([]);
    await pass(900);
    expect(server.records.get('a')).toEqual(record('a', 2, 2));
    keeper.withhold([{ id: 'a', value: '2x' }]);
    server.records.set('a', record('a', 7, 3));
    await keeper.reload();
    keeper.change([record('a', 7)]);
    keeper.withhold([]);
    await pass(900);
    expect(keeper.view).toMatchObject({ state: 'saved', conflicts: [], pending: 0 });
  });

  it('[RISK-10] [RISK-11] tells what was decided, once it is shown', async () => {
    server.records.set('a', record('a', 3, 4));
    server.records.set('b', record('b', 3, 4));
    const { keeper, shown, decided } = open();
    keeper.start([], '0');
    keeper.change([record('a', 1), record('b', 2)]);
    await pass(900);
    keeper.decide(keeper.keyOf(record('a', 0)), 'mine');
    expect([decided, shown]).toEqual([[[1, 3]], []]);
    keeper.decide(keeper.keyOf(record('b', 0)), 'theirs');
    expect(decided).toEqual([
      [1, 3],
      [3, 2],
    ]);
    expect(shown).toEqual([record('b', 3, 4)]);
  });

  it.each(['mine', 'theirs'] as const)('[RISK-15] what is given anew while a decision for %s waits for a save is kept', async (take) => {
    server.records.set('a', record('a', 3, 4));
    const { keeper, host, shown, decided } = open();
    keeper.start([], '0');
    keeper.change([record('a', 1)]);
    await pass(900);
    expect(keeper.view.conflicts).toHaveLength(1);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    host.save = async (changes) => {
      await held;
      return server.save(changes);
    };
    keeper.change([record('b', 2)]);
    await pass(900);
    expect(keeper.view.state).toBe('saving');
    const deciding = keeper.decide(keeper.keyOf(record('a', 0)), take);
    keeper.change([record('a', 9)]);
    release();
    await Promise.all([deciding, pass(2_000)]);
    expect([shown, decided]).toEqual([[], []]);
    expect(server.records.get('a')).toMatchObject({ value: 9 });
    expect(keeper.view).toMatchObject({ state: 'saved', pending: 0, conflicts: [] });
  });

  it('[RISK-18] names what was given before the first try to save it, where the records are gone by then', async () => {
    const { keeper } = started();
    keeper.change([record('a', 1)]);
    await keeper.close(true);
    expect(keeper.view.lost.map(({ mine }) => keeper.labelOf(mine)?.name)).toEqual(['Name of a']);
  });

  it('[RISK-15] waits as long as it is told to, if only that is longer than for somebody who never pauses', async () => {
    const { keeper, host } = started();
    host.debounce = 6_000;
    keeper.change([record('a', 1)]);
    await pass(5_900);
    expect(server.requests).toHaveLength(0);
    await pass(200);
    expect(server.requests).toHaveLength(1);
  });

  it('[RISK-15] reads what earlier formats kept', async () => {
    const write = (name: string, kept: object) => localStorage.setItem(`targus-draft:paper:${name}`, JSON.stringify(kept));
    write('first', { format: 1, records: [record('a', 1)] });
    write('second', { format: 2, records: [['b', 2, 0]] });
    write('third', { format: 2, records: [['c', 3, 0]], rejected: [['d', 4, 0]] });
    const { keeper, shown, withheld } = started();
    await pass(0);
    expect(shown.map(({ id }) => id).sort()).toEqual(['a', 'b', 'c']);
    expect(keeper.view.rejected).toHaveLength(1);
    expect(withheld).toEqual([]);
  });

  it('[RISK-15] counts broken storage as no draft', () => {
    for (const text of ['{', '7', '{"format":3,"records":[]}', '{"format":1,"records":[null,3]}', '{"format":2,"records":[["a"],null,7]}'])
      localStorage.setItem(`targus-draft:paper:${text.length}`, text);
    expect(started().shown).toEqual([]);
  });
});
