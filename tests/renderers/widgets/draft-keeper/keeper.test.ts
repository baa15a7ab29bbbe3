import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DraftRecord } from '../../../../renderers/widgets/draft-keeper/draft.ts';
import { Keeper, type KeeperHost } from '../../../../renderers/widgets/draft-keeper/keeper.ts';
import { DraftStorage } from '../../../../renderers/widgets/draft-keeper/storage.ts';

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
    this.atOnce += 1;
    this.most = Math.max(this.most, this.atOnce);
    await new Promise((done) => setTimeout(done, 50));
    this.atOnce -= 1;
    if (this.isDown) throw failure('NETWORK_ERROR');
    if (this.refusal) throw failure(this.refusal);
    const details = changes.flatMap(({ id }, index) =>
      this.gone.includes(String(id)) ? [{ field: `changes.${index}.id`, message: 'is not known' }] : [],
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
  const host: KeeperHost = {
    shape: { identity: ['id'], valueField: 'value', versionField: 'version' },
    debounce: 800,
    batch: 100,
    save: (changes) => server.save(changes),
    load: async () => ({ cursor: '1', answers: [...server.records.values()] }),
    onSaved: () => undefined,
    empty: -1,
    onLoad: () => undefined,
    onMerge: (records) => shown.push(...records),
    onRefused: (error) => refused.push(error.code),
    onRejected: (records) => refused.push(...records.map(({ id }) => `rejected ${String(id)}`)),
    onView: () => undefined,
  };
  const keeper = new Keeper(key, () => host, new DraftStorage(key, localStorage, locks as unknown as LockManager | undefined));
  keepers.push(keeper);
  return { keeper, shown, refused };
}
const started = (key?: string, locks?: Locks) => {
  const opened = open(key, locks);
  opened.keeper.start([...server.records.values()], '0');
  return opened;
};
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

describe('the draft keeper', () => {
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
    expect(localStorage.length).toBe(0);
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
    expect(localStorage.length).toBe(0);
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
    const { keeper, shown, refused } = started();
    server.gone = ['b'];
    keeper.change([record('a', 1), record('b', 2), record('c', 3)]);
    await pass(1_000);
    expect([...server.records.keys()]).toEqual(['a', 'c']);
    expect(refused).toEqual(['rejected b']);
    expect(shown.at(-1)).toEqual(record('b', -1));
    expect(keeper.view).toMatchObject({ state: 'saved', pending: 0, rejected: [{ mine: { id: 'b', value: 2 }, theirs: { value: -1 } }] });
    keeper.change([record('a', 2)]);
    await pass(1_000);
    expect(server.records.get('a')).toEqual(record('a', 2, 2));
    keeper.dismiss();
    expect(keeper.view.rejected).toEqual([]);
  });

  it('[RISK-18] stops when the server refuses for good, and keeps what was not sent', async () => {
    const { keeper, refused } = started();
    server.refusal = 'PAPER_SUBMITTED';
    keeper.change([record('a', 1)]);
    await pass(60_000);
    expect(refused).toEqual(['PAPER_SUBMITTED']);
    expect(server.requests).toHaveLength(1);
    expect(keeper.view).toMatchObject({ state: 'refused', pending: 1 });
    expect(localStorage.length).toBe(1);
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
    expect(localStorage.length).toBe(1);
    second.keeper.dismiss();
    expect(second.keeper.view).toMatchObject({ state: 'saved', left: [] });
    expect(localStorage.length).toBe(0);
    expect(server.records.get('a')).toEqual(record('a', 3, 1));
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

  it('[RISK-15] takes nothing from a window that is open, and everything once it is gone', async () => {
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
    expect(localStorage.length).toBe(0);
  });

  it('[RISK-15] counts broken storage as no draft', () => {
    for (const text of ['{', '7', '{"format":2,"records":[]}', '{"format":1,"records":[null,3]}'])
      localStorage.setItem(`targus-draft:paper:${text.length}`, text);
    expect(started().shown).toEqual([]);
  });
});
