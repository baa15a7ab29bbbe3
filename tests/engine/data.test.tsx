// @vitest-environment jsdom
import { batch } from '@formily/reactive';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { type ReactNode, StrictMode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { PageDocument } from '../../src/core/types.ts';
import { defineWidget, Visible } from '../../src/engine/index.ts';
import { makeEngine, makeRegistry, makeRoute, settle, showPage } from './support.tsx';

function Behind({ curtain, children }: { curtain: { show: (shown: boolean) => void }; children: ReactNode }) {
  const [shown, setShown] = useState(true);
  curtain.show = setShown;
  return <Visible shown={shown}>{children}</Visible>;
}

describe('data sources', () => {
  it('makes equal calls of a page once, also in strict mode', async () => {
    const engine = makeEngine(async () => ['a']);
    await showPage(
      engine,
      {
        data: { one: { call: 'user.list' }, two: { call: 'user.list' } },
        body: [
          { widget: 'label', value: '{{ data.one }}' },
          { widget: 'label', value: '{{ data.two }}' },
        ],
      },
      { wrap: (page) => <StrictMode>{page}</StrictMode> },
    );
    expect(screen.getAllByText('["a"]')).toHaveLength(2);
    expect(engine.client.call).toHaveBeenCalledTimes(1);
  });

  it('asks again for who comes after a change, however new the answer is; without one they rest on it', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let saved = 'before';
    let isLost = false;
    const engine = makeEngine((id) => {
      if (id !== 'user.save') return saved;
      saved = isLost ? 'unheard' : 'after';
      if (isLost) throw Object.assign(new Error('no answer'), { code: 'TIMEOUT', call: id });
      return null;
    });
    await showPage(engine, {
      state: { shown: { initial: true } },
      data: { user: { call: 'user.list', when: '{{ state.shown }}', keepPrevious: false } },
      body: [
        { widget: 'label', text: '{{ data.user }}' },
        { widget: 'press', text: 'save', onClick: [{ call: 'user.save' }] },
        { widget: 'press', text: 'turn', onClick: [{ set: { 'state.shown': '{{ !state.shown }}' } }] },
      ],
    });
    const press = async (...texts: string[]) => {
      for (const text of texts) {
        fireEvent.click(screen.getByText(text));
        await settle();
      }
    };
    const asked = () => engine.client.call.mock.calls.filter(([id]) => id === 'user.list').length;
    await press('turn', 'turn');
    expect(screen.getByText('before')).toBeTruthy();
    expect(asked()).toBe(1);
    await press('turn', 'save', 'turn');
    expect(screen.getByText('after')).toBeTruthy();
    expect(asked()).toBe(2);
    isLost = true;
    await press('turn', 'save', 'turn');
    expect(screen.getByText('unheard')).toBeTruthy();
  });

  it('calls again when its parameters change and keeps the last answer meanwhile', async () => {
    let answer: (value: unknown) => void = () => undefined;
    const engine = makeEngine((_, args) =>
      args?.with?.page === 1
        ? 'first'
        : new Promise((resolve) => {
            answer = resolve;
          }),
    );
    await showPage(engine, {
      state: { page: { initial: 1 } },
      data: { list: { call: 'user.list', with: { page: '{{ state.page }}' } } },
      body: [
        { widget: 'label', text: '{{ data.list }}' },
        { widget: 'press', text: 'next', onClick: [{ set: { 'state.page': 2 } }] },
      ],
    });
    fireEvent.click(screen.getByText('next'));
    await settle();
    expect(screen.getByText('first')).toBeTruthy();
    answer('second');
    await settle();
    expect(screen.getByText('second')).toBeTruthy();
  });

  it('asks again in another language for what is worded, keeps the answer before meanwhile, and asks for nothing else', async () => {
    const waiting: ((value: unknown) => void)[] = [];
    const engine = makeEngine((id) => (id === 'user.list' ? 'plain' : new Promise((resolve) => waiting.push(resolve))));
    await showPage(engine, {
      data: { plain: { call: 'user.list' }, worded: { call: 'worded.list', keepPrevious: false } },
      body: [{ widget: 'label', text: '{{ data.plain }} {{ data.worded }}' }],
    });
    waiting[0]?.('words');
    await settle();
    act(() => batch(() => (engine.app.language = 'zh-Hans')));
    await settle();
    expect(screen.getByText('plain words')).toBeTruthy();
    waiting[1]?.('词');
    await settle();
    expect(screen.getByText('plain 词')).toBeTruthy();
    expect(engine.client.call.mock.calls.map(([id]) => id)).toEqual(['user.list', 'worded.list', 'worded.list']);
  });

  it('tells loading and failure, and a refresh tries again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let broken = true;
    const engine = makeEngine(async () => {
      if (broken) throw Object.assign(new Error('down'), { code: 'UNAVAILABLE', call: 'user.list' });
      return 'fine';
    });
    await showPage(engine, {
      data: { list: { call: 'user.list' } },
      body: [
        { widget: 'label', text: '{{ data.list }} {{ status.list.error.code }} {{ status.list.loading }}' },
        { widget: 'press', text: 'again', onClick: [{ refresh: ['list'] }] },
      ],
    });
    expect(screen.getByText('UNAVAILABLE false')).toBeTruthy();
    broken = false;
    fireEvent.click(screen.getByText('again'));
    await settle();
    expect(screen.getByText('fine false')).toBeTruthy();
  });

  /** The first answer of the draft comes at once, every other one when it is given; what is saved stands in `sent`. */
  function slowDraft() {
    const waiting: ((value: unknown) => void)[] = [];
    const sent: unknown[] = [];
    const engine = makeEngine((id, args) => {
      if (id !== 'user.list') return sent.push(args?.body);
      return waiting.length === 0 ? waiting.push(() => undefined) && { revision: 1 } : new Promise((resolve) => waiting.push(resolve));
    });
    return { engine, waiting, sent };
  }

  it('sends nothing of an answer that a refresh is just replacing, and holds back no call that reads none', async () => {
    const { engine, waiting, sent } = slowDraft();
    await showPage(engine, {
      data: { draft: { call: 'user.list' } },
      values: { next: '{{ data.draft.revision + 1 }}' },
      body: [
        { widget: 'press', text: 'again', onClick: [{ refresh: ['draft'] }] },
        { widget: 'press', text: 'read', onClick: [{ call: 'user.save', body: { of: '{{ data.draft.revision }}' } }] },
        { widget: 'press', text: 'computed', onClick: [{ call: 'user.save', body: '{{ {next: values.next} }}' }] },
        { widget: 'press', text: 'plain', onClick: [{ call: 'user.save', body: 'plain' }] },
      ],
    });
    fireEvent.click(screen.getByText('again'));
    for (const name of ['read', 'computed', 'plain']) fireEvent.click(screen.getByText(name));
    await settle();
    expect(sent).toEqual(['plain']);
    waiting[1]?.({ revision: 2 });
    await settle();
    expect(sent).toEqual(['plain', { of: 2 }, { next: 3 }]);
    fireEvent.click(screen.getByText('read'));
    await settle();
    expect(sent[3]).toEqual({ of: 2 });
  });

  it('sends nothing of an answer while any refresh is replacing it, also one that began while the call waited', async () => {
    const { engine, waiting, sent } = slowDraft();
    await showPage(engine, {
      data: { draft: { call: 'user.list' } },
      body: [
        { widget: 'press', text: 'one', onClick: [{ refresh: ['draft'] }] },
        { widget: 'press', text: 'other', onClick: [{ refresh: ['draft'] }] },
        { widget: 'press', text: 'read', onClick: [{ call: 'user.save', body: { of: '{{ data.draft.revision }}' } }] },
      ],
    });
    for (const name of ['one', 'read', 'other']) fireEvent.click(screen.getByText(name));
    await settle();
    waiting[1]?.({ revision: 2 });
    await settle();
    expect(sent).toEqual([]);
    waiting[2]?.({ revision: 3 });
    await settle();
    expect(sent).toEqual([{ of: 3 }]);
  });

  it('waits for its condition and keeps what it selects', async () => {
    const engine = makeEngine(() => ({ content: { total: 3 } }));
    await showPage(engine, {
      state: { on: { initial: false } },
      data: { total: { call: 'user.list', when: '{{ state.on }}', select: '{{ result.content.total }}' } },
      body: [
        { widget: 'label', text: 'total {{ data.total }}' },
        { widget: 'press', text: 'on', onClick: [{ set: { 'state.on': true } }] },
      ],
    });
    expect(engine.client.call).not.toHaveBeenCalled();
    fireEvent.click(screen.getByText('on'));
    await settle();
    expect(screen.getByText('total 3')).toBeTruthy();
  });

  it('[ERR-11] follows the parameters of the address through their declarations, and says once which one is wrong', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const route = makeRoute({ query: { page: '2', secret: 'x', kind: 'wrong' } });
    const engine = makeEngine();
    const translate = vi.spyOn(engine, 'translate');
    await showPage(
      engine,
      {
        query: { page: { type: 'integer' }, kind: { type: 'string', enum: ['show'], default: 'show' }, inIframe: { type: 'boolean' } },
        body: [{ widget: 'label', value: '{{ [query.page, query.kind, query.inIframe ?? false] }}' }],
      },
      { route },
    );
    expect(screen.getByText('[2,"show",false]')).toBeTruthy();
    expect(warn).toHaveBeenCalledTimes(1);
    act(() => {
      batch(() => {
        route.query = { page: '3', inIframe: '' };
      });
    });
    await settle();
    expect(screen.getByText('[3,"show",true]')).toBeTruthy();
    act(() => {
      route.query = { page: '4', kind: 'wrong' };
    });
    await settle();
    expect(engine.feedback.message.mock.calls).toEqual([['warning', 'engine.told']]);
    expect(translate).toHaveBeenCalledWith('engine.told', { what: 'error.pageParameter', more: 'kind' });
  });

  it('polls while shown and not while hidden', async () => {
    const engine = makeEngine(() => 'x');
    const page = { data: { count: { call: 'user.list', poll: 1 } }, body: [{ widget: 'label', text: '{{ data.count }}' }] };
    await showPage(engine, page);
    const hidden = makeEngine(() => 'x');
    await showPage(hidden, page, { wrap: (view) => <Visible shown={false}>{view}</Visible> });
    await new Promise((resolve) => setTimeout(resolve, 1300));
    expect(engine.client.call).toHaveBeenCalledTimes(2);
    expect(hidden.client.call).not.toHaveBeenCalled();
  });

  it('survives an outage: the last answer stays and is told as old, and the next one comes by itself; a refusal is no outage', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const failing = (code: string, status?: number) => () => {
      throw Object.assign(new Error('down'), { code, status, call: 'user.list' });
    };
    // Asked for once a second, in this order; the last for good.
    const answers = [() => 'first', failing('NETWORK_ERROR'), failing('INTERNAL', 500), () => 'second', failing('FORBIDDEN', 403)];
    const engine = makeEngine(async () => ((answers.length > 1 ? answers.shift() : answers[0]) as () => unknown)());
    const text =
      "{{ data.count + ' ' + status.count.readAt + ' ' + status.count.stale + ' ' + status.count.out + ' ' + (status.count.error.code ?? 0) }}";
    await showPage(engine, { data: { count: { call: 'user.list', poll: 1 } }, body: [{ widget: 'label', text }] });
    const shown = async (pattern: RegExp) => (await screen.findByText(pattern, {}, { timeout: 3_000 })).textContent ?? '';
    const timeOf = (line: string) => Number(line.split(' ')[1]);
    const first = await shown(/^first \d+ false false 0$/);
    expect(Math.abs(timeOf(first) - Date.now())).toBeLessThan(5_000);
    for (const code of ['NETWORK_ERROR', 'INTERNAL'])
      expect(timeOf(await shown(new RegExp(`^first \\d+ true true ${code}$`)))).toBe(timeOf(first));
    expect(timeOf(await shown(/^second \d+ false false 0$/))).toBeGreaterThan(timeOf(first));
    // What is refused is asked for no more by itself.
    await shown(/^second \d+ false false FORBIDDEN$/);
    const asked = engine.client.call.mock.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    expect(engine.client.call.mock.calls.length).toBe(asked);
  });

  it('goes on to poll after one answer of something between', async () => {
    let count = 0;
    const engine = makeEngine(() => {
      count += 1;
      if (count === 2) throw Object.assign(new Error('a page of maintenance'), { code: 'CONTRACT_BROKEN', status: 200 });
      return count;
    });
    await showPage(engine, { data: { count: { call: 'user.list', poll: 1 } }, body: [{ widget: 'label', text: '{{ data.count }}' }] });
    await vi.waitFor(() => expect(count).toBeGreaterThan(3), { timeout: 15_000 });
  });

  it('polls while there is more to come, and no longer; a refresh that brings more begins anew', async () => {
    let state = 'running';
    const engine = makeEngine(() => ({ state }));
    const page = {
      data: { run: { call: 'user.list', poll: 1, pollWhile: "{{ result.state === 'running' }}" } },
      actions: { again: [{ refresh: ['run'] }] },
      body: [
        { widget: 'label', text: 'is {{ data.run.state }}' },
        { widget: 'press', text: 'again', onClick: 'again' },
      ],
    };
    await showPage(engine, page);
    const seconds = (count: number) => act(() => new Promise((resolve) => setTimeout(resolve, count * 1000 + 200)));
    state = 'done';
    await seconds(1);
    expect(screen.getByText('is done')).toBeTruthy();
    expect(engine.client.call).toHaveBeenCalledTimes(2);
    await seconds(1.2);
    expect(engine.client.call).toHaveBeenCalledTimes(2);
    state = 'running';
    await act(async () => screen.getByRole('button').click());
    await settle();
    expect(screen.getByText('is running')).toBeTruthy();
    await seconds(1);
    expect(engine.client.call).toHaveBeenCalledTimes(4);
  });

  it('asks when it is shown for what became due while it was hidden', async () => {
    const engine = makeEngine(() => engine.app.language);
    const curtain = { show: (_shown: boolean): void => undefined };
    const page = { data: { list: { call: 'worded.list' } }, body: [{ widget: 'label', text: 'in {{ data.list }}' }] };
    await showPage(engine, page, { wrap: (view) => <Behind curtain={curtain}>{view}</Behind> });
    expect(screen.getByText('in en')).toBeTruthy();
    act(() => curtain.show(false));
    act(() => batch(() => (engine.app.language = 'zh-Hans')));
    await settle();
    expect(engine.client.call).toHaveBeenCalledTimes(1);
    act(() => curtain.show(true));
    await settle();
    expect(screen.getByText('in zh-Hans')).toBeTruthy();
  });

  it('asks for a place that is shown, also where one that is hidden waits for the same', async () => {
    let answer = 'before';
    const engine = makeEngine(() => answer);
    const curtain = { show: (_shown: boolean): void => undefined };
    const page = {
      data: { list: { call: 'user.list' } },
      body: [
        { widget: 'label', text: 'it is {{ data.list }}' },
        { widget: 'press', text: 'again', onClick: [{ refresh: ['list'] }] },
      ],
    };
    await showPage(engine, page, {
      wrap: (view) => (
        <>
          <Behind curtain={curtain}>{view}</Behind>
          <section aria-label="shown">{view}</section>
        </>
      ),
    });
    act(() => curtain.show(false));
    answer = 'after';
    fireEvent.click(within(screen.getByRole('region')).getByText('again'));
    await settle();
    expect(within(screen.getByRole('region')).getByText('it is after')).toBeTruthy();
  });

  it('does not ask for sources that are asked with the answers of each other, or with their own while nothing of it stays', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const engine = makeEngine(() => ({ total: Math.random() }));
    await showPage(engine, {
      data: {
        one: { call: 'user.list', with: { of: '{{ data.two.total }}' } },
        two: { call: 'user.list', with: { of: '{{ values.three }}' } },
        three: { call: 'user.list', with: { of: '{{ data.three.total }}' }, keepPrevious: false },
        whole: { call: 'user.list', with: { of: '{{ data.one.total }}' } },
      },
      values: { three: '{{ data.one.total }}' },
      body: [{ widget: 'label', text: 'the rest of the page' }],
    });
    expect(screen.getByText('the rest of the page')).toBeTruthy();
    expect(screen.getAllByLabelText('explanation').map((one) => one.textContent?.split(' ')[0])).toContain('DATA_CYCLE');
    expect(engine.client.call).toHaveBeenCalledTimes(1);
  });

  it('does not ask with an answer that is about to be another one', async () => {
    const names: Record<string, string> = { a: 'Ann', b: 'Bob' };
    const engine = makeEngine(async (_, args) => names[String(args?.with?.id)] ?? args?.with ?? args?.body);
    await showPage(engine, {
      state: { id: { initial: 'a' } },
      data: {
        one: { call: 'user.one', with: { id: '{{ state.id }}' }, keepPrevious: false },
        two: { call: 'user.two', with: { of: '{{ state.id }}', name: '{{ values.name }}' }, when: '{{ !isEmpty(values.name) }}' },
        three: { call: 'user.three', body: { of: '{{ state.id }}', name: '{{ values.name }}' }, when: '{{ !isEmpty(values.name) }}' },
      },
      values: { name: '{{ data.one }}' },
      body: [
        { widget: 'press', text: 'b', onClick: [{ set: { 'state.id': 'b' } }] },
        { widget: 'label', text: '{{ status.two.loading ? "loads" : data.two.name }}' },
      ],
    });
    await settle();
    expect(screen.getByText('Ann')).toBeTruthy();
    fireEvent.click(screen.getByText('b'));
    await settle();
    expect(screen.getByText('Bob')).toBeTruthy();
    const asked = engine.client.call.mock.calls.flatMap(([id, args]) => (id === 'user.two' ? [(args as { with: object }).with] : []));
    const sent = engine.client.call.mock.calls.flatMap(([id, args]) => (id === 'user.three' ? [(args as { body: object }).body] : []));
    for (const questions of [asked, sent])
      expect(questions).toEqual([
        { of: 'a', name: 'Ann' },
        { of: 'b', name: 'Bob' },
      ]);
  });

  describe('that are asked with the answer of another one', () => {
    /** What a label says from the moment on that a state changes, with every picture that says something else. */
    async function told(text: string, data: (id: string) => PageDocument['data']): Promise<string[]> {
      const pictures: string[] = [];
      const Label = defineWidget<{ text: string }>(({ options }) => {
        if (pictures.at(-1) !== options.text) pictures.push(options.text);
        return null;
      });
      const names: Record<string, string> = { a: 'Ann', b: 'Bob' };
      const engine = makeEngine(
        async (_, args) => names[String(args?.with?.id)] ?? args?.with?.name ?? null,
        makeRegistry({ label: async () => ({ default: Label }) }),
      );
      await showPage(engine, {
        state: { id: { initial: 'a' } },
        data: data('{{ state.id }}'),
        body: [
          { widget: 'press', text: 'b', onClick: [{ set: { 'state.id': 'b' } }] },
          { widget: 'label', text },
        ],
      });
      await settle();
      const shown = pictures.length - 1;
      fireEvent.click(screen.getByText('b'));
      await settle();
      await settle();
      return pictures.slice(shown);
    }

    it('load from the moment on that it asks something else, if its answer goes with that', async () => {
      const pictures = await told('{{ status.two.loading ? "loads" : data.two === null ? "nobody" : data.two }}', (id) => ({
        one: { call: 'user.one', with: { id }, keepPrevious: false },
        two: { call: 'user.two', with: { of: id, name: '{{ data.one }}' }, keepPrevious: false },
      }));
      expect(pictures).toEqual(['Ann', 'loads', 'nobody', 'loads', 'Bob']);
    });

    it('keep theirs until it has another one, if it keeps its own as long', async () => {
      const pictures = await told('{{ data.two }}', (id) => ({
        one: { call: 'user.one', with: { id } },
        two: { call: 'user.two', with: { name: '{{ data.one }}' }, keepPrevious: false },
      }));
      expect(pictures).toEqual(['Ann', '', 'Bob']);
    });
  });

  it('asks once for what is answered without data, as back ends do that leave out what is null', async () => {
    const engine = makeEngine(() => new Promise((resolve) => setTimeout(resolve)));
    await showPage(engine, {
      data: { one: { call: 'user.list' } },
      body: [{ widget: 'label', text: '{{ status.one.loading }} {{ data.one === null }}' }],
    });
    await settle();
    expect(screen.getByText('false true')).toBeTruthy();
    expect(engine.client.call).toHaveBeenCalledTimes(1);
  });

  /** Turns from record a to record b, and tells what the call was asked with from then on. */
  const askedAfterTurn = async (call: string, data: Record<string, Record<string, unknown>>) => {
    const names: Record<string, string> = { a: 'Ann', b: 'Bob' };
    const engine = makeEngine(async (_, args) => names[String(args?.with?.id)] ?? args?.with);
    await showPage(engine, {
      state: { id: { initial: 'a' } },
      data: { one: { call: 'user.one', with: { id: '{{ state.id }}' }, keepPrevious: false }, ...data },
      body: [
        { widget: 'press', text: 'turn', onClick: [{ set: { 'state.id': 'b' } }] },
        { widget: 'label', text: 'it is {{ data.one }}' },
      ],
    });
    await settle();
    const asked = () => engine.client.call.mock.calls.flatMap(([id, args]) => (id === call ? [(args as { with: object }).with] : []));
    const before = asked().length;
    fireEvent.click(screen.getByText('turn'));
    await settle();
    expect(screen.getByText('it is Bob')).toBeTruthy();
    return asked().slice(before);
  };

  it('does not ask with what was made of an answer that is about to be another one', async () => {
    const asked = await askedAfterTurn('user.three', {
      two: { call: 'user.two', with: { name: '{{ data.one }}' }, when: '{{ !isEmpty(data.one) }}', keepPrevious: false },
      three: { call: 'user.three', with: { of: '{{ state.id }}', name: '{{ data.two.name }}' }, when: '{{ !isEmpty(data.two) }}' },
    });
    expect(asked).toEqual([{ of: 'b', name: 'Bob' }]);
  });

  it('does not ask after an answer that is about to be another one', async () => {
    const asked = await askedAfterTurn('user.two', {
      two: { call: 'user.two', with: { of: '{{ state.id }}' }, when: "{{ data.one == 'Ann' }}" },
    });
    expect(asked).toEqual([]);
  });

  it('asks for sources that are each asked only after the answer of the other, though none of them waits', async () => {
    const askedWith = (other: string) => ({
      with: { of: '{{ state.id }}' },
      when: `{{ state.id == 'b' || !isEmpty(data.${other}) }}`,
      keepPrevious: false,
    });
    const sources = { two: { call: 'user.two', ...askedWith('three') }, three: { call: 'user.three', ...askedWith('two') } };
    expect(await askedAfterTurn('user.two', sources)).toEqual([{ of: 'b' }]);
  });

  it('asks for a source with its own answer until that comes to rest', async () => {
    const engine = makeEngine(() => ({ total: 5 }));
    await showPage(engine, {
      data: { one: { call: 'user.list', with: { of: '{{ data.one.total }}' } } },
      body: [{ widget: 'label', text: 'it is {{ data.one.total }}' }],
    });
    await settle();
    expect(screen.getByText('it is 5')).toBeTruthy();
    expect(engine.client.call.mock.calls.map(([, args]) => (args as { with?: object }).with)).toEqual([{}, { of: 5 }]);
  });

  it('aborts a request nobody waits for any more', async () => {
    let signal: AbortSignal | undefined;
    const engine = makeEngine((_, args) => {
      signal = args?.signal;
      return new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(Object.assign(new Error('gone'), { code: 'ABORTED', call: 'user.list' })));
      });
    });
    const { unmount } = await showPage(engine, { data: { list: { call: 'user.list' } }, body: [{ widget: 'label', text: 'x' }] });
    expect(signal?.aborted).toBe(false);
    unmount();
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(signal?.aborted).toBe(true);
  });

  it('asks for all dictionary types of a page in one call and labels values', async () => {
    const engine = makeEngine(() => [
      { dictType: 'a', dictValue: '1', dictLabel: 'One', status: '0' },
      { dictType: 'b', dictValue: '2', dictLabel: '[{"l":"en","t":"Two"}]', status: '0' },
    ]);
    await Promise.all([engine.dictionaries.load(['a']), engine.dictionaries.load(['b'])]);
    expect(engine.client.call.mock.calls).toEqual([['dictionary.type', { with: { type: 'a,b' } }]]);
    expect(engine.dictionaries.label('a', 1)).toBe('One');
    expect(engine.dictionaries.label('a', 9)).toBe('9');
  });

  it('[DICT-04] refuses an empty list of types', async () => {
    await expect(makeEngine().dictionaries.load([])).rejects.toMatchObject({ code: 'NEED_DICT_TYPES' });
  });

  it('[DICT-03] an unknown type rejects and does not cost the others theirs', async () => {
    const engine = makeEngine((_, args) => {
      if (String(args?.with?.type).includes('nope')) {
        throw Object.assign(new Error('dict meta not found'), { code: 'DICT_META_NOT_FOUND', status: 404, call: 'dictionary.type' });
      }
      return { content: [{ dictType: 'a', dictValue: '1', dictLabel: 'One' }] };
    });
    await expect(engine.dictionaries.load(['a', 'nope'])).rejects.toMatchObject({ code: 'DICT_META_NOT_FOUND' });
    expect(engine.dictionaries.view('a').entries?.[0]?.label).toBe('One');
  });
});

