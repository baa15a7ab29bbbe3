// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { PageDocument } from '../../src/core/types.ts';
import { defineWidget, PartView } from '../../src/engine/index.ts';
import { makeBundle, makeEngine, makeRegistry, settle, showPage } from './support.tsx';

// Written as a plain key it would make the object look like a promise.
const THEN = 'then';

function refused(code: string, message: string, more: object = {}): Error {
  return Object.assign(new Error(message), { code, call: 'a.b', status: 400, ...more });
}

/** What was asked or told in dialogs, with the words. */
const questions = (engine: ReturnType<typeof makeEngine>) =>
  engine.feedback.dialog.mock.calls.map(([{ words, ...options }]) => ({ ...options, ...words() }));

async function run(engine: ReturnType<typeof makeEngine>, onClick: unknown, more: Partial<PageDocument> & Record<string, unknown> = {}) {
  await showPage(engine, {
    ...more,
    body: [{ widget: 'press', text: 'go', onClick }, ...((more.body as object[] | undefined) ?? [])] as PageDocument['body'],
  });
  fireEvent.click(screen.getByText('go'));
  await settle();
}

describe('actions', () => {
  it('hands the answer of a call to the steps that follow', async () => {
    const engine = makeEngine((id) => (id === 'user.list' ? { name: 'Ann' } : undefined));
    await run(engine, [
      { call: 'user.list', with: { page: 2 } },
      { notify: '{{ result.name }}', level: 'info' },
    ]);
    expect(engine.client.call).toHaveBeenCalledWith('user.list', { with: { page: 2 } });
    expect(engine.feedback.message).toHaveBeenCalledWith('info', 'Ann');
  });

  it('stops at a failing step, shows its message, and still runs finally', async () => {
    const engine = makeEngine(() => {
      throw refused('DUPLICATE', 'exists already');
    });
    await run(
      engine,
      { steps: [{ call: 'user.list' }, { notify: 'never' }], finally: [{ set: { 'state.done': true } }] },
      { state: { done: { initial: false } }, body: [{ widget: 'label', value: '{{ state.done }}' }] },
    );
    expect(engine.feedback.message.mock.calls).toEqual([['error', 'exists already']]);
    expect(screen.getByText('true')).toBeTruthy();
  });

  it('stop ends what runs, however deep, and what waits for its turn, quietly; finally tidies up, and the next one runs', async () => {
    const given: (AbortSignal | undefined)[] = [];
    const engine = makeEngine((_id, { signal } = {}) => {
      given.push(signal);
      // As the client does with a call that is given up.
      return new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(refused('ABORTED', 'given up')));
        if (given.length > 1) resolve({});
      });
    });
    await showPage(engine, {
      state: { done: { initial: 0 }, tidied: { initial: 0 } },
      actions: {
        read: {
          queue: 'reading',
          whileBusy: 'queue',
          steps: [{ run: 'ask' }, { set: { 'state.done': '{{ state.done + 1 }}' } }],
          onError: [{ notify: 'never' }],
          finally: [{ set: { 'state.tidied': '{{ state.tidied + 1 }}' } }],
        },
        ask: [{ call: 'user.list' }],
      },
      body: [
        { widget: 'press', text: 'read', onClick: 'read' },
        { widget: 'press', text: 'end', onClick: [{ stop: 'read' }] },
        { widget: 'label', value: "{{ 'done ' + state.done + ', tidied ' + state.tidied }}" },
      ],
    } as never);
    fireEvent.click(screen.getByText('read'));
    fireEvent.click(screen.getByText('read'));
    await settle();
    expect(given).toHaveLength(1);
    fireEvent.click(screen.getByText('end'));
    await settle();
    expect(given[0]?.aborted).toBe(true);
    // What waited for its turn was never begun.
    expect(given).toHaveLength(1);
    expect(await screen.findByText('"done 0, tidied 1"')).toBeTruthy();
    expect(engine.feedback.message).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText('read'));
    await settle();
    expect(await screen.findByText('"done 1, tidied 2"')).toBeTruthy();
  });

  it('stop reaches an action the step `run` started, and with it the list around; finally of both tidies up', async () => {
    const given: (AbortSignal | undefined)[] = [];
    const engine = makeEngine((_id, { signal } = {}) => {
      given.push(signal);
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(refused('ABORTED', 'given up'))));
    });
    await showPage(engine, {
      state: { tidied: { initial: '' } },
      actions: {
        read: {
          steps: [{ run: 'ask' }, { notify: 'never' }],
          onError: [{ notify: 'never' }, { set: { 'state.tidied': 'never' } }],
          finally: [{ set: { 'state.tidied': "{{ state.tidied + 'read' }}" } }],
        },
        ask: { steps: [{ call: 'user.list' }], finally: [{ set: { 'state.tidied': "{{ state.tidied + 'ask ' }}" } }] },
      },
      body: [
        { widget: 'press', text: 'read', onClick: 'read' },
        { widget: 'press', text: 'end', onClick: [{ stop: 'ask' }] },
        { widget: 'label', value: '{{ state.tidied }}' },
      ],
    } as never);
    fireEvent.click(screen.getByText('read'));
    await settle();
    expect(given).toHaveLength(1);
    fireEvent.click(screen.getByText('end'));
    await settle();
    expect(given[0]?.aborted).toBe(true);
    expect(await screen.findByText('"ask read"')).toBeTruthy();
    expect(engine.feedback.message).not.toHaveBeenCalled();
  });

  it('stop ends what waits for something to hold, quietly; what has waited no longer listens for a stop', async () => {
    const target: EventTarget = Object.getPrototypeOf(AbortSignal.prototype);
    const added = vi.spyOn(target, 'addEventListener');
    const removed = vi.spyOn(target, 'removeEventListener');
    /** How many hear of a stop. */
    const listening = () => {
      const of = ({ calls, contexts }: typeof added.mock | typeof removed.mock) =>
        calls.flatMap(([type, listener], at) => (type === 'abort' && contexts[at] instanceof AbortSignal ? [listener] : []));
      const gone = of(removed.mock);
      return of(added.mock).filter((listener) => !gone.includes(listener)).length;
    };
    const engine = makeEngine();
    await showPage(engine, {
      state: { n: { initial: 0 } },
      actions: {
        wait: {
          steps: [{ until: '{{ state.n >= 1 }}' }, { notify: 'held' }],
          onError: [{ notify: 'never' }],
          finally: [{ notify: 'over' }],
        },
      },
      body: [
        { widget: 'press', text: 'wait', onClick: 'wait' },
        { widget: 'press', text: 'end', onClick: [{ stop: 'wait' }] },
        { widget: 'press', text: 'more', onClick: [{ set: { 'state.n': 1 } }] },
      ],
    } as never);
    for (const [press, ...told] of [
      ['end', 'over'],
      ['more', 'held', 'over'],
    ] as const) {
      engine.feedback.message.mockClear();
      fireEvent.click(screen.getByText('wait'));
      await settle();
      expect(engine.feedback.message).not.toHaveBeenCalled();
      expect(listening()).toBe(1);
      fireEvent.click(screen.getByText(press));
      await settle();
      expect(engine.feedback.message.mock.calls).toEqual(told.map((text) => ['success', text]));
      expect(listening()).toBe(0);
    }
    added.mockRestore();
    removed.mockRestore();
  });

  it('stop ends what waits for an answer of somebody, which leads to nothing more then', async () => {
    const engine = makeEngine();
    let answer = (_agreed: boolean): void => {};
    engine.feedback.dialog.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    await showPage(engine, {
      actions: { ask: [{ confirm: 'sure' }, { notify: 'agreed' }] },
      body: [
        { widget: 'press', text: 'ask', onClick: 'ask' },
        { widget: 'press', text: 'end', onClick: [{ stop: 'ask' }] },
      ],
    } as never);
    for (const [press, told] of [
      ['ask', 1],
      ['end', 1],
    ] as const) {
      fireEvent.click(screen.getByText('ask'));
      await settle();
      if (press === 'end') fireEvent.click(screen.getByText(press));
      answer(true);
      await settle();
      expect(engine.feedback.message).toHaveBeenCalledTimes(told);
    }
  });

  /** A page with a part that can be taken away, whose action makes a call that waits for `answer` and then starts the action `go` of the page. */
  async function withPart(page: object) {
    const Part = defineWidget(() => <PartView page="part" given={{}} />);
    const registry = makeRegistry({ part: async () => ({ default: Part }) });
    registry.shapes = { ...registry.shapes, part: { kind: 'layout', options: {}, required: [] } };
    const waiting = { answer: (): void => {} };
    const engine = makeEngine(() => new Promise<void>((resolve) => (waiting.answer = resolve)), registry);
    const steps = [{ call: 'user.list' }, { emit: 'go' }];
    const part = makeBundle({ body: [{ widget: 'press', text: 'begin', onClick: steps }] as never });
    const { body = [], ...more } = page as { body?: object[] };
    await showPage(Object.assign(engine, { pages: { ready: () => part, load: async () => part } }), {
      state: { on: { initial: true } },
      body: [
        { widget: 'part', when: '{{ state.on }}' },
        { widget: 'press', text: 'away', onClick: [{ set: { 'state.on': false } }] },
        ...body,
      ],
      ...more,
    } as never);
    await settle();
    const press = async (...texts: string[]) => {
      for (const text of texts) {
        fireEvent.click(screen.getByText(text));
        await settle();
      }
    };
    const answered = async () => {
      waiting.answer();
      await settle();
    };
    return { engine, press, answered };
  }

  it('an event of a page that was left leads nowhere', async () => {
    const { engine, press, answered } = await withPart({ actions: { go: [{ notify: 'told' }, { navigate: '/list' }] } });
    await press('begin');
    await answered();
    expect(engine.navigate).toHaveBeenCalledTimes(1);
    await press('begin', 'away');
    await answered();
    expect(engine.feedback.message).toHaveBeenCalledTimes(2);
    expect(engine.navigate).toHaveBeenCalledTimes(1);
  });

  it('an event says how the action of the layout ended, where somebody asks', async () => {
    const Part = defineWidget(() => <PartView page="part" given={{}} />);
    const registry = makeRegistry({ part: async () => ({ default: Part }) });
    registry.shapes = { ...registry.shapes, part: { kind: 'layout', options: {}, required: [] } };
    const engine = makeEngine(() => Promise.reject(refused('NO_DELEGATION', 'refused')), registry);
    const names = ['fine', 'failing', 'stopping', 'unheard'];
    const body = names.map((text) => {
      const onClick = [{ emit: text, as: 'ended' }, { notify: `{{ '${text} ' + (ended ?? 'nowhere') }}` }];
      return { widget: 'press', text, onClick };
    });
    const part = makeBundle({ body: body as never });
    await showPage(Object.assign(engine, { pages: { ready: () => part, load: async () => part } }), {
      actions: { fine: [], failing: [{ call: 'user.list' }], stopping: [{ require: '{{ false }}', message: 'no' }] },
      body: [{ widget: 'part' }],
    } as never);
    await settle();
    for (const name of names) {
      fireEvent.click(screen.getByText(name));
      await settle();
    }
    const said = engine.feedback.message.mock.calls.map(([, text]) => text);
    expect(said).toEqual(['fine done', 'refused', 'failing failed', 'no', 'stopping stopped', 'unheard nowhere']);
  });

  it('an event closes no window that somebody opened after they started what leads to it', async () => {
    const { press, answered } = await withPart({
      actions: { go: [{ close: 'panel' }] },
      body: [
        { widget: 'panel', name: 'panel', body: [] },
        { widget: 'press', text: 'open', onClick: [{ open: 'panel' }] },
        { widget: 'label', text: '{{ panel.open ? "is open" : "is closed" }}' },
      ],
    });
    await press('open', 'begin');
    await answered();
    expect(screen.getByText('is closed')).toBeTruthy();
    await press('begin', 'open');
    await answered();
    expect(screen.getByText('is open')).toBeTruthy();
  });

  it('stop gives up the call of an action that a part of the page started by an event', async () => {
    const given: (AbortSignal | undefined)[] = [];
    const Part = defineWidget(() => <PartView page="part" given={{}} />);
    const registry = makeRegistry({ part: async () => ({ default: Part }) });
    registry.shapes = { ...registry.shapes, part: { kind: 'layout', options: {}, required: [] } };
    const engine = makeEngine((_id, { signal } = {}) => {
      given.push(signal);
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(refused('ABORTED', 'given up'))));
    }, registry);
    const part = makeBundle({ body: [{ widget: 'press', text: 'read', onClick: [{ emit: 'read' }] }] as never });
    await showPage(Object.assign(engine, { pages: { ready: () => part, load: async () => part } }), {
      actions: { read: { steps: [{ call: 'user.list' }], onError: [{ notify: 'never' }], finally: [{ notify: 'over' }] } },
      body: [{ widget: 'part' }, { widget: 'press', text: 'end', onClick: [{ stop: 'read' }] }],
    } as never);
    await settle();
    fireEvent.click(screen.getByText('read'));
    await settle();
    expect(given).toHaveLength(1);
    fireEvent.click(screen.getByText('end'));
    await settle();
    expect(given[0]?.aborted).toBe(true);
    expect(engine.feedback.message.mock.calls).toEqual([['success', 'over']]);
  });

  it('[WS-12] what finally saved counts for the list around: leaving asks nothing', async () => {
    const engine = makeEngine(() => ({}));
    const actions = { save: { steps: [], finally: [{ validate: 'edit' }, { call: 'user.save' }] } };
    await showPage(engine, {
      actions,
      body: [
        { widget: 'form', name: 'edit', fields: [{ widget: 'input', name: 'name', label: 'Name' }], guard: true },
        { widget: 'press', text: 'type', onClick: [{ set: { 'edit.values.name': 'Ann' } }] },
        { widget: 'press', text: 'leave', onClick: [{ run: 'save' }, { navigate: '/list' }] },
      ],
    } as never);
    fireEvent.click(screen.getByText('type'));
    await settle();
    expect(engine.leave.blocked).toBe(true);
    fireEvent.click(screen.getByText('leave'));
    await settle();
    expect(engine.leave.blocked).toBe(false);
  });

  it.each([
    ['save', 'error.notSaved'],
    ['delete', 'error.deleteFailed'],
    ['stop', 'error.stopFailed'],
    ['execute', 'error.executionFailed'],
  ])('[ERR-11] says what failed before why, where the contract of the call says what it is for: %s', async (deed, what) => {
    const engine = makeEngine(() => {
      throw refused('IN_USE', 'still in use', { deed });
    });
    const translate = vi.spyOn(engine, 'translate');
    await run(engine, [{ call: 'user.list' }]);
    expect(translate).toHaveBeenCalledWith('engine.told', { what, more: 'still in use' });
    expect(engine.feedback.message.mock.calls).toEqual([['error', 'engine.told']]);
  });

  it('lets onError replace the message and read the failure', async () => {
    const engine = makeEngine(() => {
      throw refused('DUPLICATE', 'exists already');
    });
    await run(engine, { steps: [{ call: 'user.list' }], onError: [{ notify: '{{ error.code }}', level: 'warning' }] });
    expect(engine.feedback.message.mock.calls).toEqual([['warning', 'DUPLICATE']]);
  });

  it('tells what onError hands on as if there were no onError', async () => {
    const onError = [{ if: "{{ error.code == 'LATE' }}", [THEN]: [{ notify: 'too late' }], else: [{ fail: '{{ error }}' }] }];
    for (const [code, ...message] of [
      ['DUPLICATE', 'error', 'exists already'],
      ['LATE', 'success', 'too late'],
    ] as const) {
      const engine = makeEngine(() => {
        throw refused(code, 'exists already');
      });
      await run(engine, { steps: [{ call: 'user.list' }], onError });
      expect(engine.feedback.message.mock.calls).toEqual([message]);
      cleanup();
    }
  });

  it('keeps a text as a file of the browser', async () => {
    const files: [Blob, string][] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(class extends URL {}, {
        createObjectURL: (file: Blob) => (files.push([file, '']), 'blob:x'),
        revokeObjectURL: () => undefined,
      }),
    );
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      for (const file of files) file[1] = this.download;
    });
    await run(makeEngine(), [{ save: "{{ 'a' + 1 }}", fileName: "{{ 'codes' }}.txt" }]);
    vi.unstubAllGlobals();
    click.mockRestore();
    expect(files.map(([file, name]) => [file.size, name])).toEqual([[2, 'codes.txt']]);
  });

  it.each([
    [404, 'info', 'none'],
    [403, 'warning', 'SOME'],
  ])('goes on after an optional call that the back end does not know, and after no other failure of it (%s)', async (status, ...told) => {
    const engine = makeEngine(() => {
      throw Object.assign(new Error('no'), { code: 'SOME', status });
    });
    const steps = [
      { call: 'user.list', optional: true },
      { notify: "{{ result == null ? 'none' : 'some' }}", level: 'info' },
    ];
    await run(engine, { steps, onError: [{ notify: '{{ error.code }}', level: 'warning' }] });
    expect(engine.feedback.message.mock.calls).toEqual([told]);
  });

  it('passes over the refresh of a node that is not shown', async () => {
    const engine = makeEngine(() => undefined);
    const hidden = { widget: 'panel', name: 'later', when: '{{ state.on }}', body: [] };
    const steps = [{ refresh: ['later'] }, { notify: 'done', level: 'info' }];
    await run(engine, steps, { state: { on: { initial: false } }, body: [hidden] as never });
    expect(engine.feedback.message.mock.calls).toEqual([['info', 'done']]);
  });

  it('passes over the reset of a form, and the close of a window, that are not shown', async () => {
    const engine = makeEngine(() => undefined);
    const hidden = { widget: 'panel', when: '{{ state.on }}', body: [{ widget: 'form', name: 'later', fields: [] }] };
    const steps = [{ reset: 'later' }, { close: 'later' }, { notify: 'done', level: 'info' }];
    await run(engine, steps, { state: { on: { initial: false } }, body: [hidden] as never });
    expect(engine.feedback.message.mock.calls).toEqual([['info', 'done']]);
  });

  it.each([
    ['the reset of a name nobody has', { reset: 'nobody' }],
    ['what is set in a form that is not shown', { set: { 'later.values.name': 'lost' } }],
  ])('refuses %s', async (_, step) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const engine = makeEngine(() => undefined);
    const hidden = { widget: 'panel', when: '{{ state.on }}', body: [{ widget: 'form', name: 'later', fields: [] }] };
    await run(engine, [step, { notify: 'done', level: 'info' }], { state: { on: { initial: false } }, body: [hidden] as never });
    expect(engine.feedback.message).not.toHaveBeenCalledWith('info', 'done');
  });

  it('refuses the refresh of a name nobody has', async () => {
    const engine = makeEngine(() => undefined);
    await run(engine, [{ refresh: ['nobody'] }, { notify: 'done', level: 'info' }]);
    expect(engine.feedback.message).not.toHaveBeenCalledWith('info', 'done');
  });

  it('ignores a second start while the first still runs, and starts again afterwards', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const engine = makeEngine(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    await run(engine, [{ call: 'user.list' }]);
    fireEvent.click(screen.getByText('go'));
    fireEvent.click(screen.getByText('go'));
    await settle();
    expect(engine.client.call).toHaveBeenCalledTimes(1);
    answer(1);
    await settle();
    fireEvent.click(screen.getByText('go'));
    await settle();
    expect(engine.client.call).toHaveBeenCalledTimes(2);
  });

  it('ignores a second start for the same item or form alone: another one waits for its turn', async () => {
    const Items = defineWidget<{ onClick: (locals: object) => Promise<unknown> }>(({ options }) => (
      <>
        {['a', 'b'].map((item) => (
          <button key={item} type="button" onClick={() => void options.onClick({ item })}>
            item {item}
          </button>
        ))}
      </>
    ));
    const registry = makeRegistry({ items: async () => ({ default: Items }) });
    registry.shapes = { ...registry.shapes, items: { kind: 'widget', options: { onClick: 'action' }, required: [] } };
    const waiting: ((value?: unknown) => void)[] = [];
    const engine = makeEngine(() => new Promise((resolve) => waiting.push(resolve)), registry);
    const form = (name: string) => ({
      widget: 'form',
      name,
      fields: [],
      body: [{ widget: 'press', text: `form ${name}`, onClick: 'save' }],
    });
    await showPage(engine, {
      actions: { save: [{ call: 'user.save' }] },
      body: [{ widget: 'items', onClick: 'save' }, form('a'), form('b')],
    } as never);
    for (const kind of ['item', 'form']) {
      const before = waiting.length;
      for (const name of ['a', 'a', 'b', 'b']) fireEvent.click(screen.getByText(`${kind} ${name}`));
      await settle();
      expect(waiting.length - before).toBe(1);
      for (let turn = 0; turn < 3; turn += 1) {
        waiting.at(-1)?.();
        await settle();
      }
      expect(waiting.length - before, kind).toBe(2);
    }
  });

  it('places what a call refuses at the form that was submitted, and of what is started later at none', async () => {
    const engine = makeEngine((_id, args) => {
      if (args?.with?.good) return {};
      throw refused('INVALID', 'wrong', { details: [{ field: 'name', message: 'no such name' }] });
    });
    await showPage(engine, {
      state: { good: { initial: false } },
      body: [
        {
          widget: 'form',
          name: 'edit',
          fields: [{ widget: 'input', name: 'name', label: 'Name' }],
          onSubmit: [{ call: 'user.save', with: { good: '{{ state.good }}' } }, { set: { 'state.good': true } }],
          body: [{ widget: 'press', text: 'send', submit: true }],
        },
        { widget: 'press', text: 'good', onClick: [{ set: { 'state.good': true } }] },
        { widget: 'press', text: 'other', onClick: [{ call: 'user.other' }] },
      ],
    } as never);
    const press = async (text: string) => {
      fireEvent.click(screen.getByText(text));
      await settle();
    };
    await press('send');
    expect(screen.getByRole('alert').textContent).toBe('no such name');
    expect(engine.feedback.message).not.toHaveBeenCalled();
    await press('good');
    await press('send');
    expect(screen.queryByRole('alert')).toBeNull();
    await press('other');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(engine.feedback.message.mock.calls).toEqual([['error', expect.stringContaining('wrong')]]);
  });

  it('says faults that are texts of the locale alone, and the sentence of the code where one of them is not', async () => {
    const explained = { field: 'file', message: 'It has no rows', key: 'data.noRows' };
    const engine = makeEngine((_id, args) => {
      const details = args?.with?.both ? [explained, { field: 'name', message: 'must be text' }] : [explained];
      throw refused('PARAMETER_ERROR', 'some values are wrong', { details });
    });
    const press = (text: string, both: boolean) => ({ widget: 'press', text, onClick: [{ call: 'user.save', with: { both } }] });
    await showPage(engine, { body: [press('one', false), press('two', true)] } as never);
    for (const text of ['one', 'two']) {
      fireEvent.click(screen.getByText(text));
      await settle();
    }
    expect(engine.feedback.message.mock.calls).toEqual([
      ['error', 'It has no rows'],
      ['error', 'some values are wrong\nIt has no rows\nmust be text'],
    ]);
  });

  it('says what the server says of a conflict that does not bring the record of now', async () => {
    const engine = makeEngine(() => {
      throw refused('CONFLICT', 'somebody else was first', { status: 409 });
    });
    const fields = [{ widget: 'input', name: 'name', label: 'Name' }];
    const body = [{ widget: 'press', text: 'send', submit: true }];
    await showPage(engine, { body: [{ widget: 'form', name: 'edit', fields, onSubmit: [{ call: 'user.save' }], body }] } as never);
    fireEvent.click(screen.getByText('send'));
    await settle();
    expect(engine.feedback.message.mock.calls).toEqual([['error', 'somebody else was first']]);
    expect(engine.feedback.dialog).not.toHaveBeenCalled();
  });

  it('goes on with what waits as a page opens, though React takes the page away once and brings it back while it is developed', async () => {
    const engine = makeEngine();
    const page = {
      state: { on: { initial: false }, done: { initial: false } },
      onOpen: [{ until: '{{ state.on }}' }, { set: { 'state.done': true } }],
      body: [
        { widget: 'press', text: 'on', onClick: [{ set: { 'state.on': true } }] },
        { widget: 'label', text: '{{ state.done ? "done" : "waits" }}' },
      ],
    } as never;
    // With its code still to come, and with it here, where all of the page comes at once.
    for (let time = 0; time < 2; time += 1) {
      await showPage(engine, page, { wrap: (shown) => <StrictMode>{shown}</StrictMode> });
      expect(screen.getByText('waits')).toBeTruthy();
      fireEvent.click(screen.getByText('on'));
      await settle();
      expect(screen.getByText('done')).toBeTruthy();
      cleanup();
    }
  });

  it('stops quietly when a confirmation is refused', async () => {
    const engine = makeEngine();
    engine.feedback.dialog.mockResolvedValue(false);
    await run(engine, [{ confirm: 'common.confirmDelete', danger: true }, { call: 'user.list' }]);
    expect(questions(engine)).toEqual([
      { level: 'confirm', text: 'common.confirmDelete', okText: 'engine.ok', cancelText: 'engine.cancel', danger: true },
    ]);
    expect(engine.client.call).not.toHaveBeenCalled();
    expect(engine.feedback.message).not.toHaveBeenCalled();
  });

  it('goes on after require only when it holds', async () => {
    const engine = makeEngine();
    await run(engine, [{ require: '{{ state.n > 2 }}', message: 'too.small' }, { call: 'user.list' }], { state: { n: { initial: 1 } } });
    expect(engine.feedback.message.mock.calls).toEqual([['warning', 'too.small']]);
    expect(engine.client.call).not.toHaveBeenCalled();
  });

  it('goes on as soon as what it waits for holds, and no more once the page is gone', async () => {
    const engine = makeEngine();
    const page = {
      state: { n: { initial: 0 } },
      body: [{ widget: 'press', text: 'more', onClick: [{ set: { 'state.n': '{{ state.n + 1 }}' } }] }] as never,
    };
    const steps = [{ until: '{{ state.n >= 2 }}' }, { notify: '{{ state.n }}', level: 'info' }];
    await run(engine, { steps, finally: [{ notify: 'over', level: 'info' }] }, page);
    fireEvent.click(screen.getByText('more'));
    await settle();
    expect(engine.feedback.message).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText('more'));
    await settle();
    expect(engine.feedback.message.mock.calls).toEqual([
      ['info', '2'],
      ['info', 'over'],
    ]);
    // It holds already.
    fireEvent.click(screen.getByText('go'));
    await settle();
    expect(engine.feedback.message).toHaveBeenCalledTimes(4);

    cleanup();
    await run(engine, { steps: [{ until: '{{ state.n >= 2 }}' }, { notify: 'never' }], finally: [{ notify: 'gone' }] }, page);
    cleanup();
    await settle();
    expect(engine.feedback.message.mock.calls.slice(4)).toEqual([['success', 'gone']]);

    // Nor does it wait for anything on a page that was left before.
    let answer = (): void => {};
    const slow = makeEngine(() => new Promise<void>((resolve) => (answer = resolve)));
    await run(slow, { steps: [{ call: 'user.list' }, { until: '{{ false }}' }], finally: [{ notify: 'gone' }] });
    cleanup();
    answer();
    await settle();
    expect(slow.feedback.message.mock.calls).toEqual([['success', 'gone']]);
  });

  it('fails where what it waits for cannot be told', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const engine = makeEngine();
    const page = { state: { word: { initial: 'a' } } };
    await run(engine, { steps: [{ until: '{{ state.word - 1 > 0 }}' }], onError: [{ notify: '{{ error.code }}' }] }, page);
    expect(engine.feedback.message.mock.calls).toEqual([['success', 'EXPRESSION_TYPE']]);
  });

  it('copies a text, or a path as the whole address, and shows what the browser refuses to copy', async () => {
    const writeText = vi.fn(async (text: string) => {
      if (text === 'refused') throw new Error('no permission');
    });
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    const engine = makeEngine();
    await run(engine, [{ copy: '{{ 1 + 1 }}' }, { copy: "{{ '/a?b=' + 1 }}", form: 'link' }, { copy: 'refused' }, { notify: 'after' }]);
    vi.unstubAllGlobals();
    expect(writeText.mock.calls).toEqual([['2'], [`${window.location.origin}/a?b=1`], ['refused']]);
    expect(questions(engine)).toEqual([{ level: 'info', text: 'refused', title: 'engine.copyByHand', okText: 'engine.ok' }]);
    // Nobody is told that it was copied.
    expect(engine.feedback.message).not.toHaveBeenCalled();
  });

  it('prints the page under a name, and leaves the title of the window as it was', async () => {
    document.title = 'Page - Targus';
    const printed: string[] = [];
    vi.stubGlobal('print', () => printed.push(document.title));
    await run(makeEngine(), [{ print: "{{ 'Board ' + 1 }}" }]);
    vi.unstubAllGlobals();
    expect([printed, document.title]).toEqual([['Board 1'], 'Page - Targus']);
  });

  it('branches and loops with its own names', async () => {
    const engine = makeEngine();
    await run(engine, [
      {
        each: "{{ ['a', 'b'] }}",
        as: 'letter',
        do: [{ if: "{{ letter == 'b' }}", [THEN]: [{ notify: '{{ letter }}{{ index }}' }], else: [{ notify: 'other' }] }],
      },
    ]);
    expect(engine.feedback.message.mock.calls).toEqual([
      ['success', 'other'],
      ['success', 'b1'],
    ]);
  });

  it('refuses more than 1,000 rounds', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const engine = makeEngine();
    await run(engine, [{ each: '{{ range(1001) }}', do: [{ notify: 'x' }] }]);
    expect(engine.feedback.message.mock.calls).toEqual([['error', 'engine.actionFailed']]);
  });

  it('passes navigation with its query to the application', async () => {
    const engine = makeEngine();
    await run(engine, [{ navigate: '/home', query: { tab: 'a' }, replace: true }]);
    expect(engine.navigate).toHaveBeenCalledWith('/home', { query: { tab: 'a' }, replace: true, window: 'same', reload: false });
  });

  it('opens and closes a named node with values', async () => {
    const engine = makeEngine();
    await run(engine, [{ open: 'edit', with: { id: 7 } }], {
      body: [{ widget: 'panel', name: 'edit', body: [{ widget: 'label', value: '{{ edit.with.id }}', when: '{{ edit.open }}' }] }],
    });
    expect(screen.getByText('7')).toBeTruthy();
  });

  it('[FILE-04] saves a file under the name the server gave', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    const saved: string[] = [];
    URL.createObjectURL = vi.fn(() => 'blob:x');
    URL.revokeObjectURL = vi.fn();
    const engine = makeEngine(() => new File(['x'], '报告.xlsx'));
    await run(engine, [{ download: 'report.export' }]);
    expect(click).toHaveBeenCalledTimes(1);
    expect(saved).toEqual(['报告.xlsx']);
  });

  it('[FILE-04] says so when a download gives no file', async () => {
    const engine = makeEngine(() => ({ nothing: true }));
    await run(engine, [{ download: 'report.export' }]);
    expect(engine.feedback.message.mock.calls).toEqual([['error', 'engine.downloadFailed']]);
  });

  it('says nothing again about an ended session', async () => {
    const engine = makeEngine(() => {
      throw refused('UNAUTHENTICATED', 'expired', { settled: true });
    });
    await run(engine, [{ call: 'user.list' }]);
    expect(engine.feedback.message).not.toHaveBeenCalled();
  });

  it('says nothing again about an ended session in onError either, which does the rest', async () => {
    const engine = makeEngine(() => {
      throw refused('ENDED', 'expired', { settled: true });
    });
    const onError = [{ notify: '{{ error.message }}', level: 'error' }, { navigate: '/after' }];
    await run(engine, { steps: [{ call: 'user.list' }], onError, finally: [{ notify: 'over' }] });
    expect(engine.feedback.message.mock.calls).toEqual([['success', 'over']]);
    expect(engine.navigate).toHaveBeenCalledWith('/after', expect.anything());
  });

  it('fails at a faulty step and names nothing but the reason', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const engine = makeEngine();
    await run(engine, [{ notfy: 'x' }]);
    expect(engine.feedback.message).toHaveBeenCalledWith('error', 'engine.actionFailed');
  });
});