describe('[ERR-07] a source the document does not watch', () => {
  const failing = () =>
    makeEngine(async () => {
      throw Object.assign(new Error('down'), { code: 'UNAVAILABLE', call: 'user.list' });
    });
  const label = { widget: 'label', value: '{{ data.list }}' };

  it('is said at the top of the page with another try, and goes when the data come', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const engine = failing();
    await showPage(engine, { data: { list: { call: 'user.list' } }, body: [label] });
    expect(screen.getByLabelText('explanation').textContent).toContain(
      'UNAVAILABLE | error.dataNotLoaded: down | down | pages/test | /data/list',
    );
    engine.client.call.mockResolvedValue('here');
    fireEvent.click(screen.getByText('retry'));
    await settle();
    expect(screen.queryByLabelText('explanation')).toBeNull();
    expect(screen.getByText('"here"')).toBeTruthy();
  });

  it('is said by the engine where the document only looks whether it loads', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await showPage(failing(), {
      data: { list: { call: 'user.list' } },
      body: [label, { widget: 'label', text: '{{ status.list.loading ? "loads" : "rests" }}' }],
    });
    expect(screen.getByText('rests')).toBeTruthy();
    expect(screen.getByLabelText('explanation')).toBeTruthy();
  });

  it('is told at the top where a polled record is not there', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const engine = makeEngine(async () => {
      throw Object.assign(new Error('gone'), { code: 'NOT_FOUND', call: 'user.list', status: 404 });
    });
    const list = { call: 'user.list', poll: 60 };
    await showPage(engine, { data: { list, rest: { call: 'user.list', with: { page: 2 } } }, body: [label] });
    expect(screen.getByLabelText('explanation').textContent).toContain('NOT_FOUND');
    expect(screen.queryByText('retry')).toBeNull();
    expect(engine.feedback.message).not.toHaveBeenCalled();
  });

  it('is a record that is not there where the address gave what the call does not take', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const wrong = (...fields: string[]) =>
      makeEngine(async () => {
        const details = fields.map((field) => ({ field, message: 'must match pattern' }));
        throw Object.assign(new Error('wrong'), { code: 'PARAMETER_ERROR', call: 'user.list', status: 400, details });
      });
    const document = (source: Record<string, unknown>) => ({
      params: { id: { type: 'string' as const } },
      values: { asked: '{{ params.id }}' },
      state: { page: { initial: 0 } },
      data: { list: { call: 'user.list', ...source } },
      body: [label],
    });
    const told = async (fields: string[], source: Record<string, unknown>) => {
      const { unmount } = await showPage(wrong(...fields), document(source));
      const text = screen.getByLabelText('explanation').textContent;
      unmount();
      return text;
    };
    expect(await told(['id'], { with: { id: '{{ params.id }}' } })).toContain('NOT_FOUND');
    expect(await told(['key.id'], { body: { key: { id: '{{ values.asked }}' } } })).toContain('NOT_FOUND');
    expect(await told(['id'], { body: '{{ {id: params.id} }}' })).toContain('NOT_FOUND');
    const both = { with: { id: '{{ params.id }}', page: '{{ state.page }}' } };
    // A whole question that came by the address is a question: what is wrong with it is told.
    expect(await told(['by'], { body: '{{ values.asked }}' })).toContain('PARAMETER_ERROR');
    const watched = { body: '{{ values.asked }}', when: "{{ status.list.error.code != 'x' }}" };
    const page = { ...document(watched), body: [label, { widget: 'label', text: 'it {{ first(status.list.error.details).message }}' }] };
    const { unmount } = await showPage(wrong('by'), page);
    expect(screen.getByText('it must match pattern')).toBeTruthy();
    unmount();
    expect(await told(['page'], both)).toContain('PARAMETER_ERROR');
    expect(await told(['id', 'page'], both)).toContain('PARAMETER_ERROR');
  });

  it('is left to the document when it watches, and is a message when it is polled beside the page', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const watched = failing();
    await showPage(watched, {
      data: { list: { call: 'user.list' } },
      body: [label, { widget: 'label', text: 'my {{ status.list.error.message }}' }],
    });
    expect(screen.getByText('my down')).toBeTruthy();
    expect(screen.queryByLabelText('explanation')).toBeNull();
    const polled = failing();
    await showPage(polled, { data: { list: { call: 'user.list', poll: 60 } }, body: [label] });
    expect(polled.feedback.message).toHaveBeenCalledExactlyOnceWith('error', 'error.dataNotLoaded: down');
    expect(screen.queryByLabelText('explanation')).toBeNull();
  });

  it('is no failure when it is optional and the back end does not know the call; any other failure is', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let status = 404;
    const engine = makeEngine(async () => {
      throw Object.assign(new Error('gone'), { code: 'NOT_FOUND', call: 'user.list', status });
    });
    const data = { list: { call: 'user.list', poll: 60, optional: true } };
    const offered = { widget: 'label', text: '{{ data.list === null ? "not offered" : "offered" }}' };
    const first = await showPage(engine, { data, body: [offered] });
    expect(engine.client.call).toHaveBeenCalled();
    expect(screen.getByText('not offered')).toBeTruthy();
    expect(engine.feedback.message).not.toHaveBeenCalled();
    expect(log).not.toHaveBeenCalled();
    first.unmount();
    status = 500;
    await showPage(engine, { data: { list: { ...data.list, with: { page: 2 } } }, body: [offered] });
    expect(screen.getByText('offered')).toBeTruthy();
    expect(engine.feedback.message).toHaveBeenCalledExactlyOnceWith('error', 'error.dataNotLoaded: gone');
  });
});