describe('an action that runs another', () => {
  const failing = () =>
    makeEngine((id) => {
      if (id === 'user.list') return { name: 'Ann' };
      throw refused('DUPLICATE', 'exists already');
    });
  const told = (engine: ReturnType<typeof makeEngine>) => engine.feedback.message.mock.calls;

  it('hands it the names it has, and goes on with what it keeps', async () => {
    const engine = failing();
    const inside = [
      { call: 'user.list', as: 'made' },
      { each: "{{ ['a'] }}", do: [{ run: 'greet' }] },
    ];
    await run(engine, [...inside, { run: 'load' }, { notify: '{{ result.name }} {{ last.name }}' }], {
      actions: {
        load: [{ call: 'user.list' }, { call: 'user.list', as: 'last' }],
        greet: [{ notify: '{{ item }}: {{ made.name }}' }],
      },
    });
    expect(told(engine)[0]).toEqual(['success', 'a: Ann']);
    expect(told(engine).at(-1)).toEqual(['success', 'Ann Ann']);
  });

  it('goes to its own onError with what fails there', async () => {
    const engine = failing();
    await run(
      engine,
      {
        steps: [{ run: 'save' }, { notify: 'never' }],
        onError: [{ run: 'explain' }],
        finally: [{ notify: 'over' }],
      },
      { actions: { save: [{ call: 'user.save' }, { notify: 'never' }], explain: [{ notify: '{{ error.code }}', level: 'warning' }] } },
    );
    expect(told(engine)).toEqual([
      ['warning', 'DUPLICATE'],
      ['success', 'over'],
    ]);
  });

  it('shows the message once where nobody has an onError', async () => {
    const engine = failing();
    await run(engine, [{ run: 'save' }, { notify: 'never' }], { actions: { save: [{ run: 'deep' }], deep: [{ call: 'user.save' }] } });
    expect(told(engine)).toEqual([['error', 'exists already']]);
  });

  it('stops when that stops', async () => {
    const engine = failing();
    const actions = { ask: { steps: [{ require: '{{ false }}', message: 'not.yet' }], finally: [{ navigate: '/last' }] } };
    await run(engine, { steps: [{ run: 'ask' }, { notify: 'never' }], onError: [{ notify: 'never' }] }, { actions });
    expect(told(engine)).toEqual([['warning', 'not.yet']]);
    expect(engine.navigate).toHaveBeenCalledTimes(1);
  });

  it('runs onError and finally of that first; what they told, its own onError does not tell again', async () => {
    const engine = failing();
    const save = {
      steps: [{ call: 'user.save' }],
      onError: [{ notify: '{{ error.code }}', level: 'error' }],
      finally: [{ notify: 'inner' }],
    };
    const onError = [{ notify: '{{ error.message }}', level: 'error' }, { navigate: '/after' }];
    await run(engine, { steps: [{ run: 'save' }, { notify: 'never' }], onError, finally: [{ notify: 'outer' }] }, { actions: { save } });
    expect(told(engine)).toEqual([
      ['error', 'DUPLICATE'],
      ['success', 'inner'],
      ['success', 'outer'],
    ]);
    expect(engine.navigate).toHaveBeenCalledTimes(1);
  });

  it('says nothing more about what that has dealt with where it has no onError', async () => {
    const engine = failing();
    const save = { steps: [{ call: 'user.save' }], onError: [{ notify: 'dealt with' }] };
    await run(engine, [{ run: 'save' }, { notify: 'never' }], { actions: { save } });
    expect(told(engine)).toEqual([['success', 'dealt with']]);
  });

  it('fails with what fails in onError or finally of that', async () => {
    const engine = failing();
    const actions = {
      undo: { steps: [{ call: 'user.save' }], onError: [{ call: 'user.undo' }] },
      clear: { steps: [{ notify: 'fine' }], finally: [{ call: 'user.clear' }] },
    };
    await run(engine, { steps: [{ run: 'undo' }], onError: [{ run: 'clear' }, { notify: 'never' }] }, { actions });
    expect(told(engine)).toEqual([
      ['success', 'fine'],
      ['error', 'exists already'],
    ]);
  });

  it('tells each failure once, also of what runs at the end', async () => {
    const engine = makeEngine((id) => {
      throw refused('A', id);
    });
    const actions = { save: { steps: [{ call: 'user.save' }], finally: [{ call: 'user.clear' }] } };
    await run(engine, { steps: [{ run: 'save' }], finally: [{ call: 'user.list' }] }, { actions });
    expect(told(engine)).toEqual([
      ['error', 'user.clear'],
      ['error', 'user.save'],
      ['error', 'user.list'],
    ]);
  });

  it('fails at a circle instead of going round', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const engine = failing();
    await run(engine, [{ run: 'a' }], { actions: { a: [{ notify: 'once' }, { run: 'b' }], b: [{ run: 'a' }] } });
    expect(told(engine)).toEqual([
      ['success', 'once'],
      ['error', 'engine.actionFailed'],
    ]);
  });
});
